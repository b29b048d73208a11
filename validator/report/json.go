package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// JSON writes a report as one JSON document. The summary stands after the files because nobody knows it before.
type JSON struct{}

// Begin writes what stands before the files.
func (JSON) Begin(w io.Writer) error {
	text := AppendJSON(nil, struct {
		Schema int  `json:"schema"`
		Tool   Tool `json:"tool"`
	}{Schema, thisTool()})
	return write(w, append(text[:len(text)-len("}")], `,"files":[`...))
}

// File writes the object of a file.
func (JSON) File(w io.Writer, n int64, f *File) error {
	if n > 0 {
		return f.writeJSON(w, ",\n", "")
	}
	return f.writeJSON(w, "\n", "")
}

// End writes what stands after the files.
func (JSON) End(w io.Writer, s Summary) error {
	return write(w, append(AppendJSON([]byte("\n],\"summary\":"), s), "}\n"...))
}

// MarshalJSON returns the object "file" of the schema.
func (f File) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := f.writeJSON(&b, "", "")
	return b.Bytes(), err
}

// MarshalJSON returns the object "finding" of the schema.
func (f Finding) MarshalJSON() ([]byte, error) { return json.Marshal(newFindingJSON(&f)) }

// fileJSON is what stands of a file before the members, which may be very many.
type fileJSON struct {
	Path       string            `json:"path"`
	PathBase64 string            `json:"path_base64,omitempty"`
	Format     validator.Format  `json:"format"`
	Verdict    validator.Verdict `json:"verdict"`
	Array      *validator.Array  `json:"array,omitempty"`
}

type memberJSON struct {
	Name  string           `json:"name"`
	Key   string           `json:"key"`
	Array *validator.Array `json:"array,omitempty"`
}

// resultJSON is what stands after the members.
type resultJSON struct {
	Findings []findingJSON   `json:"findings"`
	Omitted  map[spec.ID]int `json:"omitted,omitempty"`
	Known    int             `json:"known,omitempty"`
	Imports  []importJSON    `json:"imports,omitempty"`
	More     int             `json:"imports_omitted,omitempty"`
	Error    string          `json:"error,omitempty"`
}

type findingJSON struct {
	Rule     spec.ID `json:"rule"`
	Severity string  `json:"severity"`
	Kind     string  `json:"kind"`
	Message  string  `json:"message"`
	Offset   int64   `json:"offset"`
	Length   int64   `json:"length"`
	Pointer  string  `json:"pointer"`
	Member   string  `json:"member"`
}

func newFindingJSON(f *Finding) findingJSON {
	return findingJSON{
		Rule:     f.Rule,
		Severity: f.Severity.String(),
		Kind:     f.Kind().String(),
		Message:  f.Message,
		Offset:   f.Offset,
		Length:   f.Length,
		Pointer:  f.Pointer,
		Member:   validator.Quote(f.MemberName),
	}
}

type importJSON struct {
	Module string         `json:"module"`
	Name   string         `json:"name"`
	Offset int64          `json:"offset"`
	Tier   validator.Tier `json:"tier"`
	Called bool           `json:"called"`
	Member string         `json:"member"`
}

// writeJSON writes the object between two texts.
func (f *File) writeJSON(w io.Writer, before, after string) error {
	head := fileJSON{Path: f.Path, Format: f.Format, Verdict: f.Verdict, Array: f.Array}
	if !utf8.ValidString(f.Path) {
		head.PathBase64 = base64.StdEncoding.EncodeToString([]byte(f.Path))
	}
	text := AppendJSON([]byte(before), head)
	text = text[:len(text)-len("}")]
	if f.Format == validator.Npz {
		text = append(text, `,"members":[`...)
		for i, m := range f.Members {
			if i > 0 {
				text = append(text, ',')
			}
			text = AppendJSON(text, memberJSON{m.Name, m.Key, m.Array})
			if len(text) >= maxPiece {
				if err := write(w, text); err != nil {
					return err
				}
				text = text[:0]
			}
		}
		text = append(text, ']')
	}
	text = append(text, ',')
	start := len(text)
	text = AppendJSON(text, f.resultJSON())
	text = slices.Delete(text, start, start+len("{"))
	return write(w, append(text, after...))
}

func (f *File) resultJSON() resultJSON {
	j := resultJSON{Findings: make([]findingJSON, len(f.Findings)), Known: f.Known, More: f.ImportsOmitted}
	for i := range f.Findings {
		j.Findings[i] = newFindingJSON(&f.Findings[i])
	}
	if len(f.Omitted) > 0 {
		j.Omitted = make(map[spec.ID]int)
	}
	for _, o := range f.Omitted {
		j.Omitted[o.Rule] = o.Count
	}
	for _, i := range f.Imports {
		j.Imports = append(j.Imports, importJSON{i.Module, i.Name, i.Offset, i.Tier, i.Called, validator.Quote(i.MemberName)})
	}
	if f.Err != nil {
		j.Error = ErrorText(f.Err)
	}
	return j
}

// AppendJSON appends v as JSON, with every character that a terminal or a log may act on, or that nobody
// sees, as a \u escape, and without what a CI service takes for a command. It panics if v has no JSON form.
func AppendJSON(dst []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	start := len(dst)
	dst = slices.Grow(dst, len(text))
	// Outside of strings JSON is ASCII, so the escapes only ever land inside one.
	for i := 0; i < len(text); {
		plain := i
		for i < len(text) && text[i] >= ' ' && text[i] <= '~' && text[i] != '\\' {
			i++
		}
		if dst = append(dst, text[plain:i]...); i == len(text) {
			break
		}
		if text[i] == '\\' {
			n := 2
			if text[i+1] == 'u' {
				n = 6
			}
			dst = appendUnescaped(dst, text[i:i+n])
			i += n
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case unicode.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r < 0x10000:
			dst = appendCodeUnit(dst, r)
		default:
			high, low := utf16.EncodeRune(r)
			dst = appendCodeUnit(appendCodeUnit(dst, high), low)
		}
	}
	return inertBytes(dst, start, `\u005b`)
}

// appendJSONString is AppendJSON for a string, and faster if that has only characters of ASCII that never need an
// escape.
func appendJSONString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' {
			return AppendJSON(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// appendUnescaped appends an escape, or the character itself where encoding/json only escapes it
// for the sake of HTML: '<' is the first character of most dtypes.
func appendUnescaped(dst, escape []byte) []byte {
	switch string(escape) {
	case `\u003c`:
		return append(dst, '<')
	case `\u003e`:
		return append(dst, '>')
	case `\u0026`:
		return append(dst, '&')
	}
	return append(dst, escape...)
}

func appendCodeUnit(dst []byte, r rune) []byte {
	return appendHex(append(dst, `\u`...), int64(r), 4)
}
