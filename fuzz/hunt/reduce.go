package hunt

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"hash/crc32"
	"math"
	"regexp"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/internal/shrink"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// reducer makes the file of a failure simpler and smaller.
type reducer struct {
	*asker
	known func(*Signature) bool // reports whether another finding explains a failure
	end   time.Time             // of the run; zero if it has none
}

// How often a reader is asked to make one file smaller, and for how long. A slow reader is asked a few times anyway.
const (
	shrinkTries = 500
	shrinkTime  = 5 * time.Second
	shrinkGrace = 3 * time.Second // after the end of the run
	shrinkLeast = 8
)

// shrink makes the file of a failure smaller as long as the reader fails in the same way.
func (r *reducer) shrink(ctx context.Context, f *failure) (*failure, error) {
	deadline := time.Now().Add(3 * shrinkTime)
	if end := r.end.Add(shrinkGrace); !r.end.IsZero() && end.Before(deadline) {
		deadline = end
	}
	limit, done := r.hurry()
	last, files, err := r.smaller(ctx, f, deadline)
	done()
	if limit == 0 || err != nil || f.answer.Outcome != conformance.OutcomeHang {
		return last, err
	}
	// Each of these hangs takes a little more than the reader's time limit.
	ctx, cancel := context.WithDeadline(ctx, deadline.Add(4*r.reader.full()))
	defer cancel()
	best, err := r.longest(ctx, f, files)
	if ctx.Err() != nil {
		err = nil // what there is counts
	}
	return best, err
}

// smaller returns the failure at the smallest file in which the reader fails in the same way, f if there is none, and
// files on the way to it that get smaller and smaller.
func (r *reducer) smaller(ctx context.Context, f *failure, deadline time.Time) (last *failure, files [][]byte, err error) {
	last = f
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	begin, tries := time.Now(), 0
	shrink.File(ctx, f.file, f.format, shrinkTries, func(content []byte) bool {
		// The time of one answer says little about the next: starting a process takes longer.
		late := tries >= shrinkLeast && time.Since(begin) > shrinkTime
		if err != nil || late || ctx.Err() != nil {
			return false
		}
		tries++
		g, failed := r.same(ctx, f, content)
		if err = failed; g == nil {
			return false
		}
		last, files = g, thinned(append(files, content))
		return true
	})
	if ctx.Err() != nil {
		err = nil // what there is counts
	}
	return last, files, err
}

// maxTrail bounds the bytes of the files that get smaller and smaller.
const maxTrail = 8 << 20

// thinned returns the files, or every second one with the last if they are too many bytes.
func thinned(files [][]byte) [][]byte {
	size := 0
	for _, file := range files {
		size += len(file)
	}
	if size <= maxTrail {
		return files
	}
	var some [][]byte
	for i := (len(files) - 1) % 2; i < len(files); i += 2 {
		some = append(some, files[i])
	}
	return some
}

// plain returns the failure at the same array with the header that NumPy writes, or nil if the reader behaves
// differently there: then the unusual header matters.
func (r *reducer) plain(ctx context.Context, f *failure) (*failure, error) {
	content := canonical(f)
	if content == nil {
		return nil, nil
	}
	e, err := r.expect(ctx, content, f.format)
	if err != nil || e == nil {
		return nil, err
	}
	if f.answer.Outcome != conformance.OutcomeHang {
		_, done := r.hurry() // another failure wouldn't count
		defer done()
	}
	return r.alike(ctx, f, e)
}

// canonical returns the array of a file with the header that NumPy writes, nil if it has none.
func canonical(f *failure) []byte {
	a := f.expected.Report.Array
	if a == nil || a.DType.HasObject() || a.DataOffset < 0 || a.DataBytes < 0 ||
		a.DataOffset > int64(len(f.file)) || a.DataBytes > int64(len(f.file))-a.DataOffset {
		return nil
	}
	header, err := spec.Header{DType: a.DType, FortranOrder: a.FortranOrder, Shape: a.Shape}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		return nil
	}
	return append(header, f.file[a.DataOffset:][:a.DataBytes]...)
}

// alike returns the failure at another file, nil if the reader doesn't fail there or in another way.
func (r *reducer) alike(ctx context.Context, f *failure, e *conformance.Expectation) (*failure, error) {
	g, _, err := r.repeat(ctx, f, e)
	if err != nil {
		return nil, err
	}
	if g == nil || g.signature.Cell != f.signature.Cell || g.signature.Message != f.signature.Message {
		return nil, nil
	}
	if !containsAll(f.signature.Traits, g.signature.Traits) {
		return nil, nil // a small file that is unusual in another way would be another finding
	}
	return g, nil
}

