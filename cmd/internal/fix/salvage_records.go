package fix

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/npycheck/npycheck/internal/second"
)

// maxRecords is the number of headers that are looked at.
const maxRecords = 1 << 20

// record is a header of a member, local or in the directory, and where it is.
type record struct {
	second.Record
	at int64
}

// records are the headers of an archive.
type records struct {
	ctx    context.Context
	src    Source
	budget int64 // bytes that may be read of headers, and to compute checksums

	locals    []int64
	directory []record
	complete  bool           // the directory has as many entries as the end record says
	named     map[string]int // the last entry of a name
	placed    map[uint64]int // the entry of a local header
	shift     int64          // what is missing before the directory, in bytes

	buffer []byte // bytes of the source
	from   int64  // where they begin
	filled int    // how many there are
}

// signatures finds the local headers and the directory of an archive.
func (s *records) signatures() error {
	var centrals []int64
	end := int64(-1)
	for at := int64(0); ; at++ {
		next, err := s.index("PK", at)
		if err != nil {
			return err
		}
		if at = next; at < 0 {
			break
		}
		var b [4]byte
		s.src.ReadAt(b[:], at)
		switch string(b[:]) {
		case second.LocalSignature:
			s.locals = append(s.locals, at)
		case second.CentralSignature:
			centrals = append(centrals, at)
		case second.EndSignature:
			end = at
		}
		if len(s.locals)+len(centrals) > maxRecords {
			return errors.New("it has too many headers")
		}
	}
	s.last(centrals)
	s.named, s.placed = map[string]int{}, map[uint64]int{}
	for i, r := range s.directory {
		s.named[r.Name], s.placed[r.Local] = i, i
	}
	if b, ok := s.bytes(end, second.EndLen); ok && len(s.directory) > 0 {
		e, _ := second.EndOf(b)
		s.complete, s.shift = e.Count == uint64(len(s.directory)), int64(e.Start)-s.directory[0].at
	}
	return nil
}

// last keeps the last entries that follow each other: the directory, unless the archive is cut before it.
func (s *records) last(centrals []int64) {
	for _, at := range centrals {
		r, ok := s.record(at, second.CentralLen)
		if !ok {
			continue
		}
		if n := len(s.directory); n > 0 && s.directory[n-1].at+int64(s.directory[n-1].Len) != at {
			s.directory = s.directory[:0]
		}
		s.directory = append(s.directory, r)
	}
}

// index returns where a text begins for the first time at or after an offset, or -1.
func (s *records) index(text string, at int64) (int64, error) {
	if s.buffer == nil {
		s.buffer = make([]byte, 256<<10)
	}
	for at < s.src.Size {
		if at < s.from || at+int64(len(text)) > s.from+int64(s.filled) {
			if s.ctx.Err() != nil {
				return 0, s.ctx.Err()
			}
			n, err := s.src.ReadAt(s.buffer, at)
			if err != nil && err != io.EOF {
				return 0, err
			}
			s.from, s.filled = at, n
		}
		b := s.buffer[at-s.from : s.filled]
		if i := bytes.Index(b, []byte(text)); i >= 0 {
			return at + int64(i), nil
		}
		if len(b) < len(text) || s.from+int64(s.filled) >= s.src.Size {
			break
		}
		at = s.from + int64(s.filled) - int64(len(text)) + 1
	}
	return -1, nil
}

// record reads the header of a member at an offset, which has fixed fields of a length.
func (s *records) record(at, fixed int64) (record, bool) {
	b, ok := s.bytes(at, fixed)
	if !ok {
		return record{}, false
	}
	r, ok := second.RecordOf(b)
	if !ok {
		return record{}, false
	}
	if b, ok = s.bytes(at, int64(r.Len-r.Comment)); !ok {
		return record{}, false
	}
	r, _ = second.RecordOf(b)
	r.Widen()
	return record{r, at}, r.Name != ""
}

// bytes reads n bytes at an offset.
func (s *records) bytes(at, n int64) ([]byte, bool) {
	if s.budget -= n; at < 0 || at > s.src.Size-n || s.budget < 0 || s.ctx.Err() != nil {
		return nil, false
	}
	b := make([]byte, n)
	got, _ := s.src.ReadAt(b, at)
	return b, int64(got) == n
}

// entry returns what the directory says about the member whose local header is at an offset: where it has one, or else
// under its name.
func (s *records) entry(at int64, name string) *record {
	i, ok := s.placed[uint64(at)]
	if !ok {
		i, ok = s.named[name]
	}
	if !ok {
		return nil
	}
	return &s.directory[i]
}
