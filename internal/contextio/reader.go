// Package contextio has a reader that stops when its context is done.
package contextio

import (
	"context"
	"io"
)

// NewReader returns a reader that reads from r until the context is done.
func NewReader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (c *reader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
