package validator

import (
	"io"

	"github.com/npycheck/npycheck/validator/internal/fault"
)

// findings turns the faults into what the report has, which lists the given number of members. Content returns
// the bytes of one that is stored, and nil for any other.
func (w *walk) findings(members int, content func(member int) *io.SectionReader) []Finding {
	faults := w.faults.Kept
	if len(faults) == 0 {
		return nil
	}
	findings := make([]Finding, len(faults))
	for i := range faults {
		f := &faults[i]
		out := Finding{f.Rule, f.Message, f.Offset, f.Length, BaseFile, f.Pointer, f.Member - 1, f.Name, f.Import, Excerpt(f.Excerpt)}
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
			out.Excerpt = w.around(f.Offset)
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
	if in.ra == nil {
		return in.once.excerpt(offset, in.head, in.size)
	}
	if offset+excerptRows*excerptRow <= int64(len(in.head)) {
		return excerptOf(in.head, false, offset)
	}
	return excerptAt(offset, in.size, true, readerAt(in.ra))
}

// readerAt reads what there is; a file that became shorter is told of by the check.
func readerAt(r io.ReaderAt) func(b []byte, at int64) int {
	return func(b []byte, at int64) int {
		n, _ := r.ReadAt(b, at)
		return n
	}
}

// keepExcerpts keeps what nobody can read again of the content of a compressed member: it is inflated once.
func (in *input) keepExcerpts(faults []fault.Fault) {
	for i := range faults {
		f := &faults[i]
		if area := f.Rule.Rule().Area(); !f.Once && area != "zip" && area != "npz" {
			f.Excerpt, f.Once = fault.Excerpt(in.once.excerpt(f.Offset, in.head, in.size)), true
		}
	}
}
