package validator

import (
	"compress/flate"
	"io"
	"sync"
)

// inflate is what members are inflated with if Options doesn't say.
var inflate = ReuseInflaters(flate.NewReader)

// ReuseInflaters returns a function for Options.Inflate that makes readers with newReader, and uses those that
// are closed again: each allocates some 40 KiB. They have to implement compress/flate.Resetter.
func ReuseInflaters(newReader func(io.Reader) io.ReadCloser) func(io.Reader) io.ReadCloser {
	closed := new(sync.Pool)
	return func(src io.Reader) io.ReadCloser {
		i, ok := closed.Get().(*inflater)
		if !ok {
			return &inflater{newReader(src), closed}
		}
		i.ReadCloser.(flate.Resetter).Reset(src, nil) // the error is about the dictionary, and there is none
		return i
	}
}

// inflater may be used again after Close.
type inflater struct {
	io.ReadCloser
	closed *sync.Pool
}

func (i *inflater) Close() error {
	i.closed.Put(i)
	return nil
}
