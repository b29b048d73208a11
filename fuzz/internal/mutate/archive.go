package mutate

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
)

// archiveChanges are the changes to archives, by area. Each gets a random member of its archive.
var archiveChanges = map[string][]func(*archiveMutation, *rawMember){
	"zip": {
		(*archiveMutation).field, (*archiveMutation).field, (*archiveMutation).field, (*archiveMutation).endField, (*archiveMutation).swap,
		(*archiveMutation).repeat, (*archiveMutation).drop, (*archiveMutation).others, (*archiveMutation).name, (*archiveMutation).extra,
		(*archiveMutation).extra, (*archiveMutation).comment, (*archiveMutation).between, (*archiveMutation).method, (*archiveMutation).flags,
		(*archiveMutation).packed, (*archiveMutation).zip64, (*archiveMutation).streamed, (*archiveMutation).overlap, (*archiveMutation).signature,
	},
	"npz": {
		(*archiveMutation).name, (*archiveMutation).name, (*archiveMutation).contents, (*archiveMutation).contents, (*archiveMutation).repeat,
		(*archiveMutation).method, (*archiveMutation).others, (*archiveMutation).signature, (*archiveMutation).empty,
	},
}

// archive returns a mutation of an archive. An area of arrays is that of the content of a member.
func (m *mutation) archive(area string, content []byte) []byte {
	a, ok := splitZip(content)
	if !ok {
		return m.bytes(content)
	}
	c := &archiveMutation{m, a, !m.One(lies)}
	if area == "" {
		area = choice.Of(m.Chooser, "zip", "zip", "npz", "data")
	}
	member := &rawMember{}
	if len(a.members) > 0 {
		member = &a.members[m.N(len(a.members))]
	}
	if changes := archiveChanges[area]; changes != nil {
		changes[m.N(len(changes))](c, member)
	} else {
		c.array(area, member)
	}
	return c.a.join(c.mend)
}

// array changes the array in a member.
func (c *archiveMutation) array(area string, member *rawMember) {
	if area == "data" {
		area = "" // any area
	}
	c.fill(member, c.npy(area, member.content()))
}

// lie returns the record with another number in a field.
func (c *archiveMutation) lie(record []byte, f extent) []byte {
	at, width := f.from, f.to
	if at+width > len(record) {
		return record
	}
	record = slices.Clone(record)
	n := uintOf(record[at:][:width])
	switch c.N(4) {
	case 0:
		n = edge(c.mutation.Chooser)
	case 1:
		n ^= 1 << c.N(8*width)
	case 2:
		n = 1<<(8*width) - 1
	case 3:
		n += uint64(choice.Of(c.Chooser, -64, -8, -1, 1, 8, 64))
	}
	copy(record[at:][:width], binary.LittleEndian.AppendUint64(nil, n))
	return record
}

// field changes a field of the records of a member, one time in three in both of them.
func (c *archiveMutation) field(member *rawMember) {
	c.mend = c.mend && c.One(2) // otherwise the offset would always be right
	local := c.N(len(localFields))
	entry := c.N(len(entryFields))
	switch c.N(3) {
	case 0:
		member.local = c.lie(member.local, localFields[local])
	case 1:
		member.entry = c.lie(member.entry, entryFields[entry])
	case 2: // the fields from the version needed to the extra length are in both
		local = 1 + c.N(len(localFields)-1)
		member.local = c.lie(member.local, localFields[local])
		member.entry = slices.Clone(member.entry)
		if f := localFields[local]; len(member.entry) >= rawEntrySize && len(member.local) >= rawLocalSize {
			copy(member.entry[f.from+2:][:f.to], member.local[f.from:][:f.to])
		}
	}
}

func (c *archiveMutation) endField(*rawMember) {
	c.mend = false
	if len(c.a.directory) >= 56 && c.One(2) {
		c.a.directory = c.lie(c.a.directory, end64Fields[c.N(len(end64Fields))])
		return
	}
	c.a.end = c.lie(c.a.end, endFields[c.N(len(endFields))])
}

// swap exchanges members, or some of their parts.
func (c *archiveMutation) swap(member *rawMember) {
	if len(c.a.members) < 2 {
		return
	}
	other := &c.a.members[c.N(len(c.a.members))]
	switch c.N(5) {
	case 0:
		*member, *other = *other, *member
	case 1:
		member.entry, other.entry = other.entry, member.entry
	case 2:
		member.data, other.data = other.data, member.data
	case 3:
		member.local, other.local = other.local, member.local
	case 4:
		member.after, other.after = other.after, member.after
	}
}

