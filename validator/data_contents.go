package validator

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"math/bits"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
)

// tally is the first wrong value of a kind, and the number of such values.
type tally struct {
	at, n, count int64
	value        uint32
	excerpt      Excerpt // if the data can't be read again
}

func (f *tally) add(at, n int64, value uint32) {
	if f.count == 0 {
		f.at, f.n, f.value = at, n, value
	}
	f.count++
}

// scan goes through the data along the dtype. The number of its steps is bounded by the bytes that
// it reads, not by the shape.
type scan struct {
	ctx     context.Context
	r       *bufio.Reader
	at      int64 // offset in the file of the next byte
	err     error // io.EOF at the end of truncated data
	bools   tally
	points  tally
	padding tally

	once bool   // the data can't be read again
	row  []byte // what had been read of the current row
}

// values is a kind of value that can be wrong.
type values uint8

const (
	anyBytes values = iota // nothing can be wrong
	booleans
	points     // little-endian code points
	bigPoints  // big-endian ones
	zeroBytes  // padding
	structured // elements of a structured type
)

// plan says which values to check in data of a type. It stays small: an element has at most as many as the dtype has
// fields.
type plan struct {
	values  values
	size    int32    // of the type, at most spec.MaxItemsize
	element *element // if the values are structured
}

// element is an element of a structured type. Adjacent fields that are checked in the same way form one run.
type element struct {
	size int64
	runs []plan // one after the other
}

// planFor makes the plan for data of type t.
func planFor(t *spec.DType) plan {
	p := plan{size: int32(t.Itemsize)}
	for t.Base != nil {
		t = t.Base
	}
	switch {
	case t.Itemsize == 0:
	case t.Kind == 'b':
		p.values = booleans
	case t.Kind == 'U' && t.Order == '>':
		p.values = bigPoints
	case t.Kind == 'U' && t.Order != '=':
		p.values = points
	case t.Struct:
		runs := runsOf(t.Fields)
		if len(runs) == 1 && runs[0].values != structured {
			p.values = runs[0].values
		} else {
			p.values, p.element = structured, &element{t.Itemsize, runs}
		}
	}
	return p
}

func runsOf(fields []spec.Field) (runs []plan) {
	for i := range fields {
		f := &fields[i]
		if f.Type.Itemsize == 0 {
			continue
		}
		p := plan{values: zeroBytes, size: int32(f.Type.Itemsize)}
		if !f.Padding {
			p = planFor(&f.Type)
		}
		if last := len(runs) - 1; last >= 0 && p.values != structured && p.values == runs[last].values {
			runs[last].size += p.size
		} else {
			runs = append(runs, p)
		}
	}
	return runs
}

// data scans size bytes of data, which are whole elements.
func (s *scan) data(p plan, size int64) {
	if p.values != structured {
		s.chunks(p, size)
		return
	}
	for done := int64(0); done < size && s.err == nil; {
		n := s.elements(p, size-done)
		if n == 0 { // an element that is larger than the buffer, or cut off
			for _, run := range p.element.runs {
				s.data(run, int64(run.size))
			}
			n = p.element.size
		}
		done += n
	}
}

// elements checks as many whole elements of a structured type as are buffered, and returns the number of their bytes.
func (s *scan) elements(p plan, size int64) int64 {
	if s.ctx.Err() != nil {
		s.err = s.ctx.Err()
		return 0
	}
	b, _ := s.peek(size) // the error comes again with the bytes that are missing
	n := len(b) - int(int64(len(b))%p.element.size)
	if n > 0 {
		s.look(p, b[:n], s.at)
		s.pass(n)
	}
	return int64(n)
}

// look looks for wrong values in bytes at an offset.
func (s *scan) look(p plan, b []byte, at int64) {
	switch p.values {
	case booleans:
		s.boolean(b, at)
	case points:
		s.codePoints(b, at, false)
	case bigPoints:
		s.codePoints(b, at, true)
	case zeroBytes:
		s.zeros(b, at)
	case structured:
		for len(b) > 0 {
			for _, run := range p.element.runs {
				if run.values != anyBytes {
					s.look(run, b[:run.size], at)
				}
				b, at = b[run.size:], at+int64(run.size)
			}
		}
	}
}

