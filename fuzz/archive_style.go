package fuzz

// zipStyle is how a writer lays a member out.
type zipStyle struct {
	streamed bool // a data descriptor follows, and the local header has zeros
	known    bool // or the truth all the same
	utf8     bool // names of ASCII are flagged as UTF-8, too
	local64  byte // no64, beside64 or instead64
	entry64  byte // which numbers the entry leaves to its zip64 block
	whole64  int  // bytes of that block if it has more than these

	needed, madeBy uint16
	time           uint32
	external       uint32
	extra          byte // which blocks the headers have
	end64          byte // what the end record leaves to zip64, 0 for no zip64 end record
}

// What a local header has of zip64.
const (
	no64      = iota
	beside64  // a block with the sizes of the header
	instead64 // a block with the sizes that the header leaves to it
)

// The numbers that a block of an entry can have, in its order.
const (
	unpacked64 = 1 << iota
	packed64
	offset64
)

// What an end record leaves to zip64.
const (
	endOffset64 = 1 << iota
	endSize64
	endHere64
	endAll64
)

// The blocks of the usual writers.
const (
	extraTimes  = 1 << iota // extended timestamps
	extraOwner              // Info-ZIP's user and group
	extraNTFS               // times of Windows
	extraJar                // the mark of a Java archive
	extraAlign              // zeros that align the data
	extraOld                // Info-ZIP's first form of times
	extraOwner2             // Info-ZIP's second form of an owner
	extraPath               // the name once more
)

const unicodePath = 0x7075

// Dates in the form of MS-DOS: 1980, as NumPy has them, and one of 2025.
const (
	date1980 = 0x00210000
	date2025 = 0x5a6b6000
)

const (
	mode600 = 0o600 << 16
	mode644 = 0o100644 << 16
)

// zipStyles are those of the writers in the corpus (corpus/internal/cases/zip_writers.go). The first ones
// are NumPy's.
var zipStyles = []zipStyle{
	{local64: instead64, needed: 45, madeBy: 0x32d, time: date1980, external: mode600},                 // Python from 3.11.4 on
	{local64: beside64, needed: 20, madeBy: 0x314, time: date1980, external: mode600},                  // before
	{local64: instead64, streamed: true, needed: 45, madeBy: 0x32d, time: date1980, external: mode600}, // to a pipe
	{local64: beside64, streamed: true, needed: 20, madeBy: 0x314, time: date1980, external: mode600},
	{needed: 20, madeBy: 0x314, time: date2025, external: mode644},                                 // NumPy up to 1.13
	{needed: 20, madeBy: 0x31e, time: date2025, external: mode644, extra: extraTimes | extraOwner}, // Info-ZIP
	{needed: 20, madeBy: 20, streamed: true},                                                       // Go
	{needed: 20, madeBy: 20, time: date2025, streamed: true, utf8: true, extra: extraTimes},        // Java
	{needed: 10, madeBy: 10, time: date2025, utf8: true, extra: extraTimes},                        // Java, stored
	{needed: 10, madeBy: 20, time: date2025, streamed: true},                                       // JSZip
	{needed: 10, madeBy: 0x30a, time: date1980, external: mode644},                                 // Rust
	{needed: 45, madeBy: 0x32d, time: date1980, external: mode644, local64: instead64, entry64: unpacked64 | packed64},
	{needed: 20, madeBy: 0x3f, time: date2025, external: 0x20, extra: extraNTFS},                                                           // 7-Zip
	{needed: 20, madeBy: 20, time: date1980, extra: extraAlign},                                                                            // zipalign
	{needed: 45, madeBy: 0x32d, time: date2025, external: mode644, streamed: true, local64: instead64, end64: endOffset64},                 // Perl
	{needed: 45, madeBy: 0x31e, time: date2025, external: mode644, local64: instead64, extra: extraTimes | extraOwner, end64: endOffset64}, // zip -fz
}

