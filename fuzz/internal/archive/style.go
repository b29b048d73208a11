package archive

import "github.com/npycheck/npycheck/fuzz/internal/choice"

// Style is how a writer lays out a member.
type Style struct {
	Streamed bool // a data descriptor follows, and the local header has zeros
	known    bool // or the truth anyway
	utf8     bool // names of ASCII are flagged as UTF-8, too
	Local64  byte // no64, beside64 or instead64
	Entry64  byte // which numbers the entry leaves to its zip64 block
	Whole64  int  // size of that block if it has more than these

	needed, madeBy, time, external uint64

	Extra byte // which blocks the headers have
	end64 byte // what the end record leaves to zip64, 0 for no zip64 end record
}

// What a local header has of zip64.
const (
	No64      = iota
	Beside64  // a block with the sizes of the header
	Instead64 // a block with the sizes that the header leaves to it
)

// The numbers that a block of an entry can have, in its order.
const (
	Unpacked64 = 1 << iota
	Packed64
	Offset64
)

// What an end record leaves to zip64.
const (
	EndOffset64 = 1 << iota
	EndSize64
	EndHere64
	EndAll64
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
	ExtraPath               // the name once more
)

// Dates in the form of MS-DOS: 1980, as NumPy has them, and one of 2025.
const (
	date1980 = 0x00210000
	date2025 = 0x5a6b6000
)

const (
	mode600 = 0o600 << 16
	Mode644 = 0o100644 << 16
)

// zipStyles are those of the writers in the corpus (corpus/internal/cases/zip_writers.go). The first ones
// are NumPy's.
var zipStyles = []Style{
	{Local64: Instead64, needed: 45, madeBy: 0x32d, time: date1980, external: mode600},                 // Python from 3.11.4 on
	{Local64: Beside64, needed: 20, madeBy: 0x314, time: date1980, external: mode600},                  // before
	{Local64: Instead64, Streamed: true, needed: 45, madeBy: 0x32d, time: date1980, external: mode600}, // to a pipe
	{Local64: Beside64, Streamed: true, needed: 20, madeBy: 0x314, time: date1980, external: mode600},
	{needed: 20, madeBy: 0x314, time: date2025, external: Mode644},                                 // NumPy up to 1.13
	{needed: 20, madeBy: 0x31e, time: date2025, external: Mode644, Extra: extraTimes | extraOwner}, // Info-ZIP
	{needed: 20, madeBy: 20, Streamed: true},                                                       // Go
	{needed: 20, madeBy: 20, time: date2025, Streamed: true, utf8: true, Extra: extraTimes},        // Java
	{needed: 10, madeBy: 10, time: date2025, utf8: true, Extra: extraTimes},                        // Java, stored
	{needed: 10, madeBy: 20, time: date2025, Streamed: true},                                       // JSZip
	{needed: 10, madeBy: 0x30a, time: date1980, external: Mode644},                                 // Rust
	{needed: 45, madeBy: 0x32d, time: date1980, external: Mode644, Local64: Instead64, Entry64: Unpacked64 | Packed64},
	{needed: 20, madeBy: 0x3f, time: date2025, external: 0x20, Extra: extraNTFS},                                                           // 7-Zip
	{needed: 20, madeBy: 20, time: date1980, Extra: extraAlign},                                                                            // zipalign
	{needed: 45, madeBy: 0x32d, time: date2025, external: Mode644, Streamed: true, Local64: Instead64, end64: EndOffset64},                 // Perl
	{needed: 45, madeBy: 0x31e, time: date2025, external: Mode644, Local64: Instead64, Extra: extraTimes | extraOwner, end64: EndOffset64}, // zip -fz
}

// AnyStyle returns a layout that conforms: a writer's, or one of no known writer.
func AnyStyle(g *choice.Chooser, odd bool) Style {
	if !odd {
		if g.One(2) {
			return zipStyles[g.N(4)]
		}
		return zipStyles[g.N(len(zipStyles))]
	}
	s := Style{
		Streamed: g.One(3),
		known:    g.One(6),
		utf8:     g.One(4),
		Local64:  byte(g.N(3)),
		needed:   choice.Of[uint64](g, 0, 10, 11, 20, 21, 45),
		madeBy:   choice.Of[uint64](g, 0, 20, 45, 0x314, 0x31e, 0x32d, 0x33f, 0xb14, 0xd14, 0x1e14, 0x133f),
		time:     choice.Of[uint64](g, 0, date1980, date2025, 0xffffffff, 0x0821bf7d),
		external: choice.Of[uint64](g, 0, 0x20, 0x01, 0x2020, mode600, Mode644, 0o100755<<16|0x20, 0o777<<16),
	}
	if g.One(2) {
		few := g.N(256)
		s.Extra = byte(few & g.N(256))
	}
	way := g.N(6)
	if s.Streamed && s.Local64 == No64 {
		way = -1 // unzip takes the width of the descriptor from the entry
	}
	switch way {
	case 0: // the block has only what is left to it
		s.Entry64 = choice.Of[byte](g, Unpacked64, Unpacked64|Packed64)
	case 1: // or it repeats what is in the entry
		s.Whole64 = choice.Of(g, 8, 16, 24, 28)
	case 2:
		s.Entry64, s.Whole64 = Unpacked64, choice.Of(g, 16, 24, 28)
	case 3:
		s.Entry64, s.Whole64 = Unpacked64|Packed64, choice.Of(g, 24, 28)
	}
	if s.Streamed || s.Local64 != No64 || way >= 0 && way < 4 {
		s.Extra &^= ExtraPath // with it, unzip takes that width from another member
	}
	if g.One(4) {
		s.end64 = choice.Of[byte](g, EndOffset64, EndHere64|EndAll64, EndOffset64|EndSize64, EndOffset64|EndSize64|EndHere64|EndAll64)
	}
	return s
}
