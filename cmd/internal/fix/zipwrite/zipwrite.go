// Package zipwrite writes archives as numpy.savez does, with the data of members as it is given: compressed or not. A
// number that fits its field is in its field, so that only what is over 4 GiB has records of zip64.
package zipwrite

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"sync"
	"unicode/utf8"

	"compress/flate"
)

// The compression methods of NumPy.
const (
	Stored   = 0
	Deflated = 8
)

// Archive is an archive that is being written.
type Archive struct {
	w       io.WriteSeeker
	at      int64 // bytes written
	entries []entry
}

// entry is what the directory has about a member.
type entry struct {
	name         string
	method       uint16
	crc          uint32
	packed, size uint64
	local        int64 // offset of the local header
}

// New returns an archive that is written from the current position of w on, which is its start.
func New(w io.WriteSeeker) *Archive { return &Archive{w: w} }

// Raw writes a member whose data is compressed already. Size and crc are those of its content.
func (a *Archive) Raw(name string, method uint16, size uint64, crc uint32, packed uint64, data io.Reader) error {
	e := entry{name: name, method: method, crc: crc, packed: packed, size: size, local: a.at}
	if err := a.write(e.localHeader(e.wide())); err != nil {
		return err
	}
	n, err := io.Copy(a.w, data)
	a.at += n
	if err == nil && uint64(n) != packed {
		err = io.ErrUnexpectedEOF
	}
	a.entries = append(a.entries, e)
	return err
}

// Content writes a member with a content of the given size, and compresses it if the method says so.
func (a *Archive) Content(name string, method uint16, size uint64, content io.Reader) error {
	e := entry{name: name, method: method, packed: size, size: size, local: a.at}
	// Deflate adds up to 5 bytes for 16 KiB that it can't compress.
	wide := size+size/1024+1024 >= math.MaxUint32
	if err := a.write(e.localHeader(wide)); err != nil {
		return err
	}
	crc := crc32.NewIEEE()
	out := &counter{w: a.w}
	if err := pack(out, method, io.TeeReader(content, crc), size); err != nil {
		return err
	}
	a.at += out.n
	e.crc, e.packed = crc.Sum32(), uint64(out.n)
	if _, err := a.w.Seek(e.local-a.at, io.SeekCurrent); err != nil {
		return err
	}
	header := e.localHeader(wide)
	if _, err := a.w.Write(header); err != nil {
		return err
	}
	if _, err := a.w.Seek(a.at-e.local-int64(len(header)), io.SeekCurrent); err != nil {
		return err
	}
	a.entries = append(a.entries, e)
	return nil
}

// deflaters are kept, as each takes more than a megabyte.
var deflaters = sync.Pool{New: func() any {
	z, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		panic(err) // only for a level that doesn't exist
	}
	return z
}}

func pack(out io.Writer, method uint16, content io.Reader, size uint64) error {
	var n int64
	var err error
	if method == Deflated {
		z := deflaters.Get().(*flate.Writer)
		defer deflaters.Put(z)
		z.Reset(out)
		if n, err = io.Copy(z, content); err == nil {
			err = z.Close()
		}
	} else {
		n, err = io.Copy(out, content)
	}
	if err == nil && uint64(n) != size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

func (a *Archive) write(b []byte) error {
	n, err := a.w.Write(b)
	a.at += int64(n)
	return err
}

// Close writes the directory and the records after it.
func (a *Archive) Close() error {
	start := a.at
	for i := range a.entries {
		if err := a.write(a.entries[i].central()); err != nil {
			return err
		}
	}
	size, count := a.at-start, len(a.entries)
	var b []byte
	if count >= math.MaxUint16 || size >= math.MaxUint32 || start >= math.MaxUint32 {
		end := a.at
		b = append(b, "PK\x06\x06"...)
		b = binary.LittleEndian.AppendUint64(b, 44)
		b = append16(b, 45, 45, 0, 0, 0, 0)
		b = append64(b, uint64(count), uint64(count), uint64(size), uint64(start))
		b = append(b, "PK\x06\x07\x00\x00\x00\x00"...)
		b = append64(b, uint64(end))
		b = append16(b, 1, 0)
	}
	b = append(b, "PK\x05\x06"...)
	n := uint16(min(count, math.MaxUint16))
	b = append16(b, 0, 0, n, n)
	b = append32(b, clamp(uint64(size)), clamp(uint64(start)))
	return a.write(append16(b, 0))
}

// The values of headers. Mode is that of a file which only its owner may read and write, as Python has it; date is the
// first one that the format has: 1 January 1980.
const (
	unix3     = 3<<8 | 20
	flagUTF8  = 1 << 11
	date      = 1<<5 | 1
	mode      = 0o600 << 16
	wideExtra = 1
)

// wide reports whether the sizes of a member need zip64.
func (e *entry) wide() bool { return e.size >= math.MaxUint32 || e.packed >= math.MaxUint32 }

// common appends what both headers of a member have: from the version needed to the sizes.
func (e *entry) common(b []byte, wide bool, packed, size uint32) []byte {
	version, flags := uint16(20), uint16(0)
	if wide {
		version = 45
	}
	if !ASCII(e.name) {
		flags = flagUTF8
	}
	b = append16(b, version, flags, e.method, 0, date)
	b = append32(b, e.crc, packed, size)
	return append16(b, uint16(len(e.name)))
}

func (e *entry) localHeader(wide bool) []byte {
	b := []byte("PK\x03\x04")
	if !wide {
		b = e.common(b, false, uint32(e.packed), uint32(e.size))
		return append(append16(b, 0), e.name...)
	}
	b = e.common(b, true, math.MaxUint32, math.MaxUint32)
	b = append(append16(b, 20), e.name...)
	return append64(append16(b, wideExtra, 16), e.size, e.packed)
}

func (e *entry) central() []byte {
	var extra []byte
	for _, n := range []uint64{e.size, e.packed, uint64(e.local)} {
		if n >= math.MaxUint32 {
			extra = binary.LittleEndian.AppendUint64(extra, n)
		}
	}
	if extra != nil {
		extra = append(append16(nil, wideExtra, uint16(len(extra))), extra...)
	}
	b := append16([]byte("PK\x01\x02"), unix3)
	b = e.common(b, extra != nil, clamp(e.packed), clamp(e.size))
	b = append16(b, uint16(len(extra)), 0, 0, 0)
	b = append32(b, mode, clamp(uint64(e.local)))
	return append(append(b, e.name...), extra...)
}

// clamp returns a number, or the one that stands for a field of zip64.
func clamp(n uint64) uint32 { return uint32(min(n, math.MaxUint32)) }

// ASCII reports whether a text has no other bytes.
func ASCII[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func append16(b []byte, values ...uint16) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

func append32(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func append64(b []byte, values ...uint64) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}
