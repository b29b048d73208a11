package inspect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Options says what is read of each array.
type Options struct {
	Head  int  // the number of first values
	Stats bool // statistics over all values
	Depth int  // how many levels of the collections among Python objects are opened
}

// File is what is known of a file. Values are read when they are asked for, one array after another.
type File struct {
	Context context.Context
	Options Options
	Path    string
	Source  Source // nil if it could not be opened
	*validator.Report
	Trees *Trees // nil if none are wanted
	Err   error  // why it could not be read to its end

	doubts  map[Place][]*validator.Finding
	overlap bool // members share bytes, so that reading them all may take forever
	expands bool // members that are not deflated may take as long
}

// Source is an opened file.
type Source interface {
	io.ReaderAt
	Size() int64
	Check(ctx context.Context, opt *validator.Options) (*validator.Report, error)
}

var errInterrupted = errors.New("interrupted")

// Check checks the structure of the file, and calls trace, unless it is nil, for its regions. If statistics are wanted,
// it then checks the whole file: what they are made of may be damaged. It sets Report, Trees and Err.
func (f *File) Check(trace func(validator.Region)) {
	f.Err = f.check(trace)
}

func options() *validator.Options {
	return &validator.Options{Depth: validator.Structure, Decompressors: decompress.Methods()}
}

func (f *File) check(trace func(validator.Region)) (err error) {
	opt := options()
	opt.Trace = trace
	if f.Options.Depth > 0 {
		f.Trees = NewTrees(f.Options.Depth, maxInFile)
		opt.Opcodes = f.Trees.Opcodes
	}
	f.Report, err = f.Source.Check(f.Context, opt)
	if err == nil {
		f.overlap = f.Omitted[spec.ZipOverlap] > 0 || slices.ContainsFunc(f.Findings, func(found validator.Finding) bool { return found.Rule == spec.ZipOverlap })
		if f.Options.Stats { // after the question for overlaps, which may follow from what only a full check finds
			opt.Depth, opt.Trace, opt.Opcodes = validator.Full, nil, nil
			f.Report, err = f.Source.Check(f.Context, opt)
		}
	}
	if err != nil {
		if f.Context.Err() != nil {
			return errInterrupted
		}
		return err
	}
	f.doubts = doubts(f.Report)
	f.expands = f.expansion() > float64(validator.MaxExpansion(f.Source.Size()))
	if f.Incomplete != "" {
		return errors.New(f.Incomplete)
	}
	return nil
}

