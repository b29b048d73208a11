package report

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"

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
func (f Finding) MarshalJSON() ([]byte, error) { return appendFinding(nil, &f), nil }

// writeJSON writes the object between two texts. What stands of every file is written without encoding/json, which
// takes several times as long.
func (f *File) writeJSON(w io.Writer, before, after string) error {
	if f.json != nil {
		return write(w, slices.Concat([]byte(before), f.json, []byte(after)))
	}
	var err error
	text := make([]byte, 0, min(jsonSize*(1+len(f.Findings)), maxPiece))
	text = appendJSONString(append(append(text, before...), `{"path":`...), f.Path)
	if !utf8.ValidString(f.Path) {
		text = append(base64.StdEncoding.AppendEncode(append(text, `,"path_base64":"`...), []byte(f.Path)), '"')
	}
	text = appendState(text, f)
	text = append(append(append(text, `,"format":"`...), f.Format...), '"')
	text = append(append(append(text, `,"verdict":"`...), f.Verdict...), '"')
	if f.Array != nil {
		text = appendArray(append(text, `,"array":`...), f.Array)
	}
	if len(f.Arrays) > 0 {
		text = append(text, `,"arrays":[`...)
		for i, a := range f.Arrays {
			text = append(text, separated(i, "")...)
			if a == nil {
				text = append(text, "null"...)
			} else {
				text = appendArray(text, a)
			}
			if text, err = spill(w, text); err != nil {
				return err
			}
		}
		text = append(text, ']')
	}
	if f.Format == validator.Npz {
		text = append(text, `,"members":[`...)
		for i := range f.Members {
			m := &f.Members[i]
			text = appendJSONString(append(text, separated(i, `{"name":`)...), m.Name)
			text = appendJSONString(append(text, `,"key":`...), m.Key)
			if m.Array != nil {
				text = appendArray(append(text, `,"array":`...), m.Array)
			}
			text = append(text, '}')
			if text, err = spill(w, text); err != nil {
				return err
			}
		}
		text = append(text, ']')
	}
	text = append(text, `,"findings":[`...)
	for i := range f.Findings {
		text = appendFinding(append(text, separated(i, "")...), &f.Findings[i])
		if text, err = spill(w, text); err != nil {
			return err
		}
	}
	text = append(text, ']')
	if len(f.Omitted)+f.Known+len(f.Imports)+f.ImportsOmitted > 0 || f.Err != nil {
		rest := AppendJSON(nil, f.restJSON())
		text = append(append(text, ','), rest[len("{"):]...)
	} else {
		text = append(text, '}')
	}
	return write(w, append(text, after...))
}

// appendState appends which state of the file it was.
func appendState(dst []byte, f *File) []byte {
	if f.Size >= 0 {
		dst = strconv.AppendInt(append(dst, `,"size":`...), f.Size, 10)
	}
	if year := f.Modified.UTC().Year(); !f.Modified.IsZero() && year >= 0 && year <= 9999 { // others have no RFC 3339
		dst = append(f.Modified.UTC().AppendFormat(append(dst, `,"modified":"`...), time.RFC3339Nano), '"')
	}
	if f.ETag != "" {
		dst = appendJSONString(append(dst, `,"etag":`...), f.ETag)
	}
	return dst
}

// jsonSize is the number of bytes that a file or a finding takes, about.
const jsonSize = 256

// separated returns the start of the nth element of a list.
func separated(n int, start string) string {
	if n > 0 {
		return "," + start
	}
	return start
}

// appendArray appends the object of an array.
func appendArray(dst []byte, a *validator.Array) []byte {
	dst = append(append(dst, `{"version":"`...), a.Version.String()...)
	dst = appendJSONString(append(dst, `","dtype":`...), a.DType.Descr())
	dst = strconv.AppendInt(append(dst, `,"itemsize":`...), a.DType.Itemsize, 10)
	dst = append(dst, `,"shape":[`...)
	for i, d := range a.Shape {
		dst = strconv.AppendInt(append(dst, separated(i, "")...), d, 10)
	}
	dst = strconv.AppendBool(append(dst, `],"fortran_order":`...), a.FortranOrder)
	dst = strconv.AppendInt(append(dst, `,"data_offset":`...), a.DataOffset, 10)
	dst = strconv.AppendInt(append(dst, `,"data_bytes":`...), a.DataBytes, 10)
	return append(dst, '}')
}

func appendFinding(dst []byte, f *Finding) []byte {
	dst = append(append(dst, `{"rule":"`...), f.Rule.String()...)
	dst = append(append(dst, `","severity":"`...), f.Severity.String()...)
	dst = append(append(dst, `","kind":"`...), f.Kind().String()...)
	dst = appendJSONString(append(dst, `","message":`...), f.Message)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), f.Offset, 10)
	dst = strconv.AppendInt(append(dst, `,"length":`...), f.Length, 10)
	dst = appendJSONString(append(dst, `,"pointer":`...), f.Pointer)
	member := validator.Quote(f.MemberName)
	dst = appendJSONString(append(dst, `,"member":`...), member)
	if member != f.MemberName {
		dst = append(base64.StdEncoding.AppendEncode(append(dst, `,"member_base64":"`...), []byte(f.MemberName)), '"')
	}
	if f.Array > 0 {
		dst = strconv.AppendInt(append(dst, `,"array":`...), int64(f.Array), 10)
	}
	if f.Import != "" {
		dst = appendJSONString(append(dst, `,"import":`...), f.Import)
	}
	if f.Excerpt.Bytes != "" {
		dst = strconv.AppendInt(append(dst, `,"excerpt":{"offset":`...), f.Excerpt.Offset, 10)
		dst = append(hex.AppendEncode(append(dst, `,"bytes":"`...), []byte(f.Excerpt.Bytes)), `"}`...)
	}
	return append(dst, '}')
}

// restJSON is what few files have.
type restJSON struct {
	Omitted []Omitted    `json:"omitted,omitempty"`
	Known   int          `json:"known,omitempty"`
	Imports []importJSON `json:"imports,omitempty"`
	More    int          `json:"imports_omitted,omitempty"`
	Error   string       `json:"error,omitempty"`
	Every   bool         `json:"in_every_shard,omitempty"`
}

type importJSON struct {
	Module string         `json:"module"`
	Name   string         `json:"name"`
	Offset int64          `json:"offset"`
	Tier   validator.Tier `json:"tier"`
	Called bool           `json:"called"`
	Member string         `json:"member"`
	Array  int            `json:"array,omitempty"`
}

func (f *File) restJSON() restJSON {
	j := restJSON{Omitted: f.Omitted, Known: f.Known, More: f.ImportsOmitted, Every: f.InEveryShard}
	for _, i := range f.Imports {
		j.Imports = append(j.Imports, importJSON{
			Module: i.Module,
			Name:   i.Name,
			Offset: i.Offset,
			Tier:   i.Tier,
			Called: i.Called,
			Member: validator.Quote(i.MemberName),
			Array:  i.Array,
		})
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
		case strconv.IsPrint(r):
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
