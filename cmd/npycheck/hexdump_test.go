package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
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
		{"the end", 46, 0, `
        00000020  77 78 79 7a 20 23 23 5b  65 72 72 6f 72 5d        |wxyz ##.error]|
                                                            ^
`},
		{"bytes at the end", 46, 1, "\n"},
		{"a place behind the end", 47, 0, "\n"},
		{"far behind the end", math.MaxInt64, math.MaxInt64, "\n"},
	} {
		b := fileBytes{at: strings.NewReader(file)}
		if got := "\n" + string(b.appendDump(nil, test.offset, test.length, fmt.Sprint)); got != test.want {
			t.Errorf("%s: got%swant%s", test.name, got, test.want)
		}
	}
}

// TestAppendDumpRow has files that end with a row, and an empty one.
func TestAppendDumpRow(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"0123456789abcdefghijklmnopqrstuv", `
        00000010  67 68 69 6a 6b 6c 6d 6e  6f 70 71 72 73 74 75 76  |ghijklmnopqrstuv|
                                                                  ^
`},
		{"0", `
        00000000  30                                                |0|
                    ^
`},
		{"", "\n"},
	} {
		b := fileBytes{at: strings.NewReader(test.file)}
		if got := "\n" + string(b.appendDump(nil, int64(len(test.file)), 0, fmt.Sprint)); got != test.want {
			t.Errorf("%d bytes: got%swant%s", len(test.file), got, test.want)
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
