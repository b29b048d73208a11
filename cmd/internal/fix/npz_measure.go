package fix

import (
	"bufio"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/validator"
)

// scale measures members, one after the other.
type scale struct {
	in      countingReader
	inflate io.ReadCloser
	buffer  []byte
}

// measure finds the size and the checksum of the content of a member, and where its data ends, once for a file.
func (s *scale) measure(m *member) error {
	known, ok := m.file.measured[m.Member]
	if !ok {
		known.err = s.content(m)
		known.size, known.packed, known.crc = m.size, m.packed, m.crc
		m.file.measured[m.Member] = known
	}
	m.size, m.packed, m.crc = known.size, known.packed, known.crc
	return known.err
}

func (s *scale) content(m *member) error {
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
