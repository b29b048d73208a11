package validator

import (
	"strings"
	"testing"
)

// TestMessages covers what is counted as one and as several, and what takes the place of a file.
func TestMessages(t *testing.T) {
	plain := string(plainFile)
	for _, test := range []struct{ file, want string }{
		{plain[:151], "data truncated: 23 of 24 bytes (2 of 3 elements); fetch or write it again"},
		{plain[:129], "data truncated: 1 of 24 bytes; fetch or write it again"},
		{plain + "x", "1 extra byte after the data, expected the end of the file"},
		{plain + "xy", "2 extra bytes after the data, expected the end of the file"},
		{plain[:11], "header truncated: 1 of 118 bytes; fetch or write it again"},
		{plain[:127], "header truncated: 117 of 118 bytes; fetch or write it again"},
		{plain[:1], "prefix truncated: 1 of at least 10 bytes; fetch or write it again"},
		{strings.Replace(plain, "}    ", "} word", 1), "unexpected 'word' after the dictionary, expected spaces and a newline"},
		{strings.Replace(plain, "{'descr'", "no {'descr'", 1)[:152], "header begins with 'no ', expected '{'"},
		{"version https://git-lfs.github.com/spec/v1\n", "file begins with 76 65 72 73 69 6f; looks like a Git LFS pointer: run git lfs pull"},
		{"<!DOCTYPE html>\n", "file begins with 3c 21 44 4f 43 54; looks like a web page: fetch the file again"},
		{"\x1f\x8b\x08\x00\x00\x00\x00\x00", "file begins with 1f 8b 08 00 00 00; looks like gzip data: decompress it"},
	} {
		report := checkBytes(t, []byte(test.file), nil)
		if len(report.Findings) == 0 || report.Findings[0].Message != test.want {
			t.Errorf("%.20q: got %v, want %s", test.file, report.Findings, test.want)
		}
	}
}
