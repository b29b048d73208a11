package validator

// File is an open file. Whoever checks a file and shows its bytes opens it once, so that both are of the same file.
type File struct {
	name   string
	f      handle
	before state
}

// Open opens the named file. A name that is not one of a regular file is rejected, before anything is read
// from it and without waiting for anybody at the other end of a FIFO.
func Open(name string) (*File, error) {
	f, before, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	return &File{name, f, before}, nil
}

// Size returns the size that the file had when it was opened, in bytes.
func (f *File) Size() int64 { return f.before.size }

// ReadAt reads from the file as an [io.ReaderAt] does.
func (f *File) ReadAt(p []byte, off int64) (int, error) { return f.f.ReadAt(p, off) }

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }
