package validator

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// AppendJSON appends the report on the file of the given name as the object "file" of report.schema.json, which is
// what npycheck check --format json writes. It contains no control characters that a terminal would act on. A file
// that could not be read has the report Report{Format: Unknown, Incomplete: err.Error()}.
func (r *Report) AppendJSON(dst []byte, name string) []byte {
	omitted := slices.Sorted(maps.Keys(r.Omitted))
	loads := slices.DeleteFunc(r.Load(), Load.Plain)
	o := text.NewObject(dst).Text("path", name)
	if !utf8.ValidString(name) {
		o = o.Base64("path_base64", []byte(name))
	}
	o = o.Text("format", string(r.Format)).Bool("ok", r.OK()).Text("verdict", string(r.Verdict()))
	if r.Array != nil {
		o = r.Array.AppendJSON(o.Name("array"))
	}
	if len(r.Arrays) > 0 {
		o = o.List("arrays", len(r.Arrays), func(dst []byte, i int) []byte { return r.Arrays[i].AppendJSON(dst) })
	}
	if r.Format == Npz {
		o = o.List("members", len(r.Members), func(dst []byte, i int) []byte { return r.Members[i].AppendJSON(dst) })
	}
	o = o.List("findings", len(r.Findings), func(dst []byte, i int) []byte {
		return r.Findings[i].AppendJSON(dst, r.Findings[i].Severity())
	})
	if len(omitted) > 0 {
		o = o.List("omitted", len(omitted), func(dst []byte, i int) []byte {
			severity := omitted[i].Rule().Level.Severity()
			return text.NewObject(dst).Text("rule", omitted[i].String()).Text("severity", severity.String()).Int("count", int64(r.Omitted[omitted[i]])).End()
		})
	}
	if len(r.Imports) > 0 {
		o = o.List("imports", len(r.Imports), func(dst []byte, i int) []byte { return r.Imports[i].AppendJSON(dst) })
	}
	if r.ImportsOmitted > 0 {
		o = o.Int("imports_omitted", int64(r.ImportsOmitted))
	}
	if len(loads) > 0 {
		o = o.List("load", len(loads), func(dst []byte, i int) []byte { return loads[i].AppendJSON(dst) })
	}
	if r.Incomplete != "" {
		o = o.Text("error", Quote(r.Incomplete))
	}
	return o.End()
}

// AppendJSON appends the object "array", or null for nil.
func (a *Array) AppendJSON(dst []byte) []byte {
	if a == nil {
		return append(dst, "null"...)
	}
	return text.NewObject(dst).Text("version", a.Version.String()).Text("dtype", a.DType.Descr()).Int("itemsize", a.DType.Itemsize).
		List("shape", len(a.Shape), func(dst []byte, i int) []byte { return strconv.AppendInt(dst, a.Shape[i], 10) }).
		Bool("fortran_order", a.FortranOrder).Int("data_offset", a.DataOffset).Int("data_bytes", a.DataBytes).End()
}

// MarshalJSON returns what AppendJSON appends.
func (a *Array) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the object of a member.
func (m *Member) AppendJSON(dst []byte) []byte {
	o := text.NewObject(dst).Text("name", m.Name).Text("key", m.Key)
	if m.Array != nil {
		o = m.Array.AppendJSON(o.Name("array"))
	}
	return o.End()
}

// AppendJSON appends the object "finding" with the given severity, which a policy may have changed.
func (f *Finding) AppendJSON(dst []byte, severity spec.Severity) []byte {
	member := Quote(f.MemberName)
	o := text.NewObject(dst).Text("rule", f.Rule.String()).Text("severity", severity.String()).Text("kind", f.Kind().String()).
		Text("message", f.Message).Int("offset", f.Offset).Int("length", f.Length).Text("pointer", f.Pointer).Text("member", member)
	if member != f.MemberName {
		o = o.Base64("member_base64", []byte(f.MemberName))
	}
	if f.Array > 0 {
		o = o.Int("array", int64(f.Array))
	}
	if f.Import != "" {
		o = o.Text("import", f.Import)
	}
	if f.Remedy {
		o = o.Bool("remedy", true)
	}
	if f.Excerpt.Bytes != "" {
		o = o.Object("excerpt").Int("offset", f.Excerpt.Offset).Hex("bytes", []byte(f.Excerpt.Bytes)).End()
	}
	return o.End()
}

// AppendJSON appends the object "import".
func (i *Import) AppendJSON(dst []byte) []byte {
	return text.AppendJSON(dst, struct {
		Module string    `json:"module"`
		Name   string    `json:"name"`
		Offset int64     `json:"offset"`
		Tier   spec.Tier `json:"tier"`
		Called bool      `json:"called"`
		Member string    `json:"member"`
		Array  int       `json:"array,omitempty"`
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
