package planted

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/second"
)

// Writer writes files. The zero value is right.
type Writer struct {
	Bug string // the name of one of WriterBugs, or ""
}

// Request is what a writer is asked to write, in the form of the protocol: elements in C order, little-endian.
type Request struct {
	DType   string
	Shape   []int64
	F       bool
	Data    []byte
	Members map[string]Request // of an archive
}

func (w *Writer) has(bug string) bool { return w.Bug == bug }

// Write returns the file.
func (w *Writer) Write(q Request) []byte {
	if q.Members != nil {
		return w.archive(q)
	}
	return w.array(q)
}

func (w *Writer) array(q Request) []byte {
	data := w.data(q)
	header := w.header(q)
	major := byte(1)
	if strings.IndexFunc(header, func(c rune) bool { return c >= 0x80 }) >= 0 && !w.has("write-utf-8-in-v1") {
		major = 3
	}
	if len(header) > math.MaxUint16-64 {
		major = max(major, 2)
	}
	if w.has("write-version-1-1") {
		return append(w.prefix(header, 1, 1), data...)
	}
	file := append(w.prefix(header, major, 0), data...)
	switch {
	case w.has("write-newline-after-data"):
		file = append(file, '\n')
	case w.has("write-block-after-data") && len(data) > 0:
		file = append(file, make([]byte, 64)...)
	case w.has("write-last-byte-lost") && len(data) > 0:
		file = file[:len(file)-1]
	case w.has("write-ends-at-4k") && len(file) > 4<<10:
		file = file[:4<<10]
	}
	return file
}

func (w *Writer) prefix(header string, major, minor byte) []byte {
	start := 10
	if major > 1 {
		start = 12
	}
	align, fill := 64, " "
	switch {
	case w.has("write-align-8"):
		align = 8
	case w.has("write-align-none"):
		align = 1
	case w.has("write-tabs"):
		fill = "\t"
	case w.has("write-nuls"):
		fill = "\x00"
	}
	n := (align - (start+len(header)+1)%align) % align
	text := header + strings.Repeat(fill, n) + "\n"
	switch {
	case w.has("write-no-newline"):
		text = text[:len(text)-1] + " "
	case w.has("write-newline-first"):
		text = header + "\n" + strings.Repeat(" ", n)
	}
	length := len(text)
	switch {
	case w.has("write-length-over"):
		length++
	case w.has("write-length-under"):
		length--
	case w.has("write-length-whole"):
		length += start
	case w.has("write-length-as-byte"):
		length &= 0xff
	}
	file := append([]byte(second.Magic), major, minor)
	switch {
	case w.has("write-length-big-endian"):
		file = binary.BigEndian.AppendUint16(file, uint16(length))
	case major == 1:
		file = binary.LittleEndian.AppendUint16(file, uint16(length))
	default:
		file = binary.LittleEndian.AppendUint32(file, uint32(length))
	}
	return append(file, text...)
}

