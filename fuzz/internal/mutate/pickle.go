package mutate

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

// argument is what follows an opcode of a pickle.
type argument uint8

const (
	noArgument argument = iota
	line                // text up to a newline
	twoLines
	byte1 // a number of one byte, and so on
	byte2
	byte4
	byte8
	counted1 // bytes after their number, which has one byte, and so on
	counted4
	counted8
)

// opcodes are those of all protocols.
var opcodes = map[byte]argument{
	'(': 0, '.': 0, '0': 0, '1': 0, '2': 0, 'F': line, 'I': line, 'J': byte4, 'K': byte1, 'L': line, 'M': byte2, 'N': 0, 'P': line, 'Q': 0, 'R': 0,
	'S': line, 'T': counted4, 'U': counted1, 'V': line, 'X': counted4, 'a': 0, 'b': 0, 'c': twoLines, 'd': 0, '}': 0, 'e': 0, 'g': line, 'h': byte1,
	'i': twoLines, 'j': byte4, 'l': 0, ']': 0, 'o': 0, 'p': line, 'q': byte1, 'r': byte4, 's': 0, 't': 0, ')': 0, 'u': 0, 'G': byte8, '\x80': byte1,
	'\x81': 0, '\x82': byte1, '\x83': byte2, '\x84': byte4, '\x85': 0, '\x86': 0, '\x87': 0, '\x88': 0, '\x89': 0, '\x8a': counted1, '\x8b': counted4,
	'B': counted4, 'C': counted1, '\x8c': counted1, '\x8d': counted8, '\x8e': counted8, '\x8f': 0, '\x90': 0, '\x91': 0, '\x92': 0, '\x93': 0, '\x94': 0,
	'\x95': byte8, '\x96': counted8, '\x97': 0, '\x98': 0,
}

// everyOpcode is the opcodes in order, those that need nothing on the stack first.
var everyOpcode = []byte("(.FIJKLMNPSTUVXcghjip]})G\x80\x82\x83\x84\x88\x89\x8a\x8bBC\x8c\x8d\x8e\x8f\x95\x96\x97" +
	"012QRabdeloqrstu\x81\x85\x86\x87\x90\x91\x92\x93\x94\x98")

// width returns the size of the number that an argument is or begins with.
func (a argument) width() int {
	switch a {
	case byte1, counted1:
		return 1
	case byte2:
		return 2
	case byte4, counted4:
		return 4
	case byte8, counted8:
		return 8
	}
	return 0
}

// opsOf returns the opcodes with their arguments, up to STOP or to where they are malformed.
func opsOf(b []byte) (ops []extent) {
	for at := 0; at < len(b) && len(ops) < maxTokens; {
		kind, ok := opcodes[b[at]]
		end := at + 1 + kind.width()
		if !ok || end > len(b) {
			return ops
		}
		switch kind {
		case line, twoLines:
			for range kind {
				n := bytes.IndexByte(b[end:], '\n')
				if n < 0 {
					return ops
				}
				end += n + 1
			}
		case counted1, counted4, counted8:
			n := uintOf(b[at+1 : end])
			if n > uint64(len(b)-end) {
				return ops
			}
			end += int(n)
		}
		ops = append(ops, extent{at, end})
		if b[at] == '.' {
			return ops
		}
		at = end
	}
	return ops
}

func uintOf(b []byte) (n uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}

