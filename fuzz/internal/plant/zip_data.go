package plant

import (
	"hash/adler32"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
)

func wrongSum(g *choice.Chooser, a *archive.Draft) bool {
	r := anyMember(g, a)
	if r == nil {
		return false
	}
	crc, packed, unpacked := r.Truth()
	r.Announce(choice.Of(g, crc^1<<g.N(32), ^crc, 0), packed, unpacked)
	a.Settle()
	return true
}

// wrongSize makes all records say that the content of a member is longer or shorter than it is.
func wrongSize(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, (*archive.Member).Plain)
	if r == nil {
		return false
	}
	crc, packed, unpacked := r.Truth()
	r.Announce(crc, packed, max(0, unpacked+choice.Of(g, -1, 1, 8, -8, 1+g.N(1000), -1-g.N(100))))
	a.Settle()
	return true
}

// corruptStream cuts a deflate stream, or corrupts it.
func corruptStream(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, func(r *archive.Member) bool { return r.Deflated() && r.Plain() })
	if r == nil {
		return false
	}
	crc, _, unpacked := r.Truth()
	switch data := slices.Clone(r.Local.Data); g.N(5) {
	case 0, 1:
		r.Local.Data = data[:len(data)-1-g.N(min(len(data), 20))]
	case 2:
		data[0] |= 6 // a block of the reserved type
		r.Local.Data = data
	case 3: // all of it, in a block that is not the last one
		if len(r.Content) > 1<<16-1 {
			return false
		}
		w := archive.BitWriter{}
		w.Put(0, 3)
		w.Stored(r.Content)
		r.Local.Data = w.B
	case 4: // in the wrapper of zlib
		r.Local.Data = archive.Le.AppendUint32(append([]byte{0x78, 0x9c}, data...), adler32.Checksum(r.Content))
	}
	r.Announce(crc, len(r.Local.Data), unpacked)
	a.Settle()
	return true
}

// corruptFrame compresses all members with Zstandard, and cuts or corrupts one of the frames.
func corruptFrame(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, (*archive.Member).Plain)
	if r == nil || !unusualMethod(g, a) {
		return false
	}
	crc, _, unpacked := r.Truth()
	switch data := slices.Clone(r.Local.Data); g.N(3) {
	case 0:
		r.Local.Data = data[:g.N(len(data))]
	case 1:
		data[g.N(4)] ^= 1 << g.N(8) // the magic
		r.Local.Data = data
	case 2:
		data[9] |= 6 // a block of the reserved type
		r.Local.Data = data
	}
	r.Announce(crc, len(r.Local.Data), unpacked)
	a.Settle()
	return true
}

func trailingStream(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, (*archive.Member).Deflated)
	if r == nil {
		return false
	}
	crc, _, unpacked := r.Truth()
	r.Local.Data = append(slices.Clone(r.Local.Data), choice.Of(g, make([]byte, 1+g.N(20)), g.Bytes(1+g.N(20)), r.Local.Data)...)
	r.Announce(crc, len(r.Local.Data), unpacked)
	a.Settle()
	return true
}

// streamedRecords streams a member whose data a streaming reader reads as several. In the file that
// conforms they are the same and not streamed.
func streamedRecords(g *choice.Chooser, a *archive.Draft) bool {
	r := memberOf(g, a, func(r *archive.Member) bool { return !r.Deflated() && !r.Style.Streamed })
	if r == nil {
		return false
	}
	data := append(g.Bytes(g.N(30)), "PK\x07\x08"...)
	data = append(data, g.Bytes(12+g.N(10))...)
	data = append(data, choice.Of(g, "PK\x03\x04", "PK\x01\x02", "PK\x06\x06")...)
	r.Array, r.Content = npy.ByteArray(append(data, g.Bytes(g.N(40))...))
	r.Pack(g)
	r.Announce(r.Truth())
	a.Settle()
	a.Keep()
	r.Style.Streamed = true
	r.Announce(r.Truth())
	a.Settle()
	return true
}
