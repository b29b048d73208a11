package fix

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
)

// TestBytesBeforeAnArray leaves files in which what comes before an array may be another one, or a value.
func TestBytesBeforeAnArray(t *testing.T) {
	t.Parallel()
	one, two := npyOf(t, []byte("abc")), npyOf(t, []byte("defgh"))
	damaged := slices.Concat([]byte("\x94"), one[1:], two)
	for _, test := range []struct {
		name, file string
		b          []byte
		changes    bool
	}{
		{"a first array whose magic is damaged", "a.npy", damaged, false},
		{"a length before an array", "a.npy", append([]byte{131, 0, 0, 0}, one...), false},
		{"a BOM before an array", "a.npy", append([]byte("\xef\xbb\xbf"), one...), true},
		{"a container of another name", "a.bin", append([]byte("HEAD"), one...), false},
		{"gzip by its name", "a.npy.gz", gzipped(t, one), false},
		{"gzip", "a.NPY", gzipped(t, one), true},
	} {
		p := planOf(t, test.b, test.file, Options{Level: spec.Note, Cut: true})
		if p.Changes() != test.changes || !test.changes && len(p.Left) == 0 {
			t.Errorf("%s: got %v fixed and %v left, expected a change: %v", test.name, p.Fixed, p.Left, test.changes)
		}
	}
}

// TestConvertedData leaves an array whose header shows that line endings were converted and whose data has bytes to which
// that may have happened: a new header would hide it. No flag changes that.
func TestConvertedData(t *testing.T) {
	t.Parallel()
	header, ok := bytes.CutSuffix(npyOf(t, []byte("abcd")), []byte(" \nabcd"))
	if !ok {
		t.Fatalf("got the header %q", header)
	}
	for _, test := range []struct {
		name, end string
		changes   bool
	}{
		{"CR for LF, and no CR in the data", " \rabcd", true},
		{"CR for LF, and a CR in the data", " \rab\rd", false},
		{"CR for LF, and CR LF in the data", " \ra\r\nd", false},
		{"CR LF, and a CR in the data", "\r\nab\rd", true}, // LF became CR LF only in the header, or the data would be longer
		{"CR LF, and a CR and more data", "\r\nab\r\nd", false},
		{"CR LF, and more data", "\r\nabcde", false}, // one more element
	} {
		p := planOf(t, slices.Concat(header, []byte(test.end)), "a.npy", asked)
		if p.Changes() != test.changes {
			t.Errorf("%s: got %v fixed and %v left, expected a change: %v", test.name, p.Fixed, p.Left, test.changes)
		}
		if b := npzOf(t, slices.Concat(header, []byte(test.end)), zipwrite.Stored); test.end[1] == '\r' && planOf(t, b, "a.npz", asked).Changes() {
			t.Errorf("%s: would be fixed in an archive, whose bytes aren't looked at", test.name)
		}
	}
}

// TestLengthByte fixes a header whose length has a byte that isn't ASCII: 0xb6.
func TestLengthByte(t *testing.T) {
	t.Parallel()
	names := "[('a" + strings.Repeat("a", 60) + "', '<f8'), ('b', '<f8')]"
	b := fmt.Appendf(nil, "\x93NUMPY\x01\x00\xb6\x00%-181s\t", "{'descr': "+names+", 'fortran_order': False, 'shape': (0,), }")
	if p := planOf(t, b, "a.npy", Options{}); len(p.Headers) != 1 || len(p.Left) > 0 {
		t.Errorf("got %v fixed and %v left, expected a new header", p.Fixed, p.Left)
	}
}

// twoMembers returns an archive of two stored arrays, a and b, and where the directory entry of the second begins.
func twoMembers(t *testing.T) (b []byte, second int) {
	t.Helper()
	w := &memory{}
	a := zipwrite.New(w)
	for _, name := range []string{"a.npy", "b.npy"} {
		file := npyOf(t, []byte(name))
		if err := a.Content(name, zipwrite.Stored, uint64(len(file)), bytes.NewReader(file)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return w.b, bytes.LastIndex(w.b, []byte("PK\x01\x02"))
}

// TestDirectoryCut leaves an archive whose last directory entry can't be read to its end, by npycheck: zipfile reads it
// all the same, and NumPy finds the array.
func TestDirectoryCut(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(b []byte, second int){
		"the length of an extra field":                   func(b []byte, second int) { b[second+30] = 255 },
		"the length of a comment":                        func(b []byte, second int) { b[second+33] = 1 },
		"the length of a comment, with a damaged member": func(b []byte, second int) { b[second+33] = 1; b[200] ^= 1 },
		"a signature": func(b []byte, second int) { b[second] = 'Q' },
	} {
		b, second := twoMembers(t)
		damage(b, second)
		if p := planOf(t, b, "a.npz", asked); p.Changes() || len(p.Left) == 0 {
			t.Errorf("%s: got %v fixed and %v left, expected no change", name, p.Fixed, p.Left)
		}
	}
}

// TestShorterMember leaves a member whose size and checksum are those of the beginning of what its data inflates to:
// readers yield that, and not the rest.
func TestShorterMember(t *testing.T) {
	t.Parallel()
	file := npyOf(t, []byte("abcdefgh"))
	b := npzOf(t, file, zipwrite.Deflated)
	full := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(file))
	short := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(file[:len(file)-2]))
	for at := bytes.Index(b, full); at >= 0; at = bytes.Index(b, full) {
		copy(b[at:], short)
		b[at+8] -= 2
	}
	if p := planOf(t, b, "a.npz", asked); p.Changes() || len(p.Left) == 0 {
		t.Errorf("got %v fixed and %v left, expected no change", p.Fixed, p.Left)
	}
}