// zipStyle returns a layout that conforms: a writer's, or one that no known writer has.
func (g *Gen) zipStyle(odd bool) zipStyle {
	if !odd {
		if g.one(2) {
			return zipStyles[g.n(4)]
		}
		return zipStyles[g.n(len(zipStyles))]
	}
	s := zipStyle{
		streamed: g.one(3),
		known:    g.one(6),
		utf8:     g.one(4),
		local64:  byte(g.n(3)),
		needed:   pickOf[uint16](g, 0, 10, 11, 20, 21, 45),
		madeBy:   pickOf[uint16](g, 0, 20, 45, 0x314, 0x31e, 0x32d, 0x33f, 0xb14, 0xd14, 0x1e14, 0x133f),
		time:     pickOf[uint32](g, 0, date1980, date2025, 0xffffffff, 0x0821bf7d),
		external: pickOf[uint32](g, 0, 0x20, 0x01, 0x2020, mode600, mode644, 0o100755<<16|0x20, 0o777<<16),
	}
	if g.one(2) {
		few := g.n(256)
		s.extra = byte(few & g.n(256))
	}
	way := g.n(6)
	if s.streamed && s.local64 == no64 {
		way = -1 // unzip takes the width of the descriptor from the entry
	}
	switch way {
	case 0: // the block has only what is left to it
		s.entry64 = byte(1 + g.n(7))
	case 1: // or it repeats what stands in the entry
		s.whole64 = pickOf(g, 8, 16, 24, 28)
	case 2:
		s.entry64, s.whole64 = unpacked64, pickOf(g, 16, 24, 28)
	case 3:
		s.entry64, s.whole64 = unpacked64|packed64, pickOf(g, 24, 28)
	}
	if s.streamed || s.local64 != no64 || way >= 0 && way < 4 {
		s.extra &^= extraPath // with it, unzip takes that width from another member
	}
	if g.one(4) {
		s.end64 = pickOf[byte](g, endOffset64, endHere64|endAll64, endOffset64|endSize64, endOffset64|endSize64|endHere64|endAll64)
	}
	return s
}

// addExtra gives the headers of a member the blocks of its style.
func (g *Gen) addExtra(r *zipRecord) {
	s, l, e := r.style.extra, &r.local, &r.entry
	both := func(b []byte) {
		l.extra = append(l.extra, b)
		e.extra = append(e.extra, b)
	}
	if s&extraTimes != 0 {
		// The entry has only the first of the times that the local header has.
		times := pickOf(g, 1, 1, 2, 3)
		local := []byte{byte(1<<times - 1)}
		for range times {
			local = le.AppendUint32(local, 0x68000000+uint32(g.n(1<<24)))
		}
		l.extra = append(l.extra, block(0x5455, local...))
		e.extra = append(e.extra, block(0x5455, local[:5]...))
	}
	if s&extraNTFS != 0 {
		times := append([]byte("\x00\x00\x00\x00\x01\x00\x18\x00"), g.junk(24)...)
		e.extra = append(e.extra, block(0x000a, times...))
	}
	if s&extraJar != 0 {
		both(block(0xcafe))
	}
	if s&extraOld != 0 {
		both(block(0x5855, g.junk(pickOf(g, 8, 12))...))
	}
	if s&extraOwner2 != 0 {
		l.extra = append(l.extra, block(0x7855, 0xe8, 3, 0xe8, 3))
		e.extra = append(e.extra, block(0x7855))
	}
	if s&extraOwner != 0 {
		both(block(0x7875, 1, 4, 0xe8, 3, 0, 0, 4, 0xe8, 3, 0, 0))
	}
	if s&extraPath != 0 {
		both(pathBlock(l.name, l.name))
	}
	if s&extraAlign != 0 {
		r.align = pickOf(g, 4, 16, 64, 4096)
		l.extra = append(l.extra, block(pickOf[uint16](g, 0xd935, 0xa11e), 0, 0))
	}
}