// expansion returns the unpacked size of the members that are neither stored nor deflated.
func (f *File) expansion() (n float64) {
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

// FirstError returns the first finding that makes the file nonconforming, else the first other error, or nil.
func (f *File) FirstError() (other *validator.Finding) {
	for i := range f.Findings {
		switch found := &f.Findings[i]; {
		case found.Severity() != spec.Error:
		case found.Kind() == spec.Conformance:
			return found
		case other == nil:
			other = found
		}
	}
	return other
}

// Doubts returns the findings that leave the values of an array in doubt, in their order.
func (f *File) Doubts(p Place) []*validator.Finding { return f.doubts[p] }

// Tree returns what is in the Python objects of one of the arrays that follow each other, or nil.
func (f *File) Tree(i int) *Tree {
	if i > 0 {
		i++ // findings about the first one have no number
	}
	return f.Trees.Get(validator.NoMember, i)
}

// Values are the values that are shown of an array.
type Values struct {
	Stats *Stats // nil if there are none
	Head  []Value
	More  int64  // elements after those of Head
	Note  string // why some of them are missing, or may be
}

// Values reads the values to show of an array: that of the file, or of a member.
func (f *File) Values(a *validator.Array, m *validator.Member) (v Values) {
	if a == nil || !f.Options.Stats && f.Options.Head == 0 {
		return v
	}
	if v.Note = f.Unread(a, m); v.Note != "" {
		return v
	}
	count := Count(a)
	if f.Options.Head > 0 {
		v.Note = f.read(a, m, func(r io.Reader) (err error) {
			v.Head, err = Head(&a.DType, r, count, f.Options.Head)
			return err
		})
		v.More = count - int64(len(v.Head))
	}
	if f.Options.Stats && Numeric(&a.DType) && f.Context.Err() == nil {
		v.Note = f.read(a, m, func(r io.Reader) (err error) {
			v.Stats, err = gather(&a.DType, r, count)
			return err
		})
		if f.Context.Err() != nil {
			v.Stats = nil // statistics of some of the values would look like those of all
		}
		if v.Note == "" && v.Stats != nil && v.Stats.Count < count {
			v.Note = fmt.Sprintf("the data ends after %d of %s", v.Stats.Count, text.Count(count, "element"))
		}
		if v.Note == "" && v.Stats != nil && v.Stats.Subnormal {
			v.Note = "all values are subnormal: another byte order?"
		}
		if v.Note == "" && v.Stats != nil && v.Stats.ZeroTail >= sector && v.Stats.ZeroTail < count*a.DType.Itemsize {
			v.Note = fmt.Sprintf("the last %d bytes are zero", v.Stats.ZeroTail)
		}
	}
	return v
}

// Unread says why the values of an array aren't read, or nothing.
func (f *File) Unread(a *validator.Array, m *validator.Member) string {
	switch {
	case a.DType.HasObject():
		return "the elements are Python objects, which are not unpickled"
	case Count(a) < 0:
		return "the number of elements is not known"
	case f.converted(m):
		return "line endings were converted, so that the values are shifted; npycheck fix may restore them"
	case m != nil && f.overlap:
		return "members overlap, so their data is not read"
	case m != nil && f.expands && mayExpand(m):
		return fmt.Sprintf("the archive expands to more than %d bytes, so these are not read", validator.MaxExpansion(f.Source.Size()))
	}
	return ""
}

// converted reports whether line endings of the file, or of a member, were converted.
func (f *File) converted(m *validator.Member) bool {
	for found := range Doubts(f.Report) {
		if found.Rule == spec.HeaderNewlinesConverted && (m == nil) == (found.Member == validator.NoMember) && (m == nil || found.MemberName == m.Name) {
			return true
		}
	}
	return false
}

// sector is the smallest unit that a disk writes, in bytes. What was never written, as after a crash, reads as zeros.
const sector = 512

// read passes the data of an array to do. If it can't be read, that is the fault of the file, unless the system
// says so.
func (f *File) read(a *validator.Array, m *validator.Member, do func(io.Reader) error) (note string) {
	err := f.data(a, m, do)
	switch {
	case err == nil:
		return ""
	case f.Context.Err() != nil:
		f.Err = errInterrupted
		return f.Err.Error()
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		f.Err = err
	}
	return text.Error(err)
}

// data passes the data of an array to do.
func (f *File) data(a *validator.Array, m *validator.Member, do func(io.Reader) error) error {
	if m == nil {
		return do(disk.NewContextReader(f.Context, io.NewSectionReader(f.Source, a.DataOffset, math.MaxInt64-a.DataOffset)))
	}
	content, err := m.Open(f.Source, options())
	if err != nil {
		return err
	}
	defer content.Close()
	r := disk.NewContextReader(f.Context, content)
	if _, err := io.CopyN(io.Discard, r, a.DataOffset); err != nil {
		return err
	}
	return do(r)
}

// Count returns the number of elements that the header of an array promises, or -1 if that is absurd.
func Count(a *validator.Array) int64 {
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

// AppendIndex appends the index of the nth element of an array, in the order of the file.
func AppendIndex(dst []byte, a *validator.Array, n int64) []byte {
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

// maxUnpacked is how much of a compressed member Data unpacks in memory, in bytes.
const maxUnpacked = 128 << 20

// Data returns the content of the file, or of a member, to be read from any place. A compressed member is unpacked in
// memory, as far as maxUnpacked. It returns an error for what isn't read: objects, and archives that expand without
// bound.
func (f *File) Data(a *validator.Array, m *validator.Member) (io.ReaderAt, error) {
	if a == nil {
		return nil, errors.New("there is no array that can be understood")
	}
	if why := f.Unread(a, m); why != "" {
		return nil, errors.New(why)
	}
	switch {
	case m == nil:
		return f.Source, nil
	case m.Offset < 0:
		return nil, errors.New("the member has no data")
	case m.Stored:
		return io.NewSectionReader(f.Source, m.Offset, m.Packed), nil
	}
	content, err := m.Open(f.Source, options())
	if err != nil {
		return nil, err
	}
	defer content.Close()
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(disk.NewContextReader(f.Context, content), maxUnpacked+1))
	switch {
	case n > maxUnpacked:
		return nil, fmt.Errorf("the member is compressed and has more than %d bytes, so only its beginning could be shown", maxUnpacked)
	case err != nil && n == 0:
		return nil, err
	}
	return bytes.NewReader(b.Bytes()), nil
}

// Place is an array of a file: of a member, by its index, or of the file itself, by its index among arrays that follow
// each other. An archive itself has the place of the first array of a file.
type Place struct {
	Member int `json:"member"` // validator.NoMember for none
	Array  int `json:"array"`
}

// PlaceOf returns the array that a finding is about.
func PlaceOf(found *validator.Finding) Place { return Place{found.Member, max(found.Array-1, 0)} }

// Doubts returns the findings that leave open what the values of an array are, or which arrays an archive has. Those
// that follow from others say which arrays these harm.
func Doubts(r *validator.Report) iter.Seq[*validator.Finding] {
	return func(yield func(*validator.Finding) bool) {
		for _, list := range [][]validator.Finding{r.Findings, r.Followed} {
			for i := range list {
				if doubtful(list[i].Rule) && !yield(&list[i]) {
					return
				}
			}
		}
	}
}

func doubtful(rule spec.ID) bool {
	switch rule {
	case spec.HeaderFinalNewline, spec.DataTrailing, spec.ZipSize, spec.ZipEndRecordMismatch:
		return true
	}
	return rule.Rule().Fix.Doubt
}

// maxDoubts is the number of doubts that are kept of an array.
const maxDoubts = 20

func doubts(r *validator.Report) map[Place][]*validator.Finding {
	all := make(map[Place][]*validator.Finding)
	for found := range Doubts(r) {
		if p := PlaceOf(found); len(all[p]) < maxDoubts {
			all[p] = append(all[p], found)
		}
	}
	return all
}

// DoubtText returns a doubt in words.
func DoubtText(found *validator.Finding) string {
	return fmt.Sprintf("may be wrong: %s [%s]", found.Message, found.Rule)
}

// Compression says how a member is compressed.
func Compression(m *validator.Member) string {
	switch {
	case m.Stored:
		return "stored"
	case m.Method == 8:
		return "deflated"
	}
	return fmt.Sprintf("method %d", m.Method)
}

// DataAt returns where in the archive the data of an array is, if it can be mapped: that of a stored member. Objects
// can't be.
func DataAt(m *validator.Member) (at int64, ok bool) {
	if !m.Stored || m.Offset < 0 || m.Array == nil || m.Array.DType.HasObject() {
		return 0, false
	}
	return m.Offset + m.Array.DataOffset, true
}

// maxAlignment is the alignment in bytes that NumPy gives to the data of an array. More is chance.
const maxAlignment = 64

// Alignment returns the alignment in bytes of an offset in a file.
func Alignment(at int64) int64 { return min(at&-at, maxAlignment) }

// AlignmentText describes the alignment of an offset in a file.
func AlignmentText(at int64) string {
	if at%2 != 0 {
		return "not aligned"
	}
	return fmt.Sprintf("aligned to %d bytes", Alignment(at))
}

// Ratio returns how many times as large a member is as its compressed data, or 0 for one without any.
func Ratio(m *validator.Member) float64 {
	if m.Packed <= 0 {
		return 0
	}
	return math.Round(float64(m.Size)/float64(m.Packed)*100) / 100
}
