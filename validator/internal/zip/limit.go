package zip

import (
	"fmt"
	"sync/atomic"
)

// Limit is the error of a reader that refuses to decompress data that may be right. It says why.
type Limit string

func (l Limit) Error() string { return string(l) }

// maxDeflated is the most bytes that deflate makes of one byte. Other methods have no such bound, and are slower per
// byte.
const maxDeflated = 1032

// MaxExpansion returns how many bytes are decompressed in an archive of a size by methods other than deflate.
func MaxExpansion(size int64) int64 { return 64<<20 + maxDeflated*min(size, 1<<50) }

// expansion is the total that all members that are neither stored nor deflated may expand to.
type expansion struct {
	most int64
	made atomic.Int64
}

// take counts n bytes more. It returns a Limit once they are too many.
func (e *expansion) take(n uint64) Limit {
	if e.made.Add(int64(n)) <= e.most {
		return ""
	}
	return Limit(fmt.Sprintf("archive expands to more than %d bytes; not checked further: if trusted, write it again with deflate", e.most))
}

// maxUnasked is how many bytes a decompressor may produce before it returns the first: a block of bzip2, the window of
// the others.
const maxUnasked = 16 << 20
