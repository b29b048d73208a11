// Package properties states what must hold of the validator for every file, for every conforming file and for every
// file whose content the generator knows. The native fuzz targets and the campaign of generated files check the same
// properties, and count the checks.
package properties

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Property is one that package validator has to have.
type Property uint8

// The properties.
const (
	StreamIsFile   Property = iota // a stream gives the report of the file
	TraceIsSilent                  // tracing doesn't change the result: parser and fast path agree on every header
	DepthsNest                     // a deeper check reports everything that a shallower one does
	Places                         // findings are within the file, with messages fit for a terminal
	WorkBounded                    // what is read is bounded by the size of the file
	MemoryBounded                  // what is allocated is bounded by the size of the file
	CanonicalSame                  // the canonical header of a conforming file conforms and means the same
	PrefixFails                    // a proper prefix of a conforming file doesn't conform
	ChangeShows                    // a changed byte gives a finding or another array
	ArchiveOpens                   // Go's archive/zip finds the members of a conforming archive
	ValidConforms                  // a valid file of the generator conforms
	ArrayReported                  // dtype, shape and order of a valid file are what the generator wrote
	DataRead                       // its elements are what the generator wrote, decoded by package conformance
	FaultIsItsRule                 // a planted fault breaks its rule and no other
	PrefixRead                     // version and length of the header are what their bytes say
	VersionsAgree                  // a header means the same in version 1.0 and 2.0
	ParensAgree                    // parentheses around the dictionary don't change what it means
	KeysAgree                      // neither does the order of its keys
	FieldAgrees                    // the type of a field is what it is as the type of the array
	ShapeRead                      // a shape without a finding is a tuple as Python writes it, of those numbers
	OrderRead                      // an order without a finding is True or False
	ValuesRead                     // invalid booleans and code points are found, and nothing else
	ImportsOrdered                 // imports of a pickle are within it, in their order
	MemberIsFile                   // a member is judged like a file of its own
	InflateAgrees                  // compressed data has the findings that a plain run of the decompressor leads to
	numProperties
)

var names = [numProperties]string{
	"stream-is-file", "trace-is-silent", "depths-nest", "places", "work-bounded", "memory-bounded",
	"canonical-same", "prefix-fails", "change-shows", "archive-opens",
	"valid-conforms", "array-reported", "data-read", "fault-is-its-rule",
	"prefix-read", "versions-agree", "parens-agree", "keys-agree", "field-agrees",
	"shape-read", "order-read", "values-read", "imports-ordered", "member-is-file", "inflate-agrees",
}

// String returns the name of the property.
func (p Property) String() string { return names[p] }

// All returns the properties.
func All() []Property {
	var all []Property
	for p := range numProperties {
		all = append(all, p)
	}
	return all
}

// Violation is the error for a property that doesn't hold.
type Violation struct {
	Property Property
	Detail   string
}

func (v *Violation) Error() string { return v.Property.String() + ": " + v.Detail }

// Checker checks properties, and counts. Only one goroutine may use it at a time. Its zero value is ready for use.
type Checker struct {
	Ran    [numProperties]int64 // how often each property was checked
	Checks int64                // calls of the validator

	// Sample makes Every check one of several properties, chosen by the bytes of the file. An engine makes neighbours
	// of a file that are checked for the others.
	Sample bool

	// Seen is called with the report on each file at depth Full; may be nil.
	Seen func(*validator.Report)

	file    counted
	stream  bytes.Reader
	scratch []byte
	memory  meter
	zip     archiver
}

// counted counts the bytes that are read, possibly by several goroutines.
type counted struct {
	bytes.Reader
	n atomic.Int64
}

func (r *counted) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.Reader.ReadAt(p, off)
	r.n.Add(int64(n))
	return n, err
}

// ran counts a property.
func (c *Checker) ran(p Property) { c.Ran[p]++ }

func violation(p Property, format string, args ...any) error {
	return &Violation{p, fmt.Sprintf(format, args...)}
}

// options are those of every check, so that no finding is left out.
func options(depth validator.Depth) *validator.Options { return optionsByDepth[depth] }

var optionsByDepth = [validator.Full + 1]*validator.Options{
	validator.Header:    {Depth: validator.Header, MaxFindings: 1 << 20, Decompressors: decompress.Methods()},
	validator.Structure: {Depth: validator.Structure, MaxFindings: 1 << 20, Decompressors: decompress.Methods()},
	validator.Full:      {Depth: validator.Full, MaxFindings: 1 << 20, Decompressors: decompress.Methods()},
}

// check returns the report on a file, without excerpts: a stream has fewer of them, and a deeper check may
// have read more that it can show.
func (c *Checker) check(content []byte, opt *validator.Options) (*validator.Report, error) {
	c.Checks++
	c.file.Reset(content)
	c.file.n.Store(0)
	return plain(validator.Check(context.Background(), &c.file, int64(len(content)), opt))
}

func plain(report *validator.Report, err error) (*validator.Report, error) {
	if err != nil {
		return nil, err
	}
	for i := range report.Findings {
		report.Findings[i].Excerpt = validator.Excerpt{}
	}
	return report, nil
}

// same reports whether two reports are equal.
func same(a, b *validator.Report) bool {
	if len(a.Findings) != len(b.Findings) || !slices.Equal(a.Findings, b.Findings) {
		return false
	}
	return identical(a.Array, b.Array) && slices.EqualFunc(a.Arrays, b.Arrays, identical) && a.Format == b.Format && a.Incomplete == b.Incomplete &&
		(len(a.Members)+len(b.Members) == 0 || reflect.DeepEqual(a.Members, b.Members)) &&
		(len(a.Omitted)+len(b.Omitted) == 0 || reflect.DeepEqual(a.Omitted, b.Omitted)) &&
		slices.Equal(a.Imports, b.Imports) && a.ImportsOmitted == b.ImportsOmitted
}

func identical(a, b *validator.Array) bool {
	return sameArray(a, b) && (a == nil || a.Version == b.Version && a.DataOffset == b.DataOffset)
}

// sameArray reports whether two arrays are equal, wherever their data is stored, whatever the version.
func sameArray(a, b *validator.Array) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.Shape, b.Shape) && a.FortranOrder == b.FortranOrder && a.DataBytes == b.DataBytes && sameType(&a.DType, &b.DType)
}

func sameType(a, b *spec.DType) bool {
	if a.Kind != b.Kind || a.Order != b.Order || a.Struct != b.Struct || a.Unit != b.Unit || a.Multiple != b.Multiple ||
		a.Itemsize != b.Itemsize || len(a.Fields) != len(b.Fields) || (a.Base == nil) != (b.Base == nil) || !slices.Equal(a.Shape, b.Shape) {
		return false
	}
	for i := range a.Fields {
		x, y := &a.Fields[i], &b.Fields[i]
		if x.Name != y.Name || x.Title != y.Title || x.Titled != y.Titled || x.Padding != y.Padding || x.Offset != y.Offset || !sameType(&x.Type, &y.Type) {
			return false
		}
	}
	return a.Base == nil || sameType(a.Base, b.Base)
}

// show returns a report for a message.
func show(r *validator.Report) string {
	b, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// breaks reports whether a finding is by one of the rules.
func breaks(report *validator.Report, rules ...spec.ID) bool {
	for i := range report.Findings {
		if slices.Contains(rules, report.Findings[i].Rule) {
			return true
		}
	}
	return false
}

// conforms reports whether a report is on a conforming file of the format.
func conforms(report *validator.Report, format validator.Format) bool {
	return report.Format == format && report.Verdict() == validator.Conforming
}