// descr returns a type as the header has it.
func (w *Writer) descr(descr string) string {
	if !strings.HasPrefix(descr, "[") && !strings.HasPrefix(descr, "(") {
		descr = "'" + descr + "'"
	}
	switch {
	case w.has("write-order-missing"):
		descr = strings.ReplaceAll(descr, "'<", "'")
	case w.has("write-order-native"):
		descr = strings.ReplaceAll(descr, "'<", "'=")
	case w.has("write-order-bytes"):
		descr = strings.ReplaceAll(descr, "'|b", "'<b")
	case w.has("write-order-big"):
		descr = strings.ReplaceAll(descr, "'<", "'>")
	case w.has("write-name-of-type"):
		descr = strings.ReplaceAll(descr, "'<f8'", "'float64'")
	case w.has("write-size-in-bits"):
		descr = strings.ReplaceAll(descr, "'<i4'", "'<i32'")
	case w.has("write-text-bytes"):
		descr = strings.ReplaceAll(descr, "'<U2'", "'<U8'")
	case w.has("write-unit-lost"):
		descr = strings.ReplaceAll(descr, "[ns]", "")
	case w.has("write-unsigned-signed"):
		descr = strings.ReplaceAll(descr, "'<u4'", "'<i4'")
	case w.has("write-quotes-unescaped"):
		descr = strings.ReplaceAll(descr, `\'`, "'")
	case w.has("write-backslash-unescaped"):
		descr = strings.ReplaceAll(descr, `\\`, `\`)
	case w.has("write-list-of-lists"):
		descr = strings.ReplaceAll(strings.ReplaceAll(descr, "[('", "[['"), "')]", "']]")
	case w.has("write-padding-lost"):
		for i := 1; i < 9; i++ {
			descr = strings.ReplaceAll(descr, fmt.Sprintf("('', '|V%d'), ", i), "")
		}
	case w.has("write-field-names-lower"):
		descr = strings.ToLower(descr)
	}
	return descr
}

// shape returns a shape as the header has it.
func (w *Writer) shape(shape []int64) string {
	if w.has("write-rank-0-as-1") && len(shape) == 0 {
		shape = []int64{1}
	}
	if w.has("write-shape-reversed") {
		shape = slices.Clone(shape)
		slices.Reverse(shape)
	}
	text := tuple(shape)
	switch {
	case w.has("write-shape-list"):
		text = strings.NewReplacer("(", "[", ",)", "]", ")", "]").Replace(text)
	case w.has("write-shape-no-comma"):
		text = strings.ReplaceAll(text, ",)", ")")
	case w.has("write-shape-suffix") && len(shape) > 0:
		text = strings.Replace(text, ",", "L,", 1)
	case w.has("write-shape-scalar") && len(shape) > 0:
		text = strings.Replace(strings.Replace(text, "(", "(np.int64(", 1), ",", "),", 1)
	case w.has("write-shape-float") && len(shape) > 0:
		text = strings.Replace(text, ",", ".0,", 1)
	case w.has("write-shape-empty-comma") && len(shape) == 0:
		text = "(,)"
	}
	return text
}

func (w *Writer) header(q Request) string {
	order := "False"
	if q.F && !w.has("write-fortran-unsaid") {
		order = "True"
	}
	if w.has("write-fortran-always") {
		order = "True"
	}
	switch {
	case w.has("write-order-lower"):
		order = strings.ToLower(order)
	case w.has("write-order-number"):
		order = map[string]string{"False": "0", "True": "1"}[order]
	}
	keys := []string{"'descr': " + w.descr(q.DType), "'fortran_order': " + order, "'shape': " + w.shape(q.Shape)}
	switch {
	case w.has("write-keys-unsorted"):
		slices.Reverse(keys)
	case w.has("write-key-extra"):
		keys = append(keys, "'version': 1")
	case w.has("write-key-missing"):
		keys = slices.Delete(keys, 1, 2)
	case w.has("write-keys-twice"):
		keys = append(keys, keys[0])
	}
	header := "{" + strings.Join(keys, ", ") + ", }"
	if w.has("write-double-quotes") && !strings.Contains(header, `"`) && !strings.Contains(header, `\'`) {
		header = strings.ReplaceAll(header, "'", `"`)
	}
	return header
}

func (w *Writer) data(q Request) []byte {
	data := slices.Clone(q.Data)
	count := 1
	for _, d := range q.Shape {
		count *= int(d)
	}
	if count == 0 {
		return data
	}
	size := len(data) / count
	if q.F && !w.has("write-fortran-as-c") || w.has("write-c-as-fortran") && len(q.Shape) > 1 {
		data = inFortranOrder(data, q.Shape, size)
	}
	if w.has("write-fortran-2d-only") && q.F && len(q.Shape) > 2 {
		data = slices.Clone(q.Data)
	}
	kind := byte(0)
	if len(q.DType) > 1 {
		kind = q.DType[1]
	}
	for e := data; size > 0 && len(e) > 0; e = e[size:] {
		v := e[:size]
		switch {
		case kind == 'b' && w.has("write-bool-ff") && v[0] == 1:
			v[0] = 0xff
		case kind == 'f' && size == 8 && w.has("write-17-digits-15"):
			bug("f8-15-digits").double(v, false)
		case kind == 'f' && size == 8 && w.has("write-f8-through-float"):
			bug("f8-through-float").double(v, false)
		case kind == 'f' && size == 8 && w.has("write-minus-zero"):
			bug("minus-zero").double(v, false)
		case kind == 'f' && size == 8 && w.has("write-nan-zero"):
			bug("nan-as-zero").double(v, false)
		case kind == 'f' && size == 4 && w.has("write-f4-6-digits"):
			bug("f4-6-digits").value(&second.DType{Kind: 'f', Size: 4}, v, false)
		case kind == 'f' && size == 2 && w.has("write-half-bits"):
			bug("half-bits-lost").value(&second.DType{Kind: 'f', Size: 2}, v, false)
		case kind == 'i' && size == 8 && w.has("write-i8-through-double"):
			bug("i8-through-double").value(&second.DType{Kind: 'i', Size: 8}, v, false)
		case kind == 'u' && size == 8 && w.has("write-u8-saturates"):
			bug("u8-saturates").value(&second.DType{Kind: 'u', Size: 8}, v, false)
		case (kind == 'M' || kind == 'm') && w.has("write-nat-zero"):
			bug("nat-as-zero").value(&second.DType{Kind: 'M', Size: 8}, v, false)
		case kind == 'c' && w.has("write-complex-swapped"):
			bug("complex-swapped").value(&second.DType{Kind: 'c', Size: int64(size)}, v, false)
		case kind == 'S' && w.has("write-bytes-trimmed"):
			bug("bytes-trimmed").value(&second.DType{Kind: 'S', Size: int64(size)}, v, false)
		case kind == 'U' && w.has("write-text-16-bits"):
			bug("text-16-bits").text(v, false)
		case kind == 'i' && size == 4 && w.has("write-big-endian-unsaid"):
			slices.Reverse(v)
		}
	}
	switch {
	case w.has("write-data-lost-4k") && len(data) > 4<<10:
		clear(data[4<<10:])
	case w.has("write-data-lost-64k") && len(data) > 64<<10:
		clear(data[64<<10:])
	case w.has("write-last-element") && count > 1 && size > 0:
		copy(data[len(data)-size:], data)
	case w.has("write-newlines"):
		data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	}
	return data
}

// inFortranOrder returns elements that are in C order.
func inFortranOrder(data []byte, shape []int64, size int) []byte {
	if size == 0 {
		return data
	}
	// The elements of the transposed array in Fortran order are those of the array in C order.
	reversed := slices.Clone(shape)
	slices.Reverse(reversed)
	return transposed(data, reversed, size)
}

// packedMember is a member of an archive as its headers describe it.
type packedMember struct {
	flags, method uint16
	crc           uint32
	packed        []byte
	size          int
}

// pack makes a member of data.
func (w *Writer) pack(name string, data []byte, deflate bool) packedMember {
	m := packedMember{packed: data, crc: crc32.ChecksumIEEE(data), size: len(data)}
	if deflate {
		m.packed, m.method = deflated(data), 8
	}
	if strings.IndexFunc(name, func(c rune) bool { return c >= 0x80 }) >= 0 && !w.has("write-name-flag") {
		m.flags = 1 << 11
	}
	switch {
	case w.has("write-crc-zero"):
		m.crc = 0
	case w.has("write-crc-of-packed"):
		m.crc = crc32.ChecksumIEEE(m.packed)
	case w.has("write-size-packed"):
		m.size = len(m.packed)
	case w.has("write-method-swapped"):
		m.method = 8 - m.method
	case w.has("write-deflate-cut") && m.method == 8:
		m.packed = m.packed[:len(m.packed)-1]
	case w.has("write-deflate-zlib") && m.method == 8:
		m.packed = append([]byte{0x78, 0x9c}, m.packed...)
	case w.has("write-descriptor-missing"):
		m.flags |= 8
	}
	return m
}

// appendFields appends what a local header and an entry of the directory have in common.
func (m *packedMember) appendFields(b []byte, name string) []byte {
	b = binary.LittleEndian.AppendUint16(b, 20)
	b = binary.LittleEndian.AppendUint16(b, m.flags)
	b = binary.LittleEndian.AppendUint16(b, m.method)
	b = append(b, 0, 0, 0x21, 0)
	b = binary.LittleEndian.AppendUint32(b, m.crc)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.packed)))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.size))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(name)))
	return append(b, 0, 0)
}

