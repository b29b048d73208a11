package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

func TestAppendDump(t *testing.T) {
	file := "0123456789abcdefghijklmnopqrstuvwxyz ##[error]"
	for _, test := range []struct {
		name           string
		offset, length int64
		want           string
	}{
		{"one byte", 2, 1, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                  ^^
`},
		{"across the middle", 6, 4, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                              ^^ ^^  ^^ ^^
`},
		{"a place", 8, 0, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                                     ^
`},
		{"two rows", 15, 2, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                                                          ^^
  00000010  67 68 69 6a 6b 6c 6d 6e  6f 70 71 72 73 74 75 76  |ghijklmnopqrstuv|
            ^^
`},
		{"up to the end of a row", 14, 2, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                                                       ^^ ^^
`},
		{"longer than shown", 1, math.MaxInt64, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
               ^^ ^^ ^^ ^^ ^^ ^^ ^^  ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^
`},
		{"two full rows", 0, 32, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
            ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^  ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^
  00000010  67 68 69 6a 6b 6c 6d 6e  6f 70 71 72 73 74 75 76  |ghijklmnopqrstuv|
            ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^  ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^
`},
		{"one byte more", 0, 33, `
  00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
            ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^  ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^
`},
		{"past the end, no command", 45, 9, `
  00000020  77 78 79 7a 20 23 23 5b  65 72 72 6f 72 5d        |wxyz ##.error]|
                                                    ^^
`},
		{"at the end", 46, 0, `
  00000020  77 78 79 7a 20 23 23 5b  65 72 72 6f 72 5d        |wxyz ##.error]|
                                                       ^
`},
		{"from the end on", 46, 1 << 40, `
  00000020  77 78 79 7a 20 23 23 5b  65 72 72 6f 72 5d        |wxyz ##.error]|
                                                       ^
`},
		{"after the end", 47, 0, "\n"},
		{"far behind the end", math.MaxInt64, math.MaxInt64, "\n"},
	} {
		b := fileBytes{at: strings.NewReader(file)}
		if got := "\n" + string(b.appendDump(nil, test.offset, test.length, fmt.Sprint)); got != test.want {
			t.Errorf("%s: got%swant%s", test.name, got, test.want)
		}
	}
}

func TestAppendHex(t *testing.T) {
	for _, test := range []struct {
		n    int64
		want string
	}{
		{0, "00000000"},
		{0xabc, "00000abc"},
		{0xffffffff, "ffffffff"},
		{0x100000000, "100000000"},
		{math.MaxInt64, "7fffffffffffffff"},
	} {
		if got := string(appendHex(nil, test.n, 8)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestAppendDumpEnd has files that end with a row, in a row and before any, of their own and as members.
func TestAppendDumpEnd(t *testing.T) {
	const row = "  00000010  67 68 69 6a 6b 6c 6d 6e  6f 70 71 72 73 74 75 76  |ghijklmnopqrstuv|\n"
	file := "0123456789abcdefghijklmnopqrstuvwxyz"
	for _, test := range []struct {
		size int
		want string
	}{
		{0, ""},
		{1, "  00000000  30                                                |0|\n" +
			"               ^\n"},
		{8, "  00000000  30 31 32 33 34 35 36 37                           |01234567|\n" +
			"                                     ^\n"},
		{32, row + "                                                              ^\n"},
	} {
		for name, b := range map[string]fileBytes{
			"file":   {at: strings.NewReader(file[:test.size])},
			"member": {at: io.NewSectionReader(strings.NewReader("PK"+file), 2, int64(test.size))},
		} {
			for _, length := range []int64{0, 5} {
				if got := string(b.appendDump(nil, int64(test.size), length, fmt.Sprint)); got != test.want {
					t.Errorf("%s of %d bytes, range of %d:\ngot\n%swant\n%s", name, test.size, length, got, test.want)
				}
			}
		}
	}
}

// TestAppendExampleEnd has a place after the last byte, in the last row, which is like those above it.
func TestAppendExampleEnd(t *testing.T) {
	want := `  00000000  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
  *
  00000020  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
                                                              ^
`
	got := string(appendExample(nil, strings.Repeat("0", 48), []validator.Finding{{Offset: 48}}))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestAppendDumpWidth has full rows at small and large offsets: a row that a terminal of 80 columns breaks
// stands between the bytes and the carets.
func TestAppendDumpWidth(t *testing.T) {
	for _, test := range []struct {
		at   int64
		want string
	}{
		{0, "  00000000  30"},
		{0xfffffff0, "  fffffff0  30"},
		{0x100000000, " 100000000  30"},
		{0xffffffffe0, "ffffffffe0  30"},
	} {
		b := fileBytes{at: repeated('0')}
		rows := strings.Split(strings.TrimSuffix(string(b.appendDump(nil, test.at+1, 2*rowBytes-1, fmt.Sprint)), "\n"), "\n")
		if len(rows) != 4 || !strings.HasPrefix(rows[0], test.want) || !strings.HasPrefix(rows[1], strings.Repeat(" ", 15)+"^^ ^^") {
			t.Errorf("rows at %#x: got\n%s\nwant two, the first with %q, and carets from the second byte on", test.at, strings.Join(rows, "\n"), test.want)
		}
		for _, row := range rows {
			if len(row) > textWidth {
				t.Errorf("row at %#x has %d columns, want at most %d: %s", test.at, len(row), textWidth, row)
			}
		}
	}
}

// repeated is a file of one byte without an end.
type repeated byte

func (r repeated) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}
