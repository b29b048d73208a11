package plant

import (
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

// fault is a way to break a rule in an array.
type fault struct {
	wish  npy.Wish              // what the file must be like for that
	plant func(*npy.Draft) bool // changes the file; false if it has no place for the fault
}

// drafts is how many files are tried until one has a place for a fault.
const drafts = 64

func isPadding(s *npy.Span) bool { return s.F != nil && s.F.Padding }

// inSpan is a fault in a span of a kind.
func inSpan(w npy.Wish, kind npy.SpanKind, fits func(*npy.Span) bool, plant func(*npy.Draft, *npy.Span) bool) fault {
	return fault{w, func(d *npy.Draft) bool {
		s, ok := d.Span(kind, fits)
		return ok && plant(d, &s)
	}}
}

// changed is a fault in the bytes of a file, whose data begins at the offset.
func changed(w npy.Wish, change func(g *choice.Chooser, file []byte, offset int) []byte) fault {
	return fault{w, func(d *npy.Draft) bool {
		d.Change = func(file []byte, offset int) []byte { return change(d.Chooser, file, offset) }
		return true
	}}
}
