package info

import (
	"bufio"
	"encoding/base64"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/internal/objects"
	"github.com/npycheck/npycheck/internal/report"
	"github.com/npycheck/npycheck/internal/values"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// infoJSON writes an object for each file, in one JSON document or as JSON Lines. The summary comes last; output
// without it was cut off.
type infoJSON struct{ lines bool }

// infoFileJSON is what comes before the values and the members of a file. Its names are those of check's reports.
type infoFileJSON struct {
	Path       string            `json:"path"`
	PathBase64 string            `json:"path_base64,omitempty"`
	Format     validator.Format  `json:"format"`
	Verdict    validator.Verdict `json:"verdict"`
	Error      string            `json:"error,omitempty"`
	FirstError *infoErrorJSON    `json:"first_error,omitempty"`
	Bytes      *int64            `json:"bytes,omitempty"`
	Array      *validator.Array  `json:"array,omitempty"`
}

type infoErrorJSON struct {
	Rule    spec.ID `json:"rule"`
	Message string  `json:"message"`
	Member  string  `json:"member,omitempty"`
	Array   int     `json:"array,omitempty"`
}

// infoArrayJSON is one of several arrays of a file.
type infoArrayJSON struct {
	Array *validator.Array `json:"array,omitempty"`
}

type infoMemberJSON struct {
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

type infoStatsJSON struct {
	Count int64  `json:"count"`
	Min   any    `json:"min,omitempty"`
	Max   any    `json:"max,omitempty"`
	Mean  any    `json:"mean,omitempty"`
	NaN   *int64 `json:"nan,omitempty"`
	NaT   *int64 `json:"nat,omitempty"`
	Zero  *int64 `json:"zero,omitempty"`
}

func (j infoJSON) begin(w *bufio.Writer) {
	if !j.lines {
		w.WriteString(`{"schema":1,"files":[`)
	}
}

func (j infoJSON) file(w *bufio.Writer, n int64, f *infoFile) {
	if !j.lines {
		if n > 0 {
			w.WriteByte(',')
		}
		w.WriteByte('\n')
	}
	head := infoFileJSON{Path: f.path, Format: validator.Unknown, Verdict: validator.NotChecked}
	if !utf8.ValidString(f.path) {
		head.PathBase64 = base64.StdEncoding.EncodeToString([]byte(f.path))
	}
	var own infoValues
	if f.Report != nil {
		size := f.file.Size()
		head.Format, head.Verdict, head.Bytes, head.Array = f.Format, f.Verdict(), &size, f.Array
		if found := f.firstError(); found != nil {
			head.FirstError = &infoErrorJSON{found.Rule, found.Message, validator.Quote(found.MemberName), found.Array}
		}
		own = f.values(f.Array, nil)
	}
	if f.err != nil {
		head.Verdict, head.Error = validator.NotChecked, report.ErrorText(f.err)
	}
	w.Write(withValues(inert.AppendJSON(nil, head), f.tree(0), own))
	if f.Report != nil && len(f.Arrays) > 0 {
		w.WriteString(`,"arrays":[`)
		for i, a := range f.Arrays {
			if i > 0 {
				w.WriteByte(',')
				own = f.values(a, nil)
			}
			w.Write(append(withValues(inert.AppendJSON(nil, infoArrayJSON{a}), f.tree(i), own), '}'))
			if f.ctx.Err() != nil {
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
			member := infoMemberJSON{
				Name:   m.Name,
				Key:    m.Key,
				Hidden: m.Hidden,
				Method: m.Method,
				Bytes:  m.Size,
				Packed: m.Packed,
				Ratio:  ratio(m),
				Offset: max(m.Offset, 0),
				Array:  m.Array,
			}
			if at, ok := dataAt(m); ok {
				member.DataAt, member.Align = at, alignment(at)
			}
			w.Write(withValues(inert.AppendJSON(nil, member), f.trees.Get(i, 0), f.values(m.Array, m)))
			w.WriteByte('}')
			if f.ctx.Err() != nil {
				return
			}
		}
		w.WriteByte(']')
	}
	w.WriteByte('}')
	if j.lines {
		w.WriteByte('\n')
	}
}

// withValues returns an object with a tree, if it isn't nil, and values added to it, and without its closing brace.
func withValues(object []byte, tree *objects.Tree, v infoValues) []byte {
	object = object[:len(object)-len("}")]
	if tree != nil {
		object = tree.AppendJSON(append(object, `,"objects":`...))
	}
	if s := v.stats; s != nil {
		stats := infoStatsJSON{Count: s.Count, Min: valueJSON(s.Min), Max: valueJSON(s.Max), Mean: valueJSON(s.Mean)}
		switch s.MissingName {
		case "NaN":
			stats.NaN = &s.Missing
		case "NaT":
			stats.NaT = &s.Missing
		}
		if s.HasZero {
			stats.Zero = &s.Zero
		}
		object = inert.AppendJSON(append(object, `,"stats":`...), stats)
	}
	if v.head != nil {
		list := make([]any, len(v.head))
		for i, value := range v.head {
			list[i] = value.JSON
		}
		object = inert.AppendJSON(append(object, `,"head":`...), list)
	}
	if v.note != "" {
		object = inert.AppendJSON(append(object, `,"note":`...), v.note)
	}
	return object
}

func valueJSON(v *values.Value) any {
	if v == nil {
		return nil
	}
	return v.JSON
}

func (j infoJSON) end(w *bufio.Writer, sum infoSummary) {
	switch {
	case sum.interrupted && j.lines:
	case sum.interrupted:
		w.WriteByte('\n') // for what comes next on a terminal
	case j.lines:
		w.Write(append(inert.AppendJSON(nil, map[string]infoSummary{"summary": sum}), '\n'))
	default:
		w.Write(append(inert.AppendJSON([]byte("\n],\"summary\":"), sum), "}\n"...))
	}
}
