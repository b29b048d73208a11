package contents

import (
	"fmt"
	"math"

	"github.com/npycheck/npycheck/validator"
)

// Compression says how a member is compressed.
func Compression(m *validator.Member) string {
	switch {
	case m.Stored:
		return "stored"
	case m.Method == 8:
		return "deflated"
	}
	return fmt.Sprintf("method %d", m.Method)
}

// DataAt returns where in the archive the data of an array is, if it can be mapped: that of a stored member. Objects
// can't be.
func DataAt(m *validator.Member) (at int64, ok bool) {
	if !m.Stored || m.Offset < 0 || m.Array == nil || m.Array.DType.HasObject() {
		return 0, false
	}
	return m.Offset + m.Array.DataOffset, true
}

// maxAlignment is the alignment in bytes that NumPy gives to the data of an array. More is chance.
const maxAlignment = 64

// Alignment returns the alignment in bytes of an offset in a file.
func Alignment(at int64) int64 { return min(at&-at, maxAlignment) }

// AlignmentText describes the alignment of an offset in a file.
func AlignmentText(at int64) string {
	if at%2 != 0 {
		return "not aligned"
	}
	return fmt.Sprintf("aligned to %d bytes", Alignment(at))
}

// Ratio returns how many times as large a member is as its compressed data, or 0 for one without any.
func Ratio(m *validator.Member) float64 {
	if m.Packed <= 0 {
		return 0
	}
	return math.Round(float64(m.Size)/float64(m.Packed)*100) / 100
}
