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
	a := archive.New(g, choice.Of(g, "", "zip", "npz"), false)
	for _, r := range a.Records { // unzip takes names from MS-DOS to be in its code page, whatever bit 11 says
		if r.Entry.MadeBy>>8 == 0 {
			r.Entry.MadeBy |= 3 << 8
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
func lie(g *choice.Chooser, a *archive.Archive) {
	lie16 := func(field *uint16) {
		*field = choice.Of(g, *field^1<<g.N(16), *field+1, *field-1, 0, archive.Deferred16)
	}
	lie32 := func(field *uint32) {
		*field = choice.Of(g, *field^1<<g.N(32), *field+1, *field-1, 0, archive.Deferred32)
	}
	lie64 := func(field *uint64) {
		*field = choice.Of(g, *field^1<<g.N(64), *field+1, *field-1, 0, archive.Deferred32, 1<<63)
	}
	if len(a.Records) == 0 || g.One(4) {
		e := &a.End
		if z := a.End64; z != nil && g.One(2) {
			if g.One(4) {
				lie32(choice.Of(g, &z.Disk, &z.DirDisk, &z.LocatorDisk, &z.LocatorDisks))
				return
			}
			lie64(choice.Of(g, &z.Length, &z.Here, &z.All, &z.Size, &z.Offset, &z.At))
			return
		}
		if g.One(2) {
			lie32(choice.Of(g, &e.Size, &e.Offset))
			return
		}
		lie16(choice.Of(g, &e.Disk, &e.DirDisk, &e.Here, &e.All, &e.CommentLen))
		return
	}
	r := a.Records[g.N(len(a.Records))]
	h := &r.Local
	if g.One(2) {
		h = &r.Entry.Header
	}
	switch g.N(6) {
	case 0:
		lie16(choice.Of(g, &h.Needed, &h.Flags, &h.Method))
	case 1:
		lie32(choice.Of(g, &h.Crc, &h.Packed, &h.Unpacked, &h.Time))
	case 2:
		if len(h.Zip64) > 0 {
			h.Zip64[g.N(len(h.Zip64))] ^= 1 << g.N(8)
			return
		}
		h.Zip64 = g.Bytes(choice.Of(g, 4, 8, 16, 24, 28))
	case 3:
		if d := r.Descriptor; d != nil {
			if g.One(2) {
				lie32(&d.Crc)
				return
			}
			lie64(choice.Of(g, &d.Packed, &d.Unpacked))
			return
		}
		r.After = (&archive.Descriptor{Crc: r.Entry.Crc, Packed: uint64(len(r.Data)), Unpacked: uint64(len(r.Content)), Wide: g.One(2)}).Append(nil)
	case 4:
		e := &r.Entry
		if g.One(2) {
			lie16(choice.Of(g, &e.Disk, &e.Internal))
			return
		}
		lie32(choice.Of(g, &e.Offset, &e.External))
	case 5:
		h.Name = choice.Of(g, "a.npy", "A.npy", "", "../a.npy", `C:\a.npy`, "a\x00b.npy", "d/", "con.npy", "\xff.npy", "é.npy")
	}
}

// plantAny makes the draft break a rule of the areas zip and npz.
func plantAny(g *choice.Chooser, a *archive.Archive) {
	rules := archiveRules()
	archiveFaults[rules[g.N(len(rules))]](g, a)
}

// replaceContent gives a member another content, whatever its name promises.
func replaceContent(g *choice.Chooser, a *archive.Archive) {
	if len(a.Records) == 0 {
		return
	}
	r := a.Records[g.N(len(a.Records))]
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
	archive.Pack(g, r)
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
