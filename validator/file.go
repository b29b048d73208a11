package validator

import (
	"context"
	"io"
)

// File is an open file. Whoever checks a file and shows its bytes opens it once, so that both are of the same file.
type File struct {
	name   string
	f      file
	before state
}

// Open opens the named file. A name that is not one of a regular file is rejected, before anything is read
// from it and without waiting for anybody at the other end of a FIFO.
func Open(name string) (*File, error) {
	f, before, err := open(name)
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

// Check checks the file. If it is not the one any more that was opened, or its name stands for another one, the
// error is [ErrChanged].
func (f *File) Check(ctx context.Context, opt *Options) (*Report, error) {
	src := source{name: f.name, ra: f.f, size: f.before.size}
	if src.size == 0 {
		// Files of /proc and the like have no size before they are read.
		src = streamed(f.name, io.NewSectionReader(f.f, 0, 1<<63-1))
	}
	report, once, err := check(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	// A good file that was read at once was one file. Whoever is still writing it leaves a fault.
	if !(once && len(report.Findings) == 0) && f.f.changed(f.name, f.before) {
		return nil, ErrChanged
	}
	return report, nil
}