func (w *Writer) archive(q Request) []byte {
	names := slices.Sorted(maps.Keys(q.Members))
	var file, directory []byte
	count := 0
	for i, key := range names {
		if w.has("write-members-20") && i >= 20 || w.has("write-member-last") && i > 0 && i == len(names)-1 {
			break
		}
		name := key + ".npy"
		if w.has("write-suffix-missing") {
			name = key
		}
		m := w.pack(name, w.array(q.Members[key]), i%2 == 1)
		offset := len(file)
		if w.has("write-offset-after-header") {
			offset += second.LocalLen
		}
		local := name
		if w.has("write-local-name") {
			local = "a" + name[1:]
			if local == name {
				local = "b" + name[1:]
			}
		}
		file = m.appendFields(append(file, "PK\x03\x04"...), local)
		file = append(append(file, local...), m.packed...)
		if w.has("write-gap") {
			file = append(file, 0)
		}
		directory = m.appendFields(append(directory, "PK\x01\x02\x14\x00"...), name)
		directory = append(directory, make([]byte, 10)...)
		directory = binary.LittleEndian.AppendUint32(directory, uint32(offset))
		directory = append(directory, name...)
		count++
	}
	start := len(file)
	file = append(append(file, directory...), "PK\x05\x06\x00\x00\x00\x00"...)
	if w.has("write-count-off") {
		count++
	}
	file = binary.LittleEndian.AppendUint16(file, uint16(count))
	file = binary.LittleEndian.AppendUint16(file, uint16(count))
	file = binary.LittleEndian.AppendUint32(file, uint32(len(directory)))
	file = binary.LittleEndian.AppendUint32(file, uint32(start))
	file = append(file, 0, 0)
	switch {
	case w.has("write-end-lost"):
		file = file[:len(file)-second.EndLen]
	case w.has("write-archive-newline"):
		file = append(file, '\n')
	case w.has("write-archive-text"):
		file = bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
	}
	return file
}

func deflated(data []byte) []byte {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		panic(err)
	}
	if _, err := z.Write(data); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
