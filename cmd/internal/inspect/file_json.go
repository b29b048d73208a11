package inspect

import (
	"bufio"
	"encoding/base64"
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

type doubtJSON struct {
	Rule    spec.ID `json:"rule"`
	Message string  `json:"message"`
}

// arrayJSON is one of several arrays of a file.
type arrayJSON struct {
	Array *validator.Array `json:"array,omitempty"`
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
	w.Write(withValues(text.AppendJSON(nil, head), f.Tree(0), own, f.Doubts(Place{validator.NoMember, 0})))
	if f.Report != nil {
		loads := slices.DeleteFunc(f.Load(), validator.Load.Plain)
		for i := range loads {
			if i == 0 {
				w.WriteString(`,"load":[`)
			} else {
				w.WriteByte(',')
			}
			w.Write(loads[i].AppendJSON(nil))
		}
		if len(loads) > 0 {
			w.WriteByte(']')
		}
	}
	if f.Report != nil && len(f.Arrays) > 0 {
		w.WriteString(`,"arrays":[`)
		for i, a := range f.Arrays {
			if i > 0 {
				w.WriteByte(',')
				own = f.Values(a, nil)
			}
			w.Write(append(withValues(text.AppendJSON(nil, arrayJSON{a}), f.Tree(i), own, f.Doubts(Place{validator.NoMember, i})), '}'))
			if f.Context.Err() != nil {
				return
			}
		}
		w.WriteByte(']')
	}
	if f.Report != nil && f.Format == validator.Npz {
		w.WriteString(`,"members":[`)
		for i := range f.Members {
			if i > 0 {
				w.WriteByte(',')
			}
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
			w.Write(withValues(text.AppendJSON(nil, member), f.Trees.Get(i, 0), f.Values(m.Array, m), f.Doubts(Place{i, 0})))
			w.WriteByte('}')
			if f.Context.Err() != nil {
				return
			}
		}
		w.WriteByte(']')
	}
	w.WriteByte('}')
}

// AppendValues appends an object with an array and what is read of its values, as one of several arrays of a file has
// it.
func (f *File) AppendValues(dst []byte, a *validator.Array, m *validator.Member) []byte {
	return append(dst, append(withValues(text.AppendJSON(nil, arrayJSON{a}), nil, f.Values(a, m), nil), '}')...)
}

// withValues returns an object with a tree, if it isn't nil, values and doubts added to it, and without its closing
// brace.
func withValues(object []byte, tree *Tree, v Values, doubts []*validator.Finding) []byte {
	object = object[:len(object)-len("}")]
	add := func(name string, value any) { object = text.AppendJSON(appendName(object, name), value) }
	if tree != nil {
		object = tree.AppendJSON(appendName(object, "objects"))
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
		add("stats", stats)
	}
	if v.Head != nil {
		list := make([]any, len(v.Head))
		for i, value := range v.Head {
			list[i] = value.JSON
		}
		add("head", list)
	}
	if v.Note != "" {
		add("note", v.Note)
	}
	if len(doubts) > 0 {
		list := make([]doubtJSON, len(doubts))
		for i, found := range doubts {
			list[i] = doubtJSON{found.Rule, found.Message}
		}
		add("doubts", list)
	}
	return object
}

// appendName appends the name of a value to an object without its closing brace, which may be empty so far.
func appendName(object []byte, name string) []byte {
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	return append(append(append(object, '"'), name...), `":`...)
}

func valueJSON(v *Value) any {
	if v == nil {
		return nil
	}
	return v.JSON
}
