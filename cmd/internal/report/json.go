package report

import (
	"bytes"
	"io"
	"slices"
	"time"
	"unicode/utf8"

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
	return write(w, append(text.NewObject(nil).Int("schema", Schema).Any("tool", thisTool()).Name("files"), '['))
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
		return text.Reopen(dst).Text("fix", command).End()
	}
	return dst
}

// writeJSON writes the object between two texts.
func (f *File) writeJSON(w io.Writer, before, after string) error {
	if f.json != nil {
		saved := f.json
		if f.Outcome != "" && f.saidOK != (f.Outcome == outcome.OK) {
			saved = withOK(saved, f.Outcome == outcome.OK)
		}
		return write(w, slices.Concat([]byte(before), saved, []byte(after)))
	}
	buffer := make([]byte, 0, min(jsonSize*(1+len(f.Findings)), maxPiece))
	var failed error
	list := func(o text.Object, name string, n int, add func(dst []byte, i int) []byte) text.Object {
		return o.List(name, n, func(dst []byte, i int) []byte {
			if failed != nil {
				return dst[:0]
			}
			dst, failed = spill(w, add(dst, i))
			return dst
		})
	}
	o := f.appendState(text.NewObject(append(buffer, before...)).Text("path", f.Path))
	o = o.Text("format", string(f.Format)).Bool("ok", f.Outcome == outcome.OK).Text("verdict", string(f.Verdict))
	if f.Array != nil {
		o = f.Array.AppendJSON(o.Name("array"))
	}
	if len(f.Arrays) > 0 {
		o = list(o, "arrays", len(f.Arrays), func(dst []byte, i int) []byte { return f.Arrays[i].AppendJSON(dst) })
	}
	if f.Format == validator.Npz || len(f.Members) > 0 {
		o = list(o, "members", len(f.Members), func(dst []byte, i int) []byte { return f.Members[i].AppendJSON(dst) })
	}
	o = list(o, "findings", len(f.Findings), func(dst []byte, i int) []byte { return f.Findings[i].appendJSON(dst) })
	if len(f.Omitted) > 0 {
		o = list(o, "omitted", len(f.Omitted), func(dst []byte, i int) []byte { return text.AppendJSON(dst, f.Omitted[i]) })
	}
	if f.Known > 0 {
		o = o.Int("known", int64(f.Known))
	}
	if len(f.Imports) > 0 {
		o = list(o, "imports", len(f.Imports), func(dst []byte, i int) []byte { return f.Imports[i].AppendJSON(dst) })
	}
	if f.ImportsOmitted > 0 {
		o = o.Int("imports_omitted", int64(f.ImportsOmitted))
	}
	if len(f.Load) > 0 {
		o = list(o, "load", len(f.Load), func(dst []byte, i int) []byte { return f.Load[i].AppendJSON(dst) })
	}
	if f.Err != nil {
		o = o.Text("error", ErrorText(f.Err))
	}
	if f.InEveryShard {
		o = o.Bool("in_every_shard", true)
	}
	if f.FixUnknown {
		o = o.Bool("fix_unknown", true)
	}
	if failed != nil {
		return failed
	}
	return write(w, append(o.End(), after...))
}

// appendState appends which state of the file it was.
func (f *File) appendState(o text.Object) text.Object {
	if !utf8.ValidString(f.Path) {
		o = o.Base64("path_base64", []byte(f.Path))
	}
	if f.Size >= 0 {
		o = o.Int("size", f.Size)
	}
	if year := f.Modified.UTC().Year(); !f.Modified.IsZero() && year >= 0 && year <= 9999 { // RFC 3339 has no others
		o = o.Text("modified", f.Modified.UTC().Format(time.RFC3339Nano))
	}
	if f.ETag != "" {
		o = o.Text("etag", f.ETag)
	}
	return o
}

// jsonSize is roughly the number of bytes of a file or a finding.
const jsonSize = 256