// chunks checks size bytes of values, in pieces that don't split a value.
func (s *scan) chunks(p plan, size int64) {
	unit := 1
	if p.values == points || p.values == bigPoints {
		unit = 4
	}
	for size > 0 && s.err == nil {
		if size > 4096 && s.ctx.Err() != nil {
			s.err = s.ctx.Err()
			return
		}
		b, err := s.peek(size)
		n := len(b)
		if err == nil && n >= unit {
			n -= n % unit
		}
		s.look(p, b[:n-n%unit], s.at)
		s.pass(n)
		size -= int64(n)
		s.err = cmp.Or(s.err, err)
	}
}

// peek returns the part of the next size bytes that is buffered.
func (s *scan) peek(size int64) ([]byte, error) {
	return s.r.Peek(int(min(size, int64(s.r.Size()-block)))) // the rest is room for an excerpt
}

// pass skips n bytes that were checked.
func (s *scan) pass(n int) {
	if s.once {
		s.err = s.keepExcerpts()
		b, _ := s.r.Peek(n)
		s.keepRow(b)
	}
	s.r.Discard(n)
	s.at += int64(n)
}

// keepExcerpts keeps the bytes around wrong values while they are buffered, and may read a little ahead for that.
func (s *scan) keepExcerpts() (err error) {
	for _, f := range [...]*tally{&s.bools, &s.points, &s.padding} {
		if f.count == 0 || f.excerpt.Bytes != "" {
			continue
		}
		f.excerpt.Offset = f.at - f.at%excerptRow
		skip := f.excerpt.Offset - s.at
		b, ahead := s.r.Peek(int(skip + excerptRows*excerptRow))
		if ahead != io.EOF {
			err = cmp.Or(err, ahead)
		}
		if skip < 0 {
			f.excerpt.Bytes = string(s.row) + string(b)
		} else {
			f.excerpt.Bytes = string(b[skip:])
		}
	}
	return err
}

// keepRow keeps the last, possibly incomplete, row of the bytes that are about to be skipped.
func (s *scan) keepRow(b []byte) {
	if n := int64(len(b)); (s.at+n)%excerptRow <= n {
		b, s.row = b[n-(s.at+n)%excerptRow:], s.row[:0]
	}
	s.row = append(s.row, b...)
}

// block is the number of bytes that are checked at once while nothing is wrong with them.
const block = 64

// orWords returns the bits that are set in any of the 8 words of a block.
func orWords(b []byte) uint64 {
	b = b[:block]
	w := binary.LittleEndian
	return w.Uint64(b) | w.Uint64(b[8:]) | w.Uint64(b[16:]) | w.Uint64(b[24:]) |
		w.Uint64(b[32:]) | w.Uint64(b[40:]) | w.Uint64(b[48:]) | w.Uint64(b[56:])
}

func (s *scan) boolean(b []byte, at int64) {
	const wrong = 0xfefefefefefefefe
	for i := 0; i < len(b); {
		if len(b)-i >= block && orWords(b[i:])&wrong == 0 {
			i += block
			continue
		}
		for end := min(i+block, len(b)); i < end; i++ {
			if b[i] > 1 {
				s.bools.add(at+int64(i), 1, uint32(b[i]))
			}
		}
	}
}

func (s *scan) zeros(b []byte, at int64) {
	for i := 0; i < len(b); {
		if len(b)-i >= block && orWords(b[i:]) == 0 {
			i += block
			continue
		}
		for end := min(i+block, len(b)); i < end; i++ {
			if b[i] != 0 {
				s.padding.add(at+int64(i), 1, uint32(b[i]))
			}
		}
	}
}

// codePoints checks whole code points. A block in which all of them are below 0x8000 has neither
// surrogates nor anything too large.
func (s *scan) codePoints(b []byte, at int64, swapped bool) {
	small := uint64(0xffff8000_ffff8000) // the bits that aren't set in such a block, as little-endian words
	if swapped {
		small = bits.ReverseBytes64(small)
	}
	for i := 0; i+4 <= len(b); {
		if len(b)-i >= block && orWords(b[i:])&small == 0 {
			i += block
			continue
		}
		for end := min(i+block, len(b)); i+4 <= end; i += 4 {
			r := binary.LittleEndian.Uint32(b[i:])
			if swapped {
				r = bits.ReverseBytes32(r)
			}
			if r > utf8.MaxRune || r>>11 == 0xd800>>11 {
				s.points.add(at+int64(i), 4, r)
			}
		}
	}
}
