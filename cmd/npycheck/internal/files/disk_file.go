package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// Input is something to check.
type Input interface {
	report.Named

	// Open opens it. Everything that is shown of it comes from the opened source.
	Open() (Source, error)
}

// InEveryShard is an Input that belongs to every shard: a shard that can't open it doesn't know what it
// misses, so each says so. Their reports are merged without the repetitions.
type InEveryShard interface {
	Input
	InEveryShard()
}

// Source is an input that was opened, such as an [OpenFile]. If it has methods Size() int64, in bytes,
// Modified() time.Time or ETag() string, they are called after the check.
type Source interface {
	Check(ctx context.Context, opt *validator.Options) (*validator.Report, error)
	Close() error
}

// OpenFile is a file on disk that was opened.
type OpenFile struct{ *disk.File }

// Check checks the file.
func (f OpenFile) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.Check(ctx, f.File, f.Size(), opt)
}

// Stdin is standard input.
type Stdin struct {
	report.Stdin
	io.Reader
}

// Open returns the stream. It can be read once.
func (s Stdin) Open() (Source, error) { return stream{s.Reader}, nil }

// stream is a stream that somebody else closes.
type stream struct{ io.Reader }

func (s stream) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.CheckStream(ctx, s.Reader, opt)
}

func (stream) Close() error { return nil }

// walkedFolder is a folder that a walk went through.
type walkedFolder struct{ Path, Prefix string } // prefix is what the paths of its entries begin with

// DiskFile is a file of this machine.
type DiskFile struct {
	Path   string
	folder *walkedFolder // that it was found in, or nil
	listed bool          // the folder says that it is a regular file
	open   *os.File      // the same folder, if it is open
	Bar    *FileBar      // that counts the bytes that are read, or nil
}

// Name returns the path of the file.
func (f *DiskFile) Name() string { return f.Path }

// Open opens the file.
func (f *DiskFile) Open() (Source, error) {
	var file *disk.File
	var err error
	switch {
	case f.open == nil:
		file, err = disk.Open(f.Path)
	case f.listed:
		file, err = disk.OpenListed(f.open, f.Path[len(f.folder.Prefix):])
	default:
		file, err = disk.OpenIn(f.open, f.Path[len(f.folder.Prefix):])
	}
	switch {
	case err != nil:
		return nil, cli.Missing(f.Path, err)
	case f.Bar != nil:
		return f.Bar.watchFile(file), nil
	}
	return OpenFile{File: file}, nil
}

const (
	minTogether    = 8  // files of a folder, one after the other, that make it worth opening the folder
	maxOpenFolders = 64 // leaves descriptors for files
)

// Folders are those in which files are checked.
type Folders struct {
	count atomic.Int32 // of open ones
	mu    sync.Mutex
	moved map[string]struct{} // paths of those that moved
}

// errMoved is about a folder whose files were found in it, but may have been reported under names that were no longer
// theirs.
var errMoved = errors.New("the folder was moved, replaced or removed while its files were checked")

// Misplaced returns an input for each folder that moved, sorted by their paths.
func (f *Folders) Misplaced() []Input {
	f.mu.Lock()
	defer f.mu.Unlock()
	var inputs []Input
	for _, path := range slices.Sorted(maps.Keys(f.moved)) {
		inputs = append(inputs, unopened{path, errMoved})
	}
	return inputs
}

// Workplace is the folder that a worker has open. It opens files by their names there, so that the system doesn't go
// through the path of the folder again for each of them.
type Workplace struct {
	*Folders
	folder *walkedFolder // nil if none is open
	open   *os.File
	used   bool // since the folder was last confirmed
}

// GoTo opens the folder in which the first of the inputs was found, if that is worth it.
func (p *Workplace) GoTo(inputs []Input) {
	f, ok := inputs[0].(*DiskFile)
	if !ok || f.folder == nil {
		return
	}
	if f.folder != p.folder {
		p.Leave()
		if !together(f.folder, inputs) || !p.enter(f.folder) {
			return
		}
	}
	f.open, p.used = p.open, true
}

// together reports whether enough of the inputs are in a folder.
func together(folder *walkedFolder, inputs []Input) bool {
	if len(inputs) < minTogether {
		return false
	}
	f, ok := inputs[minTogether-1].(*DiskFile)
	return ok && f.folder == folder
}

// enter opens a folder, and reports whether that is possible and useful.
func (p *Workplace) enter(folder *walkedFolder) bool {
	if runtime.GOOS != "linux" { // see disk.OpenIn
		return false
	}
	if p.count.Add(1) > maxOpenFolders {
		p.count.Add(-1)
		return false
	}
	opened, err := disk.OpenFolder(folder.Path)
	if err != nil { // each of the files will report that
		p.count.Add(-1)
		return false
	}
	p.folder, p.open, p.used = folder, opened, false
	return true
}

// Confirm checks that the folder is still in its place, and leaves it if it isn't. What was checked since the folder
// was opened was there under its name only if the folder is.
func (p *Workplace) Confirm() {
	if !p.used {
		return
	}
	p.used = false
	there, err := StatPath(p.folder.Path)
	if err == nil {
		if own, err := p.open.Stat(); err == nil && os.SameFile(own, there) {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.moved == nil {
		p.moved = make(map[string]struct{})
	}
	p.moved[p.folder.Path] = struct{}{}
	p.close()
}

// Leave closes the folder, if one is open.
func (p *Workplace) Leave() {
	p.Confirm()
	if p.folder != nil {
		p.close()
	}
}

func (p *Workplace) close() {
	p.open.Close()
	p.count.Add(-1)
	p.folder, p.open = nil, nil
}

// StatPath is os.Stat for a path of any length.
func StatPath(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	if runtime.GOOS != "linux" || !errors.Is(err, syscall.ENAMETOOLONG) {
		return info, err
	}
	above, name := filepath.Split(path)
	if name == "" {
		name = "."
	}
	folder, openErr := disk.OpenFolder(above)
	if openErr != nil {
		return nil, err
	}
	defer folder.Close()
	return os.Stat(fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), name))
}

// OpenEmpty is OpenFolder for a folder that has to be empty.
func OpenEmpty(dir string) (*os.Root, error) {
	root, empty, err := OpenFolder(dir)
	if err == nil && !empty {
		root.Close()
		return nil, cli.Usagef("%s is not empty", cli.Quoted(dir))
	}
	return root, err
}

// OpenFolder opens a folder to write into, and makes it if it doesn't exist. It reports whether the folder is empty.
func OpenFolder(dir string) (root *os.Root, empty bool, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, false, err
	}
	if root, err = os.OpenRoot(dir); err != nil {
		return nil, false, err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		root.Close()
		return nil, false, err
	}
	return root, len(entries) == 0, nil
}

func OneFolder(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) != 1:
		return cli.MissingArgument(cmd, "%s needs one folder, got %s", cmd.Name(), text.Count(int64(len(args)), "argument"))
	case args[0] == "":
		return cli.Usagef("the name of the folder is empty")
	}
	return nil
}
