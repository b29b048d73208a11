package plant

import (
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// nameMismatch gives a member another name in its local header, or the same in another encoding.
func nameMismatch(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil || len(r.Local.Name) == 0 {
		return false
	}
	old := string(r.Local.Name)
	if g.One(6) {
		r.Rename("é" + old)
		r.Local.SetFlag(archive.FlagUTF8, false)
		a.Settle()
		return true
	}
	name := choice.Of(g, "b"+old, strings.ToUpper(old), old[1:], strings.TrimSuffix(old, ".npy"), "../a.npy")
	if name == old || r.Local.Has(archive.UnicodePath) {
		return false
	}
	r.Local.Put(archive.NameOf, []byte(name))
	a.Settle()
	return true
}

// headerMismatch changes something in the local header only.
func headerMismatch(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	l := &r.Local
	inHeader := r.Style.Local64 != archive.Instead64
	switch g.N(5) {
	case 0:
		if l.Set(archive.Crc, l.Get(archive.Crc)^1<<g.N(32)); l.Get(archive.Crc) == 0 && r.Style.Streamed {
			return false
		}
	case 1:
		if r.Deflated() { // whose compression level may be in only one of the two
			return false
		}
		l.Set(archive.Flags, l.Get(archive.Flags)^choice.Of[uint64](g, 2, 4))
	case 2:
		if !archive.IsASCII(string(l.Name)) { // the flag says what it is
			return false
		}
		l.Set(archive.Flags, l.Get(archive.Flags)^archive.FlagUTF8)
	case 3:
		l.Set(archive.Method, choice.Of[uint64](g, 9, 12, 93))
	case 4:
		if r.Style.Streamed || r.Style.Local64 != archive.No64 && inHeader {
			return false
		}
		sign := choice.Of(g, -1, 1)
		if inHeader {
			l.Add(choice.Of(g, archive.Packed, archive.Unpacked), sign*(1+g.N(20)))
			return true
		}
		l.ShiftWide(choice.Of(g, archive.Unpacked, archive.Packed), sign*(1+g.N(20)))
	}
	return true
}

// unknownMethod gives all members a PKWARE method that hardly any reader supports. One alone would be a mixture
// as well.
func unknownMethod(g *choice.Chooser, a *archive.Draft) bool {
	method := choice.Of[uint64](g, 1, 2, 3, 4, 5, 6, 7, 9, 10, 16, 18, 19, 94, 95, 96, 97, 98, 99, 255, 0xffff)
	for _, r := range a.Members {
		r.SetMethod(method)
	}
	return len(a.Members) > 0
}

// unusualMethod packs all members with Zstandard, in uncompressed blocks.
func unusualMethod(g *choice.Chooser, a *archive.Draft) bool {
	for _, r := range a.Members {
		r.SetMethod(93)
		needed := choice.Of(g, r.Local.Get(archive.Needed), 63)
		r.Local.Set(archive.Needed, needed)
		r.Entry.Set(archive.Needed, needed)
		r.Local.Data = zstdFrame(r.Content)
		r.Announce(r.Truth())
	}
	a.Settle()
	return len(a.Members) > 0
}

// zstdFrame returns a Zstandard frame of raw blocks (RFC 8878).
func zstdFrame(content []byte) []byte {
	b := archive.Le.AppendUint32([]byte("\x28\xb5\x2f\xfd\xa0"), uint32(len(content)))
	const most = 128 << 10
	for {
		n := min(len(content), most)
		header := uint32(n) << 3
		if n == len(content) {
			header |= 1
		}
		b = append(b, byte(header), byte(header>>8), byte(header>>16))
		b = append(b, content[:n]...)
		if content = content[n:]; len(content) == 0 {
			return b
		}
	}
}

func encrypted(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.SetFlags(choice.Of[uint16](g, 1, 1<<6, 1|1<<6))
	return true
}

func flags(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	r.SetFlags(1 << choice.Of(g, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15))
	return true
}

func versionNeeded(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	needed := choice.Of[uint64](g, 46, 50, 51, 52, 61, 62, 63, 64, 100, 255, 0x300, 0xffff)
	r.Entry.Set(archive.Needed, needed)
	if !g.One(4) {
		r.Local.Set(archive.Needed, needed)
	}
	return true
}

// dataDescriptor makes a descriptor false, or removes it, or adds one that no flag announces.
func dataDescriptor(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	d := r.Descriptor
	if d == nil {
		crc, packed, unpacked := r.Truth()
		r.Local.After = (&archive.Descriptor{Unsigned: false, Wide: g.One(2), Crc: crc, Packed: uint64(packed), Unpacked: uint64(unpacked)}).Append(nil)
		a.Settle()
		return true
	}
	switch g.N(4) {
	case 0:
		r.Descriptor = nil
	case 1:
		d.Crc ^= 1 << g.N(32)
	case 2:
		*choice.Of(g, &d.Packed, &d.Unpacked) += uint64(1 + g.N(100))
	case 3:
		d.Wide = !d.Wide
	}
	a.Settle()
	return true
}

func descriptorSignature(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, func(r *archive.Member) bool { return r.Style.Streamed })
	if r == nil {
		return false
	}
	r.Descriptor.Unsigned = true
	a.Settle()
	return true
}

