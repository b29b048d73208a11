package inspect

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// fileJSON is what comes before the values and the members of a file. Its names are those of check's reports.
type fileJSON struct {
	Path       string            `json:"path"`
	PathBase64 string            `json:"path_base64,omitempty"`
	Format     validator.Format  `json:"format"`
	Verdict    validator.Verdict `json:"verdict"`
	Error      string            `json:"error,omitempty"`
	FirstError *errorJSON        `json:"first_error,omitempty"`
	Bytes      *int64            `json:"bytes,omitempty"`
	Array      *validator.Array  `json:"array,omitempty"`
}

type errorJSON struct {
	Rule    spec.ID `json:"rule"`
	Message string  `json:"message"`
	Member  string  `json:"member,omitempty"`
	Array   int     `json:"array,omitempty"`
}

type memberJSON struct {
	Name   string           `json:"name"`
	Key    string           `json:"key"`
	Hidden bool             `json:"hidden,omitempty"`
	Method uint16           `json:"method"`
	Bytes  int64            `json:"bytes"`
	Packed int64            `json:"packed"`
	Ratio  float64          `json:"ratio"`
	Offset int64            `json:"offset,omitempty"`
	DataAt int64            `json:"data_at,omitempty"`
	Align  int64            `json:"alignment,omitempty"`
	Array  *validator.Array `json:"array,omitempty"`
}

type statsJSON struct {
	Count int64  `json:"count"`
	Min   any    `json:"min,omitempty"`
	Max   any    `json:"max,omitempty"`
	Mean  any    `json:"mean,omitempty"`
	NaN   *int64 `json:"nan,omitempty"`
	NaT   *int64 `json:"nat,omitempty"`
	Zero  *int64 `json:"zero,omitempty"`
}

// WriteJSON writes the object "file" of validator/info.schema.json, which ends early if the context does.
func (f *File) WriteJSON(w *bufio.Writer) {
	head := fileJSON{Path: f.Path, Format: validator.Unknown, Verdict: validator.NotChecked}
	if !utf8.ValidString(f.Path) {
		head.PathBase64 = base64.StdEncoding.EncodeToString([]byte(f.Path))
	}
	var own Values
	if f.Report != nil {
		size := f.Source.Size()
		head.Format, head.Verdict, head.Bytes, head.Array = f.Format, f.Verdict(), &size, f.Array
		if found := f.FirstError(); found != nil {
			head.FirstError = &errorJSON{found.Rule, found.Message, validator.Quote(found.MemberName), found.Array}
		}
		own = f.Values(f.Array, nil)
	}
	if f.Err != nil {
		head.Verdict, head.Error = validator.NotChecked, text.Error(f.Err)
	}
	o := withValues(text.Reopen(text.AppendJSON(nil, head)), f.Tree(0), own, f.Doubts(Place{validator.NoMember, 0}))
	if f.Report == nil {
		w.Write(o.End())
		return
	}
	if loads := slices.DeleteFunc(f.Load(), validator.Load.Plain); len(loads) > 0 {
		o = o.List("load", len(loads), func(dst []byte, i int) []byte { return loads[i].AppendJSON(dst) })
	}
	w.Write(o)
	list := func(name string, n int, object func(i int) text.Object) (complete bool) {
		fmt.Fprintf(w, `,"%s":[`, name)
		for i := range n {
			if i > 0 {
				w.WriteByte(',')
			}
			w.Write(object(i).End())
			if f.Context.Err() != nil {
				return false
			}
		}
		w.WriteByte(']')
		return true
	}
	if len(f.Arrays) > 0 && !list("arrays", len(f.Arrays), func(i int) text.Object {
		if i > 0 {
			own = f.Values(f.Arrays[i], nil)
		}
		return withValues(arrayObject(f.Arrays[i]), f.Tree(i), own, f.Doubts(Place{validator.NoMember, i}))
	}) {
		return
	}
	if f.Format == validator.Npz && !list("members", len(f.Members), f.memberObject) {
		return
	}
	w.WriteByte('}')
}

// memberObject begins the object of a member.
func (f *File) memberObject(i int) text.Object {
	m := &f.Members[i]
	member := memberJSON{
		Name:   m.Name,
		Key:    m.Key,
		Hidden: m.Hidden,
		Method: m.Method,
		Bytes:  m.Size,
		Packed: m.Packed,
		Ratio:  Ratio(m),
		Offset: max(m.Offset, 0),
		Array:  m.Array,
	}
	if at, ok := DataAt(m); ok {
		member.DataAt, member.Align = at, Alignment(at)
	}
	return withValues(text.Reopen(text.AppendJSON(nil, member)), f.Trees.Get(i, 0), f.Values(m.Array, m), f.Doubts(Place{i, 0}))
}

// AppendValues appends an object with an array and what is read of its values, as one of several arrays of a file has
// it.
func (f *File) AppendValues(dst []byte, a *validator.Array, m *validator.Member) []byte {
	return append(dst, withValues(arrayObject(a), nil, f.Values(a, m), nil).End()...)
}

// arrayObject begins the object of one of several arrays of a file.
func arrayObject(a *validator.Array) text.Object {
	o := text.NewObject(nil)
	if a != nil {
		o = a.AppendJSON(o.Name("array"))
	}
	return o
}

// withValues adds a tree, if it isn't nil, values and doubts to an object.
func withValues(o text.Object, tree *Tree, v Values, doubts []*validator.Finding) text.Object {
	if tree != nil {
		o = tree.AppendJSON(o.Name("objects"))
	}
	if s := v.Stats; s != nil {
		stats := statsJSON{Count: s.Count, Min: valueJSON(s.Min), Max: valueJSON(s.Max), Mean: valueJSON(s.Mean)}
		switch s.MissingName {
		case "NaN":
			stats.NaN = &s.Missing
		case "NaT":
			stats.NaT = &s.Missing
		}
		if s.HasZero {
			stats.Zero = &s.Zero
		}
		o = o.Any("stats", stats)
	}
	if v.Head != nil {
		o = o.List("head", len(v.Head), func(dst []byte, i int) []byte { return text.AppendJSON(dst, v.Head[i].JSON) })
	}
	if v.Note != "" {
		o = o.Text("note", v.Note)
	}
	if len(doubts) > 0 {
		o = o.List("doubts", len(doubts), func(dst []byte, i int) []byte {
			return text.NewObject(dst).Text("rule", doubts[i].Rule.String()).Text("message", doubts[i].Message).End()
		})
	}
	return o
}

func valueJSON(v *Value) any {
	if v == nil {
		return nil
	}
	return v.JSON
}
