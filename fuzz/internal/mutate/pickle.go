package mutate

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

// everyOpcode is the opcodes in order, those that need nothing on the stack first.
var everyOpcode = []byte("(.FIJKLMNPSTUVXcghjip]})G\x80\x82\x83\x84\x88\x89\x8a\x8bBC\x8c\x8d\x8e\x8f\x95\x96\x97" +
	"012QRabdeloqrstu\x81\x85\x86\x87\x90\x91\x92\x93\x94\x98")

// opsOf returns the opcodes with their arguments, up to STOP or to where they are malformed.
func opsOf(b []byte) (ops []extent) {
	for at := 0; len(ops) < maxTokens; {
		n := pickle.OpcodeLen(b[at:])
		if n == 0 {
			return ops
		}
		ops = append(ops, extent{at, at + n})
		if b[at] == '.' {
			return ops
		}
		at += n
	}
	return ops
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
	kind := pickle.Opcodes[b[0]]
	switch kind {
	case pickle.Line:
		b = append(b, choice.Of(m.Chooser, "1", "0", "01", "00", "-1", "1L", "1.5", "nan", "1e400", "'a'", "\"a\"", "a", "\\u0041", "", strconv.FormatUint(edge(m.Chooser), 10))...)
		return append(b, '\n')
	case pickle.TwoLines:
		pair := pickle.Imports[m.N(len(pickle.Imports))]
		if m.One(3) {
			pair = choice.Of(m.Chooser, [2]string{"os", "getpid"}, [2]string{"builtins", "len"}, [2]string{"builtins", "getattr"}, [2]string{"numpy", "load"}, [2]string{"", ""},
				[2]string{"numpy.core.multiarray", "x"}, [2]string{"collections", "OrderedDict.get"})
		}
		return append(b, pair[0]+"\n"+pair[1]+"\n"...)
	case pickle.Counted1, pickle.Counted4, pickle.Counted8:
		n := uint64(len(word))
		if m.One(4) {
			n = edge(m.Chooser)
		}
		b = binary.LittleEndian.AppendUint64(b, n)[:1+kind.Width()]
		return append(b, word...)
	}
	return binary.LittleEndian.AppendUint64(b, edge(m.Chooser))[:1+kind.Width()]
}

// argument changes the argument of an opcode.
func (m *mutation) argument(b []byte, s extent) []byte {
	kind := pickle.Opcodes[b[s.from]]
	if kind == pickle.NoArgument {
		return put(b, s, string(everyOpcode[m.N(len(everyOpcode))]))
	}
	if kind == pickle.Line || kind == pickle.TwoLines {
		at := s.from + 1 + m.N(s.to-s.from-1)
		return put(b, extent{at, min(at+1, s.to)}, choice.Of(m.Chooser, "", "0", "9", "-", "L", "\n", "x", ".", "_", "\x00", "\xff", "'", "\\"))
	}
	number := extent{s.from + 1, s.from + 1 + kind.Width()}
	if number.to < s.to && m.One(2) {
		text := extent{number.to, s.to}
		return put(b, text, string(m.bytes(text.of(b))))
	}
	n := pickle.Uint(number.of(b)) + uint64(choice.Of(m.Chooser, -1, 1, 2, 16))
	if m.One(2) {
		n = edge(m.Chooser)
	}
	return put(b, number, string(binary.LittleEndian.AppendUint64(nil, n)[:kind.Width()]))
}
