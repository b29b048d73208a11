package zip

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"runtime"
	"sync"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/inflate"
)

// aheadAt is the number of compressed bytes from which inflating ahead is worth a goroutine.
const aheadAt = 1 << 20

// contents opens the data of members.
type contents struct {
	ra            io.ReaderAt
	decompressors map[uint16]Decompressor
	expansion     expansion
}

// decompressor returns the decompressor for a member, or nil.
func (s *contents) decompressor(m *Member) Decompressor { return s.decompressors[m.central.method] }

// maxRatio is more than one byte expands to with any method.
const maxRatio = 1 << 15

// buffers has buffers for compressed bytes from contents that were closed.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 32<<10) }}

// Content reads the data of one member: at most as many bytes as the headers promise. It keeps
// errors of the layers below, so that the bytes before them are still judged.
type Content struct {
	m       *Member
	section io.SectionReader
	failing failing
	src     *bufio.Reader // compressed bytes, ends with them
	r       io.Reader     // uncompressed bytes
	left    uint64        // bytes that may still come
	read    uint64
	crc     uint32
	whole   bool        // every byte will be read
	surplus uint64      // bytes beyond those promised; some of them, unless every byte will be read
	longer  uint32      // checksum of all bytes if some of them are surplus
	corrupt error       // what is wrong with the stream
	limit   Limit       // why it was not decompressed to its end, or ""
	failed  error       // the archive can't be read
	records *recordScan // looks for records in the bytes, if it isn't nil

	inflater  io.Closer   // the decompressor, or nil
	expansion *expansion  // where bytes are counted, unless it is nil
	counted   uint64      // bytes that were counted
	ahead     *prefetcher // reads ahead, or nil
}

// failing keeps errors of reading the archive apart from those of the stream in it. It reads a
// little at first and then twice as much each time, so that little is read in vain.
type failing struct {
	section *io.SectionReader
	most    int // bytes of the next read
	err     error
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.section.Read(p[:min(len(p), f.most)])
	f.most = min(2*f.most, 1<<20)
	if err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}

// open returns the content of a member. Whole means that all of it will be read. The caller closes it.
func (s *contents) open(m *Member, whole bool) *Content {
	c := &Content{m: m, src: buffers.Get().(*bufio.Reader), left: m.central.unpacked, whole: whole}
	c.section = *s.section(m)
	c.failing = failing{section: &c.section, most: 512}
	c.src.Reset(&c.failing)
	c.r = c.src
	if m.Stored() {
		c.left = uint64(c.section.Size())
		if whole && (m.central.flags|m.local.flags)&flagDescriptor != 0 {
			c.records = newRecordScan()
		}
		return c
	}
	if m.broken {
		c.left = 1<<63 - 1
	}
	size := min(c.left, maxRatio*uint64(c.section.Size()))
	if !m.Deflated() {
		c.expansion, c.counted = &s.expansion, min(size, maxUnasked)
		if c.limit = c.expansion.take(c.counted); c.limit != "" {
			return c
		}
	}
	r := s.decompressor(m)(c.src, size, m.central.flags)
	c.r, c.inflater = r, r
	return c
}

// ReadAhead inflates bytes while earlier ones are checked. It pays if checking takes longer than a checksum.
func (c *Content) ReadAhead() {
	if c.inflater == nil || c.ahead != nil || c.section.Size() < aheadAt || runtime.GOMAXPROCS(0) == 1 {
		return
	}
	c.ahead = newPrefetcher(c.r)
	c.r = c.ahead
}

// section returns the data of a member as stored in the archive.
func (s *contents) section(m *Member) *io.SectionReader {
	size := int64(m.central.packed)
	if m.broken {
		size = max(0, m.End-m.Data)
	}
	return io.NewSectionReader(s.ra, m.Data, size)
}

func (c *Content) Read(p []byte) (int, error) {
	if c.failed != nil {
		return 0, c.failed
	}
	if c.corrupt != nil || c.limit != "" || c.surplus > 0 {
		return 0, io.EOF
	}
	if c.left == 0 {
		return 0, c.readOn(p)
	}
	if uint64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.r.Read(p)
	if c.whole {
		c.crc = crc32.Update(c.crc, crc32.IEEETable, p[:n])
	}
	if c.records != nil {
		c.records.add(p[:n])
	}
	c.left -= uint64(n)
	c.read += uint64(n)
	if c.expansion != nil && c.read > c.counted {
		c.limit = c.expansion.take(c.read - c.counted)
		c.counted = c.read
	}
	if err != nil && err != io.EOF {
		err = c.fault(err)
	}
	if n > 0 && err == io.EOF {
		err = nil // keep the error for the next call
	}
	return n, err
}

// maxSurplus is how many bytes beyond the promised ones are read of a stream that may expand to any number of them.
const maxSurplus = 32 << 10

// readOn reads what should be nothing: only asking for a byte too many makes a stream reach its end. If there is more, and
// every byte is to be read, it reads on, because the checksum of the whole shows whether the size is wrong or the data is damaged.
func (c *Content) readOn(scratch []byte) error {
	most := uint64(1)
	switch {
	case c.whole && c.expansion == nil:
		most = math.MaxUint64
	case c.whole:
		most = maxSurplus
	}
	if len(scratch) == 0 {
		scratch = make([]byte, 1)
	}
	scratch = scratch[:min(uint64(len(scratch)), most)]
	c.longer = c.crc
	for {
		n, err := c.r.Read(scratch)
		c.longer = crc32.Update(c.longer, crc32.IEEETable, scratch[:n])
		c.surplus += uint64(n)
		switch {
		case err != nil && err != io.EOF:
			return c.fault(err)
		case err == io.EOF, c.surplus >= most:
			return io.EOF
		}
	}
}

