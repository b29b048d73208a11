package inspect

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// letters is data after four other bytes: an element of one byte each.
const letters = "....ABCDEFGHIJKLMNOPQRSTUVWX"

// TestRead expects what NumPy's indexing gives for numpy.frombuffer(b"ABC…X", "S1").reshape(shape, order=order), which
// is spelled out beside each case.
func TestRead(t *testing.T) {
	one := Part{Axis: NoAxis, Step: 1, Count: 1}
	for _, test := range []struct {
		name    string
		shape   []int64
		fortran bool
		plane   Plane
		got     string
	}{
		{"a[0, 1:3, 1:4]", []int64{2, 3, 4}, false, Plane{Part{1, 1, 1, 2}, Part{2, 1, 1, 3}, []int64{0, 0, 0}}, "FGHJKL"},
		{"a[1, ::2, ::3]", []int64{2, 3, 4}, false, Plane{Part{1, 0, 2, 2}, Part{2, 0, 3, 2}, []int64{1, 9, 9}}, "MPUX"},
		{"a[:, 2, 1:3].T", []int64{2, 3, 4}, false, Plane{Part{2, 1, 1, 2}, Part{0, 0, 1, 2}, []int64{0, 2, 0}}, "JVKW"},
		{"a[0, :2, :2], Fortran", []int64{2, 3, 4}, true, Plane{Part{1, 0, 1, 2}, Part{2, 0, 1, 2}, []int64{0, 0, 0}}, "AGCI"},
		{"a[:, 1, 3], Fortran", []int64{2, 3, 4}, true, Plane{Part{0, 0, 1, 2}, one, []int64{0, 1, 3}}, "UV"},
		{"a[5:8]", []int64{24}, false, Plane{Part{0, 5, 1, 3}, one, []int64{0}}, "FGH"},
		{"a[()]", []int64{}, false, Plane{one, one, []int64{}}, "A"},
		{"nothing of none", []int64{0, 3}, false, Plane{Part{0, 0, 1, 0}, Part{1, 0, 1, 3}, []int64{0, 0}}, ""},
	} {
		got, err := test.plane.Read(&Layout{&spec.DType{Kind: 'S', Itemsize: 1}, test.shape, test.fortran}, strings.NewReader(letters), 4)
		if err != nil || string(got.Data) != test.got || got.Missing != nil {
			t.Errorf("%s: got %v and %v, want %q", test.name, got, err, test.got)
		}
	}
}

// TestReadFar has elements that are in no common block, and one element larger than a block.
func TestReadFar(t *testing.T) {
	data := strings.Repeat("-", 9*blockSize)
	for i := range 9 {
		at := i * blockSize
		data = data[:at] + string(rune('a'+i)) + data[at+1:]
	}
	plane := Plane{Part{0, 0, blockSize, 9}, Part{Axis: NoAxis, Step: 1, Count: 1}, []int64{0}}
	if got, err := plane.Read(&Layout{DType: &spec.DType{Itemsize: 1}, Shape: []int64{9 * blockSize}}, strings.NewReader(data), 0); err != nil || string(got.Data) != "abcdefghi" {
		t.Errorf("got %v and %v", got, err)
	}
	plane = Plane{Part{0, 1, 1, 2}, Part{Axis: NoAxis, Step: 1, Count: 1}, []int64{0}}
	if got, err := plane.Read(&Layout{DType: &spec.DType{Itemsize: 2 * blockSize}, Shape: []int64{4}}, strings.NewReader(data), 0); err != nil || string(got.Data) != data[2*blockSize:6*blockSize] {
		t.Errorf("got other bytes, or %v", err)
	}
}

