package inspect

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/npycheck/npycheck/spec"
)

func dtype(t *testing.T, descr string) *spec.DType {
	t.Helper()
	d, err := spec.ParseDescr(descr)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// show returns statistics in a line.
func show(s *Stats) string {
	text := fmt.Sprint(s.Count, ":")
	for _, v := range []*Value{s.Min, s.Max, s.Mean} {
		if v == nil {
			text += " -"
		} else {
			text += " " + v.Text
		}
	}
	if s.MissingName != "" {
		text += fmt.Sprintf(" %d%s", s.Missing, s.MissingName)
	}
	if s.HasZero {
		text += fmt.Sprintf(" %dzero", s.Zero)
	}
	return text
}

// TestGatherZeroTail covers data whose last bytes are zero, read in one piece and in many.
func TestGatherZeroTail(t *testing.T) {
	zeros := strings.Repeat("\x00", 600_000)
	for _, test := range []struct {
		descr, data string
		want        int64
	}{
		{"<f8", "", 0},
		{"<f8", "\x00\x00\x00\x00\x00\x00\x00\x80", 0},
		{"<i4", "\x01\x00\x00\x00", 3},
		{"<i4", "\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00", 7},
		{"|u1", "\x01" + zeros, 600_000},
		{"|u1", zeros + "\x01", 0},
		{"|u1", zeros + "\x01" + zeros[:5], 5},
		{"|u1", zeros, 600_000},
		{"<f8", "\x00\x00\x00\x00\x00\x00\xf0\x3f" + zeros, 600_000},
	} {
		d := dtype(t, test.descr)
		stats, err := gather(d, strings.NewReader(test.data), int64(len(test.data))/d.Itemsize)
		if err != nil {
			t.Fatal(err)
		}
		if stats.ZeroTail != test.want {
			t.Errorf("%s, %d bytes: got a tail of %d zeros, want %d", test.descr, len(test.data), stats.ZeroTail, test.want)
		}
	}
}

// TestGather covers the count, the least, the greatest and the mean of a few elements of each type, and what was
// counted.
func TestGather(t *testing.T) {
	for _, test := range []struct{ descr, data, want string }{
		{"|b1", "01 00 01 02", "4: False True 0.75 1zero"},
		{"|i1", "80 7f 00", "3: -128 127 -0.3333333333333333 1zero"},
		{"|u1", "ff 01 00 00", "4: 0 255 64 2zero"},
		{"<i2", "0080 ff7f 0000", "3: -32768 32767 -0.3333333333333333 1zero"},
		{">i2", "8000 7fff 0000", "3: -32768 32767 -0.3333333333333333 1zero"},
		{"<u2", "ffff 0100", "2: 1 65535 32768 0zero"},
		{">u2", "ffff 0001", "2: 1 65535 32768 0zero"},
		{"<i4", "00000080 ffffff7f", "2: -2147483648 2147483647 -0.5 0zero"},
		{">i4", "80000000 7fffffff", "2: -2147483648 2147483647 -0.5 0zero"},
		{"<u4", "ffffffff 00000000", "2: 0 4294967295 2147483647.5 1zero"},
		{">u4", "ffffffff 00000001", "2: 1 4294967295 2147483648 0zero"},
		{"<i8", "0000000000000080 ffffffffffffff7f", "2: -9223372036854775808 9223372036854775807 -0.5 0zero"},
		{">i8", "7fffffffffffffff 7ffffffffffffffd", "2: 9223372036854775805 9223372036854775807 9.223372036854776e+18 0zero"},
		{"<u8", "ffffffffffffffff 0000000000000000 0300000000000000", "3: 0 18446744073709551615 6.148914691236517e+18 1zero"},
		{">u8", "0000000000000001 0000000000000003", "2: 1 3 2 0zero"},
		{"<f2", "003c ff7b 007e 0080", "4: -0 65500 21835 1NaN 1zero"},
		{">f2", "0001 fc00 2e66", "3: -inf 0.1 -inf 0NaN 0zero"},
		{"<f4", "cdcccc3d 0000c07f", "2: 0.1 0.1 0.10000000149011612 1NaN 0zero"},
		{">f4", "3f800000 7f800000 ff800000", "3: -inf inf nan 0NaN 0zero"},
		{"<f8", "9a9999999999b93f 0000000000000080", "2: -0 0.1 0.05 0NaN 1zero"},
		{">f8", "7fefffffffffffff 7fefffffffffffff", "2: 1.7976931348623157e+308 1.7976931348623157e+308 1.7976931348623157e+308 0NaN 0zero"},
		{">f8", "7ff8000000000000 7ff8000000000000", "2: - - - 2NaN 0zero"},
		{"<f8", "0100000000000000 0100000000000000", "2: 5e-324 5e-324 5e-324 0NaN 0zero"},
		{"<f8", "", "0: - - - 0NaN 0zero"},
		{"<f8", "000000000000f03f 000000000000f07f", "2: 1 inf inf 0NaN 0zero"},
		{"<f8", "000000000000f03f 000000000000f0ff", "2: -inf 1 -inf 0NaN 0zero"},
		{">f8", "fff0000000000000 7ff0000000000000", "2: -inf inf nan 0NaN 0zero"},
		{"<c8", "0000803f 00000040 0000c07f 00000000 00000000 00000080", "3: - - 0.5+1j 1NaN 1zero"},
		{">c16", "3ff0000000000000 fff0000000000000", "1: - - 1-infj 0NaN 0zero"},
		{"<M8[D]", "0100000000000000 0000000000000080 ffffffffffffffff", "3: 1969-12-31 1970-01-02 - 1NaT"},
		{">m8[s]", "0000000000000002 8000000000000000 0000000000000000", "3: 0 2 1 1NaT 1zero"},
		{"<f16", "0000000000000080ff3f 000000000000 00000000000000a000c0 123456789abc", "2: -2.5 1 -0.75 0NaN 0zero"},
		{"<f12", "0000000000000080ff7f 0000 00000000000000000000 0000", "2: 0 inf inf 0NaN 1zero"},
		{">f16", "000000000000 3fff8000000000000000", "1: 1 1 1 0NaN 0zero"},
		{"<f16", "000000000000000000000000 00000000", "1: 0 0 0 0NaN 1zero"},
		{"<c32", "0000000000000080ff3f 000000000000 00000000000000a000c0 123456789abc 000000000000000000000000 00000000 0000000000000080ff3f 000000000000",
			"2: - - 0.5-0.75j 0NaN 0zero"},
		{">c24", "0000 3fff8000000000000000 0000 7fffc000000000000000 0000 00000000000000000000 0000 80000000000000000000", "2: - - 0+0j 1NaN 1zero"},
		{"<f2", "0000 0080", "2: -0 0 0 0NaN 2zero"},
		{"<f4", "00000000 00000080 01000000 01000080", "4: -1e-45 1e-45 0 0NaN 2zero"},
		{">f4", "ffc00000 7fffffff", "2: - - - 2NaN 0zero"},
	} {
		d, data := dtype(t, test.descr), unhex(t, test.data)
		s, err := gather(d, bytes.NewReader(data), int64(len(data))/d.Itemsize)
		if err != nil {
			t.Errorf("%s %s: %v", test.descr, test.data, err)
		} else if got := show(s); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.descr, test.data, got, test.want)
		}
	}
}

