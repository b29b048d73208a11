package plant

import (
	"encoding/binary"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/pickle"
	"github.com/npycheck/npycheck/spec"
)

// Npy returns a conforming .npy file and, one time in four, one with a fault somewhere.
func Npy(g *choice.Chooser) []byte {
	file := npy.New(g, npy.Wish{}).File().Content
	if g.One(4) {
		file = spoil(g, file)
	}
	return file
}

// spoil changes a file in one place that matters.
func spoil(g *choice.Chooser, file []byte) []byte {
	if len(file) == 0 {
		return file
	}
	at := g.N(len(file))
	switch g.N(7) {
	case 0:
		return file[:at]
	case 1:
		return append(file, byte(g.N(256)))
	case 2:
		file[at] = byte(g.N(256))
	case 3:
		file[at] ^= 1 << g.N(8)
	case 4:
		file[min(8+g.N(2), len(file)-1)] = byte(g.N(256))
	case 5:
		old := choice.Of(g, "'", ", ", ": ", "(", "False", "<", "|", "descr", "  ")
		repl := choice.Of(g, "\"", ",", ":", "((", "false", ">", "=", "Descr", "\t\t", "L", "0x1", "-", "")
		return []byte(strings.Replace(string(file), old, repl, 1))
	case 6:
		copy(file[at:], file[g.N(len(file)):])
	}
	return file
}

// Npz returns an archive that is right except for a few lies at most: numbers in its records, faults of the
// rules, members that aren't arrays, and now and then corrupted bytes.
func Npz(g *choice.Chooser) []byte {
	a := archive.Conforming(g, choice.Of(g, "", "zip", "npz"), false)
	for _, r := range a.Members { // unzip takes names from MS-DOS to be in its code page, whatever bit 11 says
		if r.Entry.Get(archive.MadeBy)>>8 == 0 {
			r.Entry.Add(archive.MadeBy, 3<<8)
		}
	}
	for g.One(4) {
		replaceContent(g, a)
	}
	if g.One(4) {
		plantAny(g, a)
	}
	for g.One(2) { // no longer a draft that can be changed further
		lie(g, a)
	}
	b := a.Bytes()
	if g.One(20) {
		b = spoil(g, b)
	}
	return b
}

// lie changes one number of one record.
func lie(g *choice.Chooser, a *archive.Draft) {
	if len(a.Members) == 0 || g.One(4) {
		e := &a.End
		if z := a.End64; z != nil && g.One(2) {
			if g.One(4) {
				record, field := diskField(g, a)
				lieIn(g, record, field)
				return
			}
			record, field := z, choice.Of(g, archive.Length, archive.Here, archive.All, archive.Size, archive.Offset, archive.None)
			if field == archive.None {
				record, field = a.Locator, archive.Offset
			}
			lieIn(g, record, field)
			return
		}
		if g.One(2) {
			lieIn(g, e, choice.Of(g, archive.Size, archive.Offset))
			return
		}
		lieIn(g, e, choice.Of(g, archive.Disk, archive.DirDisk, archive.Here, archive.All, archive.CommentLen))
		return
	}
	r := a.Members[g.N(len(a.Members))]
	h := &r.Local
	if g.One(2) {
		h = &r.Entry
	}
	switch g.N(6) {
	case 0:
		lieIn(g, h, choice.Of(g, archive.Needed, archive.Flags, archive.Method))
	case 1:
		lieIn(g, h, choice.Of(g, archive.Crc, archive.Packed, archive.Unpacked, archive.Time))
	case 2:
		data := h.Zip64()
		if len(data) > 0 {
			data[g.N(len(data))] ^= 1 << g.N(8)
		} else {
			data = g.Bytes(choice.Of(g, 4, 8, 16, 24, 28))
		}
		h.SetZip64(data)
	case 3:
		if d := r.Descriptor; d != nil {
			if g.One(2) {
				d.Crc = uint32(lied(g, uint64(d.Crc), 4))
			} else {
				number := choice.Of(g, &d.Packed, &d.Unpacked)
				*number = lied(g, *number, 8)
			}
			return
		}
		r.Local.After = (&archive.Descriptor{Crc: uint32(r.Entry.Get(archive.Crc)), Packed: uint64(len(r.Local.Data)), Unpacked: uint64(len(r.Content)), Wide: g.One(2)}).Append(nil)
	case 4:
		if g.One(2) {
			lieIn(g, &r.Entry, choice.Of(g, archive.Disk, archive.Internal))
			return
		}
		lieIn(g, &r.Entry, choice.Of(g, archive.Offset, archive.External))
	case 5:
		name := choice.Of(g, "a.npy", "A.npy", "", "../a.npy", `C:\a.npy`, "a\x00b.npy", "d/", "con.npy", "\xff.npy", "é.npy")
		h.Put(archive.NameOf, []byte(name))
	}
}

// lieIn changes a number of a record, unless the archive lacks it.
func lieIn(g *choice.Chooser, r *archive.Record, f archive.Field) {
	if width := r.Width(f); width > 0 {
		r.Set(f, lied(g, r.Get(f), width))
	}
}

// lied returns another number of a field of some bytes.
func lied(g *choice.Chooser, v uint64, width int) uint64 {
	flipped := v ^ 1<<g.N(8*width)
	if width == 8 {
		return choice.Of(g, flipped, v+1, v-1, 0, 1<<32-1, 1<<63)
	}
	return choice.Of(g, flipped, v+1, v-1, 0, 1<<(8*width)-1)
}

// plantAny makes the draft break a rule of the areas zip and npz.
func plantAny(g *choice.Chooser, a *archive.Draft) {
	rules := archiveRules()
	archiveFaults[rules[g.N(len(rules))]](g, a)
}

// replaceContent gives a member another content, whatever its name promises.
func replaceContent(g *choice.Chooser, a *archive.Draft) {
	if len(a.Members) == 0 {
		return
	}
	r := a.Members[g.N(len(a.Members))]
	r.Array = nil
	switch g.N(5) {
	case 0:
		r.Content = Object(g)
	case 1:
		r.Content = Pickle(g)
	case 2:
		r.Content = []byte(choice.Of(g, "text", "", "PK\x05\x06"+string(make([]byte, 18)), spec.Magic[:4]))
	default:
		r.Content = Npy(g)
	}
	r.Pack(g)
	r.Announce(r.Truth())
	a.Settle()
}

// Object returns an .npy file of up to three objects as HostileObject makes it, and one time in four
// with a fault in its bytes.
func Object(g *choice.Chooser) []byte {
	file := pickle.Hostile(g).Content
	if g.One(4) {
		return spoil(g, file)
	}
	return file
}

// Pickle returns the pickle of Object, without a fault.
func Pickle(g *choice.Chooser) []byte {
	file := pickle.Hostile(g).Content
	return file[10+int(binary.LittleEndian.Uint16(file[8:])):]
}