// TestReadErrors asks for what isn't in the array, or isn't in the file.
func TestReadErrors(t *testing.T) {
	one := Part{Axis: NoAxis, Step: 1, Count: 1}
	all := Part{0, 0, 1, 4}
	for _, test := range []struct {
		name  string
		plane Plane
	}{
		{"no index", Plane{all, one, nil}},
		{"an index outside", Plane{all, one, []int64{0, 6}}},
		{"a negative index", Plane{all, one, []int64{0, -1}}},
		{"an axis twice", Plane{all, all, []int64{0, 0}}},
		{"an axis too many", Plane{Part{2, 0, 1, 1}, one, []int64{0, 0}}},
		{"an axis below none", Plane{Part{-2, 0, 1, 1}, one, []int64{0, 0}}},
		{"too many rows", Plane{Part{0, 0, 1, 5}, one, []int64{0, 0}}},
		{"a step too far", Plane{Part{0, 0, 2, 3}, one, []int64{0, 0}}},
		{"a step of none", Plane{Part{0, 0, 0, 2}, one, []int64{0, 0}}},
		{"a step that overflows", Plane{Part{0, 0, 1 << 62, 4}, one, []int64{0, 0}}},
		{"a negative count", Plane{Part{0, 0, 1, -1}, one, []int64{0, 0}}},
		{"two of no axis", Plane{Part{NoAxis, 0, 1, 2}, one, []int64{0, 0}}},
	} {
		if got, err := test.plane.Read(&Layout{DType: &spec.DType{Itemsize: 1}, Shape: []int64{4, 6}}, strings.NewReader(letters), 4); err == nil {
			t.Errorf("%s: got %v and no error", test.name, got)
		}
	}
	plane := Plane{all, Part{1, 0, 1, 6}, []int64{0, 0}}
	got, err := plane.Read(&Layout{DType: &spec.DType{Itemsize: 1}, Shape: []int64{4, 6}}, strings.NewReader(letters), 6)
	if err != nil || string(got.Data) != letters[6:]+"\x00\x00" || got.Missing[21] || !got.Missing[22] || !got.Missing[23] {
		t.Errorf("data that is cut off: got %v and %v", got, err)
	}
	if _, err := plane.Read(&Layout{DType: &spec.DType{Itemsize: 1}, Shape: []int64{4, 6}}, brokenReader{}, 0); !errors.Is(err, errBroken) {
		t.Errorf("a reader that fails: got %v", err)
	}
	if _, err := plane.Read(&Layout{DType: &spec.DType{Itemsize: 1 << 30}, Shape: []int64{4, 6}}, strings.NewReader(letters), 0); err == nil {
		t.Error("elements that don't fit the memory: got no error")
	}
}

var errBroken = errors.New("broken")

type brokenReader struct{}

func (brokenReader) ReadAt([]byte, int64) (int, error) { return 0, errBroken }

// TestNumbers has two elements of each type, the bytes of which NumPy's tobytes gives.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ code, data, numbers string }{
		{"|b1", "\x00\x02", "[0 1]"},
		{"|i1", "\x7f\x80", "[127 -128]"},
		{"|u1", "\x7f\x80", "[127 128]"},
		{"<i2", "\x00\x80\xff\xff", "[-32768 -1]"},
		{">u2", "\x80\x00\x00\x01", "[32768 1]"},
		{">i4", "\xff\xff\xff\xfe\x00\x00\x00\x03", "[-2 3]"},
		{"<u8", "\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00", "[1.8446744073709552e+19 1]"},
		{"<f2", "\x00\x3c\x00\xc0", "[1 -2]"},
		{">f4", "\x3f\x80\x00\x00\x7f\x80\x00\x00", "[1 +Inf]"},
		{"<f8", "\x00\x00\x00\x00\x00\x00\xf8\x7f\x00\x00\x00\x00\x00\x00\xe0\xbf", "[NaN -0.5]"},
		{"<c8", "\x00\x00\x40\x40\x00\x00\x80\xc0\x00\x00\x00\x00\x00\x00\x80\x3f", "[5 1]"}, // 3-4j and 1j
		{"<M8[D]", "\x00\x00\x00\x00\x00\x00\x00\x80\x0a\x00\x00\x00\x00\x00\x00\x00", "[NaN 10]"},
	} {
		dtype, ok := spec.ParseCode(test.code)
		if !ok || !HasNumbers(&dtype) {
			t.Errorf("%s: not known", test.code)
			continue
		}
		if got := fmt.Sprint(Numbers(nil, &dtype, []byte(test.data + "\x01")[:len(test.data)])); got != test.numbers {
			t.Errorf("%s: got %s, want %s", test.code, got, test.numbers)
		}
	}
	for _, code := range []string{"<f16", "<c32", "|S1", "<U1", "|V2", "|O"} {
		if dtype, _ := spec.ParseCode(code); HasNumbers(&dtype) {
			t.Errorf("%s: want no numbers", code)
		}
	}
}
