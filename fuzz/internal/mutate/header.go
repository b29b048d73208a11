package mutate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// headerMutation changes the text of a header, whatever its dictionary says.
type headerMutation struct{ *mutation }

// headerChanges are the changes to headers, by area.
var headerChanges = map[string][]func(headerMutation, []byte) []byte{
	"header": {
		headerMutation.padding, headerMutation.padding, headerMutation.lastBytes, headerMutation.leading, headerMutation.trailing,
		headerMutation.insert, headerMutation.insert, headerMutation.aligned, headerMutation.wrapped, headerMutation.whole,
	},
	"literal": {
		headerMutation.respell, headerMutation.respell, headerMutation.respell, headerMutation.respell, headerMutation.respell,
		headerMutation.replaceToken, headerMutation.repeatToken, headerMutation.dropToken, headerMutation.swapTokens,
		headerMutation.notPython, headerMutation.between,
	},
}

// textEnd returns where the padding of a header begins.
func textEnd(b []byte) int { return len(bytes.TrimRight(b, " \n")) }

func (m headerMutation) padding(b []byte) []byte {
	end := textEnd(b)
	if end >= len(b)-1 {
		return put(b, extent{end, len(b)}, "   \n")
	}
	at := end + m.N(len(b)-end-1)
	return put(b, extent{at, at + 1}, choice.Of(m.Chooser, "\t", "\x00", "\n", "\r", "\f", "\v", "#", "# x", "\\\n", "\x1a", "\u00a0", "\x85", ",", ";", "x", "  ", ""))
}

func (m headerMutation) lastBytes(b []byte) []byte {
	with := choice.Of(m.Chooser, "", " ", "\r\n", "\n\n", "\r", "\x00", "\n ", "\n\x00", "\n#", "x", "\u2028", "\\\n")
	return put(b, extent{max(0, len(b)-1), len(b)}, with)
}

func (m headerMutation) leading(b []byte) []byte {
	return put(b, extent{}, choice.Of(m.Chooser, " ", "  ", "\t", "\n", "\r\n", "\f", "\ufeff", "\x00", "#\n", "\\\n", "x = ", "b", "-", "(", "dict(", "\n  "))
}

func (m headerMutation) trailing(b []byte) []byte {
	end := textEnd(b)
	with := choice.Of(m.Chooser, ",", ";", " x", "}", "{", ".copy()", "['shape']", " or 1", "\x00", "{}", ", {}", ", 1", ")", "# }", "\n\n}", "%s", string(b[:end]))
	return put(b, extent{end, end}, with)
}

func (m headerMutation) insert(b []byte) []byte {
	at := m.N(len(b) + 1)
	with := choice.Of(m.Chooser, "\x00", "\x01", "\x1b[31m", "\x7f", "\x80", "\x92", "\xff", "\u00e9", "\xe9", "\u200b", "\u202e", "\u0660", "\ufeff", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80",
		"\t", "\n", "\r\n", "\\\n", "#\n", "\f", "\x1a", "\ufffd", "😀", "\U000e0001")
	return put(b, extent{at, at}, with)
}

func (m headerMutation) aligned(b []byte) []byte {
	end := textEnd(b)
	fill := 1 + m.N(80)
	switch m.N(4) {
	case 0:
		fill = choice.Of(m.Chooser, 0, 256, 10_000, 65_536, 100_000)
	case 1:
		fill = 0
	}
	return put(b, extent{end, len(b)}, strings.Repeat(" ", fill)+"\n")
}

func (m headerMutation) wrapped(b []byte) []byte {
	open, end := "(", ")"
	switch m.N(5) {
	case 0:
		open, end = "[", "]"
	case 1:
		open, end = "(", ",)"
	case 2:
		open, end = choice.Of(m.Chooser, "{0: ", "{'a': ", "{**"), "}"
	case 3:
		open, end = choice.Of(m.Chooser, "dict(", "OrderedDict(", "eval('", "-", "+", "*"), choice.Of(m.Chooser, ")", "')", "")
	}
	n := choice.Of(m.Chooser, 1, 1, 1, 2, 3, 20, 99, 100, 101, 200, 1000, 20_000)
	at := textEnd(b)
	return slices.Concat(bytes.Repeat([]byte(open), n), b[:at], bytes.Repeat([]byte(end), n), b[at:])
}