// external returns a fault that gives a member one of these attributes.
func external(attributes ...uint64) archiveFault {
	return func(g *choice.Chooser, a *archive.Draft) bool {
		r := anyMember(g, a)
		if r == nil {
			return false
		}
		r.Entry.Set(archive.External, choice.Of(g, attributes...))
		return true
	}
}

// directoryEntry adds an entry for a folder.
func directoryEntry(g *choice.Chooser, a *archive.Draft) bool {
	if len(a.Members) == 0 {
		return false
	}
	r := addMember(g, a, choice.Of(g, "folder/", "folder/sub/", "FOLDER/"), nil)
	r.Entry.Set(archive.External, choice.Of[uint64](g, 0, 0x10, 0o40755<<16, 0o40755<<16|0x10))
	return true
}

func extraMalformed(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	e := &r.Entry
	switch {
	case g.One(3) && len(e.Zip64()) > 0:
		e.AddBlock(archive.Block(1, e.Zip64()...)) // a second one
	case g.One(3):
		e.AddBlock(g.Bytes(1 + g.N(3)))
	case g.One(3):
		path := archive.PathBlock(r.Name(), r.Name())
		e.AddBlock(path)
		e.AddBlock(path)
	default:
		e.AddBlock(longBlock(g))
	}
	a.Settle()
	return true
}

// longBlock returns a block with less data than it says.
func longBlock(g *choice.Chooser) []byte {
	data := g.Bytes(g.N(10))
	b := archive.Block(choice.Of[uint16](g, 0x5455, 0x7875, 0xcafe, 0x000a), data...)
	archive.Le.PutUint16(b[2:], uint16(len(data)+1+g.N(choice.Of(g, 4, 60000))))
	return b
}

// otherPath gives the entry of a member another name in UTF-8.
func otherPath(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil || r.Style.Extra&archive.ExtraPath != 0 {
		return false
	}
	name := r.Name()
	r.Entry.AddBlock(archive.PathBlock(name, choice.Of(g, "b"+name, strings.ToUpper(name), "", "../a.npy", name[1:])))
	a.Settle()
	return true
}

// zip64Extra makes the zip64 block of an entry contradict it, gives it another length, or removes it.
func zip64Extra(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	e, s := &r.Entry, &r.Style
	switch g.N(3) {
	case 0: // nothing is left to a block that isn't there
		if s.Entry64 != 0 || s.Whole64 != 0 || s.Streamed || s.Local64 == archive.Instead64 {
			return false
		}
		e.Defer(choice.Of(g, archive.Packed, archive.Unpacked))
	case 1:
		if s.Entry64 != 0 {
			return false
		}
		e.SetZip64(make([]byte, choice.Of(g, 1, 4, 7, 9, 12, 20, 23, 25, 32)))
		s.Whole64 = 0
	case 2:
		if s.Entry64 != 0 {
			return false
		}
		values := make([]byte, choice.Of(g, 8, 16, 24, 28))
		for i, f := range []archive.Field{archive.Unpacked, archive.Packed, archive.Offset} {
			if 8*i+8 <= len(values) {
				archive.Le.PutUint64(values[8*i:], e.Get(f))
			}
		}
		at := 8 * g.N(len(values)/8)
		archive.Le.PutUint64(values[at:], archive.Le.Uint64(values[at:])+uint64(1+g.N(1000)))
		e.SetZip64(values)
		s.Whole64 = 0
	}
	a.Settle()
	return true
}

