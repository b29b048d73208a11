// Package compare compares the results of readers and writers with the content of the files.
package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Array is the array or the archive that a reader returned.
type Array struct {
	dtype   string
	shape   string // as in a message: "[4,3]"
	data    []byte // nil if only the hash was sent
	sum     string // the hash in lower case if only it was sent
	members map[string]*Array
}

// NewArray returns the array of a reader that is called without a protocol: its dtype as protocol.md spells it, and
// its elements in C order, little-endian, with the padding that the dtype has.
func NewArray(dtype string, shape []int64, data []byte) *Array {
	return &Array{dtype: dtype, shape: shapeText(shape), data: append([]byte{}, data...)}
}

// Received returns the array that a message of a reader holds: the shape as it spells it, and the data, or its SHA-256
// in lower case if it is nil.
func Received(dtype, shape string, data []byte, sum string) *Array {
	return &Array{dtype: dtype, shape: shape, data: data, sum: sum}
}

// NewArchive returns the archive of such a reader, by the keys of its members.
func NewArchive(members map[string]*Array) *Array { return &Array{members: members} }

// String describes briefly what the reader got.
func (a *Array) String() string {
	if a.members != nil {
		return fmt.Sprintf("an archive with %d arrays", len(a.members))
	}
	return fmt.Sprintf("%s of shape %s", a.dtype, a.shape)
}

// shapeText returns a shape as messages spell it.
func shapeText(shape []int64) string {
	out := []byte("[")
	for i, d := range shape {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, d, 10)
	}
	return string(append(out, ']'))
}

// SHA256 returns the SHA-256 of data, as the manifest of the corpus spells it.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
