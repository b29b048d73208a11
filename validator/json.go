package validator

import (
	"encoding/base64"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"

	"github.com/npycheck/npycheck/internal/filejson"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// AppendJSON appends the report on the file of the given name as the object "file" of report.schema.json, which is
// what npycheck check --format json writes. It contains no control characters that a terminal would act on. A file
// that could not be read has the report Report{Format: Unknown, Incomplete: err.Error()}.
func (r *Report) AppendJSON(dst []byte, name string) []byte {
	omitted := slices.Sorted(maps.Keys(r.Omitted))
	loads := slices.DeleteFunc(r.Load(), Load.Plain)
	f := filejson.File{
		Path: name, Format: string(r.Format), OK: r.OK(), Verdict: string(r.Verdict()),
		Arrays:  filejson.List{Len: len(r.Arrays), Append: func(dst []byte, i int) []byte { return r.Arrays[i].AppendJSON(dst) }},
		Archive: r.Format == Npz,
		Members: filejson.List{Len: len(r.Members), Append: func(dst []byte, i int) []byte { return r.Members[i].AppendJSON(dst) }},
		Findings: filejson.List{Len: len(r.Findings), Append: func(dst []byte, i int) []byte {
			return r.Findings[i].AppendJSON(dst, r.Findings[i].Severity())
		}},
		Omitted: filejson.List{Len: len(omitted), Append: func(dst []byte, i int) []byte {
			return filejson.AppendOmitted(dst, omitted[i], omitted[i].Rule().Level.Severity(), r.Omitted[omitted[i]])
		}},
		Imports:        filejson.List{Len: len(r.Imports), Append: func(dst []byte, i int) []byte { return r.Imports[i].AppendJSON(dst) }},
		ImportsOmitted: r.ImportsOmitted,
		Load:           filejson.List{Len: len(loads), Append: func(dst []byte, i int) []byte { return loads[i].AppendJSON(dst) }},
		Error:          Quote(r.Incomplete),
	}
	if r.Array != nil {
		f.Array = r.Array.AppendJSON
	}
	dst, _ = f.Append(dst, func(text []byte) ([]byte, error) { return text, nil })
	return dst
}

// AppendJSON appends the object "array", or null for nil.
func (a *Array) AppendJSON(dst []byte) []byte {
	if a == nil {
		return append(dst, "null"...)
	}
	dst = append(append(dst, `{"version":"`...), a.Version.String()...)
	dst = text.AppendJSONString(append(dst, `","dtype":`...), a.DType.Descr())
	dst = strconv.AppendInt(append(dst, `,"itemsize":`...), a.DType.Itemsize, 10)
	dst = append(dst, `,"shape":[`...)
	for i, d := range a.Shape {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, d, 10)
	}
	dst = strconv.AppendBool(append(dst, `],"fortran_order":`...), a.FortranOrder)
	dst = strconv.AppendInt(append(dst, `,"data_offset":`...), a.DataOffset, 10)
	dst = strconv.AppendInt(append(dst, `,"data_bytes":`...), a.DataBytes, 10)
	return append(dst, '}')
}

// MarshalJSON returns what AppendJSON appends.
func (a *Array) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the object of a member.
func (m *Member) AppendJSON(dst []byte) []byte {
	dst = text.AppendJSONString(append(dst, `{"name":`...), m.Name)
	dst = text.AppendJSONString(append(dst, `,"key":`...), m.Key)
	if m.Array != nil {
		dst = m.Array.AppendJSON(append(dst, `,"array":`...))
	}
	return append(dst, '}')
}

// AppendJSON appends the object "finding" with the given severity, which a policy may have changed.
func (f *Finding) AppendJSON(dst []byte, severity spec.Severity) []byte {
	dst = append(append(dst, `{"rule":"`...), f.Rule.String()...)
	dst = append(append(dst, `","severity":"`...), severity.String()...)
	dst = append(append(dst, `","kind":"`...), f.Kind().String()...)
	dst = text.AppendJSONString(append(dst, `","message":`...), f.Message)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), f.Offset, 10)
	dst = strconv.AppendInt(append(dst, `,"length":`...), f.Length, 10)
	dst = text.AppendJSONString(append(dst, `,"pointer":`...), f.Pointer)
	member := Quote(f.MemberName)
	dst = text.AppendJSONString(append(dst, `,"member":`...), member)
	if member != f.MemberName {
		dst = append(base64.StdEncoding.AppendEncode(append(dst, `,"member_base64":"`...), []byte(f.MemberName)), '"')
	}
	if f.Array > 0 {
		dst = strconv.AppendInt(append(dst, `,"array":`...), int64(f.Array), 10)
	}
	if f.Import != "" {
		dst = text.AppendJSONString(append(dst, `,"import":`...), f.Import)
	}
	if f.Remedy {
		dst = append(dst, `,"remedy":true`...)
	}
	if f.Excerpt.Bytes != "" {
		dst = strconv.AppendInt(append(dst, `,"excerpt":{"offset":`...), f.Excerpt.Offset, 10)
		dst = append(hex.AppendEncode(append(dst, `,"bytes":"`...), []byte(f.Excerpt.Bytes)), `"}`...)
	}
	return append(dst, '}')
}

// AppendJSON appends the object "import".
func (i *Import) AppendJSON(dst []byte) []byte {
	return text.AppendJSON(dst, struct {
		Module string `json:"module"`
		Name   string `json:"name"`
		Offset int64  `json:"offset"`
		Tier   Tier   `json:"tier"`
		Called bool   `json:"called"`
		Member string `json:"member"`
		Array  int    `json:"array,omitempty"`
	}{Module: i.Module, Name: i.Name, Offset: i.Offset, Tier: i.Tier, Called: i.Called, Member: Quote(i.MemberName), Array: i.Array})
}

// AppendJSON appends the object "load".
func (l *Load) AppendJSON(dst []byte) []byte {
	type arguments struct {
		AllowPickle   bool   `json:"allow_pickle,omitempty"`
		Encoding      string `json:"encoding,omitempty"`
		MaxHeaderSize int    `json:"max_header_size,omitempty"`
	}
	j := struct {
		Key       *string   `json:"key,omitempty"`
		Call      string    `json:"call,omitempty"`
		Arguments arguments `json:"arguments,omitzero"`
		View      string    `json:"view,omitempty"`
		Item      bool      `json:"item,omitempty"`
		Needs     []string  `json:"needs,omitempty"`
		Returns   string    `json:"returns,omitempty"`
		Fails     string    `json:"fails,omitempty"`
		Unsafe    bool      `json:"unsafe,omitempty"`
	}{
		Call: l.Call(), Arguments: arguments{l.AllowPickle, l.Encoding, l.MaxHeaderSize}, View: l.View, Item: l.Item,
		Needs: l.Needs, Returns: l.Returns, Fails: l.Fails, Unsafe: l.Unsafe,
	}
	if l.Member != NoMember {
		j.Key = &l.Key
	}
	return text.AppendJSON(dst, j)
}
