// Package disk opens files without blocking, and detects whether they change or are replaced in the meantime.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/npycheck/npycheck/internal/quote"
)

// File is an open file.
type File struct {
	at     location
	handle handle
	before state
	watch  func(n int) // or nil
}

// location says where a file is: by its path, or by its name in an open folder.
type location struct {
	folder *os.File // nil for a path
	name   string
}

// path returns the path of the file.
func (l location) path() string {
	if l.folder == nil {
		return l.name
	}
	folder := l.folder.Name()
	if folder == "" || os.IsPathSeparator(folder[len(folder)-1]) {
		return folder + l.name
	}
	return folder + string(os.PathSeparator) + l.name
}

// failed returns an error of opening the file that is fit for a terminal.
func (l location) failed(op string, err error) error {
	return &fs.PathError{Op: op, Path: quote.String(l.path()), Err: err}
}

// Open opens the named file. It rejects anything but a regular file, before reading from it and without waiting for
// the other end of a FIFO. On Linux a path may be longer than the 4,095 bytes that the system takes at once.
func Open(name string) (*File, error) { return open(location{name: name}) }

// OpenIn opens a file in an open folder, which [OpenFolder] or [os.Open] returned, by its name there, as Open does. On
// Linux the system resolves the path of the folder only once, when that is opened, which saves time if many files in
// it are checked. A caller that can't rule out that the folder is moved meanwhile must compare it in the end with the
// folder then at its path, by [os.SameFile]. Other systems join the paths. The folder must stay open during the call.
func OpenIn(folder *os.File, name string) (*File, error) {
	l := location{folder, name}
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) }) {
		return nil, l.failed("open", errors.New("is not a name in a folder"))
	}
	return open(l)
}

func open(l location) (*File, error) {
	f, before, err := openRegular(l)
	if err != nil {
		return nil, err
	}
	return &File{at: l, handle: f, before: before}, nil
}

// OpenFolder opens a folder, to list it or to open files in it. Unlike [os.Open] it rejects anything but a folder
// without blocking, and accepts paths as long as Open does.
func OpenFolder(path string) (*os.File, error) {
	f, err := openFolder(path)
	if err != nil {
		return nil, location{name: path}.failed("open", err)
	}
	return f, nil
}

// Name returns the name by which the file was opened.
func (f *File) Name() string { return f.at.name }

// Changed reports whether the file has changed since it was opened, or its name refers to another file.
func (f *File) Changed() bool { return f.handle.changed(f.at.path(), f.before) }

// Size returns the size that the file had when it was opened, in bytes.
func (f *File) Size() int64 { return f.before.size }

// Modified returns the time of the content's last change, as of the opening.
func (f *File) Modified() time.Time { return f.before.modified() }

// Watch calls read with the number of bytes after each read from the file, in any order and possibly from several
// goroutines at once. Watch itself must be called before the first read.
func (f *File) Watch(read func(n int)) { f.watch = read }

// ReadAt reads from the file as an [io.ReaderAt] does.
func (f *File) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.handle.ReadAt(p, off)
	if f.watch != nil {
		f.watch(n)
	}
	return n, err
}

// Close closes the file.
func (f *File) Close() error { return f.handle.Close() }
