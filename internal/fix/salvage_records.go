package fix

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// The records of an archive that are looked for.
const (
	localSignature      = "PK\x03\x04"
	centralSignature    = "PK\x01\x02"
	descriptorSignature = "PK\x07\x08"
	endSignature        = "PK\x05\x06"

	localLen   = 30
	centralLen = 46
	endLen     = 22
)

// maxRecords is the number of headers that are looked at.
const maxRecords = 1 << 20

// record is what a header, local or in the directory, says about a member.
type record struct {
	at           int64 // of the record
	name         string
	flags        uint16
	method       uint16
	crc          uint32
	packed, size uint64
	local        uint64 // where the directory has the local header
	length       int64  // of the record
}

// The flags of a member.
const (
	flagStreamed = 1 << 3
	flagUTF8     = 1 << 11
)

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
		case localSignature:
			s.locals = append(s.locals, at)
		case centralSignature:
			centrals = append(centrals, at)
		case endSignature:
			end = at
		}
		if len(s.locals)+len(centrals) > maxRecords {
			return errors.New("it has too many headers")
		}
	}
	s.last(centrals)
	s.named, s.placed = map[string]int{}, map[uint64]int{}
	for i, r := range s.directory {
		s.named[r.name], s.placed[r.local] = i, i
	}
	if b, ok := s.bytes(end, endLen); ok && len(s.directory) > 0 {
		s.complete = int(binary.LittleEndian.Uint16(b[10:])) == len(s.directory)
		s.shift = int64(binary.LittleEndian.Uint32(b[16:])) - s.directory[0].at
	}
	return nil
}

// last keeps the last entries that follow each other: the directory, unless the archive is cut before it.
func (s *records) last(centrals []int64) {
	for _, at := range centrals {
		r, ok := s.central(at)
		if !ok {
			continue
		}
		if n := len(s.directory); n > 0 && s.directory[n-1].at+s.directory[n-1].length != at {
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

// local reads the local header at an offset.
func (s *records) local(at int64) (record, bool) {
	b, ok := s.bytes(at, localLen)
	if !ok {
		return record{}, false
	}
	le := binary.LittleEndian
	r := record{at: at, flags: le.Uint16(b[6:]), method: le.Uint16(b[8:]), crc: le.Uint32(b[14:]),
		packed: uint64(le.Uint32(b[18:])), size: uint64(le.Uint32(b[22:]))}
	return s.names(r, localLen, int64(le.Uint16(b[26:])), int64(le.Uint16(b[28:])), 0)
}

// central reads an entry of the directory at an offset.
func (s *records) central(at int64) (record, bool) {
	b, ok := s.bytes(at, centralLen)
	if !ok {
		return record{}, false
	}
	le := binary.LittleEndian
	r := record{at: at, flags: le.Uint16(b[8:]), method: le.Uint16(b[10:]), crc: le.Uint32(b[16:]),
		packed: uint64(le.Uint32(b[20:])), size: uint64(le.Uint32(b[24:])), local: uint64(le.Uint32(b[42:]))}
	return s.names(r, centralLen, int64(le.Uint16(b[28:])), int64(le.Uint16(b[30:])), int64(le.Uint16(b[32:])))
}

// names reads what follows the fields of a header: the name, and the sizes of zip64.
func (s *records) names(r record, fields, name, extra, comment int64) (record, bool) {
	b, ok := s.bytes(r.at+fields, name+extra)
	if !ok || name == 0 {
		return record{}, false
	}
	r.name, r.length = string(b[:name]), fields+name+extra+comment
	le := binary.LittleEndian
	for x := b[name:]; len(x) >= 4; {
		n := int(le.Uint16(x[2:]))
		if n > len(x)-4 {
			break
		}
		if values := x[4 : 4+n]; le.Uint16(x) == 1 {
			for _, field := range []*uint64{&r.size, &r.packed, &r.local} {
				if *field == math.MaxUint32 && len(values) >= 8 {
					*field, values = le.Uint64(values), values[8:]
				}
			}
		}
		x = x[4+n:]
	}
	return r, true
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
