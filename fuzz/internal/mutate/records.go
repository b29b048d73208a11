package mutate

import (
	"encoding/binary"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// extra changes the extra fields of a member, in one record or in both.
func (c *archiveMutation) extra(member *archive.Member) {
	field := c.extraField(member)
	which := c.N(3)
	keep := c.One(4)
	change := func(r *archive.Record) {
		if !keep {
			r.Extra = nil
		}
		r.AddBlock(field)
	}
	if which != 0 && member.Local.Kind == archive.Local {
		change(&member.Local)
	}
	if which != 1 && member.Entry.Kind == archive.Entry {
		change(&member.Entry)
	}
}

// extraField returns an extra field.
func (c *archiveMutation) extraField(member *archive.Member) []byte {
	le := binary.LittleEndian
	id := choice.Of(c.Chooser, uint16(1), 1, 1, 0x7075, 0x6375, 0x5455, 0x7875, 0x000a, 0x9901, 0xcafe, 0xa220, 0xffff, 0)
	data := make([]byte, choice.Of(c.Chooser, 0, 1, 4, 8, 9, 16, 20, 24, 28, 32))
	for at := 0; at+8 <= len(data); at += 8 {
		le.PutUint64(data[at:], choice.Of(c.Chooser, uint64(len(member.Local.Data)), 0, edge(c.mutation.Chooser), 1<<32-1))
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

// comment gives the archive or a member a comment, and now and then lies about its length.
func (c *archiveMutation) comment(member *archive.Member) {
	comment := []byte(choice.Of(c.Chooser, "hello", "PK\x05\x06", "PK\x05\x06"+string(make([]byte, 18)), string(c.ending()), "\x00", "\x1b[31m", string(make([]byte, 1<<16-1))))
	length := uint64(len(comment) + choice.Of(c.Chooser, 0, 0, 0, 1, -1))
	if e := &member.Entry; c.One(3) && e.Kind == archive.Entry {
		e.Comment = slices.Concat(e.Comment, comment)
		e.Set(archive.CommentLen, length)
		return
	}
	c.a.Tail = slices.Concat(c.a.Tail, comment)
	if !c.One(4) {
		c.a.End.Set(archive.CommentLen, length)
	}
}

// between puts bytes between two records.
func (c *archiveMutation) between(member *archive.Member) {
	gap := []byte(choice.Of(c.Chooser, "\x00", "\n", "gap", "MZ\x90\x00", "#!/bin/sh\n", "PK\x03\x04", "PK\x07\x08", "PK\x01\x02", "PK\x05\x06", "PK00",
		string(make([]byte, 1000)), string(member.Local.Head()), string(member.Entry.Head())))
	at := [...]*[]byte{&c.a.Prefix, &member.Local.After, c.beforeEnd(), &c.a.Tail, &member.Entry.After}[c.N(5)]
	*at = slices.Concat(*at, gap)
}

// beforeEnd returns what is between the end record and the one before it.
func (c *archiveMutation) beforeEnd() *[]byte {
	switch {
	case c.a.Locator != nil:
		return &c.a.Locator.After
	case c.a.End64 != nil:
		return &c.a.End64.After
	}
	return &c.a.Gap
}

// method changes how a member is packed, or only what its records say about that.
func (c *archiveMutation) method(member *archive.Member) {
	if member.Entry.Kind != archive.Entry || member.Local.Kind != archive.Local {
		return
	}
	content := member.Unpacked(maxMutation)
	method := archive.MethodDeflate - member.Entry.Get(archive.Method)
	if c.One(3) {
		method = choice.Of(c.Chooser, uint64(0), 1, 2, 6, 8, 9, 10, 12, 14, 93, 95, 97, 98, 99, 256, 1<<16-1)
	}
	which := c.N(4)
	if which != 0 {
		member.Entry.Set(archive.Method, method)
	}
	if which != 1 {
		member.Local.Set(archive.Method, method)
	}
	if which > 1 && !c.One(3) {
		c.fill(member, content)
	}
}

// packed changes the data of a member as it is in the archive. The checksum stays that of the old data.
func (c *archiveMutation) packed(member *archive.Member) {
	content := member.Unpacked(maxMutation)
	data := &member.Local.Data
	switch c.N(5) {
	case 0:
		*data = slices.Concat(*data, choice.Of(c.Chooser, []byte{0}, []byte{3, 0}, []byte("\n"), *data))
	case 1:
		*data = (*data)[:c.N(len(*data)+1)]
	case 2: // blocks without content
		*data = slices.Concat([]byte{0, 0, 0, 0xff, 0xff}, *data)
	default:
		*data = c.bytes(*data)
	}
	if c.mend {
		member.Update(content)
	}
}

// zip64 defers numbers to the wider fields, or gives the archive another end record with them.
func (c *archiveMutation) zip64(member *archive.Member) {
	if end := &c.a.End; c.One(2) {
		c.addEnd64()
		if c.One(2) {
			fields := archive.End.Fields()[1:]
			end.Defer(fields[c.N(len(fields)-1)])
		}
		return
	}
	if member.Entry.Kind != archive.Entry {
		return
	}
	var field []byte
	for _, f := range []archive.Field{archive.Unpacked, archive.Packed, archive.Offset} { // the order of the extra field
		if c.One(2) {
			field = binary.LittleEndian.AppendUint64(field, member.Entry.Get(f))
			member.Entry.Defer(f)
		}
	}
	member.Entry.AddBlock(archive.Block(1, field...))
}

// addEnd64 adds a zip64 end record with the numbers of the end record.
func (c *archiveMutation) addEnd64() {
	end := &c.a.End
	record, locator := archive.New(archive.End64), archive.New(archive.Locator)
	record.Set(archive.Length, uint64(archive.End64.FixedLen()-12))
	record.Set(archive.MadeBy, 45)
	record.Set(archive.Needed, 45)
	for _, f := range []archive.Field{archive.Size, archive.Offset} {
		record.Set(f, end.Get(f))
	}
	for _, f := range []archive.Field{archive.Here, archive.All} {
		record.Set(f, end.Get(archive.All))
	}
	locator.Set(archive.Offset, end.Get(archive.Size)+end.Get(archive.Offset))
	locator.Set(archive.Disks, 1)
	if c.a.End64 == nil {
		c.a.End64, c.a.Locator = &record, &locator
		return
	}
	at := c.beforeEnd()
	*at = slices.Concat(*at, record.Append(nil), locator.Append(nil))
}

// streamed makes a member one whose sizes follow its data, or removes those.
func (c *archiveMutation) streamed(member *archive.Member) {
	e, l := &member.Entry, &member.Local
	if e.Kind != archive.Entry || l.Kind != archive.Local {
		return
	}
	content := member.Unpacked(maxMutation)
	if len(l.After) > 0 {
		l.After = l.After[:c.N(len(l.After))]
		return
	}
	member.SetFlags(archive.FlagStreamed)
	if !c.One(4) {
		for _, f := range []archive.Field{archive.Crc, archive.Packed, archive.Unpacked} {
			l.Set(f, 0)
		}
	}
	d := archive.Descriptor{Crc: uint32(e.Get(archive.Crc)), Packed: e.Get(archive.Packed), Unpacked: e.Get(archive.Unpacked)}
	d.Unsigned = choice.Of(c.Chooser, false, false, true)
	if d.Wide = c.One(3); d.Wide {
		d.Packed, d.Unpacked = uint64(len(l.Data)), uint64(len(content))
	}
	l.After = d.Append(nil)
}

// overlap makes the entry of a member point elsewhere: into another member, or into its own.
func (c *archiveMutation) overlap(member *archive.Member) {
	c.mend = false
	if member.Entry.Kind != archive.Entry {
		return
	}
	to := &c.a.Members[c.N(len(c.a.Members))].Entry
	if to.Kind != archive.Entry {
		return
	}
	member.Entry.Set(archive.Offset, to.Get(archive.Offset)+choice.Of[uint64](c.Chooser, 0, 0, 0, 1, 4, 30, 38))
}
