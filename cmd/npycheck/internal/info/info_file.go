package info

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/contextio"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/objects"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/internal/report"
	"github.com/npycheck/npycheck/internal/values"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// infoFile is what info shows of a file. Values are read when a format asks for them, one array after another.
type infoFile struct {
	ctx   context.Context
	flags *infoFlags
	path  string
	file  arrayFile // nil if it could not be opened
	*validator.Report
	trees *objects.Trees // nil if none are wanted
	err   error          // why it could not be read to its end

	overlap bool // members share bytes, so that reading them all may take forever
	expands bool // members that are not deflated may take as long
}

// arrayFile is an opened file.
type arrayFile interface {
	files.Source
	io.ReaderAt
	Size() int64
}

var errInterrupted = errors.New("interrupted")

var infoOptions = validator.Options{Depth: validator.Structure, Decompressors: decompress.Methods()}

func (f *infoFile) check() (err error) {
	ctx := f.ctx
	if f.flags.depth > 0 {
		f.trees = objects.New(f.flags.depth, objects.MaxInFile)
		ctx = f.trees.Within(ctx)
	}
	if f.Report, err = f.file.Check(ctx, &infoOptions); err != nil {
		if f.ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	f.overlap = f.Omitted[spec.ZipOverlap] > 0 || slices.ContainsFunc(f.Findings, func(found validator.Finding) bool { return found.Rule == spec.ZipOverlap })
	f.expands = f.expansion() > float64(validator.MaxExpansion(f.file.Size()))
	if f.Incomplete != "" {
		return errors.New(f.Incomplete)
	}
	return nil
}

// expansion returns the unpacked size of the members that are neither stored nor deflated.
func (f *infoFile) expansion() (n float64) {
	for i := range f.Members {
		if m := &f.Members[i]; mayExpand(m) {
			size := m.Size
			if a := m.Array; a != nil { // its bytes are read as far as they go, whatever the directory says
				size = max(size, a.DataBytes)
			}
			n += float64(size)
		}
	}
	return n
}

// mayExpand reports whether a few bytes of a member can expand without bound.
func mayExpand(m *validator.Member) bool { return !m.Stored && m.Method != 8 }

// firstError returns the first finding that makes the file nonconforming, or nil.
func (f *infoFile) firstError() *validator.Finding {
	for i := range f.Findings {
		if found := &f.Findings[i]; found.Severity() == spec.Error && found.Kind() == spec.Conformance {
			return found
		}
	}
	return nil
}

// tree returns what is in the Python objects of one of the arrays that follow each other, or nil.
func (f *infoFile) tree(i int) *objects.Tree {
	if i > 0 {
		i++ // findings about the first one have no number
	}
	return f.trees.Get(validator.NoMember, i)
}

// infoValues are the values that are shown of an array.
type infoValues struct {
	stats *values.Stats // nil if there are none
	head  []values.Value
	more  int64  // elements after those of head
	note  string // why some of them are missing, or may be
}

// values reads the values to show of an array: that of the file, or of a member.
func (f *infoFile) values(a *validator.Array, m *validator.Member) (v infoValues) {
	if a == nil || !f.flags.stats && f.flags.head == 0 {
		return v
	}
	count := elementCount(a)
	switch {
	case a.DType.HasObject():
		v.note = "the elements are Python objects, which are not unpickled"
		return v
	case count < 0:
		v.note = "the number of elements is not known"
		return v
	case m != nil && f.overlap:
		v.note = "members overlap, so their data is not read"
		return v
	case m != nil && f.expands && mayExpand(m):
		v.note = fmt.Sprintf("the archive expands to more than %d bytes, so these are not read", validator.MaxExpansion(f.file.Size()))
		return v
	}
	if f.flags.head > 0 {
		v.note = f.read(a, m, func(r io.Reader) (err error) {
			v.head, err = values.Head(&a.DType, r, count, f.flags.head)
			return err
		})
		v.more = count - int64(len(v.head))
	}
	if f.flags.stats && values.Numeric(&a.DType) && f.ctx.Err() == nil {
		v.note = f.read(a, m, func(r io.Reader) (err error) {
			v.stats, err = values.Gather(&a.DType, r, count)
			return err
		})
		if f.ctx.Err() != nil {
			v.stats = nil // statistics of some of the values would look like those of all
		}
		if v.note == "" && v.stats != nil && v.stats.Count < count {
			v.note = fmt.Sprintf("the data ends after %d of %s", v.stats.Count, plural.Count(count, "element"))
		}
		if v.note == "" && v.stats != nil && v.stats.ZeroTail >= sector && v.stats.ZeroTail < count*a.DType.Itemsize {
			v.note = fmt.Sprintf("the last %d bytes are zero", v.stats.ZeroTail)
		}
	}
	return v
}

// sector is the smallest unit that a disk writes, in bytes. What was never written, as after a crash, reads as zeros.
const sector = 512

// read passes the data of an array to do. If it can't be read, that is the fault of the file, unless the system
// says so.
func (f *infoFile) read(a *validator.Array, m *validator.Member, do func(io.Reader) error) (note string) {
	err := func() error {
		if m == nil {
			return do(contextio.NewReader(f.ctx, io.NewSectionReader(f.file, a.DataOffset, math.MaxInt64-a.DataOffset)))
		}
		content, err := m.Open(f.file, &infoOptions)
		if err != nil {
			return err
		}
		defer content.Close()
		r := contextio.NewReader(f.ctx, content)
		if _, err := io.CopyN(io.Discard, r, a.DataOffset); err != nil {
			return err
		}
		return do(r)
	}()
	switch {
	case err == nil:
		return ""
	case f.ctx.Err() != nil:
		f.err = errInterrupted
		return f.err.Error()
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		f.err = err
	}
	return report.ErrorText(err)
}

// elementCount returns the number of elements that the header of an array promises, or -1 if that is absurd.
func elementCount(a *validator.Array) int64 {
	if slices.Contains(a.Shape, 0) {
		return 0
	}
	count := uint64(1)
	for _, d := range a.Shape {
		high, low := bits.Mul64(count, uint64(d))
		if d < 0 || high != 0 || low > math.MaxInt64 {
			return -1
		}
		count = low
	}
	if high, low := bits.Mul64(count, uint64(a.DType.Itemsize)); high != 0 || low > math.MaxInt64 {
		return -1
	}
	return int64(count)
}

// elementIndex appends the index of the nth element of an array, in the order of the file.
func elementIndex(dst []byte, a *validator.Array, n int64) []byte {
	index := make([]int64, len(a.Shape))
	for i := range index {
		at := len(index) - 1 - i
		if a.FortranOrder {
			at = i
		}
		index[at], n = n%a.Shape[at], n/a.Shape[at]
	}
	dst = append(dst, '[')
	for i, at := range index {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = fmt.Append(dst, at)
	}
	return append(dst, ']')
}

// compression says how a member is compressed.
func compression(m *validator.Member) string {
	switch {
	case m.Stored:
		return "stored"
	case m.Method == 8:
		return "deflated"
	}
	return fmt.Sprintf("method %d", m.Method)
}

// dataAt returns where in the archive the data of an array is, if it can be mapped: that of a stored member. Objects
// can't be.
func dataAt(m *validator.Member) (at int64, ok bool) {
	if !m.Stored || m.Offset < 0 || m.Array == nil || m.Array.DType.HasObject() {
		return 0, false
	}
	return m.Offset + m.Array.DataOffset, true
}

// maxAlignment is the alignment in bytes that NumPy gives to the data of an array. More is chance.
const maxAlignment = 64

// alignment returns the alignment in bytes of an offset in a file.
func alignment(at int64) int64 { return min(at&-at, maxAlignment) }

// alignmentText describes the alignment of an offset in a file.
func alignmentText(at int64) string {
	if at%2 != 0 {
		return "not aligned"
	}
	return fmt.Sprintf("aligned to %d bytes", alignment(at))
}

// ratio returns how many times as large a member is as its compressed data, or 0 for one without any.
func ratio(m *validator.Member) float64 {
	if m.Packed <= 0 {
		return 0
	}
	return math.Round(float64(m.Size)/float64(m.Packed)*100) / 100
}
