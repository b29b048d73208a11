package report

import (
	"bytes"
	"io"
	"slices"
	"time"

	"github.com/npycheck/npycheck/internal/filejson"
	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// JSON writes a report as one JSON document. The summary is after the files because it isn't known earlier.
type JSON struct{}

// InOrder reports false: the files are independent of each other.
func (JSON) InOrder() bool { return false }

// Begin writes the part before the files.
func (JSON) Begin(w io.Writer) error {
	s := text.AppendJSON(nil, struct {
		Schema int  `json:"schema"`
		Tool   Tool `json:"tool"`
	}{Schema, thisTool()})
	return write(w, append(s[:len(s)-len("}")], `,"files":[`...))
}

// File writes the object of a file.
func (JSON) File(w io.Writer, n int64, f *File) error {
	if n > 0 {
		return f.writeJSON(w, ",\n", "")
	}
	return f.writeJSON(w, "\n", "")
}

// End writes the part after the files.
func (JSON) End(w io.Writer, s Summary) error {
	return write(w, append(text.AppendJSON([]byte("\n],\"summary\":"), s), "}\n"...))
}

// MarshalJSON returns the object "file" of the schema.
func (f File) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := f.writeJSON(&b, "", "")
	return b.Bytes(), err
}

// MarshalJSON returns the object "finding" of the schema.
func (f Finding) MarshalJSON() ([]byte, error) { return f.appendJSON(nil), nil }

func (f *Finding) appendJSON(dst []byte) []byte {
	dst = f.AppendJSON(dst, f.Severity)
	if command := f.Fix.Command(); command != "" {
		dst = append(text.AppendJSONString(append(dst[:len(dst)-len("}")], `,"fix":`...), command), '}')
	}
	return dst
}

// writeJSON writes the object between two texts.
func (f *File) writeJSON(w io.Writer, before, after string) error {
	if f.json != nil {
		text := f.json
		if f.Outcome != "" && f.saidOK != (f.Outcome == outcome.OK) {
			text = withOK(text, f.Outcome == outcome.OK)
		}
		return write(w, slices.Concat([]byte(before), text, []byte(after)))
	}
	text := make([]byte, 0, min(jsonSize*(1+len(f.Findings)), maxPiece))
	object := filejson.File{
		Path: f.Path, State: f.appendState, Format: string(f.Format), OK: f.Outcome == outcome.OK, Verdict: string(f.Verdict),
		Arrays:  filejson.List{Len: len(f.Arrays), Append: func(dst []byte, i int) []byte { return f.Arrays[i].AppendJSON(dst) }},
		Archive: f.Format == validator.Npz,
		Members: filejson.List{Len: len(f.Members), Append: func(dst []byte, i int) []byte { return f.Members[i].AppendJSON(dst) }},
		Findings: filejson.List{Len: len(f.Findings), Append: func(dst []byte, i int) []byte {
			return f.Findings[i].appendJSON(dst)
		}},
		Omitted: filejson.List{Len: len(f.Omitted), Append: func(dst []byte, i int) []byte {
			return filejson.AppendOmitted(dst, f.Omitted[i].Rule, f.Omitted[i].Severity, f.Omitted[i].Count)
		}},
		Known:          f.Known,
		Load:           filejson.List{Len: len(f.Load), Append: func(dst []byte, i int) []byte { return f.Load[i].AppendJSON(dst) }},
		Imports:        filejson.List{Len: len(f.Imports), Append: func(dst []byte, i int) []byte { return f.Imports[i].AppendJSON(dst) }},
		ImportsOmitted: f.ImportsOmitted,
		InEveryShard:   f.InEveryShard,
		FixUnknown:     f.FixUnknown,
	}
	if f.Array != nil {
		object.Array = f.Array.AppendJSON
	}
	if f.Err != nil {
		object.Error = ErrorText(f.Err)
	}
	text, err := object.Append(append(text, before...), func(text []byte) ([]byte, error) { return spill(w, text) })
	if err != nil {
		return err
	}
	return write(w, append(text, after...))
}

// appendState appends which state of the file it was.
func (f *File) appendState(dst []byte) []byte {
	if f.Size >= 0 {
		dst = filejson.AppendSize(dst, f.Size)
	}
	if year := f.Modified.UTC().Year(); !f.Modified.IsZero() && year >= 0 && year <= 9999 { // RFC 3339 has no others
		dst = append(f.Modified.UTC().AppendFormat(append(dst, `,"modified":"`...), time.RFC3339Nano), '"')
	}
	if f.ETag != "" {
		dst = text.AppendJSONString(append(dst, `,"etag":`...), f.ETag)
	}
	return dst
}

// jsonSize is roughly the number of bytes of a file or a finding.
const jsonSize = 256
