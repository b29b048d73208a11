package archive

import (
	"hash/crc32"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// addExtra gives the headers of a member the blocks of its style.
func addExtra(g *choice.Chooser, m *Member) {
	s, l, e := m.Style.Extra, &m.Local, &m.Entry
	both := func(b []byte) {
		l.AddBlock(b)
		e.AddBlock(b)
	}
	if s&extraTimes != 0 {
		// The entry has only the first of the times that the local header has.
		times := choice.Of(g, 1, 1, 2, 3)
		local := []byte{byte(1<<times - 1)}
		for range times {
			local = Le.AppendUint32(local, 0x68000000+uint32(g.N(1<<24)))
		}
		l.AddBlock(Block(0x5455, local...))
		e.AddBlock(Block(0x5455, local[:5]...))
	}
	if s&extraNTFS != 0 {
		times := append([]byte("\x00\x00\x00\x00\x01\x00\x18\x00"), g.Bytes(24)...)
		e.AddBlock(Block(0x000a, times...))
	}
	if s&extraJar != 0 {
		both(Block(0xcafe))
	}
	if s&extraOld != 0 {
		both(Block(0x5855, g.Bytes(choice.Of(g, 8, 12))...))
	}
	if s&extraOwner2 != 0 {
		l.AddBlock(Block(0x7855, 0xe8, 3, 0xe8, 3))
		e.AddBlock(Block(0x7855))
	}
	if s&extraOwner != 0 {
		both(Block(0x7875, 1, 4, 0xe8, 3, 0, 0, 4, 0xe8, 3, 0, 0))
	}
	if name := string(l.Name); s&ExtraPath != 0 {
		both(PathBlock(name, name))
	}
	if s&extraAlign != 0 {
		m.Align = choice.Of(g, 4, 16, 64, 4096)
		l.AddBlock(Block(choice.Of[uint16](g, 0xd935, 0xa11e), 0, 0))
	}
}

// PathBlock returns a block that gives a member with that name another one in UTF-8.
func PathBlock(name, utf8 string) []byte {
	b := Le.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte(name)))
	return Block(UnicodePath, append(b, utf8...)...)
}
