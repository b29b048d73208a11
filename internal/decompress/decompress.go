// Package decompress provides decompressors for the members of archives, for the methods that Python's zipfile reads and
// the validator doesn't.
package decompress

import (
	"sync"

	"github.com/npycheck/npycheck/validator"
)

// maxWindow is how many bytes a stream may refer back. Python's zipfile writes streams that need at most 8 MiB. One
// member at a time has such a window.
const maxWindow = 16 << 20

// The compression methods of zip.
const (
	methodLZMA      = 14
	methodZstandard = 93
)

// Methods returns the decompressors for validator.Options, by method.
var Methods = sync.OnceValue(func() map[uint16]validator.Decompressor {
	return map[uint16]validator.Decompressor{
		methodLZMA:      newLZMAReader,
		methodZstandard: newZstdReader(),
	}
})

// failed is the reader of a stream that can't be opened.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
func (f failed) Close() error             { return nil }
