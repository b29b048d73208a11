package validator

import (
	"bufio"
	"io"
	"maps"

	"github.com/npycheck/npycheck/validator/internal/inflate"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// Decompressor returns a reader that decompresses the data of a member, for one compression method (clause npz-2.2).
// Size is how many bytes the content has if the headers are right, and never more than the data can become. Flags are
// the general purpose flags of the member. The reader must leave in data what follows the end of the compressed
// stream, and return all that it has of a stream that is cut, to the last bit, before it returns an error. The caller
// closes it. If its error is a [DecompressorLimit], the data is not checked further, and the report is incomplete.
type Decompressor = zip.Decompressor

// DecompressorLimit says why data that may be right is not decompressed: it needs too much memory.
type DecompressorLimit = zip.Limit

// The methods that the package can decompress.
const (
	deflated = 8
	bzipped  = 12
)

// standard has the decompressors that are used unless Options replaces them.
var standard = map[uint16]Decompressor{deflated: newDeflateReader, bzipped: newBzip2Reader}

func newDeflateReader(data *bufio.Reader, _ uint64, _ uint16) io.ReadCloser {
	return inflate.NewReader(data)
}

// MaxExpansion returns how many bytes all members of an archive of the given size may expand to, not counting stored
// and deflated ones: 64 MiB plus 1032 bytes for each byte of the archive, the most that deflate achieves.
func MaxExpansion(archive int64) int64 { return zip.MaxExpansion(archive) }

func (o *Options) decompressors() map[uint16]Decompressor {
	if o == nil || len(o.Decompressors) == 0 {
		return standard
	}
	all := maps.Clone(standard)
	maps.Copy(all, o.Decompressors)
	return all
}
