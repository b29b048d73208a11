// Package filejson writes the object "file" of validator/report.schema.json, whose parts its callers append: all
// findings of the validator, or those that a project's policy leaves.
package filejson

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// File is the content of the object.
type File struct {
	Path  string
	State func(dst []byte) []byte // appends what is known of its state, with a comma before each name; or nil

	Format  string
	OK      bool
	Verdict string

	Array    func(dst []byte) []byte // or nil
	Arrays   List
	Archive  bool // it has Members, even if there are none
	Members  List
	Findings List

	Omitted        List
	Known          int
	Load           List
	Imports        List
	ImportsOmitted int
	Error          string
	InEveryShard   bool
	FixUnknown     bool
}

// List is a list of parts.
type List struct {
	Len    int
	Append func(dst []byte, i int) []byte // appends the part of that index
}

// Append appends the object. After each part, spill may write out the buffer; it returns the rest.
func (f *File) Append(dst []byte, spill func(text []byte) ([]byte, error)) ([]byte, error) {
	dst = AppendPath(dst, f.Path)
	if f.State != nil {
		dst = f.State(dst)
	}
	dst = append(append(append(dst, `,"format":"`...), f.Format...), '"')
	dst = strconv.AppendBool(append(dst, `,"ok":`...), f.OK)
	dst = append(append(append(dst, `,"verdict":"`...), f.Verdict...), '"')
	if f.Array != nil {
		dst = f.Array(append(dst, `,"array":`...))
	}
	for _, part := range [...]struct {
		name  string
		list  *List
		empty bool // it is written although its values are omitted
	}{
		{`,"arrays":[`, &f.Arrays, false},
		{`,"members":[`, &f.Members, f.Archive},
		{`,"findings":[`, &f.Findings, true},
	} {
		if part.list.Len == 0 && !part.empty {
			continue
		}
		dst = append(dst, part.name...)
		var err error
		if dst, err = part.list.append(dst, spill); err != nil {
			return dst, err
		}
	}
	return f.appendRest(dst, spill)
}

// AppendPath appends the beginning of the object, the path.
func AppendPath(dst []byte, path string) []byte {
	dst = text.AppendJSONString(append(dst, `{"path":`...), path)
	if !utf8.ValidString(path) {
		dst = append(base64.StdEncoding.AppendEncode(append(dst, `,"path_base64":"`...), []byte(path)), '"')
	}
	return dst
}

// AppendSize appends the size of a file in bytes, which comes after the path.
func AppendSize(dst []byte, size int64) []byte {
	return strconv.AppendInt(append(dst, `,"size":`...), size, 10)
}

// appendRest appends the parts that few files have, and the end.
func (f *File) appendRest(dst []byte, spill func([]byte) ([]byte, error)) (_ []byte, err error) {
	if f.Omitted.Len > 0 {
		if dst, err = f.Omitted.append(append(dst, `,"omitted":[`...), spill); err != nil {
			return dst, err
		}
	}
	if f.Known > 0 {
		dst = strconv.AppendInt(append(dst, `,"known":`...), int64(f.Known), 10)
	}
	if f.Imports.Len > 0 {
		if dst, err = f.Imports.append(append(dst, `,"imports":[`...), spill); err != nil {
			return dst, err
		}
	}
	if f.ImportsOmitted > 0 {
		dst = strconv.AppendInt(append(dst, `,"imports_omitted":`...), int64(f.ImportsOmitted), 10)
	}
	if f.Load.Len > 0 {
		if dst, err = f.Load.append(append(dst, `,"load":[`...), spill); err != nil {
			return dst, err
		}
	}
	if f.Error != "" {
		dst = text.AppendJSONString(append(dst, `,"error":`...), f.Error)
	}
	if f.InEveryShard {
		dst = append(dst, `,"in_every_shard":true`...)
	}
	if f.FixUnknown {
		dst = append(dst, `,"fix_unknown":true`...)
	}
	return append(dst, '}'), nil
}

// append appends the parts and the end of the list.
func (l *List) append(dst []byte, spill func([]byte) ([]byte, error)) (_ []byte, err error) {
	for i := range l.Len {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = spill(l.Append(dst, i)); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}

// AppendOmitted appends the object "omitted": findings of a rule that are only counted.
func AppendOmitted(dst []byte, rule spec.ID, severity spec.Severity, count int) []byte {
	dst = append(append(dst, `{"rule":"`...), rule.String()...)
	dst = append(append(dst, `","severity":"`...), severity.String()...)
	return append(strconv.AppendInt(append(dst, `","count":`...), int64(count), 10), '}')
}
