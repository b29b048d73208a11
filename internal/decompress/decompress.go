// Package decompress provides decompressors for the members of archives, for every method that Python's zipfile reads.
package decompress

import (
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/npycheck/npycheck/internal/inflaters"
	"github.com/npycheck/npycheck/validator"
)

// maxWindow is how many bytes a stream may refer back. Python's zipfile writes streams that need at most 8 MiB. One
// member at a time has such a window.
const maxWindow = 16 << 20

// The compression methods of zip.
const (
	methodDeflate   = 8
	methodLZMA      = 14
	methodZstandard = 93
)

// Methods returns the decompressors for validator.Options, by method. Deflate is a third faster than with the
// standard library; bzip2 comes with the package validator.
var Methods = sync.OnceValue(func() map[uint16]validator.Decompressor {
	return map[uint16]validator.Decompressor{
		methodDeflate:   inflaters.Reused(flate.NewReader),
		methodLZMA:      newLZMAReader,
		methodZstandard: newZstdReader(),
	}
})

// failed is the reader of a stream that can't be opened.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
func (f failed) Close() error             { return nil }
