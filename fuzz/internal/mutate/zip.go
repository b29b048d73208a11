package mutate

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

// rawMember is a member of an archive as in its records, whatever they say.
type rawMember struct {
	local []byte // its header, with name and extra fields; nil for none
	data  []byte // as it is packed
	after []byte // up to the next one: the data descriptor, and anything else
	entry []byte // in the directory, with name, extra fields and comment; nil for none
}

// rawArchive is an archive in its parts.
type rawArchive struct {
	before    []byte
	members   []rawMember // in the order of the directory
	directory []byte      // what follows it, up to the end record: the zip64 end record and its locator
	end       []byte      // the end record and what follows
}

const (
	rawLocalSize = 30
	rawEntrySize = 46
	rawEndSize   = 22

	deferred = 1<<32 - 1 // a number that is in a zip64 extra field
)

// splitZip splits an archive, as far as its end record and its directory can be found.
func splitZip(b []byte) (a rawArchive, ok bool) {
	le := binary.LittleEndian
	end := bytes.LastIndex(b, []byte("PK\x05\x06"))
	if end < 0 || len(b)-end < rawEndSize {
		return a, false
	}
	start := int(min(int64(le.Uint32(b[end+16:])), int64(end)))
	if !bytes.HasPrefix(b[start:], []byte("PK\x01\x02")) {
		if start = bytes.Index(b[:end], []byte("PK\x01\x02")); start < 0 {
			start = end
		}
	}
	at := start
	starts := []int{start}
	for bytes.HasPrefix(b[at:end], []byte("PK\x01\x02")) && end-at >= rawEntrySize {
		size := rawEntrySize + int(le.Uint16(b[at+28:])) + int(le.Uint16(b[at+30:])) + int(le.Uint16(b[at+32:]))
		entry := b[at:min(at+size, end)]
		a.members = append(a.members, rawMember{entry: entry})
		if from := offsetOf(entry); from >= 0 && from < start {
			starts = append(starts, from)
		}
		if at += len(entry); len(a.members) == maxTokens {
			break
		}
	}
	a.directory, a.end = b[at:end], b[end:]
	slices.Sort(starts)
	a.before = b[:starts[0]]
	for i := range a.members {
		m := &a.members[i]
		from := offsetOf(m.entry)
		if next, _ := slices.BinarySearch(starts, from+1); from >= 0 && next < len(starts) {
			m.locate(b[from:starts[next]])
		}
	}
	return a, true
}

// offsetOf returns the offset of a member in its directory entry, -1 for one that no archive has.
func offsetOf(entry []byte) int {
	at := int64(binary.LittleEndian.Uint32(entry[42:]))
	if at >= 1<<31 {
		return -1
	}
	return int(at)
}

// locate splits what is between the start of a member and that of the next.
func (m *rawMember) locate(b []byte) {
	if len(b) < rawLocalSize || !bytes.HasPrefix(b, []byte("PK\x03\x04")) {
		return
	}
	le := binary.LittleEndian
	size := min(rawLocalSize+int(le.Uint16(b[26:]))+int(le.Uint16(b[28:])), len(b))
	m.local, b = b[:size], b[size:]
	packed := uint64(le.Uint32(m.entry[20:]))
	if at := deferredSize(m.entry, rawEntrySize, 28, 20); packed == deferred && at > 0 {
		packed = le.Uint64(m.entry[at:])
	}
	n := int(min(packed, uint64(len(b))))
	m.data, m.after = b[:n], b[n:]
}

// deferredSize returns where the zip64 extra field of a record has its packed size, and 0 if it has none. The lengths
// of name and extra fields are at the offset lengths, the packed size at that of sizes.
func deferredSize(record []byte, fixed, lengths, sizes int) int {
	le := binary.LittleEndian
	at := fixed + int(le.Uint16(record[lengths:]))
	for at+4 <= len(record) {
		id, n := le.Uint16(record[at:]), int(le.Uint16(record[at+2:]))
		if at += 4; id == 1 {
			if le.Uint32(record[sizes+4:]) == deferred {
				at += 8
			}
			if at+8 <= len(record) {
				return at
			}
			return 0
		}
		at += n
	}
	return 0
}

