package mutate

import (
	"encoding/binary"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// extra changes the extra fields of a member, in one record or in both.
func (c *archiveMutation) extra(member *rawMember) {
	field := c.extraField(member)
	which := c.N(3)
	keep := c.One(4)
	if which != 0 {
		member.local = withExtra(member.local, rawLocalSize, 26, field, keep)
	}
	if which != 1 {
		member.entry = withExtra(member.entry, rawEntrySize, 28, field, keep)
	}
}

// extraField returns an extra field.
func (c *archiveMutation) extraField(member *rawMember) []byte {
	le := binary.LittleEndian
	id := choice.Of(c.Chooser, uint16(1), 1, 1, 0x7075, 0x6375, 0x5455, 0x7875, 0x000a, 0x9901, 0xcafe, 0xa220, 0xffff, 0)
	data := make([]byte, choice.Of(c.Chooser, 0, 1, 4, 8, 9, 16, 20, 24, 28, 32))
	for at := 0; at+8 <= len(data); at += 8 {
		le.PutUint64(data[at:], choice.Of(c.Chooser, uint64(len(member.data)), 0, edge(c.mutation.Chooser), 1<<32-1))
	}
	if id == 0x7075 { // the name in Unicode, with a checksum of the other name
		data = append([]byte{1, 0, 0, 0, 0}, memberNames[c.N(len(memberNames))]...)
	}
	size := len(data)
	if c.One(6) {
		size += choice.Of(c.Chooser, -1, 1, 4, 1000)
	}
	field := le.AppendUint16(nil, id)
	field = le.AppendUint16(field, uint16(size))
	field = append(field, data...)
	if c.One(8) {
		field = append(field, field...)
	}
	return field[:len(field)-choice.Of(c.Chooser, 0, 0, 0, 0, 1, 3)]
}

// withExtra returns a record with an extra field added, or in place of those that it has. The lengths of name and
// extra fields are at an offset of it.
func withExtra(record []byte, fixed, lengths int, field []byte, keep bool) []byte {
	if len(record) < fixed {
		return record
	}
	le := binary.LittleEndian
	from := min(fixed+int(le.Uint16(record[lengths:])), len(record))
	to := min(from+int(le.Uint16(record[lengths+2:])), len(record))
	if keep {
		from = to
	}
	start := min(fixed+int(le.Uint16(record[lengths:])), len(record))
	record = put(record, extent{from, to}, string(field))
	le.PutUint16(record[lengths+2:], uint16(from-start+len(field)))
	return record
}

// comment gives the archive or a member a comment, and now and then lies about its length.
func (c *archiveMutation) comment(member *rawMember) {
	comment := choice.Of(c.Chooser, "hello", "PK\x05\x06", "PK\x05\x06"+string(make([]byte, 18)), string(c.a.end), "\x00", "\x1b[31m", string(make([]byte, 1<<16-1)))
	length := uint16(len(comment) + choice.Of(c.Chooser, 0, 0, 0, 1, -1))
	le := binary.LittleEndian
	if c.One(3) && len(member.entry) >= rawEntrySize {
		member.entry = slices.Concat(member.entry, []byte(comment))
		le.PutUint16(member.entry[32:], length)
		return
	}
	c.a.end = slices.Concat(c.a.end, []byte(comment))
	if len(c.a.end) >= rawEndSize && !c.One(4) {
		le.PutUint16(c.a.end[20:], length)
	}
}

// between puts bytes between two records.
func (c *archiveMutation) between(member *rawMember) {
	gap := []byte(choice.Of(c.Chooser, "\x00", "\n", "gap", "MZ\x90\x00", "#!/bin/sh\n", "PK\x03\x04", "PK\x07\x08", "PK\x01\x02", "PK\x05\x06", "PK00", string(make([]byte, 1000)), string(member.local), string(member.entry)))
	switch c.N(5) {
	case 0:
		c.a.before = slices.Concat(c.a.before, gap)
	case 1:
		member.after = slices.Concat(member.after, gap)
	case 2:
		c.a.directory = slices.Concat(c.a.directory, gap)
	case 3:
		c.a.end = slices.Concat(c.a.end, gap)
	case 4:
		member.entry = slices.Concat(member.entry, gap)
	}
}

// method changes how a member is packed, or only what its records say about that.
func (c *archiveMutation) method(member *rawMember) {
	if len(member.entry) < rawEntrySize || len(member.local) < rawLocalSize {
		return
	}
	content := member.content()
	le := binary.LittleEndian
	method := uint16(8) - le.Uint16(member.entry[10:])
	if c.One(3) {
		method = choice.Of(c.Chooser, uint16(0), 1, 2, 6, 8, 9, 10, 12, 14, 93, 95, 97, 98, 99, 256, 1<<16-1)
	}
	member.entry, member.local = slices.Clone(member.entry), slices.Clone(member.local)
	which := c.N(4)
	if which != 0 {
		le.PutUint16(member.entry[10:], method)
	}
	if which != 1 {
		le.PutUint16(member.local[8:], method)
	}
	if which > 1 && !c.One(3) {
		c.fill(member, content)
	}
}

// packed changes the data of a member as it is in the archive. The checksum stays that of the old data.
func (c *archiveMutation) packed(member *rawMember) {
	content := member.content()
	switch c.N(5) {
	case 0:
		member.data = slices.Concat(member.data, choice.Of(c.Chooser, []byte{0}, []byte{3, 0}, []byte("\n"), member.data))
	case 1:
		member.data = member.data[:c.N(len(member.data)+1)]
	case 2: // blocks without content
		member.data = slices.Concat([]byte{0, 0, 0, 0xff, 0xff}, member.data)
	default:
		member.data = c.bytes(member.data)
	}
	if c.mend {
		member.settle(content)
	}
}

// zip64 defers numbers to the wider fields, or gives the archive another end record with them.
func (c *archiveMutation) zip64(member *rawMember) {
	le := binary.LittleEndian
	if c.One(2) && len(c.a.end) >= rawEndSize {
		count := le.Uint16(c.a.end[10:])
		record := le.AppendUint64([]byte("PK\x06\x06"), 44)
		record = append(record, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, v := range []uint64{uint64(count), uint64(count), uint64(le.Uint32(c.a.end[12:])), uint64(le.Uint32(c.a.end[16:]))} {
			record = le.AppendUint64(record, v)
		}
		at := uint64(le.Uint32(c.a.end[12:])) + uint64(le.Uint32(c.a.end[16:]))
		record = append(le.AppendUint64(append(record, "PK\x06\x07\x00\x00\x00\x00"...), at), 1, 0, 0, 0)
		c.a.directory = slices.Concat(c.a.directory, record)
		if c.One(2) {
			c.a.end = slices.Clone(c.a.end)
			f := endFields[c.N(len(endFields)-1)]
			copy(c.a.end[f.from:][:f.to], "\xff\xff\xff\xff")
		}
		return
	}
	if len(member.entry) < rawEntrySize {
		return
	}
	var field []byte
	for _, at := range []int{24, 20, 42} { // the order of the extra field
		if c.One(2) {
			member.entry = slices.Clone(member.entry)
			field = le.AppendUint64(field, uint64(le.Uint32(member.entry[at:])))
			copy(member.entry[at:][:4], "\xff\xff\xff\xff")
		}
	}
	field = slices.Concat([]byte{1, 0, byte(len(field)), 0}, field)
	member.entry = withExtra(member.entry, rawEntrySize, 28, field, true)
}

// streamed makes a member one whose sizes follow its data, or removes those.
func (c *archiveMutation) streamed(member *rawMember) {
	if len(member.entry) < rawEntrySize || len(member.local) < rawLocalSize {
		return
	}
	le := binary.LittleEndian
	content := member.content()
	if len(member.after) > 0 {
		member.after = member.after[:c.N(len(member.after))]
		return
	}
	member.setFlag(1<<3, true)
	if !c.One(4) {
		clear(member.local[14:26])
	}
	signature := choice.Of(c.Chooser, "PK\x07\x08", "PK\x07\x08", "")
	member.after = append([]byte(signature), member.entry[16:20]...)
	if c.One(3) {
		member.after = le.AppendUint64(member.after, uint64(len(member.data)))
		member.after = le.AppendUint64(member.after, uint64(len(content)))
		return
	}
	member.after = append(member.after, member.entry[20:28]...)
}

// overlap makes the entry of a member point elsewhere: into another member, or into its own.
func (c *archiveMutation) overlap(member *rawMember) {
	c.mend = false
	if len(member.entry) < rawEntrySize {
		return
	}
	to := c.a.members[c.N(len(c.a.members))].entry
	if len(to) < rawEntrySize {
		return
	}
	le := binary.LittleEndian
	member.entry = slices.Clone(member.entry)
	le.PutUint32(member.entry[42:], le.Uint32(to[42:])+uint32(choice.Of(c.Chooser, 0, 0, 0, 1, 4, rawLocalSize, 38)))
}
