package inflate

import (
	"fmt"
	"io"
)

// Fault is what is wrong with a stream.
type Fault struct {
	Offset int64  // in the stream, in bytes, of the bits that are wrong, or that are missing
	Block  int    // counted from 1
	What   string // is wrong
	Cut    bool   // the stream ends too early
}

func (f *Fault) Error() string {
	return fmt.Sprintf("byte %d, in block %d: %s", f.Offset, f.Block, f.What)
}

// Unwrap returns [io.ErrUnexpectedEOF] for a stream that ends too early.
func (f *Fault) Unwrap() error {
	if f.Cut {
		return io.ErrUnexpectedEOF
	}
	return nil
}