// pickle changes a pickle.
func (m *mutation) pickle(b []byte) []byte {
	ops := opsOf(b)
	if len(ops) == 0 || m.One(16) {
		return m.bytes(b)
	}
	s, t := ops[m.N(len(ops))], ops[m.N(len(ops))]
	last := ops[len(ops)-1]
	var changed []byte
	switch m.N(12) {
	case 0, 1:
		changed = put(b, extent{s.from, s.from}, string(m.op()))
	case 2:
		changed = put(b, s, string(m.op()))
	case 3:
		changed = put(b, s, "")
	case 4:
		changed = put(b, s, repeated(string(s.of(b)), 1+choice.Of(m.Chooser, 1, 1, 2, 100, 1000)))
	case 5:
		changed = traded(b, s, t)
	case 6:
		changed = put(b, extent{t.from, t.from}, string(s.of(b)))
	case 7, 8:
		changed = m.argument(b, s)
	case 9: // the part of another pickle
		_, _, data, _ := splitNpy(m.other)
		if others := opsOf(data); len(others) > 1 {
			from, to := m.part(len(others) - 1)
			changed = put(b, extent{s.from, s.from}, string(data[others[from].from:others[to].from]))
		} else {
			changed = put(b, extent{last.from, last.from}, string(m.op())+string(m.op()))
		}
	case 10:
		changed = put(b, extent{last.to, len(b)}, choice.Of(m.Chooser, "\x00", ".", "N.", string(b), "\n", "\x93NUMPY"))
	case 11:
		changed = b[:s.from]
	}
	return m.framed(changed)
}

// framed mostly corrects the length of the first frame.
func (m *mutation) framed(b []byte) []byte {
	ops := opsOf(b)
	if len(ops) < 2 || b[ops[1].from] != '\x95' || m.One(lies) {
		return b
	}
	b = slices.Clone(b)
	binary.LittleEndian.PutUint64(b[ops[1].from+1:], uint64(ops[len(ops)-1].to-ops[1].to))
	return b
}

// op returns a random opcode with an argument.
func (m *mutation) op() []byte {
	b := []byte{everyOpcode[m.N(len(everyOpcode))]}
	word := keyWords[m.N(len(keyWords))]
	kind := opcodes[b[0]]
	switch kind {
	case line:
		b = append(b, choice.Of(m.Chooser, "1", "0", "01", "00", "-1", "1L", "1.5", "nan", "1e400", "'a'", "\"a\"", "a", "\\u0041", "", strconv.FormatUint(edge(m.Chooser), 10))...)
		return append(b, '\n')
	case twoLines:
		pair := pickle.Imports[m.N(len(pickle.Imports))]
		if m.One(3) {
			pair = choice.Of(m.Chooser, [2]string{"os", "getpid"}, [2]string{"builtins", "len"}, [2]string{"builtins", "getattr"}, [2]string{"numpy", "load"}, [2]string{"", ""},
				[2]string{"numpy.core.multiarray", "x"}, [2]string{"collections", "OrderedDict.get"})
		}
		return append(b, pair[0]+"\n"+pair[1]+"\n"...)
	case counted1, counted4, counted8:
		n := uint64(len(word))
		if m.One(4) {
			n = edge(m.Chooser)
		}
		b = binary.LittleEndian.AppendUint64(b, n)[:1+kind.width()]
		return append(b, word...)
	}
	return binary.LittleEndian.AppendUint64(b, edge(m.Chooser))[:1+kind.width()]
}

// argument changes the argument of an opcode.
func (m *mutation) argument(b []byte, s extent) []byte {
	kind := opcodes[b[s.from]]
	if kind == noArgument {
		return put(b, s, string(everyOpcode[m.N(len(everyOpcode))]))
	}
	if kind == line || kind == twoLines {
		at := s.from + 1 + m.N(s.to-s.from-1)
		return put(b, extent{at, min(at+1, s.to)}, choice.Of(m.Chooser, "", "0", "9", "-", "L", "\n", "x", ".", "_", "\x00", "\xff", "'", "\\"))
	}
	number := extent{s.from + 1, s.from + 1 + kind.width()}
	if number.to < s.to && m.One(2) {
		text := extent{number.to, s.to}
		return put(b, text, string(m.bytes(text.of(b))))
	}
	n := uintOf(number.of(b)) + uint64(choice.Of(m.Chooser, -1, 1, 2, 16))
	if m.One(2) {
		n = edge(m.Chooser)
	}
	return put(b, number, string(binary.LittleEndian.AppendUint64(nil, n)[:kind.width()]))
}
