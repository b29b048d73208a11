package hunt

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"regexp"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// A claim is a size that a file states, for which a reader that believes it takes all memory or all time. That
// reader does so with many files, whatever else is wrong with them.
type claim struct {
	file    []byte                   // an array with nothing wrong but the claim
	without func(file []byte) []byte // the file with a claim that is true, nil if it claims nothing
}

// claims are claims that a reader can meet before it checks anything else.
var claims = []claim{
	{append([]byte(spec.Magic), 2, 0, 0xff, 0xff, 0xff, 0x7f), shortHeader},
	{largeArray(), smallNumbers},
}

// largeArray returns the header of an array of 16 GiB with a dimension that fits a 32-bit integer.
func largeArray() []byte {
	header, err := spec.Header{DType: spec.DType{Kind: 'f', Itemsize: 8, Order: '<'}, Shape: []int64{math.MaxInt32}}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		panic(err) // nothing in it depends on anything
	}
	return header
}

// shortHeader makes the length of the header short: the one of the file, whatever its magic is, and the one after the
// first magic, as in a member of an archive.
func shortHeader(file []byte) (short []byte) {
	for _, at := range []int{0, max(0, bytes.Index(file, []byte(spec.Magic)))} {
		if len(file) < at+12 || file[at+6] < 2 || int64(binary.LittleEndian.Uint32(file[at+8:])) <= int64(len(file)) {
			continue
		}
		if short == nil {
			short = bytes.Clone(file)
		}
		clear(short[at+8 : at+12])
	}
	return short
}

var large = regexp.MustCompile(`[0-9]{3,}`)

// smallNumbers makes sizes and dimensions in headers small.
func smallNumbers(file []byte) []byte {
	if !large.Match(file) {
		return nil
	}
	return large.ReplaceAllFunc(file, func(digits []byte) []byte {
		return append([]byte("1"), bytes.Repeat([]byte(" "), len(digits)-1)...)
	})
}

// inFormat returns an array as a file of the format.
func inFormat(array []byte, format validator.Format) []byte {
	if format != validator.Npz {
		return array
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	size := uint64(len(array))
	member, err := z.CreateRaw(&zip.FileHeader{Name: "a.npy", CRC32: crc32.ChecksumIEEE(array), CompressedSize64: size, UncompressedSize64: size})
	if err == nil {
		if _, err = member.Write(array); err == nil {
			err = z.Close()
		}
	}
	if err != nil {
		panic(err) // writing to a buffer can't fail
	}
	return out.Bytes()
}
