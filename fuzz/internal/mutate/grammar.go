package mutate

import (
	"math"
	"strconv"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// speller makes the text of headers: Python literals in every notation, and in some that Python lacks. What
// npy.ebnf allows is the smaller part: the other forms are derived from it.
type speller struct {
	*choice.Chooser
	b []byte
}

// maxText is the number of bytes after which a text ends as soon as it can.
const maxText = 1 << 12

func (t *speller) add(s string) { t.b = append(t.b, s...) }

// spelling returns the text that a function makes.
func spelling(g *choice.Chooser, make func(*speller)) string {
	t := &speller{Chooser: g}
	make(t)
	return string(t.b)
}

// Numbers at the limits of the types that readers keep sizes in, and those whose products wrap.
var edges = []uint64{
	0, 1, 2, 3, 7, 8, 9, 10, 15, 16, 17, 21, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 1000, 9999, 10000, 10001,
	1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, 1<<16 + 1, 1<<24 - 1, 1 << 24, 1<<28 + 1, 1<<29 - 1, 1 << 29, 1<<30 + 1,
	1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 33, 1 << 35, 1 << 48, 1<<53 - 1, 1 << 53, 1<<53 + 1, 1 << 56,
	1 << 60, 1 << 61, 1 << 62, 1<<62 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 7, math.MaxUint64 - 1, math.MaxUint64,
}

// edge returns a number that readers get wrong, mostly a small one.
func edge(g *choice.Chooser) uint64 {
	if g.One(3) {
		return uint64(g.N(12))
	}
	return edges[g.N(len(edges))]
}

// number adds a number.
func (t *speller) number() {
	if t.One(6) {
		t.add(choice.Of(t.Chooser, "-", "-", "+", "--", "~", "- ", "+-"))
	}
	t.natural(edge(t.Chooser))
}

// natural adds a number, mostly as NumPy writes it.
func (t *speller) natural(v uint64) {
	if t.One(3) {
		t.notation(v)
	} else {
		t.b = strconv.AppendUint(t.b, v, 10)
	}
}

// notation adds a number in another notation, or something like one.
func (t *speller) notation(v uint64) {
	switch t.N(7) {
	case 0:
		t.add(choice.Of(t.Chooser, "0x", "0X"))
		t.b = strconv.AppendUint(t.b, v, 16)
	case 1:
		t.add(choice.Of(t.Chooser, "0o", "0O", "0"))
		t.b = strconv.AppendUint(t.b, v, 8)
	case 2:
		t.add(choice.Of(t.Chooser, "0b", "0B"))
		t.b = strconv.AppendUint(t.b, v, 2)
	case 3:
		t.b = strconv.AppendUint(t.b, v, 10)
		t.add(choice.Of(t.Chooser, "L", "l", " L", "LL", "u", "n", "j", "J"))
	case 4:
		t.b = strconv.AppendFloat(t.b, float64(v), choice.Of(t.Chooser, byte('e'), 'f', 'g'), -1, 64)
		t.add(choice.Of(t.Chooser, "", ".", ".0", "e0", "e400", "E+1", "e-1", "j"))
	case 5:
		t.add(choice.Of(t.Chooser, "1_000", "1__0", "_1", "1_", "0_1", "0x_f", "00", "0_0", "007", "08", "0x", "0b2", "0o8", "0xg", "1e", "1.", ".5",
			"1.5", "1e1000", "-0", "0.0", "0j", "1+2j", "1-2j", "inf", "nan", "NaN", "Infinity", "٣", "３", "²", "½"))
	case 6:
		t.b = strconv.AppendUint(t.b, v, 10)
		for range 1 + t.N(40) {
			t.b = append(t.b, '0'+byte(t.N(10)))
		}
	}
}

// keyWords are texts of headers, and similar ones.
var keyWords = []string{
	"descr", "fortran_order", "shape", "Descr", "descr ", "fortran", "fortranorder", "order", "shapes", "DESCR", "dtype", "typestr", "version",
	"f0", "f1", "a", "b", "", "x y", "it's", "é", "日本", "\\", "names", "formats", "offsets", "titles", "itemsize", "__array_interface__", "\x00",
}

// str adds a string.
func (t *speller) str() {
	switch t.N(4) {
	case 0:
		t.quoted(spelling(t.Chooser, func(u *speller) { u.typeString() }))
	default:
		t.quoted(keyWords[t.N(len(keyWords))])
	}
}

// quoted adds a string of the given characters, mostly as NumPy writes it.
func (t *speller) quoted(s string) {
	if t.One(4) {
		t.spelled(s)
		return
	}
	t.b = append(t.b, '\'')
	t.add(s)
	t.b = append(t.b, '\'')
}

// spelled adds a string of the given characters in another spelling, or something like one.
func (t *speller) spelled(s string) {
	if t.One(3) {
		t.add(choice.Of(t.Chooser, "u", "u", "U", "r", "r", "R", "b", "B", "br", "Rb", "f", "F", "ur", "rb", "t", "x", "bu"))
	}
	quote := choice.Of(t.Chooser, "'", "\"", "\"", "'''", "\"\"\"")
	t.add(quote)
	for _, r := range s {
		t.character(r)
	}
	switch t.N(20) {
	case 0: // without an end
	case 1:
		t.add(choice.Of(t.Chooser, "'", "\"", "'''"))
	case 2:
		t.add(quote)
		t.add(choice.Of(t.Chooser, " ", "", "\t", "\n", "#\n"))
		t.add(choice.Of(t.Chooser, "''", "'8'", "b''", "u'x'", "\"\""))
	default:
		t.add(quote)
	}
}

// character adds a character of a string, or an escape that stands for it.
func (t *speller) character(r rune) {
	const hex = "0123456789abcdef"
	escape := func(letter byte, digits int) {
		t.b = append(t.b, '\\', letter)
		for digits--; digits >= 0; digits-- {
			t.b = append(t.b, hex[r>>(4*digits)&15])
		}
	}
	switch t.N(24) {
	case 0:
		escape('x', 2)
	case 1:
		escape('u', 4)
	case 2:
		escape('U', 8)
	case 3:
		t.b = append(t.b, '\\')
		t.b = strconv.AppendUint(t.b, uint64(r), 8)
	case 4:
		t.add(choice.Of(t.Chooser, "\\", "\\n", "\\0", "\\\n", "\\\\", "\\'", "\\q", "\\d", "\\x4", "\\u12", "\\U00110000", "\\ud800", "\\ud83d\\ude00", "\\777",
			"\\N{BULLET}", "\\N{LATIN SMALL LETTER F}", "\\N{}", "\\N{NO SUCH NAME}", "\\N{", "\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\u200b",
			"\u202e", "\ufeff", "é", "\xe9", "\x92", "\xff", "\xc3", "\xed\xa0\x80"))
		t.b = append(t.b, string(r)...)
	default:
		t.b = append(t.b, string(r)...)
	}
}

// space adds what may be between two tokens: mostly nothing.
func (t *speller) space() {
	if t.One(20) {
		t.add(choice.Of(t.Chooser, " ", "  ", "\t", "\n", "\r\n", "\f", "\v", "\\\n", "# comment\n", "#", "\u00a0", "\u3000", "\ufeff", "\x00"))
	}
}

// literal adds a literal of at most the given depth.
func (t *speller) literal(depth int) {
	t.space()
	defer t.space()
	if depth <= 0 || len(t.b) > maxText {
		t.atom()
		return
	}
	switch t.N(9) {
	case 0:
		t.items("(", ")", depth)
	case 1:
		t.items("[", "]", depth)
	case 2:
		t.items("{", "}", depth)
	case 3:
		t.dict(depth)
	case 4:
		t.add("(")
		t.literal(depth - 1)
		t.add(")")
	case 5:
		t.shape()
	case 6:
		t.descr(depth - 1)
	default:
		t.atom()
	}
}

func (t *speller) atom() {
	switch t.N(6) {
	case 0, 1:
		t.number()
	case 2, 3:
		t.str()
	case 4:
		t.add(choice.Of(t.Chooser, "None", "True", "False", "True", "False", "true", "false", "null", "TRUE", "none", "Ellipsis", "...", "nan", "set()", "frozenset()",
			"__debug__", "x", "numpy.float64", "int", "list()", "dict()", "1 if 1 else 2", "lambda: 0", "[].__class__", "1, 2", "*()", "a=1", "1;2", "()", "[]", "{}"))
	default:
		t.add(choice.Of(t.Chooser, "(1)", "1+1", "2**9", "not 1", "1<2", "-'a'", "1 1", "'a' 'b'", "'a' b'c'", "(2+3j)", "-(1)", "0 or 1", "$", "?", "`1`", "@", "!", "~0", "\\"))
	}
}

// items adds up to four literals in brackets.
func (t *speller) items(open, end string, depth int) {
	t.add(open)
	for i := range t.N(5) {
		if i > 0 {
			t.comma()
		}
		t.literal(depth - 1)
	}
	t.ending(end)
}

// comma adds the separator of two items, or something like it.
func (t *speller) comma() {
	if t.One(40) {
		t.add(choice.Of(t.Chooser, "", ",,", ";", " ", ":", ". "))
		return
	}
	t.add(choice.Of(t.Chooser, ", ", ", ", ", ", ",", " , "))
}

// ending adds a closing bracket, after a comma or not.
func (t *speller) ending(end string) {
	if t.One(3) {
		t.add(choice.Of(t.Chooser, ",", ", ", ",,"))
	}
	if t.One(40) {
		end = choice.Of(t.Chooser, "", ")", "]", "}", end+end)
	}
	t.add(end)
}

// dict adds a dictionary.
func (t *speller) dict(depth int) {
	t.add("{")
	for i := range t.N(4) {
		if i > 0 {
			t.comma()
		}
		if t.One(6) {
			t.literal(depth - 1)
		} else {
			t.str()
		}
		t.add(choice.Of(t.Chooser, ": ", ": ", ":", " : ", "=", ":="))
		t.literal(depth - 1)
	}
	t.ending("}")
}

// Types that wrap when their sizes are added up, and names of types that aren't type strings.
var namedTypes = []string{
	"float64", "float", "int", "bool", "str", "bytes", "void", "object", "O", "|O", "O8", "|O4", "datetime64[ns]", "float128", "longdouble", "complex", "uint8",
	"<f8,<i4", "f8, i4", "3f8", "(2,3)f8", "(2,)<f8", "f8,", ",", "<f8;", "<f8 ", " <f8", "<f8\x00", "\x0c", "numpy.float64", "<float64", "<double", "bfloat16",
	"V2", "StringDType", "T", "|T16", "vlen", "c", "S", "a10", "|a3", "<f8|", "<<f8", "<>f8", "f", "", "<", "8", "<8", "f8<",
}

// typeString adds a type string, without quotes.
func (t *speller) typeString() {
	if t.One(8) {
		t.add(namedTypes[t.N(len(namedTypes))])
		return
	}
	if t.One(10) {
		t.add(choice.Of(t.Chooser, "", "=", "!", "^", "L", "B", "@", "≤"))
	} else {
		t.add(choice.Of(t.Chooser, "<", "<", ">", ">", "|"))
	}
	codes := "biufcmMSUV"
	if t.One(4) {
		codes = "biufcmMSUVOa?hlqpnBHILQPNedgFDGwTXZ"
	}
	code := codes[t.N(len(codes))]
	t.b = append(t.b, code)
	switch t.N(14) {
	case 0:
		t.add(choice.Of(t.Chooser, "", "00008", "+8", "-1", "-8", " 8", "8 ", "0x8", "8.0", "1e1", "٨", "８", "8L", "1_0", "99999999999999999999"))
	case 1, 2, 3:
		t.b = strconv.AppendUint(t.b, edge(t.Chooser), 10)
	default:
		t.add(choice.Of(t.Chooser, "1", "2", "4", "8", "8", "16"))
	}
	if code == 'M' || code == 'm' || t.One(30) {
		t.unit()
	}
}

// unit adds the unit of a datetime.
func (t *speller) unit() {
	if t.One(5) {
		t.add(choice.Of(t.Chooser, "", "[]", "[generic]", "[0s]", "[s/2]", "[3s/7]", "[s/0]", "[2147483648s]", "[4294967297s]", "[B]", "[µs]", "[μs]", "[ns][5]", "[ns",
			"ns]", "[NS]", "[ s]", "[s ]", "[-1s]", "[01s]", "[1.5s]", "[sec]", "[25]", "[[s]]", "[s]//3"))
		return
	}
	t.add("[")
	if t.One(3) {
		t.b = strconv.AppendUint(t.b, edge(t.Chooser), 10)
	}
	t.add(choice.Of(t.Chooser, "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"))
	t.add("]")
}

// descr adds a descr of at most the given depth.
func (t *speller) descr(depth int) {
	if depth <= 0 || len(t.b) > maxText || t.One(2) {
		t.quoted(spelling(t.Chooser, (*speller).typeString))
		return
	}
	switch t.N(12) {
	case 0: // a subarray
		t.add("(")
		t.descr(depth - 1)
		t.comma()
		t.shape()
		t.ending(")")
	case 1:
		t.add("{'names': ['a', 'b'], 'formats': [")
		t.descr(depth - 1)
		t.comma()
		t.descr(0)
		t.add(choice.Of(t.Chooser, "]}", "], 'offsets': [0, 4]}", "], 'offsets': [4, 0], 'itemsize': 12}", "], 'titles': [None, 'x'], 'aligned': True}"))
	case 2:
		t.literal(depth)
	default:
		t.add("[")
		for i := range t.N(5) {
			if i > 0 {
				t.comma()
			}
			t.field(depth)
		}
		t.ending("]")
	}
}

func (t *speller) field(depth int) {
	open, end := "(", ")"
	if t.One(20) {
		open, end = "[", "]"
	}
	t.add(open)
	switch t.N(8) {
	case 0:
		t.add("(")
		t.str()
		t.comma()
		t.str()
		t.ending(")")
	case 1:
		t.literal(1)
	case 2:
		t.add("''")
	default:
		t.str()
	}
	t.comma()
	t.descr(depth - 1)
	if t.One(3) {
		t.comma()
		t.shape()
	}
	if t.One(20) {
		t.comma()
		t.literal(0)
	}
	t.ending(end)
}

// wrapping are shapes whose products wrap in 32 or in 64 bits, and others that a reader may not expect.
var wrapping = [][]uint64{
	{1 << 32, 1 << 32}, {1 << 16, 1 << 16}, {1 << 31, 2}, {1 << 31, 1 << 33}, {1 << 61, 8}, {1<<61 + 1, 8}, {1 << 63, 2}, {1<<62 + 1, 4}, {1 << 16, 1 << 16, 1 << 16, 1 << 16},
	{0, 1 << 63}, {1 << 63, 0}, {0, math.MaxUint64}, {1<<63 - 1}, {math.MaxUint64}, {1 << 29}, {1 << 61}, {1 << 32, 0}, {0, 0}, {3, 1 << 62, 4}, {641, 6700417},
	{65537, 65537, 65537, 65537}, {4294967297, 4294967297}, {1431655766, 3}, {6148914691236517206, 3}, {1 << 40, 1}, {1, 1 << 40},
}

// shape adds a shape.
func (t *speller) shape() {
	switch t.N(12) {
	case 0, 1:
		dims := wrapping[t.N(len(wrapping))]
		t.add("(")
		for i, d := range dims {
			if i > 0 {
				t.add(", ")
			}
			t.b = strconv.AppendUint(t.b, d, 10)
		}
		if len(dims) == 1 {
			t.add(",")
		}
		t.add(")")
	case 2: // of a high rank
		t.add("(")
		for range choice.Of(t.Chooser, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257) {
			t.add(choice.Of(t.Chooser, "1, ", "1, ", "1, ", "1, ", "1, ", "1, ", "1, ", "2, ", "0, "))
		}
		t.add(")")
	case 3:
		t.items("(", ")", 1)
	case 4:
		t.add(choice.Of(t.Chooser, "3", "(3)", "[3]", "[3, 2]", "{3}", "{}", "None", "()", "(,)", "(3,,)", "(3 2)", "((3,),)", "(3,)+(2,)", "'(3,)'", "(True,)", "(3.0,)", "(-1,)",
			"(None,)", "('3',)", "(3L,)", "(0x3,)", "(3,) ", "(3, -1, -2)", "(-0,)", "(2, 3,)", "(1e3,)", "(0,)", "(1,)", "(1, 1, 1)", "[]"))
	default:
		t.add("(")
		rank := t.N(5)
		for i := range rank {
			if i > 0 {
				t.comma()
			}
			if t.One(8) {
				t.number()
			} else {
				t.b = strconv.AppendUint(t.b, uint64(t.N(5)), 10)
			}
		}
		if rank == 1 {
			t.add(",")
		}
		t.ending(")")
	}
}