func (c *archiveMutation) repeat(member *rawMember) {
	again := *member
	switch c.N(4) {
	case 0:
		again.local, again.data, again.after = nil, nil, nil // a second entry for the same member
	case 1:
		again.entry = nil
	}
	for range min(choice.Of(c.Chooser, 1, 1, 1, 2, 16), max(1, maxMutation/(len(again.data)+1))) {
		c.a.members = append(c.a.members[:len(c.a.members):len(c.a.members)], again)
	}
}

func (c *archiveMutation) drop(member *rawMember) {
	switch c.N(5) {
	case 0:
		*member = rawMember{}
	case 1:
		member.entry = nil
	case 2:
		member.local, member.data, member.after = nil, nil, nil
	case 3:
		member.after = nil
	case 4:
		c.a.end = nil
	}
}

// others takes something from the other archive.
func (c *archiveMutation) others(member *rawMember) {
	other, ok := splitZip(c.other)
	if !ok || len(other.members) == 0 {
		if len(c.other) > 0 {
			c.fill(member, c.other)
		}
		return
	}
	from := other.members[c.N(len(other.members))]
	switch c.N(6) {
	case 0:
		c.a.members = append(c.a.members[:len(c.a.members):len(c.a.members)], from)
	case 1:
		member.local, member.data, member.after = from.local, from.data, from.after
	case 2:
		member.data = from.data
	case 3:
		member.entry = from.entry
	case 4:
		c.a.before = c.other
	case 5:
		c.a.end = slices.Concat(c.a.end, c.other)
	}
}

// name gives a member another name, mostly in both records.
func (c *archiveMutation) name(member *rawMember) {
	name := memberNames[c.N(len(memberNames))]
	if n := len(c.a.members); n > 0 && c.One(4) {
		name = c.a.members[c.N(n)].name()
		name = choice.Of(c.Chooser, name, strings.ToUpper(name), strings.TrimSuffix(name, ".npy"), name+".npy")
	}
	which := c.N(8)
	if which != 0 {
		member.local = renamed(member.local, rawLocalSize, 26, name)
	}
	if which != 1 {
		member.entry = renamed(member.entry, rawEntrySize, 28, name)
	}
	if c.One(3) {
		member.setFlag(1<<11, !c.One(4))
	}
}

func (c *archiveMutation) flags(member *rawMember) {
	bit := uint16(1) << c.N(16)
	on := c.One(2)
	switch c.N(3) {
	case 0:
		member.local = withFlag(member.local, rawLocalSize, 6, bit, on)
	case 1:
		member.entry = withFlag(member.entry, rawEntrySize, 8, bit, on)
	case 2:
		member.setFlag(bit, true)
	}
}

// contents gives a member another content: not an array, one with faults, or another member's.
func (c *archiveMutation) contents(member *rawMember) {
	content := member.content()
	switch c.N(8) {
	case 0:
		content = []byte(choice.Of(c.Chooser, "", "text", "\x93NUMPY", "\x80\x04N.", "(lp0\n.", "{}", "PK\x05\x06"+string(make([]byte, 18)), "\x1f\x8b\x08\x00", "\x93NUMPY\x01\x00\x00\x00"))
	case 1:
		content = plant.Object(c.mutation.Chooser)
	case 2:
		content = c.a.join(true)
	case 3:
		if n := len(c.a.members); n > 0 {
			content = c.a.members[c.N(n)].content()
		}
	case 4:
		content = content[:c.N(len(content)+1)]
	case 5:
		content = slices.Concat(content, choice.Of(c.Chooser, []byte{0}, []byte("\n"), content))
	default:
		content = c.npy("", content)
	}
	c.fill(member, content)
}

func (c *archiveMutation) empty(*rawMember) {
	c.a.members = c.a.members[:c.N(len(c.a.members)+1)]
}

// signature puts something that looks like a record into a content.
func (c *archiveMutation) signature(member *rawMember) {
	content := member.content()
	record := choice.Of(c.Chooser, []byte("PK\x03\x04"), []byte("PK\x01\x02"), []byte("PK\x05\x06"), []byte("PK\x07\x08"), []byte("PK\x06\x06"), c.a.end, member.entry, member.local)
	at := len(content) - c.N(min(len(content), 64)+1)
	c.fill(member, put(content, extent{at, min(len(content), at+len(record))}, string(record)))
}
