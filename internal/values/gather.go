package values

import (
	"bytes"
	"io"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Gather reads count elements of a numeric type from r, or as many as there are, and returns their statistics. An
// error of r comes with those of the elements before it. Numbers are added up exactly, so that the mean is rounded only
// once. Long doubles that are not those of x86 are an error, since their dtype doesn't say what they are.
func Gather(t *spec.DType, r io.Reader, count int64) (*Stats, error) {
	const about = 256 << 10
	stats, of := &Stats{}, newStatistic(t)
	size := t.Itemsize
	buffer := make([]byte, min(about/size, max(count, 0))*size)
	for count > 0 {
		want := int64(len(buffer))
		if count <= want/size {
			want = count * size
		}
		n, err := io.ReadFull(r, buffer[:want])
		whole := int64(n) / size
		elements := buffer[:whole*size]
		of.add(elements)
		stats.Count += whole
		tail := len(elements) - len(bytes.TrimRight(elements, "\x00"))
		if tail < len(elements) {
			stats.ZeroTail = 0
		}
		stats.ZeroTail += int64(tail)
		count -= whole
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			of.result(stats)
			return stats, err
		}
	}
	of.result(stats)
	if long, ok := of.(*longStatistic); ok && !long.x86() {
		return nil, errLongDouble
	}
	return stats, nil
}

// newStatistic returns a statistic for a type, or nil for a type that isn't Numeric.
func newStatistic(t *spec.DType) statistic {
	switch size := t.Itemsize; t.Kind {
	case 'b', 'i', 'u', 'm', 'M':
		if size <= 2 {
			return newCountStatistic(t)
		}
		return newIntStatistic(t)
	case 'f':
		switch size {
		case 2:
			return newCountStatistic(t)
		case 4, 8:
			return newFloatStatistic(t)
		}
		return newLongStatistic(t)
	case 'c':
		if size <= 16 {
			return newComplexStatistic(t)
		}
		return newLongStatistic(t)
	}
	return nil
}

// Numeric reports whether there are statistics of a type: of booleans, integers, real and complex numbers, dates and
// spans of time.
func Numeric(t *spec.DType) bool {
	return !t.Struct && t.Base == nil && strings.IndexByte("biufcmM", t.Kind) >= 0
}
