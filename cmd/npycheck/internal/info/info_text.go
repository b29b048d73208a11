package info

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// infoText writes a line for each file, and below it one for each member, for each of several arrays, for the statistics
// and for each of the first values.
type infoText struct{ paths bool }

func (infoText) begin(*bufio.Writer) {}

func (t infoText) file(w *bufio.Writer, _ int64, f *inspect.File) {
	if t.paths {
		fmt.Fprintf(w, "%s: ", report.DisplayPath(f.Path))
	}
	if f.Report == nil {
		fmt.Fprintf(w, "not checked: %s\n", text.Inert(report.ErrorText(f.Err)))
		return
	}
	several := len(f.Arrays) > 0
	switch {
	case several:
		w.WriteString(text.Count(int64(len(f.Arrays)), "array"))
	case f.Format == validator.Npz:
		w.WriteString("archive of " + text.Count(int64(len(f.Members)), "member"))
	default:
		w.WriteString(arrayLine(f.Array))
	}
	w.WriteString(", " + text.Count(f.Source.Size(), "byte"))
	if found := f.FirstError(); found != nil {
		in := report.Within(found)
		if in != "" {
			in += " "
		}
		word := "error"
		if found.Kind() == spec.Conformance {
			word = "nonconforming"
		}
		fmt.Fprintf(w, "; %s: %s%s [%s]", word, in, text.Inert(found.Message), found.Rule)
	}
	if f.Incomplete != "" {
		fmt.Fprintf(w, "; not checked: %s", cli.QuotedText(f.Incomplete))
	}
	w.WriteByte('\n')
	if !several {
		t.doubts(w, "  ", f, inspect.Place{Member: validator.NoMember})
		t.tree(w, "  ", f.Tree(0))
		t.values(w, "  ", f.Array, f.Values(f.Array, nil))
	}
	for i, a := range f.Arrays {
		fmt.Fprintf(w, "  [%d] %s\n", i+1, arrayLine(a))
		t.doubts(w, "    ", f, inspect.Place{Member: validator.NoMember, Array: i})
		t.tree(w, "    ", f.Tree(i))
		t.values(w, "    ", a, f.Values(a, nil))
		if f.Context.Err() != nil {
			return
		}
	}
	for i := range f.Members {
		m := &f.Members[i]
		fmt.Fprintf(w, "  [%s] %s", cli.QuotedText(m.Name), arrayLine(m.Array))
		fmt.Fprintf(w, ", %s, %s", text.Count(m.Size, "byte"), inspect.Compression(m))
		if !m.Stored {
			fmt.Fprintf(w, " to %d (ratio %.2f)", m.Packed, inspect.Ratio(m))
		}
		if at, ok := inspect.DataAt(m); ok {
			fmt.Fprintf(w, ", mmap at %d (%s)", at, inspect.AlignmentText(at))
		}
		if m.Hidden {
			w.WriteString(", not in the directory")
		}
		w.WriteByte('\n')
		t.doubts(w, "    ", f, inspect.Place{Member: i})
		t.tree(w, "    ", f.Trees.Get(i, 0))
		t.values(w, "    ", m.Array, f.Values(m.Array, m))
		if f.Context.Err() != nil {
			return
		}
	}
	t.load(w, f.Load())
}

// load writes how np.load reads the file. In a list of files, that the path is enough goes without saying.
func (t infoText) load(w *bufio.Writer, loads []validator.Load) {
	indent := ""
	if t.paths {
		indent, loads = "  ", slices.DeleteFunc(loads, validator.Load.Plain)
	}
	for _, line := range validator.LoadLines(loads) {
		fmt.Fprintf(w, "%sload: %s\n", indent, text.Inert(line))
	}
}

// doubts writes why the values of an array may be wrong, besides what the line of the file says.
func (infoText) doubts(w *bufio.Writer, indent string, f *inspect.File, p inspect.Place) {
	for _, found := range f.Doubts(p) {
		if found != f.FirstError() {
			fmt.Fprintf(w, "%s%s\n", indent, text.Inert(inspect.DoubtText(found)))
		}
	}
}

// tree writes what is in Python objects.
func (infoText) tree(w *bufio.Writer, indent string, tree *inspect.Tree) {
	if tree == nil {
		return
	}
	for _, line := range tree.Lines() {
		w.WriteString(indent + line + "\n")
	}
}

// values writes what is shown of the values of an array.
func (infoText) values(w *bufio.Writer, indent string, a *validator.Array, v inspect.Values) {
	if s := v.Stats; s != nil {
		var parts []string
		if s.Min != nil {
			parts = append(parts, "min "+cli.QuotedText(s.Min.Text), "max "+cli.QuotedText(s.Max.Text))
		}
		if s.Mean != nil {
			parts = append(parts, "mean "+cli.QuotedText(s.Mean.Text))
		}
		if s.MissingName != "" {
			parts = append(parts, fmt.Sprintf("%d %s", s.Missing, s.MissingName))
		}
		if s.HasZero {
			parts = append(parts, text.Count(s.Zero, "zero"))
		}
		fmt.Fprintf(w, "%s%s\n", indent, strings.Join(parts, ", "))
	}
	if v.Note != "" {
		fmt.Fprintf(w, "%s%s\n", indent, cli.QuotedText(v.Note))
	}
	for i, value := range v.Head {
		fmt.Fprintf(w, "%s%s %s\n", indent, inspect.AppendIndex(nil, a, int64(i)), cli.QuotedText(value.Text))
	}
	if v.More > 0 {
		fmt.Fprintf(w, "%s… %d more\n", indent, v.More)
	}
}

func (infoText) end(*bufio.Writer, infoSummary) {}

// arrayLine describes an array in a few words.
func arrayLine(a *validator.Array) string {
	if a == nil {
		return "no array"
	}
	return fmt.Sprintf("%s %s, %s order, version %s", cli.QuotedText(a.DType.Descr()), text.Shape(a.Shape), orderName(a), a.Version)
}

func orderName(a *validator.Array) string {
	if a.FortranOrder {
		return "Fortran"
	}
	return "C"
}

// infoJSON writes an object for each file, in one JSON document or as JSON Lines. The summary comes last; output
// without it was cut off.
type infoJSON struct{ lines bool }

func (j infoJSON) begin(w *bufio.Writer) {
	if !j.lines {
		w.WriteString(`{"schema":1,"files":[`)
	}
}

func (j infoJSON) file(w *bufio.Writer, n int64, f *inspect.File) {
	if !j.lines {
		if n > 0 {
			w.WriteByte(',')
		}
		w.WriteByte('\n')
	}
	f.WriteJSON(w)
	if j.lines && f.Context.Err() == nil {
		w.WriteByte('\n')
	}
}

func (j infoJSON) end(w *bufio.Writer, sum infoSummary) {
	switch {
	case sum.interrupted && j.lines:
	case sum.interrupted:
		w.WriteByte('\n') // for what comes next on a terminal
	case j.lines:
		w.Write(append(text.AppendJSON(nil, map[string]infoSummary{"summary": sum}), '\n'))
	default:
		w.Write(append(text.AppendJSON([]byte("\n],\"summary\":"), sum), "}\n"...))
	}
}
