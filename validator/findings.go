package validator

import "github.com/npycheck/npycheck/validator/internal/fault"

// findings turns the faults into what the report has.
func (w *walk) findings(members []Member) []Finding {
	faults := w.faults.Kept
	if len(faults) == 0 {
		return nil
	}
	findings := make([]Finding, len(faults))
	for i := range faults {
		f := &faults[i]
		out := Finding{f.Rule, f.Message, f.Offset, f.Length, BaseFile, f.Pointer, f.Member - 1, f.Name, Excerpt(f.Excerpt)}
		if out.Member >= len(members) { // the report has no room for it
			out.Member = NoMember
		}
		if area := f.Rule.Rule().Area(); f.Member > 0 && area != "zip" && area != "npz" {
			out.Base = BaseContent
		}
		if !f.Once {
			out.Excerpt = w.around(&out, members)
		}
		findings[i] = out
	}
	return findings
}

// around returns the bytes around a finding, if they can be read.
func (in *input) around(f *Finding, members []Member) Excerpt {
	at, size := int64(0), in.size
	switch {
	case f.Base == BaseContent && f.Member == NoMember:
		return Excerpt{}
	case f.Base == BaseContent:
		m := &members[f.Member]
		if in.ra == nil || !m.Stored || m.Offset < 0 {
			return Excerpt{}
		}
		at, size = m.Offset, max(0, min(m.Size, in.size-m.Offset))
	case in.ra == nil:
		if len(in.head) > len(in.kept.start) { // a long header
			return excerptOf(in.head, int64(len(in.head)) == in.size, f.Offset)
		}
		return excerptOf(in.kept.start, in.kept.whole(), f.Offset)
	}
	return excerptAt(f.Offset, size, true, func(b []byte, offset int64) int {
		if offset += at; offset+int64(len(b)) <= int64(len(in.head)) {
			return copy(b, in.head[offset:])
		}
		n, _ := in.ra.ReadAt(b, offset) // a file that became shorter is told of by the check
		return n
	})
}

// keepExcerpts keeps what nobody can read again of the content of a compressed member: it is inflated once.
func (in *input) keepExcerpts(faults []fault.Fault) {
	whole := int64(len(in.head)) == in.size
	for i := range faults {
		f := &faults[i]
		if area := f.Rule.Rule().Area(); area != "zip" && area != "npz" {
			f.Excerpt, f.Once = fault.Excerpt(excerptOf(in.head, whole, f.Offset)), true
		}
	}
}