// fault separates an unreadable archive, which ends the check, from a faulty stream, which ends only the member.
func (c *Content) fault(err error) error {
	if c.failed = c.failing.err; c.failed != nil {
		return c.failed
	}
	if errors.As(err, &c.limit) {
		return io.EOF
	}
	c.corrupt = err
	return io.EOF
}

// Close makes the buffers available to the next content.
func (c *Content) Close() error {
	if c.ahead != nil {
		c.ahead.Close()
	}
	c.src.Reset(nil)
	buffers.Put(c.src)
	c.src = nil
	if c.inflater != nil {
		return c.inflater.Close()
	}
	return nil
}

// Inflated returns how many bytes were read.
func (c *Content) Inflated() uint64 { return c.read }

// Limit returns why the data was not decompressed to its end although it may be right, or "".
func (c *Content) Limit() string { return string(c.limit) }

// Corrupt reports whether the data turned out not to be a stream of its method, or to be a truncated one.
func (c *Content) Corrupt() bool { return c.corrupt != nil }

// WrongSize reports whether the content, read to its end, is longer or shorter than the headers say.
func (c *Content) WrongSize() bool { return c.surplus > 0 || c.left > 0 }

// Sound reports whether all of the content was read and is what the headers say.
func (c *Content) Sound() bool {
	return c.whole && !c.m.Doubtful() && c.limit == "" && c.corrupt == nil && !c.WrongSize() && c.crc == c.m.central.crc
}

// trailing returns how many compressed bytes remain once the content was read to its end.
func (c *Content) trailing() int64 {
	at, _ := c.section.Seek(0, io.SeekCurrent)
	return c.section.Size() - at + int64(c.src.Buffered())
}

// Judge reports what is wrong with the data of a member, as far as it was read (clauses npz-2.5 and npz-3.1 to
// npz-3.3). It returns the offset of bytes after the deflate stream, or 0 if there are none.
func (c *Content) Judge(faults *finding.List) (after int64) {
	r := c.m.reporter(faults)
	if !c.m.Doubtful() && c.limit == "" && (c.whole || c.corrupt != nil) {
		after = c.compare(r)
	}
	if c.records != nil {
		if at, n := c.records.found(); n > 0 {
			r.report(spec.ZipStreamedRecords, c.m.Data+at, n, "stored data contains what looks like the end of the member; streaming readers may stop there")
		}
	}
	return after
}

// compare compares a member that was read to its end with its headers.
func (c *Content) compare(r reporter) (after int64) {
	m := c.m
	at, n, inflated := m.Data, int64(m.central.packed), c.read+c.surplus
	corrupt, trailing, stream := spec.ZipDataCorrupt, spec.ZipSize, methodName(m.central.method)+" stream"
	if m.Deflated() {
		corrupt, trailing, stream = spec.ZipDeflateCorrupt, spec.ZipDeflateTrailing, "deflate stream"
	}
	var broken *inflate.Fault
	switch {
	case errors.As(c.corrupt, &broken) && !broken.Cut:
		r.report(corrupt, at, n, "%s is invalid at its byte %d, after %d of %d bytes: %s%s", stream, broken.Offset, inflated, m.central.unpacked, broken.What, finding.Again)
		return 0
	case c.corrupt != nil && c.left == 0 && c.surplus == 0:
		r.report(corrupt, at, n, "%s doesn't end after inflating to %d bytes%s", stream, c.read, finding.Again)
		return 0
	case broken != nil:
		r.report(corrupt, at, n, "%s ends early, in block %d: inflated %d of %d bytes%s", stream, broken.Block, inflated, m.central.unpacked, finding.Again)
		return 0
	case c.corrupt != nil:
		r.report(corrupt, at, n, "invalid or unterminated %s: inflated %d of %d bytes%s", stream, inflated, m.central.unpacked, finding.Again)
		return 0
	case !c.WrongSize():
	case c.surplus > 0 && c.surplus%span32 == 0 && c.longer == m.central.crc:
		r.report(spec.ZipSize, at, n, "size is written modulo 2^32: %d bytes, written without zip64 (more than 4 GiB)%s", inflated, tryFix)
		return 0
	case c.crc == m.central.crc, c.surplus > 0 && c.longer == m.central.crc:
		r.report(spec.ZipSize, at, n, "member inflates to %d bytes, but its headers declare %d", inflated, m.central.unpacked)
		return 0
	default:
		r.report(corrupt, at, n, "%s is damaged: it inflates to %d bytes, not %d, with another checksum%s", stream, inflated, m.central.unpacked, finding.Again)
		return 0
	}
	if surplus := c.trailing(); surplus > 0 {
		after = m.Data + n - surplus
		r.report(trailing, after, surplus, "%s after the %s", text.Count(surplus, "extra byte"), stream)
	}
	if c.crc != m.central.crc {
		r.report(spec.ZipCrc, at, n, "checksum of the data is %08x, but the headers declare %08x%s", c.crc, m.central.crc, finding.Again)
	}
	return after
}

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
