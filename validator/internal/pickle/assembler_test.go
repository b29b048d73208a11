package pickle

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// The assembler: functions that return opcodes.

func proto(n byte) string { return "\x80" + string([]byte{n}) }

func importOf(module, name string) string { return "c" + module + "\n" + name + "\n" }

// str is text in the form of protocol 1.
func str(s string) string {
	return "X" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
}

// short is text in the form of protocol 4.
func short(s string) string { return "\x8c" + string([]byte{byte(len(s))}) + s }

func raw8(s string) string { return "C" + string([]byte{byte(len(s))}) + s }

func num(n uint32) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, n)) }

func frameOf(n uint64) string { return "\x95" + string(binary.LittleEndian.AppendUint64(nil, n)) }

func long(n uint64) string {
	return string(binary.LittleEndian.AppendUint64(nil, n))
}

func dtypeCall(code string) string { return importOf("numpy", "dtype") + str(code) + "\x89\x88\x87R" }

// dtypeOf is a dtype without fields; the flags are an opcode.
func dtypeOf(code, order, flags string) string {
	return dtypeCall(code) + "(K\x03" + str(order) + "NNN" + num(1<<32-1) + num(1<<32-1) + flags + "tb"
}

// sized is a dtype whose state has its itemsize, without fields.
func sized(code, order string, itemsize, align byte, flags string) string {
	return dtypeCall(code) + tuple("K\x03", str(order), "N", "N", "N", "K"+string([]byte{itemsize}), "K"+string([]byte{align}), flags) + "b"
}

var (
	dtypeO = dtypeOf("O8", "|", "K?")
	newND  = importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + "K\x00\x85" + raw8("b") + "\x87R"
)

// one is an array that holds one object.
func one(object string) string { return newND + "(K\x01K\x01\x85" + dtypeO + "\x89]" + object + "atb" }

// object1 is a file with an array of one object, whose opcodes are given.
func object1(object string) []byte { return payload(proto(3) + one(object) + ".") }

// start is where the pickles of the tests begin: that is after the shortest header.
const start = 128

// payload is a file with the given pickle. Nobody looks at the header.
func payload(pickle string) []byte { return []byte(strings.Repeat(" ", start) + pickle) }

const called = ")R" // without arguments

// laughs are n lists, each of which holds the one before ten times.
func laughs(n byte) string {
	s := "(]q\x01"
	for i := byte(2); i <= n; i++ {
		s += "]q" + string([]byte{i}) + "(" + strings.Repeat("h"+string([]byte{i - 1}), 10) + "e"
	}
	return s + "t"
}

// forgotten is a tuple of first, which goes to memo slot 0, of 40,000 texts in the slots after it, of
// late in slot 40001, and of last.
func forgotten(first, late, last string) []byte {
	var b strings.Builder
	b.WriteString("(" + first + "\x94")
	for i := range 40_000 {
		b.WriteString(short(fmt.Sprintf("text %d", i)) + "\x94")
	}
	b.WriteString(late + "\x94" + last + "t")
	return payload(proto(4) + one(b.String()) + ".")
}

const slot40001 = "j\x41\x9c\x00\x00"

// many fills as many slots as the memo keeps of the latest.
var many = strings.Repeat("N\x94", maxRecent)

// record is a structured dtype with one field of eight bytes.
func record(offset string, itemsize byte, flags string) string {
	return dtypeCall("V8") + "(K\x03" + str("|") + "N" + str("a") + "\x85}" + str("a") + dtypeOf("f8", "<", "K\x00") + offset + "\x86sK" +
		string([]byte{itemsize}) + "K\x01" + flags + "tb"
}

// long1 is an int of up to 255 bytes in two's complement.
func long1(b ...byte) string { return "\x8a" + string([]byte{byte(len(b))}) + string(b) }

// long4 is an int of n bytes, all of them the same.
func long4(n int, b byte) string {
	return "\x8b" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) + strings.Repeat(string([]byte{b}), n)
}

func binFloat(f float64) string {
	return "G" + string(binary.BigEndian.AppendUint64(nil, math.Float64bits(f)))
}

func many1(n int, f func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}
