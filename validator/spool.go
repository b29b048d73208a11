package validator

import (
	"context"
	"fmt"
	"io"
	"os"
)

// spooled runs walk on an archive. One from a stream is copied to a temporary file first, because
// the directory of an archive stands at its end; the file is removed in any case.
func (w *walk) spooled(report *Report, walk func(*Report) error) error {
	if w.ra != nil {
		return walk(report)
	}
	f, err := os.CreateTemp("", "npycheck-*.npz")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.Write(w.head); err != nil {
		return err
	}
	limit := w.opt.maxSpool() - int64(len(w.head))
	n, err := io.Copy(f, io.LimitReader(contextReader{w.ctx, w.r}, limit+1))
	if err != nil {
		return err
	}
	if n > limit {
		report.Format = Npz
		report.Incomplete = fmt.Sprintf("archive from a stream has more than %d bytes and was not checked", w.opt.maxSpool())
		return w.drain()
	}
	w.source = source{ra: f, size: int64(len(w.head)) + n}
	return walk(report)
}

// contextReader ends with its context.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
