package fix

import (
	"bytes"
	"io"
)

// block is the size to which tapes, tar and block devices fill files up with zeros, in bytes.
const block = 512

// surplusProved reports whether the bytes from offset to end can't be elements and are what tools add to files: fewer
// than an element of them or a fraction of one, and either a newline, or fewer zeros than a block up to the end of one.
func surplusProved(r io.ReaderAt, offset, end, itemsize int64) (bool, error) {
	n := end - offset
	if n <= 0 || n >= block || itemsize == 0 || n%itemsize == 0 {
		return false, nil
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, offset); err != nil && err != io.EOF {
		return false, err
	}
	if string(b) == "\n" || string(b) == "\r\n" {
		return true, nil
	}
	return end%block == 0 && len(bytes.Trim(b, "\x00")) == 0, nil
}