// deferredNumber leaves a number to the zip64 block of an entry that has room for it.
func deferredNumber(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, func(r *archive.Member) bool {
		return r.Style.Entry64 == 0 && r.Style.Whole64 == 0 && !r.Style.Streamed && r.Style.Extra&archive.ExtraPath == 0
	})
	if r == nil {
		return false
	}
	r.Style.Entry64 = choice.Of[byte](g, archive.Packed64, archive.Offset64, archive.Offset64|archive.Packed64, archive.Offset64|archive.Unpacked64, archive.Offset64|archive.Unpacked64|archive.Packed64)
	r.Announce(r.Truth())
	a.Settle()
	return true
}

// localExtra does the same to the local header, or gives it another name, or a malformed field.
func localExtra(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	l, s := &r.Local, &r.Style
	switch g.N(6) {
	case 0:
		l.AddBlock(longBlock(g))
	case 1:
		if s.Extra&archive.ExtraPath != 0 {
			return false
		}
		name := string(l.Name)
		l.AddBlock(archive.PathBlock(name, "b"+name))
	case 2:
		if s.Local64 == archive.No64 {
			return false
		}
		l.AddBlock(archive.Block(1, l.Zip64()...))
	case 3:
		if s.Local64 == archive.Instead64 || s.Local64 == archive.No64 && s.Streamed { // whose descriptor would be wrong
			return false
		}
		l.SetZip64(make([]byte, choice.Of(g, 1, 7, 12, 20, 24, 28)))
	case 4:
		if s.Local64 != archive.Beside64 {
			return false
		}
		sizes := l.Zip64()
		sizes[g.N(4)] ^= byte(1 + g.N(255))
		l.SetZip64(sizes)
	case 5:
		if s.Local64 != archive.Instead64 || s.Streamed {
			return false
		}
		l.SetZip64(nil)
	}
	r.Align = 0
	a.Settle()
	return true
}

// extraUnusual adds an unknown block, or a usual one in an unusual form.
func extraUnusual(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	link := append([]byte{0, 0, 0, 0, 0xff, 0xa1, 5, 0, 0, 0, 0, 0, 0, 0}, "b.npy"...)
	b := choice.Of(g,
		archive.Block(0xfff1, g.Bytes(g.N(20))...), archive.Block(0x4242, 1, 2, 3), archive.Block(0x0065, g.Bytes(8)...), archive.Block(0x2605),
		archive.Block(0x756e, link...), archive.Block(0x6c78, 0xed, 0xa1, 1), archive.Block(0x9901, 2, 0, 'A', 'E', 3, 0, 0), archive.Block(0x000d, g.Bytes(12)...),
		archive.Block(0x0017, g.Bytes(8)...), archive.Block(0x6375, append([]byte{1, 0, 0, 0, 0}, "text"...)...),
		archive.Block(0x5455), archive.Block(0x5455, 1), archive.Block(0x5455, 9, 0, 0, 0, 0), archive.Block(0x000a, g.Bytes(8)...), archive.Block(0x7875, 1, 9), archive.Block(0x5855, 1),
		archive.Block(0xcafe, 0), archive.Block(archive.UnicodePath, 2, 0, 0, 0, 0, 'a'), archive.Block(archive.UnicodePath, 1, 0, 0, 0, 0, 'a'))
	if r.Style.Extra&archive.ExtraPath != 0 && archive.Le.Uint16(b) == archive.UnicodePath {
		return false
	}
	choice.Of(g, &r.Local, &r.Entry).AddBlock(b)
	r.Align = 0
	a.Settle()
	return true
}
