package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// excerpt returns the rows that are shown of a range of bytes of a file.
func excerpt(file string, offset, length int64) string {
	start := min(offset-offset%16, max(0, int64(len(file)-1)/16*16))
	f := Finding{Finding: validator.Finding{Offset: offset, Length: length}}
	f.Excerpt = validator.Excerpt{Offset: start, Bytes: file[start:min(start+32, int64(len(file)))]}
	return string(appendExcerpt(nil, &f, fmt.Sprint))
}

func TestAppendExcerpt(t *testing.T) {
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
	} {
		if got := "\n" + excerpt(file, test.offset, test.length); got != test.want {
			t.Errorf("%s: got%swant%s", test.name, got, test.want)
		}
	}
}

// TestAppendExcerptEnd covers files that end with a row, in a row and before any.
func TestAppendExcerptEnd(t *testing.T) {
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
		for _, length := range []int64{0, 5} {
			if got := excerpt(file[:test.size], int64(test.size), length); got != test.want {
				t.Errorf("file of %d bytes, range of %d:\ngot\n%s\nwant\n%s", test.size, length, got, test.want)
			}
		}
	}
}

// TestAppendExcerptWidth covers full rows at small and large offsets: a row that a terminal of 80 columns breaks
// comes between the bytes and the carets.
func TestAppendExcerptWidth(t *testing.T) {
	const textWidth = 80
	for _, test := range []struct {
		at   int64
		want string
	}{
		{0, "  00000000  30"},
		{0xfffffff0, "  fffffff0  30"},
		{0x100000000, " 100000000  30"},
		{0xffffffffe0, "ffffffffe0  30"},
	} {
		f := Finding{Finding: validator.Finding{Offset: test.at + 1, Length: 2*text.RowBytes - 1}}
		f.Excerpt = validator.Excerpt{Offset: test.at, Bytes: strings.Repeat("0", 2*text.RowBytes)}
		rows := strings.Split(strings.TrimSuffix(string(appendExcerpt(nil, &f, fmt.Sprint)), "\n"), "\n")
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
