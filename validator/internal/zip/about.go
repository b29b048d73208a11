package zip

import (
	"bytes"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// about adds faults that are about one member, or about the archive itself.
type about struct {
	faults *finding.List
	of     finding.Finding // whose number and name are those of the member
}

// report adds a fault in n bytes at the offset at.
func (a about) report(rule spec.ID, at, n int64, format string, args ...any) {
	f := a.of
	f.Rule, f.Offset, f.Length = rule, at, n
	a.faults.Add(f, format, args...)
}

// anotherEnd reports a second end record.
func (a about) anotherEnd(at int64) {
	a.of.Unseen = false // other readers may find the directory by it
	a.report(spec.ZipSeveralEndRecords, at, endSize, "another end record at offset %d: readers differ in which one they use", at)
}

// endInside reports an end record in a part of a header with arbitrary content.
func (a about) endInside(b []byte, at, size int64) {
	if i := bytes.Index(b, []byte(endSignature)); i >= 0 && at+int64(i)+endSize <= size {
		a.anotherEnd(at + int64(i))
	}
}
