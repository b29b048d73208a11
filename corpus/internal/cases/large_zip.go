package cases

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// windowSize is the largest distance of a match in a deflate stream, in bytes.
const windowSize = 32 << 10

// largeBytes is an array of that many bytes, and its file.
func largeBytes(count int64) (*Array, []byte) {
	return largeArray("|u1", dims(count), false), largeFile("|u1", dims(count), false, 1)
}

// largeArchiveCases returns cases of archives with members that are larger than a buffer.
func largeArchiveCases() []Case {
	var out []Case
	add := func(id, story, features string, a *Array, archive []byte) {
		c := acceptedZip()
		c.ID, c.Story, c.Features = id, c.Story+story, "npz v1 "+features
		c.Bytes, c.Members = archive, holds("a.npy", a)
		out = append(out, c)
	}
	deflate := func(file []byte, write func(*Deflater, []byte)) Member {
		var d Deflater
		write(&d, file)
		return Deflated("a.npy", file, d.Bytes())
	}
	fixed := func(d *Deflater, file []byte) { d.Fixed(true, bytePeriod, file) }
	dynamic := func(d *Deflater, file []byte) { d.Dynamic(true, bytePeriod, file) }

	for _, n := range []int64{65536, 65537, 1 << 20} {
		a, file := largeBytes(n)
		add(fmt.Sprintf("zip/large-stored-%d", n), fmt.Sprintf("%d bytes of data in a stored member", n), "uint 1d", a, Zip(Stored("a.npy", file)))
	}
	// 384 bytes and the header are as many as the smallest buffers have.
	for _, n := range []int64{384, 385, 1025, 3968, 4097, 8193, 32640, 32769, 65408, 65537, 262145, 1<<20 + 1} {
		a, file := largeBytes(n)
		if n <= maxValues {
			a.Values = smallValues("u1", a.Data)
		}
		add(fmt.Sprintf("zip/large-deflated-%d", n), fmt.Sprintf("%d bytes of data in a member of one deflate block with codes of its own", n),
			"uint 1d deflate", a, Zip(deflate(file, dynamic)))
	}

	a, file := largeBytes(70001)
	add("zip/large-deflated-fixed", "70,001 bytes of data in one deflate block with fixed codes", "uint 1d deflate", a, Zip(deflate(file, fixed)))
	add("zip/large-deflated-literals", "70,001 bytes of data in one deflate block without matches", "uint 1d deflate", a,
		Zip(deflate(file, func(d *Deflater, file []byte) { d.Dynamic(true, 0, file) })))
	add("zip/large-deflated-stored-blocks", "70,001 bytes of data in uncompressed deflate blocks, the first of 65,535 bytes", "uint 1d deflate", a,
		Zip(deflate(file, func(d *Deflater, file []byte) { d.Stored(true, 0, file) })))
	add("zip/large-deflated-small-blocks", "70,001 bytes of data in uncompressed deflate blocks of 100 bytes", "uint 1d deflate", a,
		Zip(deflate(file, func(d *Deflater, file []byte) { d.Stored(true, 100, file) })))
	add("zip/large-deflated-every-block", "70,001 bytes of data in 18 deflate blocks of every kind in turn", "uint 1d deflate", a, Zip(deflate(file, everyBlock)))
	add("zip/large-deflated-far", "70,001 bytes of data in a deflate stream whose matches go back almost 32 KiB", "uint 1d deflate", a,
		Zip(deflate(file, func(d *Deflater, file []byte) { d.Dynamic(true, windowSize/bytePeriod*bytePeriod, file) })))
	add("zip/large-streamed-deflated", "70,001 bytes of data, deflated, whose sizes follow them", "uint 1d deflate data-descriptor", a, Zip(deflate(file, dynamic).Streamed()))
	add("zip/large-streamed", "70,001 bytes of data, stored, whose sizes follow them", "uint 1d data-descriptor", a, Zip(Stored("a.npy", file).Streamed()))

	// The data repeats after a whole window, except for one byte that differs in each.
	window := &Array{DType: "|u1", Shape: dims(4 * windowSize), Data: slices.Repeat(largeData("u1", windowSize), 4)}
	for i := range 4 {
		window.Data[i*windowSize+1000*i] = byte(252 + i)
	}
	windowFile := numbersFile(window.Data)
	add("zip/large-deflated-window", "128 KiB of data in a deflate stream whose matches go back exactly 32 KiB", "uint 1d deflate", window,
		Zip(deflate(windowFile, func(d *Deflater, file []byte) {
			d.Fixed(false, bytePeriod, file[:windowSize])
			d.Fixed(true, windowSize, file[windowSize:])
		})))

	doubles, doublesFile := largeArray(">f8", dims(63, 131), true), largeFile(">f8", dims(63, 131), true, 1)
	add("zip/large-deflated-fortran", "66,024 bytes of big-endian doubles in Fortran order, deflated", "float 2d fortran-order big-endian deflate", doubles,
		Zip(deflate(doublesFile, func(d *Deflater, file []byte) { d.Dynamic(true, 63*8, file) })))

	two := func(id, story, features string, first, small Member) {
		add(id, story, features, a, Zip(first, small))
		last := &out[len(out)-1]
		last.Members = append(last.Members, Content{"b.npy", pair})
	}
	two("zip/large-first", "a small member after one of 70,001 bytes", "uint 1d", Stored("a.npy", file), second())
	two("zip/large-first-deflated", "a small member after a deflated one of 70,001 bytes", "uint 1d deflate", deflate(file, dynamic), deflatedPair())
	two("zip/large-first-streamed", "a small member after a deflated one of 70,001 bytes whose sizes follow its data", "uint 1d deflate data-descriptor", deflate(file, dynamic).Streamed(), deflatedPair())

	return append(out, largeArchiveFaults(file, deflate(file, dynamic))...)
}

