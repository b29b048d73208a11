package properties

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// dataTypes are the types that Data chooses from by the first byte.
var dataTypes = []string{"|b1", "<U1", ">U1", "<U2", ">f8", "[('a', '|b1'), ('b', '>U1')]", "[('a', '<i2'), ('b', '|b1', (3,))]"}

// Data checks the data of an array: a byte that chooses the type, and the data itself. Invalid booleans and code
// points are found, and nothing else.
func Data(c *Checker, choice byte, data []byte) error {
	descr := dataTypes[int(choice)%len(dataTypes)]
	dtype, err := spec.ParseDescr(descr)
	if err != nil {
		return err
	}
	count := int64(len(data)) / dtype.Itemsize
	b, err := spec.Header{DType: dtype, Shape: []int64{count}}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		return err
	}
	full, err := c.Every(append(b, data...))
	if err != nil {
		return err
	}
	c.ran(ValuesRead)
	bools, points := wrong(&dtype, data[:count*dtype.Itemsize])
	surplus := data[count*dtype.Itemsize:]
	second := bytes.HasPrefix(surplus, []byte(spec.Magic))
	bare := breaks(full, spec.PickleRawFile) // which brings what follows it
	if bare && !mayRun(surplus) && full.Incomplete == "" {
		return violation(ValuesRead, "%s in %s %x, which has neither PROTO nor STOP nor an import", spec.PickleRawFile, descr, data)
	}
	first := &validator.Report{Findings: slices.DeleteFunc(slices.Clone(full.Findings), func(f validator.Finding) bool { return f.Array > 1 })}
	for rule, want := range map[spec.ID]bool{
		spec.DataBoolValue: bools, spec.DataCodePoint: points, spec.DataTruncated: false,
		spec.DataTrailing: len(surplus) > 0 && !second && !bare, spec.DataSecondArray: second || bare && breaks(full, spec.DataSecondArray),
	} {
		if breaks(first, rule) != want {
			return violation(ValuesRead, "%s in %s %x: got %t, expected %t", rule, descr, data, !want, want)
		}
	}
	return nil
}

// mayRun reports whether bytes have an opcode that makes them count as a pickle: PROTO at the beginning, or STOP or an
// import anywhere.
func mayRun(surplus []byte) bool {
	return bytes.HasPrefix(surplus, []byte("\x80")) || slices.ContainsFunc(surplus, func(b byte) bool { return strings.IndexByte(".ci\x82\x83\x84\x93", b) >= 0 })
}

// wrong reports whether elements of type t have invalid booleans or code points.
func wrong(t *spec.DType, data []byte) (bools, points bool) {
	for size := t.Itemsize; int64(len(data)) >= size; data = data[size:] {
		switch {
		case t.Kind == 'b':
			bools = bools || data[0] > 1
		case t.Kind == 'U':
			for at := 0; at < int(size); at += 4 {
				order := binary.ByteOrder(binary.LittleEndian)
				if t.Order == '>' {
					order = binary.BigEndian
				}
				v := order.Uint32(data[at:])
				points = points || v > 0x10FFFF || v >= 0xD800 && v < 0xE000
			}
		case t.Base != nil:
			b, p := wrong(t.Base, data[:size])
			bools, points = bools || b, points || p
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			b, p := wrong(&f.Type, data[f.Offset:f.Offset+f.Type.Itemsize])
			bools, points = bools || b, points || p
		}
	}
	return bools, points
}

// Pickle checks an array of one object with the given pickle.
func Pickle(c *Checker, pickle []byte) error {
	_, err := c.Every(padded(dict("'|O'", "False", "(1,)"), pickle))
	return err
}

