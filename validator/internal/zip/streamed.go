package zip

import (
	"bytes"
	"encoding/binary"
)

// recordScan looks for records in the data of a stored member with a data descriptor. A streaming reader has to guess
// where such data ends: it looks for the signature of the descriptor, and continues with the record after it. So it
// sees data that contains both as two members, or as the end of the archive; the same goes for data in which a
// descriptor states the size of the bytes before it.
type recordScan struct {
	seen       int64 // bytes that were searched
	descriptor int64 // offset of the first signature of a descriptor, -1 if there is none
	end        int64 // end of the record that makes readers believe it, 0 if there is none
	tail       []byte
}

func newRecordScan() *recordScan {
	return &recordScan{descriptor: -1, tail: make([]byte, 0, 2*descriptorSize)}
}

// add takes the next bytes of the data.
func (s *recordScan) add(p []byte) {
	if s.end > 0 {
		return
	}
	const kept = descriptorSize - 1
	head := append(s.tail, p[:min(len(p), kept)]...)
	s.find(head)
	rest := head
	if len(p) > kept {
		s.find(p)
		rest = p
	}
	s.tail = append(s.tail[:0], rest[max(0, len(rest)-kept):]...)
}

// find looks for records in the next bytes of the data, except in the last few, which are too few
// for a descriptor.
func (s *recordScan) find(b []byte) {
	starts := len(b) - descriptorSize + 1
	for at := 0; at < starts && s.end == 0; at++ {
		n := bytes.Index(b[at:min(starts+1, len(b))], []byte("PK"))
		if n < 0 {
			break
		}
		at += n
		s.record(b[at:], s.seen+int64(at))
	}
	s.seen += int64(max(0, starts))
}

// record checks the bytes at an offset of the data.
func (s *recordScan) record(b []byte, at int64) {
	switch string(b[:signatureSize]) {
	case descriptorSignature:
		if s.descriptor < 0 {
			s.descriptor = at
		}
		le, size := binary.LittleEndian, uint64(at)
		switch {
		case uint64(le.Uint32(b[8:])) == size && uint64(le.Uint32(b[12:])) == size:
			s.descriptor, s.end = at, at+16
		case le.Uint64(b[8:]) == size && le.Uint64(b[16:]) == size:
			s.descriptor, s.end = at, at+descriptorSize
		}
	case localSignature, centralSignature, endSignature, end64Signature:
		if s.descriptor >= 0 {
			s.end = at + int64(signatureSize)
		}
	}
}

// finish checks the last bytes of the data. A record there may be cut off.
func (s *recordScan) finish() {
	if s.end == 0 {
		size := s.seen + int64(len(s.tail))
		s.find(append(s.tail, make([]byte, descriptorSize-1)...))
		s.end = min(s.end, size)
	}
}

// found returns the offset and length of the records in the data that look like its end. The length is 0 if there
// are none.
func (s *recordScan) found() (at, n int64) {
	if s.finish(); s.end == 0 {
		return 0, 0
	}
	return s.descriptor, s.end - s.descriptor
}