// TestGatherOtherLongDoubles covers the long doubles of machines other than x86, which the dtype doesn't distinguish from its
// own: the quadruple precision of ARM, and the pair of doubles of PowerPC.
func TestGatherOtherLongDoubles(t *testing.T) {
	for _, test := range []struct{ what, data string }{
		{"quadruple 1 and 2", "0000000000000000000000000000ff3f 00000000000000000000000000000040"},
		{"quadruple 0.1", "9a99999999999999999999999999fb3f"},
		{"pair 1", "000000000000f03f 0000000000000000"},
		{"pair -1", "000000000000f0bf 0000000000000000"},
		{"pair 0.1", "9a9999999999b93f 9a999999999959bc"},
	} {
		data := unhex(t, test.data)
		for _, descr := range []string{"<f16", "<c32"} {
			data := data
			if descr == "<c32" {
				data = append(make([]byte, 16), data...) // 0 as the first part
				data = append(data, make([]byte, len(data)%32)...)
			}
			d := dtype(t, descr)
			if s, err := gather(d, bytes.NewReader(data), int64(len(data))/d.Itemsize); !errors.Is(err, errLongDouble) {
				t.Errorf("%s of %s: got %v, %v, want %v", descr, test.what, s, err, errLongDouble)
			}
		}
	}
}

