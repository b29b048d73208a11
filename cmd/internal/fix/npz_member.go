package fix

import (
	"bufio"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxHeaders is how long the headers before and after the repair may be together, in bytes: those of compressed members
// can be a thousand times as long as the archive.
const maxHeaders = 64 << 20

var errHeaders = errors.New("the headers of its members take too much memory")

// member is a member of the new archive.
type member struct {
	*validator.Member
	file *file
	name string // in the new archive

	size   uint64 // of its content as it was
	crc    uint32
	packed uint64 // bytes of its data, without what follows a deflate stream

	was *conversion // of the start of its content, if that is undone

	array *array
	*repair
}

// data returns the data of a member as it is stored.
func (m *member) data() *io.SectionReader {
	return io.NewSectionReader(m.file, m.Offset, m.Packed)
}

// content returns the content of a member as it was before it was converted.
func (m *member) content(ctx context.Context) (io.ReadCloser, error) {
	opened, err := m.Member.Open(m.file, checkOptions(""))
	if err != nil {
		return nil, err
	}
	r := io.LimitReader(within(ctx, opened), int64(m.size))
	if m.was != nil {
		if _, err := io.CopyN(io.Discard, r, m.was.n); err != nil {
			opened.Close()
			return nil, err
		}
		r = io.MultiReader(strings.NewReader(m.was.start), r)
	}
	return readCloser{r, opened}, nil
}

// isArray reports whether a member is an array that is understood.
func (m *member) isArray() bool { return m.Member.Array != nil || m.was != nil }

// length returns the number of bytes of the content.
func (m *member) length() int64 {
	if m.was != nil {
		return int64(m.size) - m.was.n + int64(len(m.was.start))
	}
	return int64(m.size)
}

type readCloser struct {
	io.Reader
	io.Closer
}

// fix plans what to do about the array in a member.
func (m *member) fix(is *validator.Array, findings []validator.Finding, opt Options) error {
	r, err := m.content(context.Background())
	if err != nil {
		return err
	}
	defer r.Close()
	m.array = &array{Array: is, end: m.length(), findings: findings, member: true}
	if m.array.DataOffset > m.length() {
		return fmt.Errorf("member %s ends inside its header", validator.Quote(m.Name))
	}
	m.array.head = make([]byte, m.array.DataOffset)
	if _, err := io.ReadFull(r, m.array.head); err != nil {
		return err
	}
	if m.repair, err = m.array.fix(m, opt); err != nil || m.header == nil || len(m.gone) == 0 && m.was == nil {
		return err
	}
	if _, err := m.array.law(m, m.repair, opt); err != nil { // this member stays, and others may be repaired
		for _, found := range m.gone {
			m.left = append(m.left, Left{Finding: found, Why: err.Error()})
		}
		m.header, m.gone, m.cut = nil, nil, 0
	}
	return nil
}

// ReadAt reads from the content, from its start on each time.
func (m *member) ReadAt(p []byte, off int64) (int, error) {
	r, err := m.content(context.Background())
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, off); err != nil {
		return 0, err
	}
	return io.ReadFull(r, p)
}

// stream reads n bytes of the content.
func (m *member) stream(at, n int64) (io.ReadCloser, error) {
	r, err := m.content(context.Background())
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, at); err != nil {
		r.Close()
		return nil, err
	}
	return readCloser{io.LimitReader(r, n), r}, nil
}

// repaired reports whether the content of a member is another than before.
func (m *member) repaired() bool { return m.repair != nil && m.repair.header != nil }

// method returns the compression method that the member gets: its own, if NumPy writes that.
func (m *member) newMethod() uint16 {
	if m.Stored {
		return zipwrite.Stored
	}
	return zipwrite.Deflated
}

// measurer measures members, one after the other.
type measurer struct {
	in      countingReader
	inflate io.ReadCloser
	buffer  []byte
}

// measure finds the size and the checksum of the content of a member, and where its data ends, once for a file.
func (s *measurer) measure(m *member) error {
	known, ok := m.file.measured[m.Member]
	if !ok {
		known.err = s.content(m)
		known.size, known.packed, known.crc = m.size, m.packed, m.crc
		m.file.measured[m.Member] = known
	}
	m.size, m.packed, m.crc = known.size, known.packed, known.crc
	return known.err
}

