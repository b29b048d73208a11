package cases

import (
	"fmt"
	"math"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// precise is a number by its bits, and for people.
type precise struct {
	bits  uint64
	value any
}

// preciseNumbers has the numbers of each float type: decimal fractions, the largest and the smallest,
// neighbors of 1, and what isn't a number, with payloads.
var preciseNumbers = map[int][]precise{
	2: {
		{0x2e66, 0x1.998p-4},  // 0.1
		{0x4248, 0x1.92p+1},   // pi
		{0x4170, 0x1.5cp+1},   // e
		{0x7bff, 65504},       // the largest
		{0xfbff, -65504},      //
		{0x0400, 0x1p-14},     // the smallest normal one
		{0x03ff, 0x1.ff8p-15}, // the largest subnormal one
		{0x8001, -0x1p-24},    // the smallest, negative
		{0x3c01, 0x1.004p0},   // the next after 1
		{0x3bff, 0x1.ffcp-1},  // the next before 1
		{0x67ff, 2047},        //
		{0x8000, "-0.0"},      //
		{0x7c00, "Infinity"},  //
		{0xfc00, "-Infinity"}, //
		{0x7e01, "NaN"},       //
		{0xfdff, "NaN"},       // signaling
	},
	4: {
		{0x3dcccccd, 0x1.99999ap-4},
		{0x40490fdb, 0x1.921fb6p+1},
		{0x402df854, 0x1.5bf0a8p+1},
		{0x7f7fffff, 0x1.fffffep+127},
		{0xff7fffff, -0x1.fffffep+127},
		{0x00800000, 0x1p-126},
		{0x007fffff, 0x1.fffffcp-127},
		{0x80000001, -0x1p-149},
		{0x3f800001, 0x1.000002p0},
		{0x3f7fffff, 0x1.fffffep-1},
		{0x4b7fffff, 16777215},
		{0x80000000, "-0.0"},
		{0x7f800000, "Infinity"},
		{0xff800000, "-Infinity"},
		{0x7fc54321, "NaN"},
		{0xff812345, "NaN"},
	},
	8: {
		{0x3fb999999999999a, 0.1},
		{0x400921fb54442d18, 3.141592653589793},
		{0x4005bf0a8b145769, 2.718281828459045},
		{0x7fefffffffffffff, 1.7976931348623157e308},
		{0xffefffffffffffff, -1.7976931348623157e308},
		{0x0010000000000000, 2.2250738585072014e-308},
		{0x000fffffffffffff, 2.225073858507201e-308},
		{0x8000000000000001, "-5e-324"},
		{0x3ff0000000000001, 1.0000000000000002},
		{0x3fefffffffffffff, 0.9999999999999999},
		{0x419d6f34547e6b75, 123456789.12345679},
		{0x8000000000000000, "-0.0"},
		{0x7ff0000000000000, "Infinity"},
		{0xfff0000000000000, "-Infinity"},
		{0x7ff8000000054321, "NaN"},
		{0xfff0123456789abc, "NaN"},
	},
}

// digitCases returns cases of floats and complex numbers with all their digits.
func digitCases() []Case {
	var out []Case
	for _, d := range []struct {
		id, descr, shape string
		fortran          bool
	}{
		{"data/digits-f2", "<f2", "(16,)", false},
		{"data/digits-f2-big-endian", ">f2", "(16,)", false},
		{"data/digits-f2-fortran", "<f2", "(2, 8)", true},
		{"data/digits-f4", "<f4", "(16,)", false},
		{"data/digits-f4-big-endian", ">f4", "(16,)", false},
		{"data/digits-f4-2d", ">f4", "(2, 8)", false},
		{"data/digits-f4-fortran", "<f4", "(2, 8)", true},
		{"data/digits-f8", "<f8", "(16,)", false},
		{"data/digits-f8-big-endian", ">f8", "(16,)", false},
		{"data/digits-f8-2d", "<f8", "(2, 8)", false},
		{"data/digits-f8-fortran", ">f8", "(2, 8)", true},
		{"data/digits-c8", "<c8", "(8,)", false},
		{"data/digits-c8-big-endian", ">c8", "(8,)", false},
		{"data/digits-c8-fortran", "<c8", "(2, 4)", true},
		{"data/digits-c16", "<c16", "(8,)", false},
		{"data/digits-c16-big-endian", ">c16", "(8,)", false},
		{"data/digits-c16-fortran", ">c16", "(2, 4)", true},
	} {
		kind := d.descr[1:]
		size := map[string]int{"f2": 2, "f4": 4, "f8": 8, "c8": 4, "c16": 8}[kind] // of a real number
		var data []byte
		var vals []any
		for _, n := range preciseNumbers[size] {
			data = append(data, LittleEndian(n.bits, size)...)
			vals = append(vals, n.value)
		}
		itemsize := size
		if kind[0] == 'c' {
			itemsize, vals = 2*size, inPairs(vals)
		}
		c := arrayCase(d.descr, d.shape, d.fortran, itemsize, size, data, vals)
		c.ID = d.id
		c.Story = "conforming: numbers that need all digits of " + kind + ", extremes and NaNs with payloads, as " + d.descr + c.Story
		out = append(out, c)
	}
	return out
}

// inPairs returns the values two by two.
func inPairs(vals []any) (pairs []any) {
	for pair := range slices.Chunk(vals, 2) {
		pairs = append(pairs, slices.Clone(pair))
	}
	return pairs
}

// longDoubleDigitCases returns cases of long doubles that don't fit a double, in three layouts.
func longDoubleDigitCases() []Case {
	x87 := func(size int) (b []byte) {
		b = Join(b, LE64(0xcccccccccccccccd), LE16(0x3ffb), Zeros(size-10))    // 0.1
		b = Join(b, LE64(0xc90fdaa22168c235), LE16(0x4000), Zeros(size-10))    // pi
		return Join(b, LE64(0x8000000000000001), LE16(0x3fff), Zeros(size-10)) // the next after 1
	}
	// Rounded to a double, as the manifest has them.
	reals := values(0.1, math.Pi, 1)
	pairs := inPairs(slices.Concat(reals, reals))
	complexes := slices.Concat(x87(16), x87(16))
	out := slices.Concat(
		descrLongDouble{
			id:    "descr/longdouble-digits",
			story: "long doubles of x86-64 with more digits than a double", code: "f16", rule: "descr-platform-longdouble", data: x87(16), vals: reals,
		}.cases("<", x87(16)),
		descrLongDouble{
			id:    "descr/longdouble-c32-digits",
			story: "complex long doubles of x86-64 with more digits than a double", code: "c32", rule: "descr-platform-longdouble", data: complexes, vals: pairs,
		}.cases("<", complexes),
		descrLongDouble{
			id:    "descr/longdouble-f12-digits",
			story: "long doubles of 32-bit x86 with more digits than a double", code: "f12", rule: "descr-other-platform-float", data: x87(12), vals: reals,
		}.cases("<", x87(12)))

	// A descr can't distinguish these: they are f16, too, and 1, -2.5 and 3.
	quad := Join(LE64(0, 0x3fff000000000000), LE64(0, 0xc000400000000000), LE64(0, 0x4000800000000000))
	double := F8(1, 0, -2.5, 0, 3, 0)
	for _, other := range []descrLongDouble{
		{"descr/longdouble-quad", "quadruple-precision numbers of IEEE 754, as on 64-bit Arm", "f16", "descr-platform-longdouble", quad, values(1.0, -2.5, 3)},
		{"descr/longdouble-double-double", "pairs of doubles, as on PowerPC", "f16", "descr-platform-longdouble", double, values(1.0, -2.5, 3)},
	} {
		pair := other.cases("<", other.data)
		for i := range pair {
			if pair[i].ID == other.id {
				pair[i].Array = nil // another machine reads other numbers
			}
		}
		out = append(out, pair...)
	}
	return out
}

// wideIntegerCases returns cases of integers and times that need all bits of their type.
func wideIntegerCases() []Case {
	var out []Case
	wide := func(name, orders, kind string, size int, bits []uint64, vals ...any) {
		data := make([]byte, 0, size*len(bits))
		for _, v := range bits {
			data = append(data, LittleEndian(v, size)...)
		}
		for order := range strings.FieldsSeq(orders) {
			c := arrayCase(order+kind, shapeText(dims(int64(len(bits)))), false, size, size, data, vals)
			c.ID = fmt.Sprintf("data/wide-%s%s", name, map[string]string{">": "-big-endian"}[order])
			c.Story = "conforming: numbers that need all bits, as " + order + kind
			out = append(out, c)
		}
	}
	wide("i2", "< >", "i2", 2, []uint64{257, 0x7fff, 0x8000, 0x8001, 0xff7f, 0xff00, 128},
		values(257, 32767, -32768, -32767, -129, -256, 128)...)
	wide("u2", "< >", "u2", 2, []uint64{256, 257, 0x7fff, 0x8000, 0xffff, 0xfffe},
		values(256, 257, 32767, 32768, 65535, 65534)...)
	wide("i4", "< >", "i4", 4, []uint64{1<<24 + 1, 0x7fffffff, 0x80000000, 0x80000001, 0xfeffffff, 65537, 0x7ffffffe},
		values(16777217, 2147483647, -2147483648, -2147483647, -16777217, 65537, 2147483646)...)
	wide("u4", "< >", "u4", 4, []uint64{1<<24 + 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xff000001},
		values[int64](16777217, 2147483647, 2147483648, 4294967295, 4294967294, 4278190081)...)
	wide("i8", "< >", "i8", 8, []uint64{1<<53 + 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, ^uint64(1 << 53), 1 << 32, 1<<31 + 1, 1<<63 - 2},
		values("9007199254740993", "9223372036854775807", "-9223372036854775808", "-9223372036854775807", "-9007199254740993", "4294967296", "2147483649", "9223372036854775806")...)
	wide("u8", "< >", "u8", 8, []uint64{1<<53 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 2, 1<<63 + 1, 1 << 32},
		values("9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551614", "9223372036854775809", "4294967296")...)

	times, texts := []uint64{1 << 63, 1<<63 + 1, 1<<63 - 1, 1<<53 + 1, ^uint64(1 << 53), 1<<64 - 1, 0, 1<<63 - 2},
		values("NaT", "-9223372036854775807", "9223372036854775807", "9007199254740993", "-9007199254740993", "-1", "0", "9223372036854775806")
	wide("datetime-ns", "< >", "M8[ns]", 8, times, texts...)
	wide("datetime-days", "<", "M8[D]", 8, times, texts...)
	wide("datetime-years", ">", "M8[Y]", 8, times, texts...)
	wide("timedelta-us", "< >", "m8[us]", 8, times, texts...)
	return out
}

// textEndCases returns cases of text and bytes with NULs and spaces inside and at the end.
func textEndCases() []Case {
	var out []Case
	add := func(id, story, descr, shape string, fortran bool, itemsize, unit int, data []byte, vals ...any) {
		c := arrayCase(descr, shape, fortran, itemsize, unit, data, vals)
		c.ID, c.Story = id, "conforming: "+story+c.Story
		out = append(out, c)
	}
	add("data/ends-s4", "byte strings with NULs and spaces inside, before and after them", "|S4", "(6,)", false, 4, 1,
		[]byte("a\x00b\x00a\x00\x00b\x00\x00\x00 \x00 \x00 a  \x00   \x00"), "a\x00b", "a\x00\x00b", "\x00\x00\x00 ", "\x00 \x00 ", "a  ", "   ")
	add("data/ends-s4-2d", "byte strings with NULs and spaces inside and after them", "|S4", "(2, 3)", true, 4, 1,
		[]byte("x\x00y\x00p  \x00\x00q\x00\x00r\x00\x00s   \x00z\x00 \x00"), "x\x00y", "p  ", "\x00q", "r\x00\x00s", "   ", "z\x00 ")
	add("data/ends-u3", "text with NULs and spaces inside, before and after it", "<U3", "(5,)", false, 12, 4,
		U(3, "a\x00b", "\x00\x00c", "d  ", "  ", "\x00 "), "a\x00b", "\x00\x00c", "d  ", "  ", "\x00 ")
	add("data/ends-u3-big-endian", "text with NULs and spaces inside, before and after it", ">U3", "(5,)", false, 12, 4,
		U(3, "x\x00y", "\x00\x00z", "w  ", " ", "\x00v"), "x\x00y", "\x00\x00z", "w  ", " ", "\x00v")
	return out
}

// prefixLengthCases returns cases of a header length of which a reader may read only a part, and of data at offsets
// that it may round.
func prefixLengthCases() []Case {
	long := tolerated("header", "large-header")
	long.Story = "conforming except that the header has more than 65,535 bytes, so that its length needs the third of its four bytes"
	long.Twin = "prefix/v2-plain"
	inVersion3 := long
	inVersion3.Twin = "prefix/v3-needed"
	inVersion3.Array = namedField("'日'")
	odd := tolerated("header", "alignment")
	odd.Violates, odd.Importance = true, Medium
	odd.Story += "the data begins at offset "
	return slices.Concat(
		variants(long, "header-excess-padding header-length-over-10000",
			variant{"header/length-65588-v2", ", in version 2.0", Raw2(PadTo(65588, plain, "\n"), three.Data)}),
		variants(inVersion3, "header-excess-padding header-length-over-10000",
			variant{"header/length-65588-v3", ", in version 3.0", Raw3(PadTo(65588, fieldText("'日'"), "\n"), three.Data)}),
		variants(odd, "header-alignment-16",
			variant{"header/unaligned-at-100", "100, a multiple of 4", Raw1(PadTo(90, plain, "\n"), three.Data)},
			variant{"header/unaligned-at-127", "127, one byte before a multiple of 64", Raw1(PadTo(117, plain, "\n"), three.Data)},
		))
}
