package validator

import (
	"io"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// findings turns faults into the findings of a report that lists the given number of members. Content returns the
// bytes of a stored member, and nil for any other.
func (in *input) findings(faults []finding.Finding, members int, content func(member int) *io.SectionReader) []Finding {
	if len(faults) == 0 {
		return nil
	}
	findings := make([]Finding, len(faults))
	for i := range faults {
		f := &faults[i]
		out := Finding{
			Rule: f.Rule, Message: f.Message, Offset: f.Offset, Length: f.Length, Pointer: f.Pointer, Array: f.Array,
			Member: f.Member - 1, MemberName: f.Name, Import: f.Import, Remedy: f.Remedy, Unseen: f.Unseen, Excerpt: Excerpt(f.Excerpt),
		}
		if out.Member >= members { // the report has no room for it
			out.Member = NoMember
		}
		if f.Member > 0 {
			if area := f.Rule.Rule().Area(); area != "zip" && area != "npz" {
				out.Base = BaseContent
			}
		}
		switch {
		case f.Once:
		case out.Base == BaseFile:
			out.Excerpt = in.around(f.Offset)
		default:
			if r := content(out.Member); r != nil {
				out.Excerpt = excerptAt(f.Offset, r.Size(), true, readerAt(r))
			}
		}
		findings[i] = out
	}
	return findings
}

// around returns the bytes around a place in the file, if they can be read.
func (in *input) around(offset int64) Excerpt {
	size := int64(unknownSize)
	if in.size != unknownSize {
		size = in.start + in.size
	}
	if in.ra == nil {
		return in.once.excerpt(offset, in.head, in.start, size)
	}
	if in.start == 0 && offset+excerptRows*excerptRow <= int64(len(in.head)) {
		return excerptOf(in.head, false, offset)
	}
	return excerptAt(offset, size, true, readerAt(in.ra))
}

// A short read is ignored here: the check itself reports a file that became shorter.
func readerAt(r io.ReaderAt) func(b []byte, at int64) int {
	return func(b []byte, at int64) int {
		n, _ := r.ReadAt(b, at)
		return n
	}
}

// keepExcerpts keeps excerpts of the content of a compressed member, which is inflated only once.
func (in *input) keepExcerpts(faults []finding.Finding) {
	for i := range faults {
		f := &faults[i]
		if area := f.Rule.Rule().Area(); !f.Once && area != "zip" && area != "npz" {
			f.Excerpt, f.Once = finding.Excerpt(in.around(f.Offset)), true
		}
	}
}