// Member checks the content of a member, stored and deflated. An array in an archive is judged like a single one.
func Member(c *Checker, content []byte) error {
	alone, err := c.Full(content)
	if err != nil {
		return err
	}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		b, err := c.zip.archive("a.npy", content, method)
		if err != nil {
			return err
		}
		full, err := c.Every(b)
		if err != nil {
			return err
		}
		if alone.Format != validator.Npy || breaks(alone, spec.PickleRawFile) {
			continue // in a member, np.load never reaches a pickle after the array
		}
		c.ran(MemberIsFile)
		same := func(f, g validator.Finding) bool {
			f.Base, f.Member, f.MemberName = validator.BaseFile, validator.NoMember, ""
			return withoutCause(f) == withoutCause(g)
		}
		if !slices.EqualFunc(full.Findings, alone.Findings, same) || !sameArray(full.Members[0].Array, alone.Array) {
			return violation(MemberIsFile, "method %d: %s\nalone: %s", method, show(full), show(alone))
		}
	}
	return nil
}

// maxInflated is the number of bytes that Deflated inflates.
const maxInflated = 1 << 20

// inflatesAlike compares what a stream inflates to with what compress/flate makes of it. That decodes up to 24 bits
// less of a stream that is cut, which can be matches, and accepts blocks without an end and some codes that are
// incomplete, as zlib doesn't.
func inflatesAlike(content, plain []byte, inflated, failed error) bool {
	const missed = 24 * 258
	switch {
	case len(content) == maxInflated:
		return bytes.HasPrefix(content, plain) && len(content)-len(plain) <= missed
	case inflated == nil:
		return failed == nil && bytes.Equal(content, plain)
	case errors.Is(inflated, io.ErrUnexpectedEOF):
		return failed == io.ErrUnexpectedEOF && bytes.HasPrefix(content, plain) && len(content)-len(plain) <= missed
	}
	return bytes.HasPrefix(plain, content)
}

// Deflated checks the compressed bytes of a member whose headers lie about its size by that many bytes. The findings
// must match a plain run of the decompressor.
func Deflated(c *Checker, packed []byte, lie int8) error {
	m := validator.Member{Packed: int64(len(packed)), Method: zip.Deflate}
	inflater, err := m.Open(bytes.NewReader(packed), nil)
	if err != nil {
		return err
	}
	content, inflated := io.ReadAll(io.LimitReader(inflater, maxInflated))
	if err := inflater.Close(); err != nil {
		return err
	}
	rest := bytes.NewReader(packed) // read byte by byte: what is left is after the stream
	plain, failed := io.ReadAll(io.LimitReader(flate.NewReader(rest), maxInflated))
	if !inflatesAlike(content, plain, inflated, failed) {
		return violation(InflateAgrees, "%d bytes inflate to %d, error %v; with compress/flate to %d, error %v", len(packed), len(content), inflated, len(plain), failed)
	}
	left := int64(rest.Len())
	size := len(content) + int(lie)
	if len(content) == maxInflated || size < 0 {
		return nil
	}
	var want []spec.ID
	switch {
	case inflated != nil:
		want = []spec.ID{spec.ZipDeflateCorrupt}
	case lie != 0:
		want = []spec.ID{spec.ZipSize}
	case left > 0:
		want = []spec.ID{spec.ZipDeflateTrailing}
	}
	b, err := c.zip.raw(&zip.FileHeader{
		Name: "a.txt", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(content),
		CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(size),
	}, packed)
	if err != nil {
		return err
	}
	full, err := c.Every(b)
	if err != nil {
		return err
	}
	c.ran(InflateAgrees)
	var got []spec.ID
	for _, f := range full.Findings {
		switch f.Rule {
		case spec.ZipDeflateCorrupt, spec.ZipDeflateTrailing, spec.ZipSize, spec.ZipCrc:
			got = append(got, f.Rule)
			if f.Rule == spec.ZipDeflateTrailing && f.Length != left {
				return violation(InflateAgrees, "got %d bytes after the stream, expected %d", f.Length, left)
			}
		}
	}
	if !slices.Equal(got, want) {
		return violation(InflateAgrees, "got %v, expected %v: %d bytes inflate to %d, error %v", got, want, len(packed), len(content), inflated)
	}
	return nil
}
