package cases

import (
	"slices"
	"strconv"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// made returns the member with the version and system that made it, the version needed and the
// attributes.
func made(m Member, by, needed uint16, external uint32) Member {
	m.MadeBy, m.External = by, external
	return m.Both(func(h *Header) { h.Needed = needed })
}

// zipWriterCases returns cases of archives as programs other than NumPy write them, to the last byte.
func zipWriterCases() []Case {
	return slices.Concat(zipInfoZip(), zipGo(), zipJava(), zipOthers())
}

// 2024-05-06 07:08:10.
const madeTime, madeDate = 0x3905, 0x58a6

func zipInfoZip() []Case {
	const mode = 0o100644 << 16
	modified := LE32(0x663881da)
	accessed := modified
	user := ExtraField(0x7875, Join(Bytes(1, 4), Zeros(4), Bytes(4), Zeros(4)))
	times := func(m Member, more ...[]byte) Member {
		m.Local.Extra = Join(ExtraField(0x5455, Join(Bytes(3), modified, accessed)), user, Join(more...))
		m.Central.Extra = Join(ExtraField(0x5455, Join(Bytes(3), modified)), user)
		return m
	}
	file, packed := uint64(len(threeFile())), uint64(len(zlibThree))
	forced := made(times(deflated(), Zip64Extra(file, packed)), 0x31e, 45, mode).Edit(func(m *Member) {
		m.Local.Packed, m.Local.Unpacked, m.Central.Unpacked = Sentinel, Sentinel, Sentinel
		m.Central.Extra = Join(m.Central.Extra, ExtraField(1, LE64(file)))
	})
	streamed := local(made(times(deflated()).Streamed(), 0x31e, 20, mode), func(h *Header) { h.Unpacked = uint32(file) })

	good := acceptedZip()
	good.Story += "written by zip 3.0 (Info-ZIP)"
	return slices.Concat(
		variants(good.needing("deflate"), "",
			variant{"zip/infozip", "", dated(madeTime, madeDate, Zip(made(times(deflated()), 0x31e, 20, mode)))}),
		variants(good.needing("deflate data-descriptor"), "",
			variant{"zip/infozip-streamed", " to a pipe", dated(madeTime, madeDate, Zip(streamed))}),
		variants(good.needing("deflate zip64"), "",
			variant{"zip/infozip-zip64", " with the option -fz", dated(madeTime, madeDate, ZipWith(func(e *End) {
				z := true64(e)
				z.madeBy = 0x31e
				e.Zip64, e.Offset = z.both(), Sentinel
			}, forced))}),
	)
}

func zipGo() []Case {
	stream := func(name string, file []byte, stream string) Member {
		return made(Deflated(name, file, []byte(stream)).Streamed(), 20, 20, 0)
	}
	two := acceptedZip().needing("deflate data-descriptor uint")
	two.Members = holdsTwo()
	return variants(two, "",
		variant{"zip/go", "written by Go's archive/zip, with a zero date",
			dated(0, 0, Zip(stream("a.npy", threeFile(), goThree), stream("b.npy", pairFile(), goPair)))})
}

func zipJava() []Case {
	times := ExtraField(0x5455, Join(Bytes(1), LE32(0x12cea600)))
	archive := func(m Member, version uint16) Member {
		return made(entryExtra(localExtra(m, times), times), version, version, 0).Both(func(h *Header) { h.Flags |= 1 << 11 })
	}
	good := acceptedZip()
	good.Story += "written by Java"
	stream := good.needing("deflate data-descriptor")
	return slices.Concat(
		variants(stream, "",
			variant{"zip/java", "'s ZipOutputStream", Zip(archive(deflated().Streamed(), 20))}),
		variants(good, "",
			variant{"zip/java-stored", "'s ZipOutputStream, stored", Zip(archive(member(), 10))}),
	)
}

func zipOthers() []Case {
	const mode = 0o100644 << 16
	file := uint64(len(threeFile()))
	large := made(entryExtra(localExtra(member(), Zip64Extra(file, file)), Zip64Extra(file, file)).Both(func(h *Header) {
		h.Packed, h.Unpacked = Sentinel, Sentinel
	}), 0x32d, 45, mode)
	perl := made(streamed64(deflated()), 0x32d, 45, mode).Edit(func(m *Member) { m.Local.Packed, m.Local.Unpacked = Sentinel, Sentinel })

	good := acceptedZip()
	two := good.needing("uint")
	two.Members = holdsTwo()
	return slices.Concat(
		variants(good, "",
			variant{"zip/rust", "written by Rust's zip crate, which ndarray-npy uses", Zip(made(member(), 0x30a, 10, mode))}),
		variants(good.needing("zip64"), "",
			variant{"zip/rust-large-file", "written by Rust's zip crate with the option large_file", Zip(large)}),
		variants(two.needing("deflate data-descriptor"), "",
			variant{"zip/jszip-streamed", "written by JSZip with the option streamFiles", Zip(made(deflated().Streamed(), 20, 10, 0), made(deflatedPair().Streamed(), 20, 10, 0))}),
		variants(good.needing("deflate data-descriptor zip64"), "",
			variant{"zip/perl-streamed-64", "written by Perl's IO::Compress with the options Stream and Zip64", ZipWith(func(e *End) {
				z := true64(e)
				z.madeBy = 0x32d
				e.Zip64, e.Offset = z.both(), Sentinel
			}, perl)}),
	)
}

// zipPythonCases returns cases of archives as NumPy writes them, to the last byte. What differs is the
// Python below.
func zipPythonCases() []Case {
	sizes := func(m Member) []byte { return Zip64Extra(uint64(m.Local.Unpacked), uint64(m.Local.Packed)) }
	// Python up to 3.11.3, and later ones.
	older := func(m Member) Member { return localExtra(m, sizes(m)) }
	newer := func(m Member) Member {
		return localExtra(m, sizes(m)).Both(func(h *Header) { h.Needed = 45 }).Edit(func(m *Member) {
			m.Local.Packed, m.Local.Unpacked = Sentinel, Sentinel
		})
	}
	pipe := func(m Member) Member {
		return streamed64(m).Both(func(h *Header) { h.Needed = 45 }).Edit(func(m *Member) {
			m.Local.Packed, m.Local.Unpacked = Sentinel, Sentinel
		})
	}
	name := func(m Member, name string) Member { return m.Both(func(h *Header) { h.Name = name }) }
	first, last := name(member(), "arr_0.npy"), name(second(), "arr_1.npy")
	packed, packedLast := name(deflated(), "arr_0.npy"), name(deflatedPair(), "arr_1.npy")
	temporary := first.Edit(func(m *Member) { m.External = 0o100600 << 16 })

	good := acceptedZip()
	good.Story += "written by np.savez"
	good.Members = holds("arr_0.npy", three)
	two := good.needing("uint")
	two.Members = []Content{{"arr_0.npy", three}, {"arr_1.npy", pair}}
	zip64 := two.needing("zip64")
	accented := zip64
	accented.Features, accented.Members = good.Features+" zip64", holds("café.npy", three)
	return slices.Concat(
		variants(zip64, "",
			variant{"zip/numpy", " on Python 3.11.4 and later", Zip(newer(first), newer(last))},
			variant{"zip/numpy-older-python", " on Python up to 3.11.3", Zip(older(first), older(last))}),
		variants(zip64.needing("deflate"), "",
			variant{"zip/numpy-compressed", "_compressed on Python 3.11.4 and later", Zip(newer(packed), newer(packedLast))}),
		variants(zip64.needing("data-descriptor"), "",
			variant{"zip/numpy-pipe", " to a pipe on Python 3.11.4 and later", Zip(pipe(first), pipe(last))},
			variant{"zip/numpy-pipe-older-python", " to a pipe on Python up to 3.11.3", Zip(streamed64(first), streamed64(last))}),
		variants(good, "",
			variant{"zip/numpy-temporary-file", " of NumPy up to 1.13, or up to 1.16 on Python 2: the time and the mode are those of a temporary file",
				dated(madeTime, madeDate, Zip(temporary))}),
		variants(accented, "",
			variant{"zip/numpy-utf8", " with a key that is not ASCII", Zip(newer(utf8("café.npy")))}),
		[]Case{zipTwenty(newer), zipKinds(newer)},
	)
}

// zipTwenty is an archive of so many arrays that their order matters: by number, and not by letters.
func zipTwenty(written func(Member) Member) Case {
	c := acceptedZip()
	c.ID = "zip/numpy-twenty"
	c.Story, c.Features, c.Members = c.Story+"written by np.savez: twenty arrays of one number", "npz v1 uint 1d zip64", nil
	var members []Member
	for i := range 20 {
		name := "arr_" + strconv.Itoa(i) + ".npy"
		data := Bytes(byte(10 * i))
		members = append(members, written(Stored(name, numbersFile(data))))
		c.Members = append(c.Members, Content{name, numbers(data)})
	}
	c.Bytes = Zip(members...)
	return c
}

// zipKinds is an archive of arrays that have little in common.
func zipKinds(written func(Member) Member) Case {
	c := acceptedZip()
	c.ID = "zip/numpy-kinds"
	c.Story, c.Members = c.Story+"written by np.savez: arrays of several kinds and shapes", nil
	c.Features = "npz v1 float int bool text big-endian fortran-order 0d 1d 2d empty zip64"
	ordered := I4(1, 2, 3, 4, 5, 6)
	var members []Member
	for _, k := range []struct {
		key, descr, order, shape string
		stored                   []byte
		array                    *Array
	}{
		{"scalar", "'<f8'", "False", "()", F8(-2.5), &Array{DType: "<f8", Data: F8(-2.5), Values: values(-2.5)}},
		{"none", "'<f8'", "False", "(0,)", nil, &Array{DType: "<f8", Shape: dims(0)}},
		{"fortran", "'<i4'", "True", "(2, 3)", Transpose(4, dims(2, 3), ordered),
			&Array{DType: "<i4", Shape: dims(2, 3), F: true, Data: ordered, Values: values(1, 2, 3, 4, 5, 6)}},
		{"big", "'>i2'", "False", "(2,)", Bytes(1, 2, 0xff, 0xfe), &Array{DType: "<i2", Shape: dims(2), Data: I2(258, -2), Values: values(258, -2)}},
		{"flags", "'|b1'", "False", "(3,)", Bytes(1, 0, 1), &Array{DType: "|b1", Shape: dims(3), Data: Bytes(1, 0, 1), Values: values(true, false, true)}},
		{"text", "'<U2'", "False", "(1,)", U(2, "é"), &Array{DType: "<U2", Shape: dims(1), Data: U(2, "é"), Values: values("é")}},
	} {
		name := k.key + ".npy"
		members = append(members, written(Stored(name, Npy1(Dict(k.descr, k.order, k.shape), k.stored))))
		c.Members = append(c.Members, Content{name, k.array})
	}
	c.Bytes = Zip(members...)
	return c
}
