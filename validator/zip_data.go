package validator

import (
	"bufio"
	"compress/flate"
	"hash/crc32"
	"io"
	"sync"

	"github.com/npycheck/npycheck/spec"
)

// content reads the data of one member: at most as many bytes as the headers promise. It keeps what
// goes wrong below the member's own bytes, so that these are judged as far as they go.
type content struct {
	section io.SectionReader
	failing failing
	src     *bufio.Reader // compressed bytes, ends with them
	r       io.Reader     // uncompressed bytes
	left    uint64        // bytes that may still come
	read    uint64
	crc     uint32
	sum     bool        // compute crc
	more    bool        // there were more bytes than promised
	corrupt error       // what is wrong with the stream
	failed  error       // the archive can't be read
	records *recordScan // what of the bytes looks like records, if it isn't nil

	inflater io.ReadCloser
	idle     *sync.Pool // where close leaves it
}

// failing keeps the errors of reading the archive apart from those of the stream in it. It reads a
// little at first and then twice as much each time, so that not much more is read than is used.
type failing struct {
	c    *content
	most int // bytes of the next read
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.c.section.Read(p[:min(len(p), f.most)])
	f.most = min(2*f.most, 1<<20)
	if err != nil && err != io.EOF {
		f.c.failed = err
	}
	return n, err
}

// open returns the content of a member. The caller closes it, so that the buffers and the inflater
// serve for the next one.
func (w *walk) open(m *zipMember) *content {
	size := int64(m.central.packed)
	if m.broken {
		size = max(0, m.end-m.data)
	}
	c, ok := w.idle.Get().(*content)
	if !ok {
		c = &content{src: bufio.NewReaderSize(nil, 32<<10)}
	}
	*c = content{src: c.src, inflater: c.inflater, idle: w.idle, left: m.central.unpacked}
	c.section = *io.NewSectionReader(w.ra, m.data, size)
	c.failing = failing{c, 512}
	c.src.Reset(&c.failing)
	c.r = c.src
	switch m.central.method {
	case methodStored:
		c.left = uint64(size)
	case methodDeflate:
		if r, ok := c.inflater.(flate.Resetter); !ok || r.Reset(c.src, nil) != nil {
			c.inflater = w.opt.inflate(c.src)
		}
		c.r = c.inflater
		if m.broken {
			c.left = 1<<63 - 1
		}
	}
	return c
}

func (c *content) Read(p []byte) (int, error) {
	if c.failed != nil {
		return 0, c.failed
	}
	if c.corrupt != nil || c.more {
		return 0, io.EOF
	}
	if c.left == 0 {
		// A stream has to be asked for the byte that must not come, or it never tells its end.
		var extra [1]byte
		n, err := c.r.Read(extra[:])
		for n == 0 && err == nil {
			n, err = c.r.Read(extra[:])
		}
		c.more = n > 0
		if !c.more && err != io.EOF {
			c.corrupt = err
		}
		if c.failed != nil {
			return 0, c.failed
		}
		return 0, io.EOF
	}
	if uint64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.r.Read(p)
	if c.sum {
		c.crc = crc32.Update(c.crc, crc32.IEEETable, p[:n])
	}
	if c.records != nil {
		c.records.add(p[:n])
	}
	c.left -= uint64(n)
	c.read += uint64(n)
	if err != nil && err != io.EOF {
		if c.failed != nil {
			return n, c.failed
		}
		c.corrupt, err = err, io.EOF
	}
	if n > 0 && err == io.EOF {
		err = nil // asked again, it says so again
	}
	return n, err
}

func (c *content) close() {
	if _, ok := c.inflater.(flate.Resetter); !ok && c.inflater != nil {
		c.inflater.Close()
		c.inflater = nil
	}
	c.idle.Put(c)
}

// trailing returns how many compressed bytes nobody asked for.
func (c *content) trailing() int64 {
	at, _ := c.section.Seek(0, io.SeekCurrent)
	return c.section.Size() - at + int64(c.src.Buffered())
}

// finish compares a member that was read to its end with its headers (clauses npz-3.1 to npz-3.3).
func (w *walk) finish(m *zipMember, c *content) {
	at, n := m.data, int64(m.central.packed)
	switch {
	case c.corrupt != nil:
		w.report(spec.ZipDeflateCorrupt, at, n, "", "compressed data are no deflate stream, or one without an end: %d of %d bytes could be inflated", c.read, m.central.unpacked)
		return
	case c.more:
		w.report(spec.ZipSize, at, n, "", "member inflates to more than the %d bytes that its headers say", m.central.unpacked)
		return
	case c.left > 0:
		w.report(spec.ZipSize, at, n, "", "member inflates to %d bytes, its headers say %d", c.read, m.central.unpacked)
		return
	}
	if trailing := c.trailing(); trailing > 0 {
		m.behind = m.data + int64(m.central.packed) - trailing
		w.report(spec.ZipDeflateTrailing, m.behind, trailing, "", "%s behind the deflate stream of the member", plural(trailing, "byte"))
	}
	if c.sum && c.crc != m.central.crc {
		w.report(spec.ZipCrc, at, n, "", "checksum of the data is %08x, the headers say %08x", c.crc, m.central.crc)
	}
}
