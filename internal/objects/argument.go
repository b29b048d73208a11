package objects

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// signed spells an integer in two's complement, the lowest byte first.
func signed(arg []byte) string {
	if n := len(arg); 0 < n && n <= 8 { // as nearly all are
		var b [8]byte
		copy(b[8-n:], arg)
		return strconv.FormatInt(int64(binary.LittleEndian.Uint64(b[:]))>>(64-8*n), 10)
	}
	b := make([]byte, len(arg))
	for i, c := range arg {
		b[len(b)-1-i] = c
	}
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n.String()
}

// integer returns the value of an opcode with an integer of n bytes.
func integer(op string, arg []byte, n int64) *node {
	switch op {
	case "INT", "LONG":
		text := line(arg)
		if op == "INT" && (text == "00" || text == "01") {
			return boolean(text == "01")
		}
		text = strings.TrimSuffix(text, "L")
		if len(text) > maxText {
			return &node{kind: kindInt, n: n / 2, cut: true}
		}
		return &node{kind: kindInt, text: text}
	case "BININT1", "BININT2":
		arg = append(arg[:len(arg):len(arg)], 0) // not signed
	}
	if n > maxDigits {
		return &node{kind: kindInt, n: n, cut: true}
	}
	return &node{kind: kindInt, text: signed(arg)}
}

func boolean(v bool) *node {
	if v {
		return &node{kind: kindBool, text: "True"}
	}
	return &node{kind: kindBool, text: "False"}
}

// float returns the value of an opcode with a float.
func float(op string, arg []byte) *node {
	var f float64
	if op == "FLOAT" {
		f, _ = strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(line(arg)), "_", ""), 64)
	} else if len(arg) >= 8 {
		f = math.Float64frombits(binary.BigEndian.Uint64(arg))
	}
	return &node{kind: kindFloat, text: floatText(f)}
}

// floatText spells a float as Python does.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if a := math.Abs(f); f != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// line returns an argument without its newline.
func line(arg []byte) string {
	text, _, _ := strings.Cut(string(arg), "\n")
	return text
}

// names returns the module and the name in the argument of GLOBAL and INST.
func names(arg []byte) (module, name string) {
	module, rest, _ := strings.Cut(string(arg), "\n")
	name, _, whole := strings.Cut(rest, "\n")
	if !whole {
		name += "…"
	}
	return module, name
}

// qualified returns the name of an import. Python 3 has other names for some modules of Python 2.
func qualified(module, name string) string {
	switch module {
	case "builtins", "__builtin__":
		return name
	case "copy_reg":
		module = "copyreg"
	}
	return module + "." + name
}

// dotted reports whether a text is Python identifiers with dots between them.
func dotted(s string) bool {
	begins := true
	for _, r := range s {
		switch {
		case r == '_' || unicode.IsLetter(r):
			begins = false
		case begins:
			return false
		case r == '.':
			begins = true
		case !unicode.IsDigit(r):
			return false
		}
	}
	return !begins
}

// beginning returns the beginning of a text or of bytes that is kept.
func beginning(arg []byte, text bool) string {
	if len(arg) <= maxText {
		return string(arg)
	}
	arg = arg[:maxText]
	if text {
		for i := len(arg) - 1; i > len(arg)-utf8.UTFMax; i-- {
			if utf8.RuneStart(arg[i]) {
				if !utf8.FullRune(arg[i:]) {
					arg = arg[:i]
				}
				break
			}
		}
	}
	return string(arg)
}

// decoded returns the text that stands for bytes of Python 2, one character for each.
func decoded(b []byte) string {
	text := make([]rune, len(b))
	for i, c := range b {
		text[i] = rune(c)
	}
	return string(text)
}

// latin1 returns the bytes that a text of Latin-1 stands for.
func latin1(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}