// TestMean covers numbers that a plain sum gets wrong, over more elements than are decoded at a time.
func TestMean(t *testing.T) {
	for _, test := range []struct {
		what string
		add  func(n int) float64 // the nth of the elements
		want string
	}{
		{"cancellation", func(n int) float64 { return [4]float64{1e100, 1, -1e100, 3}[n%4] }, "1"},
		{"tenths", func(int) float64 { return 0.1 }, "0.1"},
		{"overflow", func(n int) float64 { return math.MaxFloat64 }, "1.7976931348623157e+308"},
		{"overflow in between", func(n int) float64 {
			return [4]float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64}[n%4]
		}, "0"},
		{"subnormal", func(n int) float64 { return [2]float64{5e-324, 15e-324}[n%2] }, "1e-323"},
		{"errors of errors", func(n int) float64 { return [5]float64{1e100, 1e80, 1, -1e100, -1e80}[n%5] }, "0.2"},
		{"NaN among them", func(n int) float64 { return [4]float64{math.NaN(), 2, 4, 0}[n%4] }, "2"},
	} {
		const count = 100_000 // a multiple of 4 and 5, and more than the buffer takes
		var data []byte
		for n := range count {
			data = binary.BigEndian.AppendUint64(data, math.Float64bits(test.add(n)))
		}
		s, err := gather(dtype(t, ">f8"), iotest.HalfReader(bytes.NewReader(data)), count)
		if err != nil || s.Mean == nil || s.Mean.Text != test.want || s.Count != count {
			t.Errorf("%s: got %s, %v, want the mean %s", test.what, show(s), err, test.want)
		}
	}
}

// TestSubnormal has numbers that are all too small, as those of another byte order are, and numbers that aren't.
func TestSubnormal(t *testing.T) {
	for _, test := range []struct {
		descr, data string
		want        bool
	}{
		{"<f8", "3ff0000000000000 4000000000000000", true}, // 1.0 and 2.0 in the other byte order
		{">f8", "3ff0000000000000 4000000000000000", false},
		{"<f4", "3f800000 0000803f", false}, // the second is 1.0
		{"<f4", "3f800000 00000000", true},
		{"<f4", "00000080 bf800080", true}, // negative
		{"<f4", "ffff7f00", true},          // the largest subnormal number; then the smallest normal one
		{"<f4", "00008000", false},
		{"<f8", "0000000000001000", false},
		{"<f8", "0000000000000000", false},
		{"<f8", "000000000000f87f 0000000000000000", false}, // NaN
		{"<f8", "000000000000f87f 0100000000000000", true},
		{"<f2", "0100", false}, // not looked at
	} {
		d, data := dtype(t, test.descr), unhex(t, test.data)
		s, err := gather(d, bytes.NewReader(data), int64(len(data))/d.Itemsize)
		if err != nil || s.Subnormal != test.want {
			t.Errorf("%s of %s: got %v, %v, want %v", test.data, test.descr, s.Subnormal, err, test.want)
		}
	}
}

// TestGatherShort covers fewer elements than the header promises, and bytes after them that it doesn't.
func TestGatherShort(t *testing.T) {
	d := dtype(t, "<i4")
	data := unhex(t, "01000000 02000000 0300")
	s, err := gather(d, bytes.NewReader(data), 1<<40)
	if err != nil || show(s) != "2: 1 2 1.5 0zero" {
		t.Errorf("got %s, %v, want the two that are whole", show(s), err)
	}
	s, err = gather(d, bytes.NewReader(data), 1)
	if err != nil || show(s) != "1: 1 1 1 0zero" {
		t.Errorf("got %s, %v, want the first only", show(s), err)
	}
	broken := errors.New("broken")
	s, err = gather(d, io.MultiReader(bytes.NewReader(data[:8]), iotest.ErrReader(broken)), 3)
	if !errors.Is(err, broken) || show(s) != "2: 1 2 1.5 0zero" {
		t.Errorf("got %s, %v, want the first two and the error", show(s), err)
	}
}