// everyBlock writes deflate blocks of every kind in turn.
func everyBlock(d *Deflater, file []byte) {
	for i := 0; len(file) > 0; i++ {
		n := min(4093, len(file))
		part, last := file[:n], n == len(file)
		file = file[n:]
		switch i % 4 {
		case 0:
			d.Stored(last, 0, part)
		case 1:
			d.Fixed(last, bytePeriod, part)
		case 2:
			d.Dynamic(last, bytePeriod, part)
		default:
			d.Fixed(last, 0, part)
		}
	}
}

// largeArchiveFaults returns cases of archives with a large member of the given file, whole or deflated, in which
// something is wrong or odd.
func largeArchiveFaults(file []byte, deflated Member) (out []Case) {
	crc := refusedZip()
	crc.Features = "npz v1 uint 1d"
	flip := func(m Member, at int) Member {
		return m.Edit(func(m *Member) {
			m.Data = slices.Clone(m.Data)
			m.Data[at] ^= 1
		})
	}
	plain, half := Stored("a.npy", file), deflated
	half.Data = deflated.Data[:len(deflated.Data)/2]
	half = half.Both(func(h *Header) { h.Packed = uint32(len(half.Data)) })
	out = append(out, variants(crc.like("zip/large-streamed"), "zip-crc",
		variant{"zip/crc-large-streamed", "the last bit of a member of 70,001 bytes, whose checksum follows it, changed", Zip(flip(plain, len(file)-1).Streamed())},
	)...)
	out = append(out, variants(crc.like("zip/large-first"), "zip-crc",
		variant{"zip/crc-large-last-byte", "the last bit of a member of 70,001 bytes changed, and another member follows", Zip(flip(plain, len(file)-1), second())},
		variant{"zip/crc-large-middle", "a bit in the middle of a member of 70,001 bytes changed, and another member follows", Zip(flip(plain, len(file)/2), second())},
	)...)
	out = append(out, variants(crc.like("zip/large-first-deflated").needing("deflate"), "zip-deflate-corrupt",
		variant{"zip/deflate-cut-large", "the deflate stream of a member of 70,001 bytes ends halfway", Zip(half, deflatedPair())},
	)...)

	comment := toleratedZip("archive-comment").ofImportance(Medium)
	comment.Story += "the archive has a comment of 65,535 bytes, the longest there can be"
	text := []byte(strings.Repeat("three measurements, ", 4000)[:65535])
	return append(out, variants(comment, "zip-comment",
		variant{"zip/comment-largest", "", ZipWith(func(e *End) { e.Comment, e.CommentLen = text, 65535 }, member())},
	)...)
}

// manyMemberCases returns cases of archives with many members.
func manyMemberCases() []Case {
	// With 90 bytes of data a member has 256 bytes together with its header, which packs well.
	numbered := func(i int) *Array { return numbers(largeData("u1", 90+i%16)[i%16:]) }
	name := func(i int) string { return fmt.Sprintf("%04x.npy", i) }
	archive := func(id string, count, listed int, end func(*End)) Case {
		c := acceptedZip()
		c.ID, c.Story = id, fmt.Sprintf("conforming: %d members", count)
		c.Features, c.Members, c.More = "npz v1 uint 1d", nil, count-listed
		members := make([]Member, 16)
		for i := range members {
			members[i] = Stored("", numbersFile(numbered(i).Data))
		}
		all := make([]Member, count)
		for i := range all {
			all[i] = members[i%16].Both(func(h *Header) { h.Name = name(i) })
			if i < listed {
				c.Members = append(c.Members, Content{name(i), numbered(i)})
			}
		}
		c.Bytes = ZipWith(end, all...)
		return c
	}
	many := func(c Case) Case {
		c.Duty, c.Rules, c.Flags, c.Twin = Either, "zip-member-count", "many-members", "zip/members-100"
		return c
	}
	return []Case{
		archive("zip/members-100", 100, 100, func(*End) {}).ofImportance(Medium),
		archive("zip/members-300", 300, 2, func(*End) {}).ofImportance(Medium).with("more than a byte can count"),
		many(archive("zip/members-65535", 65535, 2, func(*End) {}).with("the most without zip64, and the number that elsewhere refers to a zip64 end record")),
		many(archive("zip/members-65536", 65536, 2, func(e *End) {
			e.Zip64 = Zip64End(65536, uint64(e.Size), uint64(e.Offset))
			e.Here, e.All = 65535, 65535
		}).needing("zip64").with("one more than the end record can count")),
	}
}

// with returns the case with a longer story.
func (c Case) with(story string) Case {
	c.Story += ", " + story
	return c
}
