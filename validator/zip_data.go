package validator

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// extent finds out where the data of a member end, and checks the descriptor behind them (clause
// npz-2.5).
func (w *walk) extent(a *archive, m *zipMember) error {
	room := uint64(a.directory - m.data)
	if m.central.packed > room {
		m.end, m.broken = a.directory, true
		w.report("zip-overlap", m.local.at, m.local.size, "", "member has %d bytes of data, but only %d are left up to the directory", m.central.packed, room)
		return nil
	}
	m.end = m.data + int64(m.central.packed)
	w.trace(m.data, int64(m.central.packed), nil, "content of the member, %s", methodName(m.central.method))
	if m.local.flags&flagDescriptor == 0 {
		return nil
	}
	if m.hidden && m.central.packed == 0 && m.central.method == methodDeflate {
		m.broken = true // only inflating tells its end
		return nil
	}
	return w.descriptor(a, m)
}

// descriptor checks the data descriptor of a streamed member. Its sizes have 64 bits if the local
// header has the zip64 extra field, or if they don't fit 32.
func (w *walk) descriptor(a *archive, m *zipMember) error {
	b, err := w.bytesAt(m.end, min(24, a.directory-m.end))
	if err != nil {
		return err
	}
	want := func(wide, signed bool) []byte {
		var d []byte
		if signed {
			d = append(d, descriptorSignature...)
		}
		d = binary.LittleEndian.AppendUint32(d, m.central.crc)
		if wide {
			d = binary.LittleEndian.AppendUint64(d, m.central.packed)
			return binary.LittleEndian.AppendUint64(d, m.central.unpacked)
		}
		d = binary.LittleEndian.AppendUint32(d, uint32(m.central.packed))
		return binary.LittleEndian.AppendUint32(d, uint32(m.central.unpacked))
	}
	wide := m.local.zip64 || m.central.packed >= sentinel32 || m.central.unpacked >= sentinel32
	switch {
	case bytes.HasPrefix(b, want(wide, true)):
		w.trace(m.end, int64(len(want(wide, true))), b, "data descriptor: checksum %08x, compressed size %d, uncompressed size %d", m.central.crc, m.central.packed, m.central.unpacked)
		m.end += int64(len(want(wide, true)))
		return nil
	case bytes.HasPrefix(b, want(wide, false)):
		n := int64(len(want(wide, false)))
		w.report("zip-data-descriptor-signature", m.end, n, "", "data descriptor has no signature in front")
		m.end += n
		return nil
	}
	// Its length can be told from what follows, so that a wrong one is not taken for a gap too.
	n := int64(0)
	for _, length := range []int64{16, 24, 12, 20} {
		if ok, err := w.recordAt(a, m.end+length); err != nil {
			return err
		} else if ok {
			n = length
			break
		}
	}
	w.report("zip-data-descriptor", m.end, n, "", "data descriptor %s, want checksum %08x, compressed size %d and uncompressed size %d",
		hexBytes(b[:min(int64(len(b)), n)]), m.central.crc, m.central.packed, m.central.unpacked)
	m.end += n
	return nil
}

// recordAt reports whether a member or the directory begins at an offset.
func (w *walk) recordAt(a *archive, at int64) (bool, error) {
	if at == a.directory {
		return true, nil
	}
	if at > a.directory {
		return false, nil
	}
	return w.signatureAt(at, localSignature)
}

// content reads the data of one member: at most as many bytes as the headers promise. It keeps what
// goes wrong below the member's own bytes, so that these are judged as far as they go.
type content struct {
	src      *bufio.Reader // compressed bytes, ends with them
	section  *io.SectionReader
	r        io.Reader // uncompressed bytes
	inflater io.ReadCloser
	left     uint64 // bytes that may still come
	read     uint64
	crc      uint32
	sum      bool  // compute crc
	more     bool  // there were more bytes than promised
	corrupt  error // what is wrong with the stream
	failed   error // the archive can't be read
}

// failing keeps the errors of reading the archive apart from those of the stream in it.
type failing struct {
	r io.Reader
	c *content
}

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && err != io.EOF {
		f.c.failed = err
	}
	return n, err
}

// sizeless reports whether nothing says how large the member's content is: a streamed member that
// the directory doesn't list.
func (m *zipMember) sizeless() bool { return m.hidden && m.local.flags&flagDescriptor != 0 }

func (w *walk) open(m *zipMember) *content {
	size := int64(m.central.packed)
	if m.broken {
		size = max(0, m.end-m.data)
	}
	c := &content{section: io.NewSectionReader(w.ra, m.data, size), left: m.central.unpacked}
	c.src = bufio.NewReaderSize(failing{c.section, c}, 32<<10)
	c.r = c.src
	if m.central.method == methodStored {
		c.left = uint64(size)
	}
	if m.central.method == methodDeflate {
		c.inflater = w.opt.inflate(c.src)
		c.r = c.inflater
		if m.sizeless() {
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
	if c.inflater != nil {
		c.inflater.Close()
	}
}

// trailing returns how many compressed bytes nobody asked for.
func (c *content) trailing() int64 {
	at, _ := c.section.Seek(0, io.SeekCurrent)
	return c.section.Size() - at + int64(c.src.Buffered())
}

// finish compares a member that was read to its end with its headers (clauses npz-3.1 to npz-3.3).
func (w *walk) finish(m *zipMember, c *content) {
	at, n := m.data, m.end-m.data
	switch {
	case c.corrupt != nil:
		w.report("zip-deflate-corrupt", at, n, "", "compressed data are no deflate stream, or one without an end: %d of %d bytes could be inflated", c.read, m.central.unpacked)
		return
	case c.more:
		w.report("zip-size", at, n, "", "member inflates to more than the %d bytes that its headers say", m.central.unpacked)
		return
	case c.left > 0 && !(m.hidden && m.broken):
		w.report("zip-size", at, n, "", "member inflates to %d bytes, its headers say %d", c.read, m.central.unpacked)
		return
	}
	if trailing := c.trailing(); trailing > 0 && !m.broken {
		w.report("zip-deflate-trailing", m.data+int64(m.central.packed)-trailing, trailing, "", "%s behind the deflate stream of the member", plural(trailing, "byte"))
	}
	if c.sum && c.crc != m.central.crc && !(m.hidden && m.broken) {
		w.report("zip-crc", at, n, "", "checksum of the data is %08x, the headers say %08x", c.crc, m.central.crc)
	}
}