func (m headerMutation) whole(b []byte) []byte {
	end := textEnd(b)
	switch m.N(5) {
	case 0:
		return put(b, extent{0, end}, "")
	case 1:
		return put(b, extent{0, end}, spelling(m.mutation.Chooser, func(t *speller) { t.literal(2) }))
	case 2:
		return b[:m.N(len(b)+1)]
	case 3: // a text of two bytes for each character
		wide := make([]byte, 0, 2*len(b))
		for _, c := range b {
			wide = append(wide, c, 0)
		}
		return wide
	}
	return slices.Concat(b, b)
}

// token returns a random token of a text, mostly one that isn't a bracket, a comma or a colon: without those, little
// of the text can be read. It is false if there is none.
func (m headerMutation) token(b []byte) (s extent, ok bool) {
	tokens := lex(b)
	if len(tokens) == 0 {
		return extent{}, false
	}
	for range 4 {
		s = tokens[m.N(len(tokens))]
		if c := b[s.from]; npy.IsWord(c) || c == '\'' || c == '"' || m.One(6) {
			break
		}
	}
	return s, true
}

// respell writes a token in another way.
func (m headerMutation) respell(b []byte) []byte {
	s, ok := m.token(b)
	if !ok {
		return m.bytes(b)
	}
	return put(b, s, m.spellings(string(s.of(b))))
}

// spellings returns a token in another spelling.
func (m headerMutation) spellings(token string) string {
	switch c := token[0]; {
	case c == '\'' || c == '"':
		inner := strings.Trim(token, token[:1])
		if m.One(8) {
			at := m.N(len(inner) + 1)
			return token[:1] + inner[:at] + choice.Of(m.Chooser, "' '", "''", "'\n'", "'#\n'", "' u'", "' b'") + inner[at:] + token[:1]
		}
		return spelling(m.mutation.Chooser, func(t *speller) { t.spelled(inner) })
	case c >= '0' && c <= '9':
		v, err := strconv.ParseUint(token, 10, 64)
		if err != nil {
			v = edge(m.mutation.Chooser)
		}
		return spelling(m.mutation.Chooser, func(t *speller) { t.notation(v) })
	case npy.IsWord(c):
		return choice.Of(m.Chooser, strings.ToLower(token), strings.ToUpper(token), token+"_", "("+token+")", "not "+token, "1", "0", "'"+token+"'", "None")
	}
	return choice.Of(m.Chooser, token+token, " "+token, token+"\n", "", ",", ":", ";", "(", ")", "[", "]", "{", "}", "=", "#"+token, token+"#\n")
}

func (m headerMutation) replaceToken(b []byte) []byte {
	s, _ := m.token(b)
	return put(b, s, spelling(m.mutation.Chooser, func(t *speller) { t.literal(2) }))
}

func (m headerMutation) repeatToken(b []byte) []byte {
	s, _ := m.token(b)
	n := choice.Of(m.Chooser, 1, 1, 1, 2, 50, 1000)
	return put(b, s, repeated(string(s.of(b)), 1+n))
}

func (m headerMutation) dropToken(b []byte) []byte {
	s, _ := m.token(b)
	return put(b, s, "")
}

func (m headerMutation) swapTokens(b []byte) []byte {
	s, _ := m.token(b)
	t, _ := m.token(b)
	return traded(b, s, t)
}

// traded returns the text with two parts exchanged. Overlapping parts stay.
func traded(b []byte, s, t extent) []byte {
	if t.from < s.from {
		s, t = t, s
	}
	if t.from < s.to {
		return b
	}
	return slices.Concat(b[:s.from], t.of(b), b[s.to:t.from], s.of(b), b[t.to:])
}

// notPython writes the whole text as another language would.
func (m headerMutation) notPython(b []byte) []byte {
	s := string(b)
	switch m.N(4) {
	case 0: // JSON
		s = strings.NewReplacer("'", "\"", "True", "true", "False", "false", "(", "[", ",)", "]", ")", "]", ", }", "}").Replace(s)
	case 1:
		s = strings.ReplaceAll(s, "'", "\"")
	case 2:
		s = strings.NewReplacer("'descr'", "descr", "'fortran_order'", "fortran_order", "'shape'", "shape", ": ", "=").Replace(s)
	case 3:
		s = strings.ReplaceAll(s, ", ", choice.Of(m.Chooser, ",", ",\n", ",\t", " ,", "; "))
	}
	return []byte(s)
}

// between puts something between two tokens.
func (m headerMutation) between(b []byte) []byte {
	s, _ := m.token(b)
	return put(b, extent{s.from, s.from}, choice.Of(m.Chooser, " ", "\t", "\n", "\\\n", "# comment\n", "(", ")", ",", ":", "'", "\"", "'''", "0", "-", "+", "L", "u", "b", "r", "\x00"))
}
