package npy

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
)

// ByteArray returns an array of bytes, and its file.
func ByteArray(data []byte) (*sample.Array, []byte) {
	t, _ := spec.ParseCode("|u1")
	shape := []int64{int64(len(data))}
	text := "{'descr': '|u1', 'fortran_order': False, 'shape': (" + strconv.Itoa(len(data)) + ",), }"
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	b := binary.LittleEndian.AppendUint16([]byte(spec.Magic+"\x01\x00"), uint16(len(text)))
	return &sample.Array{DType: t, Shape: shape, Data: data}, append(append(b, text...), data...)
}
