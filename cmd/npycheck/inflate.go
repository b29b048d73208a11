package main

import (
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// inflate is what the command inflates members with: a third faster than the standard library, and
// with the same promise to read no further than the end of the stream.
func inflate(r io.Reader) io.ReadCloser {
	i, ok := inflaters.Get().(*inflater)
	if !ok {
		return &inflater{flate.NewReader(r)}
	}
	i.ReadCloser.(flate.Resetter).Reset(r, nil) // the error is about the dictionary, and there is none
	return i
}

// inflater is in the pool after Close.
type inflater struct{ io.ReadCloser }

var inflaters sync.Pool

func (i *inflater) Close() error {
	inflaters.Put(i)
	return nil
}