// TestCounts covers the largest array whose values are counted in a map, and larger ones, in one part and in several.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		descr string
		data  []byte
		want  string
	}{
		{"<i2", bytes.Repeat([]byte{0x00, 0x80, 0xff, 0x7f, 0, 0, 1, 0}, maxFew/8), "2048: -32768 32767 0 512zero"},
		{"<i2", bytes.Repeat([]byte{0x00, 0x80, 0xff, 0x7f, 0, 0, 1, 0}, maxFew/8+1), "2052: -32768 32767 0 513zero"},
		// One value, two and three are left of the last four that are counted at once.
		{"<i2", append(bytes.Repeat([]byte{1, 0, 1, 0, 1, 0, 1, 0}, maxFew/8+1), 5, 0), "2053: 1 5 1.0019483682415977 0zero"},
		{"<i2", append(bytes.Repeat([]byte{1, 0, 1, 0, 1, 0, 1, 0}, maxFew/8+1), 5, 0, 6, 0), "2054: 1 6 1.004381694255112 0zero"},
		{"<i2", append(bytes.Repeat([]byte{1, 0, 1, 0, 1, 0, 1, 0}, maxFew/8+1), 5, 0, 6, 0, 0, 0), "2055: 0 6 1.0038929440389295 1zero"},
		{">f2", bytes.Repeat([]byte{0x3c, 0, 0xbe, 0}, 200_000), "400000: -1.5 1 -0.25 0NaN 0zero"},
		{"|b1", bytes.Repeat([]byte{0, 1, 2, 255}, maxFew/4), "4096: False True 0.75 1024zero"},
		{"|i1", bytes.Repeat([]byte{0x80, 0x7f, 0}, 100_000), "300000: -128 127 -0.3333333333333333 100000zero"},
	} {
		d := dtype(t, test.descr)
		s, err := gather(d, bytes.NewReader(test.data), int64(len(test.data))/d.Itemsize)
		if err != nil || show(s) != test.want {
			t.Errorf("%d bytes of %s: got %s, %v, want %s", len(test.data), test.descr, show(s), err, test.want)
		}
	}
}

// TestSumFold adds up numbers with a fold between any two: what is in the bins and what was there before.
func TestSumFold(t *testing.T) {
	s := newFloatSum(8)
	for _, v := range []float64{1e300, math.MaxFloat64, 0.75, -1e300, 5e-324, -math.MaxFloat64, -5e-324, 0.25} {
		s.room = 0
		s.reserve(1)
		s.add64(math.Float64bits(v))
	}
	if s.room != maxBin-1 {
		t.Errorf("got room for %d", s.room)
	}
	if got := s.mean64(); got.Text != "0.125" {
		t.Errorf("got %s, want 0.125", got.Text)
	}
}

// TestNumeric covers types of which there are no statistics.
func TestNumeric(t *testing.T) {
	for _, descr := range []string{"|S4", "<U2", "|V8", "|O", "[('a', '<f8')]"} {
		if Numeric(dtype(t, descr)) {
			t.Errorf("%s is numeric", descr)
		}
	}
}

func BenchmarkGather(b *testing.B) {
	for _, descr := range []string{"|b1", "|u1", "<i2", "<i4", "<i8", ">i8", "<u8", "<f2", "<f4", "<f8", ">f8", "<c16", "<M8[s]"} {
		b.Run(descr, func(b *testing.B) {
			d, _ := spec.ParseDescr(descr)
			data := make([]byte, 4<<20)
			for i := range len(data) / 2 {
				binary.LittleEndian.PutUint16(data[2*i:], uint16(i*40503)&0xbfff|0x0400)
			}
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				gather(&d, bytes.NewReader(data), int64(len(data))/d.Itemsize)
			}
		})
	}
}