// same is alike for a file of which the same is required, and which no known failure explains.
func (r *reducer) same(ctx context.Context, f *failure, content []byte) (*failure, error) {
	e, err := r.expect(ctx, content, f.format)
	if err != nil || e == nil {
		return nil, err
	}
	if f.signature.Duty != "" && e.Duty != f.expected.Duty || !faulty(f.expected.Report) && faulty(e.Report) {
		return nil, nil
	}
	g, err := r.alike(ctx, f, e)
	if err != nil || g == nil {
		return nil, err
	}
	if r.known(&g.signature) {
		return nil, nil
	}
	return g, nil
}

// caused returns the failure at a file with only the claim for which the reader takes all memory or all time, or nil
// if the claim isn't the cause.
func (r *reducer) caused(ctx context.Context, f *failure) (*failure, error) {
	switch f.signature.Cell {
	case conformance.CellHang, conformance.CellOutOfMemory:
	default:
		return nil, nil
	}
	for _, c := range claims {
		honest := c.without(f.file)
		if honest == nil || r.writer != nil {
			continue
		}
		e, err := r.expect(ctx, honest, f.format)
		if err != nil {
			return nil, err
		}
		if e == nil {
			continue
		}
		if g, _, err := r.repeat(ctx, f, e); err != nil {
			return nil, err
		} else if g != nil && g.signature.Cell == f.signature.Cell {
			continue // for something else in the file
		}
		if e, err = r.expect(ctx, inFormat(c.file, f.format), f.format); err != nil {
			return nil, err
		}
		if g, err := r.alike(ctx, f, e); g != nil || err != nil {
			return g, err
		}
	}
	return nil, nil
}

// longest returns one of the files that get smaller and smaller in which the reader hangs when it has all its time,
// or f if there is none. It tries the last, and then halves what is left: where one of them no longer hangs, those
// after it rarely do.
func (r *reducer) longest(ctx context.Context, f *failure, smaller [][]byte) (*failure, error) {
	for n := len(smaller); n > 0 && ctx.Err() == nil; n /= 2 {
		g, err := r.same(ctx, f, smaller[n-1])
		if err != nil || g != nil {
			return cmp.Or(g, f), err
		}
	}
	return f, nil
}

// A claim is a size that a file states, for which a reader that believes it takes all memory or all time. That
// reader does so with many files, whatever else is wrong with them.
type claim struct {
	file    []byte                   // an array with nothing wrong but the claim
	without func(file []byte) []byte // the file with a claim that is true, nil if it claims nothing
}

// claims are claims that a reader can meet before it checks anything else.
var claims = []claim{
	{append([]byte(spec.Magic), 2, 0, 0xff, 0xff, 0xff, 0x7f), shortHeader},
	{largeArray(), smallNumbers},
}

// largeArray returns the header of an array of 16 GiB with a dimension that fits a 32-bit integer.
func largeArray() []byte {
	header, err := spec.Header{DType: spec.DType{Kind: 'f', Itemsize: 8, Order: '<'}, Shape: []int64{math.MaxInt32}}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		panic(err) // nothing in it depends on anything
	}
	return header
}

// shortHeader makes the length of the header short: the one of the file, whatever its magic is, and the one after the
// first magic, as in a member of an archive.
func shortHeader(file []byte) (short []byte) {
	for _, at := range []int{0, max(0, bytes.Index(file, []byte(spec.Magic)))} {
		if len(file) < at+12 || file[at+6] < 2 || int64(binary.LittleEndian.Uint32(file[at+8:])) <= int64(len(file)) {
			continue
		}
		if short == nil {
			short = bytes.Clone(file)
		}
		clear(short[at+8 : at+12])
	}
	return short
}

var large = regexp.MustCompile(`[0-9]{3,}`)

// smallNumbers makes sizes and dimensions in headers small.
func smallNumbers(file []byte) []byte {
	if !large.Match(file) {
		return nil
	}
	return large.ReplaceAllFunc(file, func(digits []byte) []byte {
		return append([]byte("1"), bytes.Repeat([]byte(" "), len(digits)-1)...)
	})
}

// inFormat returns an array as a file of the format.
func inFormat(array []byte, format validator.Format) []byte {
	if format != validator.Npz {
		return array
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	size := uint64(len(array))
	member, err := z.CreateRaw(&zip.FileHeader{Name: "a.npy", CRC32: crc32.ChecksumIEEE(array), CompressedSize64: size, UncompressedSize64: size})
	if err == nil {
		if _, err = member.Write(array); err == nil {
			err = z.Close()
		}
	}
	if err != nil {
		panic(err) // writing to a buffer can't fail
	}
	return out.Bytes()
}
