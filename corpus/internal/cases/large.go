package cases

import (
	"fmt"
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// largeRow is an array of more than a few elements.
type largeRow struct {
	id, descr string
	shape     []int64
	fortran   bool
	version   byte
}

// largeArrayCases returns cases of arrays around the sizes of buffers, and of every dtype, order and version in more
// than a buffer.
func largeArrayCases() []Case {
	var rows []largeRow
	for _, buffer := range []int64{1 << 10, 4 << 10, 32 << 10, 64 << 10, 256 << 10, 1 << 20} {
		for n := buffer - 1; n <= buffer+1; n++ {
			rows = append(rows, largeRow{fmt.Sprintf("data/large-u1-%d", n), "|u1", dims(n), false, 1})
		}
	}
	for _, n := range []int64{128, 129, 511, 512, 513, 4096, 4097, 8191, 8192, 8193, 32768, 32769, 131071, 131072} {
		rows = append(rows, largeRow{fmt.Sprintf("data/large-f8-%d", n), "<f8", dims(n), false, 1})
	}
	rows = append(rows, []largeRow{
		{"data/large-f8-big-endian", ">f8", dims(8193), false, 1},
		{"data/large-f8-2d", "<f8", dims(129, 257), false, 1},
		{"data/large-f8-2d-fortran", "<f8", dims(129, 257), true, 1},
		{"data/large-f8-2d-fortran-big-endian", ">f8", dims(129, 257), true, 1},
		{"data/large-f8-3d", "<f8", dims(17, 31, 63), false, 1},
		{"data/large-f8-3d-fortran", "<f8", dims(17, 31, 63), true, 1},
		{"data/large-f8-1-row", "<f8", dims(1, 8193), true, 1},
		{"data/large-f8-1-column", "<f8", dims(8193, 1), true, 1},
		{"data/large-f8-v2", "<f8", dims(8193), false, 2},
		{"data/large-f8-v3", "<f8", dims(8193), false, 3},
		{"data/large-b1", "|b1", dims(65537), false, 1},
		{"data/large-i2", "<i2", dims(32769), false, 1},
		{"data/large-i2-big-endian", ">i2", dims(65537), false, 1},
		{"data/large-i2-2d-fortran", "<i2", dims(257, 256), true, 1},
		{"data/large-u4", "<u4", dims(16385), false, 1},
		{"data/large-u4-big-endian", ">u4", dims(16385), false, 1},
		{"data/large-u4-2d-fortran-big-endian", ">u4", dims(255, 257), true, 1},
		{"data/large-i8", "<i8", dims(8193), false, 1},
		{"data/large-i8-big-endian", ">i8", dims(8193), false, 1},
		{"data/large-f2", "<f2", dims(32769), false, 1},
		{"data/large-f2-big-endian", ">f2", dims(32769), false, 1},
		{"data/large-f4", "<f4", dims(16385), false, 1},
		{"data/large-f4-big-endian", ">f4", dims(16385), false, 1},
		{"data/large-f4-2d", "<f4", dims(513, 511), false, 1},
		{"data/large-f4-2d-fortran", "<f4", dims(513, 511), true, 1},
		{"data/large-c8", "<c8", dims(8193), false, 1},
		{"data/large-c8-big-endian", ">c8", dims(8193), false, 1},
		{"data/large-c16", "<c16", dims(4097), false, 1},
		{"data/large-c16-2d-fortran-big-endian", ">c16", dims(127, 65), true, 1},
		{"data/large-datetime", "<M8[us]", dims(8193), false, 1},
		{"data/large-datetime-big-endian", ">M8[us]", dims(8193), false, 1},
		{"data/large-s5", "|S5", dims(13109), false, 1},
		{"data/large-s5-2d-fortran", "|S5", dims(131, 101), true, 1},
		{"data/large-u3-text", "<U3", dims(5463), false, 1},
		{"data/large-u3-text-big-endian", ">U3", dims(5463), false, 1},
		{"data/large-v7", "|V7", dims(9363), false, 1},
	}...)
	var out []Case
	for _, l := range rows {
		a := largeArray(l.descr, l.shape, l.fortran)
		c := Case{
			ID:    l.id,
			Story: fmt.Sprintf("conforming: %d bytes of data, %s of shape %s", len(a.Data), l.descr, shapeText(l.shape)),
			Bytes: largeFile(l.descr, l.shape, l.fortran, l.version),
			Duty:  Accept,
			Stage: "data",
			Array: a,
		}
		if l.fortran {
			c.Story += " in Fortran order"
		}
		if l.version > 1 {
			c.Story += fmt.Sprintf(", version %d.0, although version 1.0 could hold the header", l.version)
			c.Rules = "prefix-version-higher-than-needed"
		}
		if slices.Contains(l.shape, 1) {
			c.Rules = "order-true-without-effect"
		}
		if count, _ := elements(l.shape); count <= maxValues {
			a.Values = smallValues(l.descr[1:], a.Data)
		}
		out = append(out, c)
	}
	text := accepted("data")
	text.Array = largeArray("<U3", dims(87_382), false)
	out = append(out, variants(text, "",
		variant{"data/large-u3-text-1-mib", "1,048,584 bytes of data, <U3 of shape (87382,)", largeFile("<U3", dims(87_382), false, 1)},
	)...)
	return append(out, largeStructs()...)
}

// largeStructs returns cases of structures whose elements lie across the ends of buffers.
func largeStructs() []Case {
	const descr = "[('a', '|u1'), ('b', '<f8'), ('c', '|S3'), ('d', '<i2', (2,))]"
	element := func(i int) []byte {
		return Join(Bytes(byte(i%bytePeriod+1)), F8(float64(i%period)+0.1), S(3, fmt.Sprintf("%02x", i%bytePeriod)), LittleEndian(uint64(i%period*31+1), 2), LittleEndian(uint64(i%period*29+1), 2))
	}
	data := func(count int) (b []byte) {
		for i := range count {
			b = append(b, element(i)...)
		}
		return b
	}
	common := Case{Duty: Accept, Stage: "data"}
	flat, table := common, common
	flat.ID = "data/large-struct"
	flat.Story = "conforming: 65,552 bytes of structures of 16 bytes of which each has fields at odd offsets"
	flat.Array = &Array{DType: descr, Shape: dims(4097), Data: data(4097)}
	flat.Bytes = descrFile(descr, "(4097,)", flat.Array.Data)
	table.ID = "data/large-struct-2d-fortran"
	table.Story = "conforming: 65,536 bytes of structures of 16 bytes of which each has fields at odd offsets, in Fortran order"
	table.Array = &Array{DType: descr, Shape: dims(32, 128), F: true, Data: data(32 * 128)}
	table.Bytes = Npy1(Dict(descr, "True", "(32, 128)"), Transpose(16, dims(32, 128), table.Array.Data))
	return []Case{flat, table}
}

// largeFaultCases returns cases of data that is too short or too long by a byte or an element, after more than a
// buffer of it.
func largeFaultCases(good []Case) []Case {
	file := func(id string) Case {
		return good[slices.IndexFunc(good, func(c Case) bool { return c.ID == id })]
	}
	cut := func(id, story, twin string, n int) Case {
		c := file(twin)
		c.ID, c.Story, c.Twin, c.Bytes = id, "conforming except that "+story, twin, c.Bytes[:len(c.Bytes)-n]
		c.Duty, c.Violates, c.Rules, c.Array = Reject, true, "data-truncated", nil
		return c
	}
	longer := func(id, story, twin string) Case {
		c := file(twin)
		c.ID, c.Story, c.Twin, c.Bytes = id, "conforming except that "+story, twin, Join(c.Bytes, Zeros(1))
		c.Duty, c.Rules, c.Flags = Either, "data-trailing", "trailing-data"
		return c
	}
	return []Case{
		cut("data/truncated-after-64-kib", "the last byte of 65,536 is missing", "data/large-u1-65536", 1),
		cut("data/truncated-after-1-mib", "the last byte of 1,048,577 is missing", "data/large-u1-1048577", 1),
		cut("data/truncated-block", "the last 4,096 bytes of 65,536 are missing", "data/large-f8-8192", 4096),
		cut("data/truncated-after-item", "the last of 8,193 doubles is missing", "data/large-f8-8193", 8),
		longer("data/trailing-after-64-kib", "a zero follows 65,536 bytes", "data/large-u1-65536"),
		longer("data/trailing-after-1-mib", "a zero follows 1 MiB", "data/large-u1-1048576"),
	}
}
