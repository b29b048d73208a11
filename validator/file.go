package validator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/internal/disk"
)

// checkFile checks an open file.
func checkFile(ctx context.Context, f *disk.File, opt *Options) (*Report, error) {
	if report := checkFirst(ctx, f, opt); report != nil {
		return report, nil
	}
	if err := f.Stat(); err != nil {
		return nil, err
	}
	src := source{name: f.Name(), ra: f, size: f.Size()}
	if src.size == 0 {
		// Files of /proc and the like have no size before they are read.
		src = source{name: f.Name(), r: io.NewSectionReader(f, 0, 1<<63-1), size: unknownSize}
	}
	report, once, err := checkSource(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	// A good file that was read at once was consistent. One that is still being written has a fault.
	if !(once && len(report.Findings) == 0) && f.Changed() {
		return nil, ErrChanged
	}
	return report, nil
}

// beginning is what one read takes from the start of a file: all of a small one.
type beginning struct {
	buffer [4 << 10]byte
	n      int
	whole  bool
	missed atomic.Bool // more bytes were needed
}

var (
	beginnings = sync.Pool{New: func() any { return new(beginning) }}
	errMissed  = errors.New("not read yet")
)

func (b *beginning) ReadAt(p []byte, off int64) (int, error) {
	if !b.whole && off > int64(b.n-len(p)) {
		b.missed.Store(true)
		return 0, errMissed
	}
	return bytes.NewReader(b.buffer[:b.n]).ReadAt(p, off)
}

// checkFirst checks a file whose type and size are unknown by its first bytes. It returns nil if it can't, or if there
// is any doubt whether they belong to one version of a regular file; then everything is checked again after a Stat.
//
// What conforms was read at once, and no other doubt is possible: a file that is still being written, or that the
// system didn't return as a whole, has a fault. A fault is reported only if the bytes are still the same after the size
// was asked for, and if nothing changes until the end.
func checkFirst(ctx context.Context, f *disk.File, opt *Options) *Report {
	if !f.Unknown() || opt != nil && (opt.Trace != nil || opt.Opcodes != nil) { // which must not see things twice
		return nil
	}
	b := beginnings.Get().(*beginning)
	defer beginnings.Put(b)
	if !b.read(f) {
		return nil
	}
	report, _, err := checkSource(ctx, source{name: f.Name(), ra: b, size: f.Size()}, opt)
	switch {
	case err != nil, b.missed.Load(), len(report.Findings) > 0 && !b.confirmed(f):
		return nil
	}
	return report
}

// read reads the first bytes of a file, and reports whether its size is known then.
func (b *beginning) read(f *disk.File) bool {
	var err error
	if b.n, err = f.First(b.buffer[:]); err != nil || b.n == 0 { // files of /proc and the like may have no size
		return false
	}
	if b.n == len(b.buffer) && f.Stat() != nil {
		return false
	}
	b.whole = int64(b.n) == f.Size()
	b.missed.Store(false)
	return int64(b.n) <= f.Size()
}

// confirmed reports whether the file still has the size and the bytes that were read, and doesn't change.
func (b *beginning) confirmed(f *disk.File) bool {
	size := f.Size()
	if f.Stat() != nil || f.Size() != size {
		return false
	}
	again := make([]byte, b.n)
	n, _ := f.ReadAt(again, 0)
	return bytes.Equal(again[:n], b.buffer[:b.n]) && !f.Changed()
}
