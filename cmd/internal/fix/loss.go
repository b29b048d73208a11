package fix

import "bytes"

// Loss is bytes of the old file that are in no form in the new one.
type Loss struct {
	Offset, Length int64
	MemberName     string // if they are in the content of a member; then the offset counts from its start
	Head           []byte // the first of them
}

// maxHead is how many bytes of a loss are shown.
const maxHead = 64

// newLoss returns the loss of n bytes, of which at least the first are given.
func newLoss(offset, n int64, b []byte) Loss {
	return Loss{Offset: offset, Length: n, Head: bytes.Clone(b[:min(n, int64(len(b)), maxHead)])}
}