// join puts the archive together. If it repairs, offsets, sizes and counts are corrected.
func (a *rawArchive) join(mend bool) []byte {
	le := binary.LittleEndian
	b := slices.Clone(a.before)
	offsets := make([]int, len(a.members))
	for i, m := range a.members {
		offsets[i] = len(b)
		b = append(append(append(b, m.local...), m.data...), m.after...)
	}
	start, count := len(b), 0
	for i, m := range a.members {
		at := len(b)
		b = append(b, m.entry...)
		if len(m.entry) >= rawEntrySize {
			count++
			if mend && m.local != nil && le.Uint32(m.entry[42:]) != deferred {
				le.PutUint32(b[at+42:], uint32(offsets[i]))
			}
		}
	}
	size, at := len(b)-start, len(b)
	b = append(b, a.directory...)
	end := len(b)
	b = append(b, a.end...)
	if !mend {
		return b
	}
	if record := b[at:end]; len(record) >= 56 && string(record[:4]) == "PK\x06\x06" {
		for i, v := range []int{count, count, size, start} {
			le.PutUint64(record[24+8*i:], uint64(v))
		}
		if locator := record[56:]; len(locator) >= 20 && string(locator[:4]) == "PK\x06\x07" {
			le.PutUint64(locator[8:], uint64(at))
		}
	}
	if len(b)-end < rawEndSize {
		return b
	}
	for i := range 2 {
		if le.Uint16(b[end+8+2*i:]) != 1<<16-1 {
			le.PutUint16(b[end+8+2*i:], uint16(count))
		}
	}
	for i, v := range []int{size, start} {
		if le.Uint32(b[end+12+4*i:]) != deferred {
			le.PutUint32(b[end+12+4*i:], uint32(v))
		}
	}
	return b
}

// content returns the contents of the member, unpacked as far as possible.
func (m *rawMember) content() []byte {
	if len(m.entry) >= rawEntrySize && binary.LittleEndian.Uint16(m.entry[10:]) == 8 {
		return inflated(m.data)
	}
	return m.data
}

// pack gives the member another content, stored or deflated as the entry says, with the right checksum and
// sizes.
func (m *rawMember) pack(content []byte) {
	m.data = content
	if len(m.entry) >= rawEntrySize && binary.LittleEndian.Uint16(m.entry[10:]) == 8 {
		m.data = storedBlocks(content)
	}
	m.settle(content)
}

// settle updates the sizes of the content and its packed form, and the checksum of the content, in the records
// that had them before.
func (m *rawMember) settle(content []byte) {
	le := binary.LittleEndian
	sum, packed, size := crc32.ChecksumIEEE(content), len(m.data), len(content)
	m.entry, m.local, m.after = slices.Clone(m.entry), slices.Clone(m.local), slices.Clone(m.after)
	streamed := false
	if len(m.local) >= rawLocalSize {
		if streamed = le.Uint16(m.local[6:])&(1<<3) != 0; !streamed {
			setSizes(m.local, rawLocalSize, 26, 14, sum, packed, size)
		}
	}
	if len(m.entry) >= rawEntrySize {
		setSizes(m.entry, rawEntrySize, 28, 16, sum, packed, size)
	}
	if streamed && len(m.after) >= 16 && string(m.after[:4]) == "PK\x07\x08" {
		le.PutUint32(m.after[4:], sum)
		if len(m.after) >= 24 {
			le.PutUint64(m.after[8:], uint64(packed))
			le.PutUint64(m.after[16:], uint64(size))
		} else {
			le.PutUint32(m.after[8:], uint32(packed))
			le.PutUint32(m.after[12:], uint32(size))
		}
	}
}

// setSizes writes checksum and sizes into a record that has them at the offset at.
func setSizes(record []byte, fixed, lengths, at int, sum uint32, packed, size int) {
	le := binary.LittleEndian
	le.PutUint32(record[at:], sum)
	if wide := deferredSize(record, fixed, lengths, at+4); wide > 0 && le.Uint32(record[at+4:]) == deferred {
		le.PutUint64(record[wide:], uint64(packed))
		if le.Uint32(record[at+8:]) == deferred {
			le.PutUint64(record[wide-8:], uint64(size))
			return
		}
	} else {
		le.PutUint32(record[at+4:], uint32(packed))
	}
	le.PutUint32(record[at+8:], uint32(size))
}

// inflated returns what bytes inflate to, up to the largest mutation or to where they are malformed.
func inflated(packed []byte) []byte {
	content, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxMutation))
	return content
}

// storedBlocks returns a content as deflate data without compression.
func storedBlocks(content []byte) (b []byte) {
	for {
		n := min(len(content), 1<<16-1)
		last := byte(0)
		if n == len(content) {
			last = 1
		}
		b = append(b, last, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
		b = append(b, content[:n]...)
		if content = content[n:]; last == 1 {
			return b
		}
	}
}
