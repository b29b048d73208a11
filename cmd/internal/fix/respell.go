package fix

import (
	"bytes"
	"encoding/binary"
	"io"
	"regexp"
	"slices"

	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// numberCall is an integer as repr writes it: np.int64(3) in NumPy 2, array(3) in all releases.
var numberCall = regexp.MustCompile(`^(?:(?:np|numpy)\.)?(?:u?int(?:8|16|32|64|c|p)?|u?long(?:long)?|array|asarray)\( *([0-9]+) *(?:, *dtype=[a-z0-9.]+ *)?\)`)

// withMetadata is the start of a type with metadata, a pair of the type and a dictionary, as NumPy before 2.0 wrote it.
var withMetadata = regexp.MustCompile(`^\( *('[^'\\]{1,32}') *, *\{`)

// fieldsIn is what a dictionary has that gives a type fields instead of metadata: tuples or lists as values.
var fieldsIn = regexp.MustCompile(`: *[(\[]`)

// respelled returns the conversion that spells the integers and the types of a header as NumPy does, if it has others.
// The length of the data then has to show that the shape and the type are right.
func respelled(f *file) (c conversion, ok bool) {
	if !f.breaks(spec.HeaderNotALiteral) && !f.breaks(spec.DescrTwoTypes) {
		return c, false
	}
	head := make([]byte, min(maxHeaderRead, f.Size))
	_, err := f.ReadAt(head, 0)
	prefix, begins := second.PrefixOf(head)
	if err != nil && err != io.EOF || !begins || prefix.Major > 3 {
		return c, false
	}
	start, end := prefix.Len, int64(prefix.Len)+prefix.Text
	if end > int64(len(head)) || end <= int64(start) || head[end-1] != '\n' {
		return c, false
	}
	text := spelledAgain(bytes.TrimRight(head[start:end], " \n"))
	if text == nil {
		return c, false
	}
	text = append(text, bytes.Repeat([]byte(" "), 63-(start+len(text))%64)...)
	text = append(text, '\n')
	prefix.Text = int64(len(text))
	c = instead(end, string(prefixBytes(prefix))+string(text))
	c.lossless = true
	c.sure = func(r *validator.Report) bool {
		return !slices.ContainsFunc(r.Findings, func(found validator.Finding) bool { return found.Severity() > spec.Note })
	}
	return c, true
}

// spelledAgain returns a text with other spellings of the integers and types outside its strings, or nil if there is
// nothing to change.
func spelledAgain(text []byte) []byte {
	var out []byte
	changed := false
	for i := 0; i < len(text); {
		rest := text[i:]
		switch m, pair := numberCall.FindSubmatch(rest), withMetadata.FindSubmatch(rest); {
		case m != nil && (i == 0 || bytes.IndexByte([]byte("(, "), text[i-1]) >= 0):
			out, i, changed = append(out, m[1]...), i+len(m[0]), true
		case pair != nil:
			n := dictionary(rest[len(pair[0])-1:])
			after := len(pair[0]) - 1 + n
			if n == 0 || after >= len(rest) || rest[after] != ')' || fieldsIn.Match(rest[:after]) {
				return nil
			}
			out, i, changed = append(out, pair[1]...), i+after+1, true
		case rest[0] == '\'' || rest[0] == '"':
			n := quoted(rest)
			if n == 0 {
				return nil
			}
			out, i = append(out, rest[:n]...), i+n
		default:
			out, i = append(out, rest[0]), i+1
		}
	}
	if !changed {
		return nil
	}
	return out
}

// dictionary returns the length of the dictionary that a text begins with, or 0.
func dictionary(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\'', '"':
			n := quoted(text[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		}
	}
	return 0
}

// quoted returns the length of the string that a text begins with, or 0.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}

// maxHeaderRead is the length of the longest header in which a newline is looked for, in bytes.
const maxHeaderRead = 1 << 20

// lengthOf returns the conversion that sets the length of a header to where its newline is, if that is elsewhere: a bit
// of the length flipped, a writer miscounted, or somebody edited the header by hand.
func lengthOf(f *file) (c conversion, ok bool) {
	if !f.breaks(spec.HeaderFinalNewline) && !f.breaks(spec.HeaderTrailingText) && !f.breaks(spec.HeaderNotALiteral) {
		return c, false
	}
	head := make([]byte, min(maxHeaderRead, f.Size))
	_, err := f.ReadAt(head, 0)
	prefix, begins := second.PrefixOf(head)
	if err != nil && err != io.EOF || !begins {
		return c, false
	}
	start, stated := prefix.Len, prefix.Text
	end := newlineOf(head[start:])
	if end == 0 || int64(end) == stated || prefix.Major == 1 && end > 1<<16-1 {
		return c, false
	}
	// An editor that trims lines takes the padding away, and as many bytes of the data.
	if int64(end) < stated && head[start+end-2] == '}' {
		return c, false
	}
	// Where the data fits after the stated length but for a newline after it, neither end is proved.
	if a := f.report.Array; a != nil && !a.DType.HasObject() {
		if extra, err := surplusProved(f, a.DataOffset+a.DataBytes, f.Size, a.DType.Itemsize); extra || err != nil {
			return c, false
		}
	}
	prefix.Text = int64(end)
	c = instead(int64(start), string(prefixBytes(prefix)))
	c.lossless = true
	c.sure = func(r *validator.Report) bool {
		mild := !slices.ContainsFunc(r.Findings, func(found validator.Finding) bool {
			return found.Severity() > spec.Note && found.Rule != spec.HeaderAlignment16
		})
		aligned := (start+end)%64 == 0 // as NumPy wrote it: nothing is missing in the header
		return mild && r.Array != nil && (aligned || provedByLength(&r.Array.DType))
	}
	return c, true
}

// provedByLength reports whether a byte too many or too few in the text of a type would change the length of the data.
// The unit of a time and the name of a field don't.
func provedByLength(t *spec.DType) bool {
	return len(t.Fields) == 0 && t.Base == nil && t.Kind != 'M' && t.Kind != 'm'
}

// newlineOf returns where the dictionary ends that a text begins with, after its newline, or 0. Between the two are
// nothing but spaces.
func newlineOf(text []byte) int {
	if len(text) == 0 || text[0] != '{' {
		return 0
	}
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return 0
		}
		i += n + 1
		if bytes.HasSuffix(bytes.TrimRight(text[:i-1], " "), []byte("}")) {
			return i
		}
	}
}

// prefixBytes returns a prefix as it is in a file. What proves a repair doesn't write it.
func prefixBytes(p second.Prefix) []byte {
	b := append([]byte(spec.Magic), p.Major, p.Minor)
	if p.Major == 1 {
		return binary.LittleEndian.AppendUint16(b, uint16(p.Text))
	}
	return binary.LittleEndian.AppendUint32(b, uint32(p.Text))
}
