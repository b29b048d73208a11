// Package disk opens files without blocking, and detects whether they change or are replaced in the meantime.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/npycheck/npycheck/internal/text"
)

// File is an open file.
type File struct {
	at      location
	handle  handle
	before  state
	unknown bool        // before is unknown, but for the size that First found: see OpenListed
	watch   func(n int) // or nil
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
	return &fs.PathError{Op: op, Path: text.Quote(l.path()), Err: err}
}

// Open opens the named file. It rejects anything but a regular file, before reading from it and without waiting for
// the other end of a FIFO. On Linux a path may be longer than the 4,095 bytes that the system takes at once.
func Open(name string) (*File, error) { return open(location{name: name}, false) }

// OpenIn opens a file in an open folder, which [OpenFolder] or [os.Open] returned, by its name there, as Open does. On
// Linux the system resolves the path of the folder only once, when that is opened, which saves time if many files in
// it are checked. A caller that can't rule out that the folder is moved meanwhile must compare it in the end with the
// folder then at its path, by [os.SameFile]. Other systems join the paths. The folder must stay open during the call.
func OpenIn(folder *os.File, name string) (*File, error) {
	return openIn(folder, name, false)
}

// OpenListed is OpenIn for a name that the folder lists as that of a regular file, and leaves type and size unknown:
// to ask for them takes as long as reading a small file. [File.First] may find the size, and [File.Stat] asks. If the
// name is now that of a link, OpenListed is OpenIn; if it is that of a FIFO, a folder or a socket, First returns an
// error, and Stat says what it is. First reads from a device only if somebody with the rights for it replaced the
// file by one, and doesn't wait for it.
func OpenListed(folder *os.File, name string) (*File, error) {
	if f, err := openIn(folder, name, true); err == nil {
		return f, nil
	}
	return OpenIn(folder, name)
}

func openIn(folder *os.File, name string, listed bool) (*File, error) {
	l := location{folder, name}
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) }) {
		return nil, l.failed("open", errors.New("is not a name in a folder"))
	}
	return open(l, listed)
}

// open opens a file. Unless a folder lists it as regular, it must be that.
func open(l location, listed bool) (*File, error) {
	h, err := l.openFile(listed)
	if err != nil {
		return nil, err
	}
	f := &File{at: l, handle: h, unknown: true}
	if !listed {
		if err := f.Stat(); err != nil {
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

// Unknown reports whether the type of the file is unknown, as it is before Stat to [OpenListed].
func (f *File) Unknown() bool { return f.unknown }

// First reads the first bytes into p, and notes their number as the size. It is that if there are fewer than p takes:
// systems return less than was asked for only at the end of a regular file. Some file systems do otherwise; so before
// saying that something is wrong with such a file, a caller uses Stat.
func (f *File) First(p []byte) (n int, err error) {
	n, err = f.handle.first(p)
	f.before.size = int64(n)
	return n, err
}

// Stat asks for type and size of the file, once. It returns an error unless the file is regular.
func (f *File) Stat() error {
	if !f.unknown {
		return nil
	}
	before, err := f.handle.regular(f.at)
	if err == nil {
		f.before, f.unknown = before, false
	}
	return err
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

// Changed reports whether the file has changed since it was opened, or its name refers to another file. Of a file of
// [OpenListed] it can only say what has changed since Stat.
func (f *File) Changed() bool { return f.handle.changed(f.at.path(), f.before) }

// Size returns the size that the file had when it was opened, or that First or Stat found, in bytes.
func (f *File) Size() int64 { return f.before.size }

// Modified returns the time of the content's last change, as of the opening or of Stat.
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
