package validator

import "bytes"

// recordScan looks for records in the data of a stored member with a data descriptor. A reader of
// streams has to guess where such data end: it looks for the signature of the descriptor, and goes on
// with the record after it. So data that hold both are two members to it, or the end of the archive.
type recordScan struct {
	seen       int64 // bytes so far
	descriptor int64 // offset of the first signature of a descriptor, -1 if there is none
	end        int64 // behind the first signature of another record after it, 0 if there is none
	tail       []byte
}

// signatureSize is the number of bytes of every signature.
const signatureSize = len(localSignature)

func newRecordScan() *recordScan {
	return &recordScan{descriptor: -1, tail: make([]byte, 0, 2*signatureSize)}
}

// add takes the next bytes of the data.
func (s *recordScan) add(p []byte) {
	if s.end > 0 {
		return
	}
	head := append(s.tail, p[:min(len(p), signatureSize-1)]...)
	s.find(head, s.seen-int64(len(s.tail)))
	s.find(p, s.seen)
	s.seen += int64(len(p))
	if len(p) >= signatureSize {
		head = p
	}
	s.tail = append(s.tail[:0], head[max(0, len(head)-signatureSize+1):]...)
}

// find looks at bytes that begin at an offset of the data.
func (s *recordScan) find(b []byte, base int64) {
	for at := 0; ; at++ {
		n := bytes.Index(b[at:], []byte("PK"))
		if n < 0 || at+n+signatureSize > len(b) {
			return
		}
		at += n
		switch string(b[at : at+signatureSize]) {
		case descriptorSignature:
			if s.descriptor < 0 {
				s.descriptor = base + int64(at)
			}
		case localSignature, centralSignature, endSignature, end64Signature:
			if s.descriptor >= 0 && base+int64(at) > s.descriptor {
				s.end = base + int64(at+signatureSize)
				return
			}
		}
	}
}

// report tells of records in the data of a member (clause npz-2.5).
func (s *recordScan) report(w *walk, m *zipMember) {
	if s.end > 0 {
		w.report("zip-streamed-records", m.data+s.descriptor, s.end-s.descriptor, "", "data of the streamed, stored member hold a data descriptor and the signature of a record: a reader of streams takes them for the end of the member and what follows it")
	}
}
