package zip

import (
	"bytes"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// reporter adds faults that are about one member, or about the archive itself.
type reporter struct {
	faults  *finding.List
	subject finding.Finding // whose number and name are those of the member
}

// report adds a fault in n bytes at the offset at.
func (r reporter) report(rule spec.ID, at, n int64, format string, args ...any) {
	f := r.subject
	f.Rule, f.Offset, f.Length = rule, at, n
	r.faults.Add(f, format, args...)
}

// anotherEnd reports a second end record.
func (r reporter) anotherEnd(at int64) {
	r.subject.Unseen = false // other readers may find the directory by it
	r.report(spec.ZipSeveralEndRecords, at, endSize, "another end record at offset %d: readers differ in which one they use", at)
}

// endInside reports an end record in a part of a header with arbitrary content.
func (r reporter) endInside(b []byte, at, size int64) {
	if i := bytes.Index(b, []byte(endSignature)); i >= 0 && at+int64(i)+endSize <= size {
		r.anotherEnd(at + int64(i))
	}
}