func (s *measurer) content(m *member) error {
	if m.Offset < 0 {
		return fmt.Errorf("member %s has no data", validator.Quote(m.Name))
	}
	if s.buffer == nil {
		s.in.r, s.buffer = bufio.NewReaderSize(nil, 32<<10), make([]byte, 32<<10)
		s.inflate = flate.NewReader(&s.in)
	}
	s.in.r.Reset(m.data())
	s.in.n = 0
	var r io.Reader = &s.in
	switch {
	case m.Stored && m.Size != m.Packed:
		return fmt.Errorf("member %s has two sizes", validator.Quote(m.Name))
	case m.Stored:
	case m.Method == zipwrite.Deflated:
		if err := s.inflate.(flate.Resetter).Reset(&s.in, nil); err != nil {
			return err
		}
		r = s.inflate
	default:
		opened, err := m.Member.Open(m.file, checkOptions(""))
		if err != nil {
			return err
		}
		defer opened.Close()
		r = io.LimitReader(opened, max(m.Size, 0)) // the validator has seen that it isn't longer
	}
	crc := crc32.NewIEEE()
	n, err := io.CopyBuffer(crc, r, s.buffer)
	if err != nil {
		return fmt.Errorf("member %s: %w", validator.Quote(m.Name), err)
	}
	if crc.Sum32() != m.CRC { // the validator reads no further than the size that the directory gives
		return fmt.Errorf("the checksum of member %s is not that of its content", validator.Quote(m.Name))
	}
	m.packed = uint64(m.Packed)
	if m.Method == zipwrite.Deflated {
		m.packed = uint64(s.in.n)
	}
	m.size, m.crc = uint64(n), crc.Sum32()
	return nil
}

// countingReader counts the bytes that are read one at a time, as package flate does.
type countingReader struct {
	r *bufio.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// fixConverted plans to write a member with the header that it was meant to have, if that can be proved as for a file: its
// checksum agrees, so that a writer made the fault. The findings are those in its content.
func (p *Plan) fixConverted(m *member, inside []validator.Finding, opt Options) (done bool, err error) {
	if !slices.ContainsFunc(inside, converted) {
		return false, nil
	}
	c, was, old, err := m.undo(context.Background())
	if c == nil || err != nil {
		return false, err
	}
	m.was = c
	findings := slices.Clone(was.Findings)
	for i := range findings {
		found := &findings[i]
		found.Base, found.Member, found.MemberName = validator.BaseContent, inside[0].Member, m.Name
	}
	opt.Level = spec.Note // the archive is written anyway
	if err := m.fix(was.Array, findings, opt); err != nil {
		return false, err
	}
	if m.header == nil {
		m.was, m.repair, m.array = nil, nil, nil
		return false, nil
	}
	if p.headers += len(old) + len(m.array.head) + len(m.header); p.headers > maxHeaders {
		return false, errHeaders
	}
	for _, found := range inside {
		if !slices.ContainsFunc(findings, func(f validator.Finding) bool { return f.Rule == found.Rule }) {
			p.Fixed = append(p.Fixed, found)
		}
	}
	p.Fixed, p.Left = append(p.Fixed, m.gone...), append(p.Left, m.left...)
	p.Headers = append(p.Headers, Header{MemberName: m.Name, Old: old, New: m.header})
	return true, nil
}

// undo returns what happened to the header of a member, a report about the content before that, and the header as it is.
// The conversion is nil if nothing is proved.
func (m *member) undo(ctx context.Context) (*conversion, *validator.Report, []byte, error) {
	r, err := m.content(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	defer r.Close()
	s, size, err := spooled(r, m.file.maxSpool)
	if err != nil {
		return nil, nil, nil, m.file.cause(ctx, err)
	}
	defer s.Close()
	f, err := read(ctx, Source{s, size, ""})
	if err != nil {
		return nil, nil, nil, err
	}
	c, ok := lengthOf(f)
	if !ok {
		c, ok = respelled(f)
	}
	if !ok {
		return nil, nil, nil, nil
	}
	was, err := c.try(ctx, f)
	if was == nil || err != nil || was.report.Format != validator.Npy || !c.proves(was.file) {
		return nil, nil, nil, err
	}
	old := make([]byte, was.report.Array.DataOffset-int64(len(c.start))+c.n)
	if _, err := f.ReadAt(old, 0); err != nil && err != io.EOF {
		return nil, nil, nil, err
	}
	return &c, was.report, old, nil
}
