//go:build live

package conformance_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// python2File is an array of Python objects as NumPy 1.16 saved it on Python 2, which had one type for text and bytes.
type python2File struct {
	name    string
	content []byte
}

// python2Pickler writes the opcodes that Python 2's pickler chooses at a protocol.
type python2Pickler int

// str writes a str, which STRING spells as Python 2's repr does.
func (p python2Pickler) str(s string) string {
	switch {
	case p == 0:
		var b strings.Builder
		for _, c := range []byte(s) {
			switch {
			case c == '\\' || c == '\'':
				b.WriteString("\\" + string(rune(c)))
			case c < ' ' || c > '~':
				fmt.Fprintf(&b, `\x%02x`, c)
			default:
				b.WriteByte(c)
			}
		}
		return "S'" + b.String() + "'\n"
	case len(s) < 256:
		return "U" + string([]byte{byte(len(s))}) + s
	}
	return "T" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
}

func (p python2Pickler) int(n int) string {
	switch {
	case p == 0:
		return "I" + strconv.Itoa(n) + "\n"
	case n >= 0 && n < 256:
		return "K" + string([]byte{byte(n)})
	}
	return "J" + string(binary.LittleEndian.AppendUint32(nil, uint32(int32(n))))
}

func (p python2Pickler) bool(b bool) string {
	switch {
	case p < 2 && b:
		return "I01\n"
	case p < 2:
		return "I00\n"
	case b:
		return "\x88"
	}
	return "\x89"
}

func (p python2Pickler) tuple(items ...string) string {
	if p == 2 && len(items) > 0 && len(items) <= 3 {
		return strings.Join(items, "") + string([]byte{0x84 + byte(len(items))})
	}
	return "(" + strings.Join(items, "") + "t"
}

func (p python2Pickler) list(items ...string) string {
	if p == 0 {
		text := "(l"
		for _, item := range items {
			text += item + "a"
		}
		return text
	}
	return "](" + strings.Join(items, "") + "e"
}

func (p python2Pickler) dict(items ...string) string {
	if p == 0 {
		text := "(d"
		for i := 0; i < len(items); i += 2 {
			text += items[i] + items[i+1] + "s"
		}
		return text
	}
	return "}(" + strings.Join(items, "") + "u"
}

func (p python2Pickler) call(function string, args ...string) string {
	return "c" + strings.Replace(function, " ", "\n", 1) + "\n" + p.tuple(args...) + "R"
}

func (p python2Pickler) dtype(code, order string, flags int) string {
	state := p.tuple(p.int(3), p.str(order), "N", "N", "N", p.int(-1), p.int(-1), p.int(flags))
	return p.call("numpy dtype", p.str(code), p.int(0), p.int(1)) + state + "b"
}

// array writes an array of a shape; data is a str, or the list of the elements.
func (p python2Pickler) array(dtype, data string, shape ...int) string {
	dims := make([]string, len(shape))
	for i, n := range shape {
		dims[i] = p.int(n)
	}
	made := p.call("numpy.core.multiarray _reconstruct", "cnumpy\nndarray\n", p.tuple(p.int(0)), p.str("b"))
	return made + p.tuple(p.int(1), p.tuple(dims...), dtype, p.bool(false), data) + "b"
}

// file returns the object array of a shape.
func (p python2Pickler) file(shape []int, elements ...string) []byte {
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ")
	if len(shape) == 1 {
		text += ","
	}
	header := "{'descr': '|O', 'fortran_order': False, 'shape': (" + text + "), }"
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	content := "\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header
	if p == 2 {
		content += "\x80\x02"
	}
	return []byte(content + p.array(p.dtype("O8", "|", 63), p.list(elements...), shape...) + ".")
}

// python2Files returns what arrays of Python 2 hold, in each protocol.
func python2Files() (files []python2File) {
	for p := python2Pickler(0); p <= 2; p++ {
		var sevenths []byte
		for i := range 30 {
			sevenths = binary.LittleEndian.AppendUint64(sevenths, math.Float64bits(float64(i)/7))
		}
		floats := p.array(p.dtype("f8", "<", 0), p.str(string(sevenths)), 30)
		date := p.call("datetime datetime", p.str("\x07\xde\x04\x12\x03\x22\x00\x00\x00\x00"))
		scalar := p.call("numpy.core.multiarray scalar", p.dtype("f8", "<", 0), p.str("\x9a\x99\x99\x99\x99\x99\xb9\x3f"))
		long := p.str(strings.Repeat("\xc3\xa9", 200))
		for name, f := range map[string][]byte{
			"text":            p.file([]int{2}, p.str("caf\xe9"), p.str("plain")),
			"long-text":       p.file([]int{1}, long),
			"ascii":           p.file([]int{2}, p.str("a'b\\c"), p.str("plain\n")),
			"dates":           p.file([]int{1}, date),
			"scalar":          p.file([]int{1}, scalar),
			"dict-of-arrays":  p.file([]int{}, p.dict(p.str("w"), floats, p.str("name"), p.str("x"))),
			"dict-with-keys":  p.file([]int{}, p.dict(p.str("\xe9"), p.int(-1))),
			"list-of-arrays":  p.file([]int{2, 1}, floats, p.list(p.str("\xff"), date)),
			"unicode":         p.file([]int{1}, "V\\u00e9\n"),
			"python-2-module": p.file([]int{2}, p.call("__builtin__ set", p.list(p.str("a"))), p.call("__builtin__ complex", "F1.5\n", "F2\n")),
		} {
			files = append(files, python2File{fmt.Sprintf("python2/%s-%d.npy", name, int(p)), f})
		}
	}
	return files
}
