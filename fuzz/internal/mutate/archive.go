package mutate

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
)

// archiveChanges are the changes to archives, by area. Each gets a random member of its archive.
var archiveChanges = map[string][]func(*archiveMutation, *archive.Member){
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

// archiveMutation changes the parts of an archive.
type archiveMutation struct {
	*mutation
	whole []byte // the file as it was
	a     *archive.Draft
	mend  bool // offsets, sizes and counts are corrected afterwards
}

// parts returns an archive whose members are moved with their entries, as far as it has a directory.
func parts(content []byte) (*archive.Draft, bool) {
	a, ok := archive.Split(content, maxTokens)
	if ok {
		a.Members = slices.Clone(a.Listed)
	}
	return a, ok
}

// archive returns a mutation of an archive. An area of arrays is that of the content of a member.
func (m *mutation) archive(area string, content []byte) []byte {
	a, ok := parts(content)
	if !ok {
		return m.bytes(content)
	}
	c := &archiveMutation{m, content, a, !m.One(lies)}
	if area == "" {
		area = choice.Of(m.Chooser, "zip", "zip", "npz", "data")
	}
	member := &archive.Member{}
	if n := len(a.Members); n > 0 {
		member = a.Members[m.N(n)]
	}
	if changes := archiveChanges[area]; changes != nil {
		changes[m.N(len(changes))](c, member)
	} else {
		c.array(area, member)
	}
	return c.file()
}

// file returns the changed archive.
func (c *archiveMutation) file() []byte {
	if c.mend {
		c.a.Settle()
	}
	return c.a.Bytes()
}

// fill gives a member another content. Now and then the records stay as they are.
func (c *archiveMutation) fill(member *archive.Member, content []byte) {
	old := *member
	member.Fill(content[:min(len(content), maxMutation)])
	if !c.mend {
		old.Local.Data = member.Local.Data
		*member = old
	}
}

// array changes the array in a member.
func (c *archiveMutation) array(area string, member *archive.Member) {
	if area == "data" {
		area = "" // any area
	}
	c.fill(member, c.npy(area, member.Unpacked(maxMutation)))
}

// lie gives a record another number in a field that it has.
func (c *archiveMutation) lie(r *archive.Record, f archive.Field) {
	bits := 8 * r.Width(f)
	if bits == 0 {
		return
	}
	n := r.Get(f)
	switch c.N(4) {
	case 0:
		n = edge(c.mutation.Chooser)
	case 1:
		n ^= 1 << c.N(bits)
	case 2:
		n = 1<<bits - 1
	case 3:
		n += uint64(choice.Of(c.Chooser, -64, -8, -1, 1, 8, 64))
	}
	r.Set(f, n)
}

// field changes a field of the records of a member, one time in three in both of them.
func (c *archiveMutation) field(member *archive.Member) {
	c.mend = c.mend && c.One(2) // otherwise the offset would always be right
	inLocal, inEntry := archive.Local.Fields(), archive.Entry.Fields()
	local := c.N(len(inLocal))
	entry := c.N(len(inEntry))
	switch c.N(3) {
	case 0:
		c.lie(&member.Local, inLocal[local])
	case 1:
		c.lie(&member.Entry, inEntry[entry])
	case 2:
		f := inLocal[1+c.N(len(inLocal)-1)]
		c.lie(&member.Local, f)
		if member.Local.Kind == archive.Local {
			member.Entry.Set(f, member.Local.Get(f))
		}
	}
}

func (c *archiveMutation) endField(*archive.Member) {
	c.mend = false
	if c.a.End64 != nil && c.One(2) {
		fields := archive.End64.Fields()[1:]
		i := c.N(len(fields) + len(archive.Locator.Fields()) - 1)
		if i < len(fields) {
			c.lie(c.a.End64, fields[i])
		} else if c.a.Locator != nil {
			c.lie(c.a.Locator, archive.Locator.Fields()[1+i-len(fields)])
		}
		return
	}
	fields := archive.End.Fields()[1:]
	c.lie(&c.a.End, fields[c.N(len(fields))])
}

// swap exchanges members, or some of their parts.
func (c *archiveMutation) swap(member *archive.Member) {
	if len(c.a.Members) < 2 {
		return
	}
	other := c.a.Members[c.N(len(c.a.Members))]
	before, local, otherLocal := *member, &member.Local, &other.Local
	switch c.N(5) {
	case 0:
		*member, *other = *other, before
	case 1:
		member.Entry, other.Entry = other.Entry, before.Entry
	case 2:
		local.Data, otherLocal.Data = otherLocal.Data, local.Data
	case 3: // the headers
		*local, *otherLocal = *otherLocal, *local
		local.Data, otherLocal.Data = otherLocal.Data, local.Data
		local.After, otherLocal.After = otherLocal.After, local.After
	case 4:
		local.After, otherLocal.After = otherLocal.After, local.After
	}
}

func (c *archiveMutation) repeat(member *archive.Member) {
	again := *member
	switch c.N(4) {
	case 0:
		again.Local = archive.Record{} // a second entry for the same member
	case 1:
		again.Entry = archive.Record{}
	}
	for range min(choice.Of(c.Chooser, 1, 1, 1, 2, 16), max(1, maxMutation/(len(again.Local.Data)+1))) {
		one := again
		c.add(&one)
	}
}

// add adds a member after the others.
func (c *archiveMutation) add(member *archive.Member) {
	c.a.Members = append(c.a.Members, member)
	c.a.Listed = append(c.a.Listed, member)
}

func (c *archiveMutation) drop(member *archive.Member) {
	switch c.N(5) {
	case 0:
		*member = archive.Member{}
	case 1:
		member.Entry = archive.Record{}
	case 2:
		member.Local = archive.Record{}
	case 3:
		member.Local.After = nil
	case 4:
		c.a.End, c.a.Tail = archive.Record{}, nil
	}
}

// others takes something from the other archive.
func (c *archiveMutation) others(member *archive.Member) {
	other, ok := parts(c.other)
	if !ok || len(other.Members) == 0 {
		if len(c.other) > 0 {
			c.fill(member, c.other)
		}
		return
	}
	from := other.Members[c.N(len(other.Members))]
	switch c.N(6) {
	case 0:
		c.add(from)
	case 1:
		member.Local = from.Local
	case 2:
		member.Local.Data = from.Local.Data
	case 3:
		member.Entry = from.Entry
	case 4:
		c.a.Prefix = c.other
	case 5:
		c.a.Tail = slices.Concat(c.a.Tail, c.other)
	}
}

// memberNames are names that readers may get wrong.
var memberNames = []string{
	"../a.npy", "..\\a.npy", "/a.npy", "//a/b.npy", "\\a.npy", "C:\\a.npy", "C:a.npy", "a/../b.npy", "./a.npy", "a//b.npy", "a/", "..", ".", "/", "", ".npy", "a",
	"A.NPY", "a.npy.npy", "a.npz", "a.npy ", "a.npy.", " a.npy", "a\x00.npy", "a.npy\x00", "a\n.npy", "a\x1b[31m.npy", "\u202eypn.a", "a\u200b.npy", "é.npy", "e\u0301.npy",
	"\xe9.npy", "\xff\xfe.npy", "日本.npy", "con.npy", "NUL", "COM1.npy", "aux.", "a?.npy", "a*.npy", "a|b.npy", "<a>.npy", "a:b.npy", "__proto__.npy", "constructor.npy",
	"toString.npy", "length.npy", "__class__.npy", "files.npy", "f.npy", "file.npy", "allow_pickle.npy", "arr_0.npy", "arr_1.npy", "arr_00.npy", "-rf.npy", "~/a.npy", "$HOME.npy",
	"%2e%2e%2fa.npy", "a.txt", "__MACOSX/._a.npy", "META-INF/MANIFEST.MF", strings.Repeat("a", 255) + ".npy", strings.Repeat("d/", 200) + "a.npy", strings.Repeat("n", 5000),
}

// name gives a member another name, mostly in both records.
func (c *archiveMutation) name(member *archive.Member) {
	name := memberNames[c.N(len(memberNames))]
	if n := len(c.a.Members); n > 0 && c.One(4) {
		name = c.a.Members[c.N(n)].Name()
		name = choice.Of(c.Chooser, name, strings.ToUpper(name), strings.TrimSuffix(name, ".npy"), name+".npy")
	}
	which := c.N(8)
	if which != 0 && member.Local.Kind == archive.Local {
		member.Local.Put(archive.NameOf, []byte(name))
	}
	if which != 1 && member.Entry.Kind == archive.Entry {
		member.Entry.Put(archive.NameOf, []byte(name))
	}
	if c.One(3) {
		on := !c.One(4)
		member.Local.SetFlag(archive.FlagUTF8, on)
		member.Entry.SetFlag(archive.FlagUTF8, on)
	}
}

func (c *archiveMutation) flags(member *archive.Member) {
	bit := uint16(1) << c.N(16)
	on := c.One(2)
	switch c.N(3) {
	case 0:
		member.Local.SetFlag(bit, on)
	case 1:
		member.Entry.SetFlag(bit, on)
	case 2:
		member.SetFlags(bit)
	}
}

// contents gives a member another content: not an array, one with faults, or another member's.
func (c *archiveMutation) contents(member *archive.Member) {
	content := member.Unpacked(maxMutation)
	switch c.N(8) {
	case 0:
		content = []byte(choice.Of(c.Chooser, "", "text", "\x93NUMPY", "\x80\x04N.", "(lp0\n.", "{}", "PK\x05\x06"+string(make([]byte, 18)), "\x1f\x8b\x08\x00", "\x93NUMPY\x01\x00\x00\x00"))
	case 1:
		content = plant.Object(c.mutation.Chooser)
	case 2:
		whole, _ := parts(c.whole)
		whole.Settle()
		content = whole.Bytes()
	case 3:
		if n := len(c.a.Members); n > 0 {
			content = c.a.Members[c.N(n)].Unpacked(maxMutation)
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

func (c *archiveMutation) empty(*archive.Member) {
	n := c.N(len(c.a.Members) + 1)
	c.a.Members, c.a.Listed = c.a.Members[:n], c.a.Listed[:n]
}

// signature puts something that looks like a record into a content.
func (c *archiveMutation) signature(member *archive.Member) {
	content := member.Unpacked(maxMutation)
	record := choice.Of(c.Chooser, []byte("PK\x03\x04"), []byte("PK\x01\x02"), []byte("PK\x05\x06"), []byte("PK\x07\x08"), []byte("PK\x06\x06"),
		c.ending(), member.Entry.Head(), member.Local.Head())
	at := len(content) - c.N(min(len(content), 64)+1)
	c.fill(member, put(content, extent{at, min(len(content), at+len(record))}, string(record)))
}

// ending returns the end record and what follows it.
func (c *archiveMutation) ending() []byte { return append(c.a.End.Append(nil), c.a.Tail...) }
