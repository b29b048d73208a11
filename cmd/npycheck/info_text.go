package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// infoText writes a line for each file, and below it one for each member, for the statistics and for each of the
// first values.
type infoText struct{ paths bool }

func (infoText) begin(*bufio.Writer) {}

func (t infoText) file(w *bufio.Writer, _ int64, f *infoFile) {
	if t.paths {
		fmt.Fprintf(w, "%s: ", report.DisplayPath(f.path))
	}
	if f.Report == nil {
		fmt.Fprintf(w, "unreadable: %s\n", report.Inert(report.ErrorText(f.err)))
		return
	}
	w.WriteString(arrayLine(f.Array))
	if f.Format == validator.Npz {
		w.WriteString("archive of " + report.Count(int64(len(f.Members)), "member"))
	} else if f.Array == nil {
		w.WriteString("no array")
	}
	w.WriteString(", " + report.Count(f.file.Size(), "byte"))
	if found := f.firstError(); found != nil {
		in := ""
		if found.MemberName != "" {
			in = "[" + quotedText(found.MemberName) + "] "
		}
		fmt.Fprintf(w, "; nonconforming: %s%s [%s]", in, report.Inert(found.Message), found.Rule)
	}
	if f.Incomplete != "" {
		fmt.Fprintf(w, "; unreadable: %s", quotedText(f.Incomplete))
	}
	w.WriteByte('\n')
	t.values(w, "  ", f.Array, f.values(f.Array, nil))
	for i := range f.Members {
		m := &f.Members[i]
		fmt.Fprintf(w, "  [%s] %s", quotedText(m.Name), arrayLine(m.Array))
		if m.Array == nil {
			w.WriteString("no array")
		}
		fmt.Fprintf(w, ", %s, %s", report.Count(m.Size, "byte"), compression(m))
		if !m.Stored {
			fmt.Fprintf(w, " to %d (ratio %.2f)", m.Packed, ratio(m))
		}
		if m.Hidden {
			w.WriteString(", not in the directory")
		}
		w.WriteByte('\n')
		t.values(w, "    ", m.Array, f.values(m.Array, m))
		if f.ctx.Err() != nil {
			return
		}
	}
}

// values writes what is shown of the values of an array.
func (infoText) values(w *bufio.Writer, indent string, a *validator.Array, v infoValues) {
	if s := v.stats; s != nil {
		var parts []string
		if s.Min != nil {
			parts = append(parts, "min "+quotedText(s.Min.Text), "max "+quotedText(s.Max.Text))
		}
		if s.Mean != nil {
			parts = append(parts, "mean "+quotedText(s.Mean.Text))
		}
		if s.MissingName != "" {
			parts = append(parts, fmt.Sprintf("%d %s", s.Missing, s.MissingName))
		}
		if s.HasZero {
			parts = append(parts, report.Count(s.Zero, "zero"))
		}
		fmt.Fprintf(w, "%s%s\n", indent, strings.Join(parts, ", "))
	}
	if v.note != "" {
		fmt.Fprintf(w, "%s%s\n", indent, quotedText(v.note))
	}
	for i, value := range v.head {
		fmt.Fprintf(w, "%s%s %s\n", indent, elementIndex(nil, a, int64(i)), quotedText(value.Text))
	}
	if v.more > 0 {
		fmt.Fprintf(w, "%s… %d more\n", indent, v.more)
	}
}

func (infoText) end(*bufio.Writer, infoSummary) {}

// arrayLine says what an array is in a few words, or nothing of none.
func arrayLine(a *validator.Array) string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("%s %s, %s order, version %s", quotedText(a.DType.Descr()), shapeText(a), orderName(a), a.Version)
}

func orderName(a *validator.Array) string {
	if a.FortranOrder {
		return "Fortran"
	}
	return "C"
}

// shapeText spells the shape of an array as Python does.
func shapeText(a *validator.Array) string {
	text := "("
	for i, d := range a.Shape {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(d)
	}
	if len(a.Shape) == 1 {
		text += ","
	}
	return text + ")"
}
