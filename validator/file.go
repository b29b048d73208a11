package validator

// File is an open file. Whoever checks a file and shows its bytes opens it once, so that both are of the same file.
type File struct {
	name   string
	f      handle
	before state
	watch  func(n int) // or nil
}

// Open opens the named file. A name that is not one of a regular file is rejected, before anything is read
// from it and without waiting for anybody at the other end of a FIFO.
func Open(name string) (*File, error) {
	f, before, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	return &File{name: name, f: f, before: before}, nil
}

// Size returns the size that the file had when it was opened, in bytes.
func (f *File) Size() int64 { return f.before.size }

// Watch has read called with the number of bytes after each read from the file, in whatever order that goes
// through it. The call may come from several goroutines at once. Watch itself must come before the first read.
func (f *File) Watch(read func(n int)) { f.watch = read }

// ReadAt reads from the file as an [io.ReaderAt] does.
func (f *File) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.f.ReadAt(p, off)
	if f.watch != nil {
		f.watch(n)
	}
	return n, err
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }
