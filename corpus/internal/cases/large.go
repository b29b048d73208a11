package cases

import (
	"fmt"
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

func largeArrayCases() []Case {
	var out []Case
	for _, l := range []struct {
		id, descr string
		shape     []int64
		fortran   bool
		version   byte
	}{
		{"data/large-u1-1023", "|u1", dims(1023), false, 1},
		{"data/large-u1-1024", "|u1", dims(1024), false, 1},
		{"data/large-u1-1025", "|u1", dims(1025), false, 1},
		{"data/large-u1-4095", "|u1", dims(4095), false, 1},
		{"data/large-u1-4096", "|u1", dims(4096), false, 1},
		{"data/large-u1-4097", "|u1", dims(4097), false, 1},
		{"data/large-u1-32767", "|u1", dims(32767), false, 1},
		{"data/large-u1-32768", "|u1", dims(32768), false, 1},
		{"data/large-u1-32769", "|u1", dims(32769), false, 1},
		{"data/large-u1-65535", "|u1", dims(65535), false, 1},
		{"data/large-u1-65536", "|u1", dims(65536), false, 1},
		{"data/large-u1-65537", "|u1", dims(65537), false, 1},
		{"data/large-u1-262143", "|u1", dims(262143), false, 1},
		{"data/large-u1-262144", "|u1", dims(262144), false, 1},
		{"data/large-u1-262145", "|u1", dims(262145), false, 1},
		{"data/large-u1-1048575", "|u1", dims(1048575), false, 1},
		{"data/large-u1-1048576", "|u1", dims(1048576), false, 1},
		{"data/large-u1-1048577", "|u1", dims(1048577), false, 1},
		{"data/large-f8-128", "<f8", dims(128), false, 1},
		{"data/large-f8-129", "<f8", dims(129), false, 1},
		{"data/large-f8-511", "<f8", dims(511), false, 1},
		{"data/large-f8-512", "<f8", dims(512), false, 1},
		{"data/large-f8-513", "<f8", dims(513), false, 1},
		{"data/large-f8-4096", "<f8", dims(4096), false, 1},
		{"data/large-f8-4097", "<f8", dims(4097), false, 1},
		{"data/large-f8-8191", "<f8", dims(8191), false, 1},
		{"data/large-f8-8192", "<f8", dims(8192), false, 1},
		{"data/large-f8-8193", "<f8", dims(8193), false, 1},
		{"data/large-f8-32768", "<f8", dims(32768), false, 1},
		{"data/large-f8-32769", "<f8", dims(32769), false, 1},
		{"data/large-f8-131071", "<f8", dims(131071), false, 1},
		{"data/large-f8-131072", "<f8", dims(131072), false, 1},
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
	} {
		a := largeArray(l.descr, l.shape, l.fortran)
		c := Case{
			ID:         l.id,
			Story:      fmt.Sprintf("conforming: %d bytes of data, %s of shape %s", len(a.Data), l.descr, shapeText(l.shape)),
			Bytes:      largeFile(l.descr, l.shape, l.fortran, l.version),
			Duty:       Accept,
			Stage:      "data",
			Importance: Medium,
			Array:      a,
		}
		if l.fortran {
			c.Story += " in Fortran order"
		}
		if l.version > 1 {
			c.Story += fmt.Sprintf(", version %d.0, although version 1.0 could hold the header", l.version)
			c.Rules, c.Importance = "prefix-version-higher-than-needed", Medium
		}
		if slices.Contains(l.shape, 1) {
			c.Rules = "order-true-without-effect"
		}
		if count, _ := elements(l.shape); count <= maxValues {
			a.Values = smallValues(l.descr[1:], a.Data)
		}
		out = append(out, c)
	}
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
	common := Case{Duty: Accept, Stage: "data", Importance: Medium}
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
