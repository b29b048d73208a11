package cases

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// period is the number of elements after which large data repeats; elements of one byte have a shorter one.
const period, bytePeriod = 1021, 251

// largeKind is a dtype of large data: the sizes of an element and of the unit that byte order is about, and
// the element at an index.
type largeKind struct {
	size, unit int
	element    func(i int) []byte
}

// largeKinds has each by its descr without the byte order. The values have more digits than the next
// smaller type keeps.
var largeKinds = map[string]largeKind{
	"b1":     {1, 1, func(i int) []byte { return Bytes(byte(i % bytePeriod * 37 >> 3 & 1)) }},
	"u1":     {1, 1, func(i int) []byte { return Bytes(byte(i%bytePeriod + 1)) }},
	"i2":     {2, 2, func(i int) []byte { return LittleEndian(uint64(i%period*31+1), 2) }},
	"u4":     {4, 4, func(i int) []byte { return LittleEndian(uint64(i%period*4190001+1), 4) }},
	"i8":     {8, 8, func(i int) []byte { return LittleEndian(uint64(i%period)<<53+1, 8) }},
	"f2":     {2, 2, func(i int) []byte { return LittleEndian(uint64(i%period+0x3c01), 2) }},
	"f4":     {4, 4, func(i int) []byte { return F4(float32(i%period) + 0.1) }},
	"f8":     {8, 8, func(i int) []byte { return F8(float64(i%period) + 0.1) }},
	"c8":     {8, 4, func(i int) []byte { return F4(float32(i%period)+0.1, -float32(i%period)-0.3) }},
	"c16":    {16, 8, func(i int) []byte { return F8(float64(i%period)+0.1, -float64(i%period)-0.3) }},
	"M8[us]": {8, 8, func(i int) []byte { return LittleEndian(uint64(i%period)<<50+1, 8) }},
	"S5":     {5, 1, func(i int) []byte { return fmt.Appendf(nil, "%05d", i%period+10000) }},
	"U3":     {12, 4, func(i int) []byte { return U(3, fmt.Sprintf("%c%02x", 'Ā'+rune(i%period), i%period&0xff)) }},
	"V7":     {7, 1, func(i int) []byte { return fmt.Appendf(nil, "%04x\x00%02x", i%period, i%bytePeriod) }},
}

// largeData returns that many elements, little-endian.
func largeData(kind string, count int) []byte {
	k := largeKinds[kind]
	data := make([]byte, 0, count*k.size)
	for i := range count {
		data = append(data, k.element(i)...)
	}
	return data
}

// largeArray returns the array of these elements.
func largeArray(descr string, shape []int64, fortran bool) *Array {
	count, _ := elements(shape)
	order := strings.Replace(descr[:1], ">", "<", 1)
	return &Array{DType: order + descr[1:], Shape: shape, F: fortran, Data: largeData(descr[1:], int(count))}
}

// largeFile returns the .npy file of such an array.
func largeFile(descr string, shape []int64, fortran bool, version byte) []byte {
	a, k := largeArray(descr, shape, fortran), largeKinds[descr[1:]]
	stored, order := a.Data, "False"
	if fortran {
		stored, order = Transpose(k.size, shape, stored), "True"
	}
	if descr[0] == '>' {
		stored = Swap(k.unit, stored)
	}
	text := Dict("'"+descr+"'", order, shapeText(shape))
	switch version {
	case 2:
		return Npy2(text, stored)
	case 3:
		return Npy3(text, stored)
	}
	return Npy1(text, stored)
}

// shapeText returns a shape as Python writes it.
func shapeText(shape []int64) string {
	text := make([]string, len(shape))
	for i, d := range shape {
		text[i] = fmt.Sprint(d)
	}
	if len(shape) == 1 {
		return "(" + text[0] + ",)"
	}
	return "(" + strings.Join(text, ", ") + ")"
}

// smallValues returns the values of the arrays of f8 and u1 that have few enough to list them.
func smallValues(kind string, data []byte) (vals []any) {
	if kind == "u1" {
		for _, b := range data {
			vals = append(vals, b)
		}
		return vals
	}
	for i := 0; i < len(data); i += 8 {
		vals = append(vals, math.Float64frombits(binary.LittleEndian.Uint64(data[i:])))
	}
	return vals
}
