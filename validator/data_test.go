package validator

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestTruncated covers files that end too early: what is missing has no bytes, so the finding is the place where the
// file ends.
func TestTruncated(t *testing.T) {
	plain := string(plainFile)
	wide := string(npy(2, dict("'<f8'", "False", "(3,)"), zeros(24)))
	long := string(npy(2, pad(1_999_948), ""))
	empty := string(npy(1, dict("'<f8'", "False", "(9223372036854775807, 0, 2)"), ""))
	for _, test := range []struct {
		file, rule string
		offset     int64
		message    string
	}{
		{plain[:151], "data-truncated", 151, "data truncated: 23 of 24 bytes (2 of 3 elements); fetch or write it again"},
		{plain[:129], "data-truncated", 129, "data truncated: 1 of 24 bytes; fetch or write it again"},
		{plain[:128], "data-truncated", 128, "data truncated: 0 of 24 bytes; fetch or write it again"},
		{wide[:140], "data-truncated", 140, "data truncated: 12 of 24 bytes (1 of 3 elements); fetch or write it again"},
		{plain[:127], "prefix-header-truncated", 127, "header truncated: 117 of 118 bytes; fetch or write it again"},
		{plain[:11], "prefix-header-truncated", 11, "header truncated: 1 of 118 bytes; fetch or write it again"},
		{plain[:10], "prefix-header-truncated", 10, "header truncated: 0 of 118 bytes; fetch or write it again"},
		{plain[:9], "prefix-too-short", 9, "prefix truncated: 9 of 10 bytes; fetch or write it again"},
		{long[:1_900_000], "prefix-header-truncated", 1_900_000, "header truncated: 1899988 of 1999988 bytes; fetch or write it again"},
		{wide[:11], "prefix-too-short", 11, "prefix truncated: 11 of 12 bytes; fetch or write it again"},
		{plain[:7], "prefix-too-short", 7, "prefix truncated: 7 of at least 10 bytes; fetch or write it again"},
		{plain[:1], "prefix-too-short", 1, "prefix truncated: 1 of at least 10 bytes; fetch or write it again"},
		{"", "prefix-too-short", 0, "file is empty"},
		{empty, "", 0, ""},
	} {
		for _, depth := range []Depth{Structure, Full} {
			report := checkBytes(t, []byte(test.file), &Options{Depth: depth})
			found := false
			for _, f := range report.Findings {
				if f.Rule.String() != test.rule {
					continue
				}
				found = true
				if f.Offset != test.offset || f.Length != 0 || f.Message != test.message {
					t.Errorf("%d bytes: got %d bytes at %d, %q, want 0 at %d, %q", len(test.file), f.Length, f.Offset, f.Message, test.offset, test.message)
				}
			}
			if !found && test.rule != "" {
				t.Errorf("%d bytes: got %v, want %s", len(test.file), report.Findings, test.rule)
			}
			sameStream(t, []byte(test.file), &Options{Depth: depth})
		}
	}
}

// TestTextMode covers files whose newlines became CR LF on the way. The header is one byte longer
// than its length says, so that CR is its last byte and LF the first of the data.
func TestTextMode(t *testing.T) {
	header := "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }"
	crlf := func(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }
	for _, test := range []struct {
		file           []byte
		rules          string
		offset, length int64
		message        string
	}{
		{crlf(string(npy(1, header, "\x01\x02\x03\x04"))), "header-newlines-converted", 127, 2,
			"line endings were converted (LF to CR LF), so the data is damaged: fetch it again in binary mode"},
		{crlf(string(npy(1, header, "\n\x02\n\x04"))), "header-newlines-converted", 127, 2, "line endings were converted (LF to CR LF), so the data is damaged: "},
		{crlf(string(npy(1, dict("'|u1'", "False", "(0,)"), ""))), "header-newlines-converted", 127, 2, "line endings were converted (LF to CR LF), so the data is damaged: "},
		{crlf(string(npy(2, "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", "\x01\x02\x03\x04"))), "header-newlines-converted prefix-version-higher-than-needed", 127, 2, "line endings were converted (LF to CR LF), so the data is damaged: "},
		{crlf(string(npy(1, header, "\x01\x02\x03\x04")[:129])), "header-newlines-converted", 127, 2, "line endings were converted (LF to CR LF), so the data is damaged: "},
		// A header that ends with CR, and data that don't begin with LF.
		{raw(1, header+strings.Repeat(" ", 60)+"\r", "\x01\x02\x03\x04"), "header-final-newline", 127, 1, "header ends with byte 0x0d, expected a newline; if LF became CR, fetch it again in binary mode"},
	} {
		for _, depth := range []Depth{Structure, Full} {
			opt := &Options{Depth: depth}
			report := checkBytes(t, test.file, opt)
			if got := strings.Join(ruleIDs(report), " "); got != test.rules {
				t.Errorf("%q: got %s, want %s", test.file[60:], got, test.rules)
				continue
			}
			for _, f := range report.Findings {
				if strings.HasPrefix(f.Rule.String(), "header-") && (f.Offset != test.offset || f.Length != test.length || !strings.HasPrefix(f.Message, test.message)) {
					t.Errorf("%q: got %+v, want %d bytes at %d, %s", test.file[60:], f, test.length, test.offset, test.message)
				}
			}
			sameStream(t, test.file, opt)
		}
		sameStream(t, test.file, &Options{Depth: Header})
	}
}

// TestContentsPlaces covers one wrong value at each place around the edges of the blocks and pieces
// in which the data is looked at, and a second one far after it.
func TestContentsPlaces(t *testing.T) {
	const size = 3 << 20
	for _, test := range []struct {
		descr      string
		good, bad  string
		rule       string
		value      string
		elementLen int
	}{
		{"'|b1'", "\x01", "\x02", "data-bool-value", "boolean byte is 0x02", 1},
		{"'|b1'", "\x00", "\x80", "data-bool-value", "boolean byte is 0x80", 1},
		{"'<U1'", "\x61\x00\x00\x00", "\x00\x00\x11\x00", "data-code-point", "code point is 0x110000", 4},
		{"'<U1'", "\xff\x7f\x00\x00", "\x00\xd8\x00\x00", "data-code-point", "code point is 0xd800", 4},
		{"'<U1'", "\x00\xe0\x00\x00", "\xff\xdf\x00\x00", "data-code-point", "code point is 0xdfff", 4},
		{"'<U1'", "\xff\xff\x10\x00", "\xff\xff\xff\xff", "data-code-point", "code point is 0xffffffff", 4},
		{"'>U1'", "\x00\x00\x00\x61", "\x00\x00\xd8\x00", "data-code-point", "code point is 0xd800", 4},
		{"'>U1'", "\x00\x10\xff\xff", "\x00\x11\x00\x00", "data-code-point", "code point is 0x110000", 4},
	} {
		file := npy(1, dict(test.descr, "False", "("+strconv.Itoa(size/test.elementLen)+",)"), strings.Repeat(test.good, size/test.elementLen))
		if report := checkBytes(t, file, &Options{Depth: Full}); len(report.Findings) > 0 {
			t.Errorf("%s of %q: got %v, want nothing", test.descr, test.good, report.Findings)
		}
		for _, at := range []int{0, 4, 60, 64, 68, 4096 - 4, 65536 - 132, 65536 - 128, 65536, 1<<20 - 128, 1<<20 - 4, 1 << 20, 1<<20 + 4, size - 4} {
			b := slices.Clone(file)
			copy(b[128+at:], test.bad)
			want := int64(128 + at)
			report := checkBytes(t, b, &Options{Depth: Full})
			if len(report.Findings) != 1 || report.Findings[0].Rule.String() != test.rule || report.Findings[0].Offset != want || report.Findings[0].Length != int64(test.elementLen) ||
				!strings.HasPrefix(report.Findings[0].Message, test.value) || !strings.Contains(report.Findings[0].Message, "(1 occurrence)") {
				t.Errorf("%s, %q at %d: got %v", test.descr, test.bad, at, report.Findings)
			}
		}
	}
}

// TestNestedContents changes each byte of the second of two elements that have a subarray of structures. The bytes
// of an element are a number; twice a number, a boolean and padding; a character.
func TestNestedContents(t *testing.T) {
	const descr = "[('a', '|u1'), ('s', [('p', '<i2'), ('q', '|b1'), ('', '|V1')], (2,)), ('z', '<U1')]"
	file := npy(1, dict(descr, "False", "(2,)"), zeros(26))
	start := len(file) - 13
	want := [13]string{3: "data-bool-value", 4: "data-padding-not-zero", 7: "data-bool-value", 8: "data-padding-not-zero", 11: "data-code-point", 12: "data-code-point"}
	for at, rule := range want {
		b := slices.Clone(file)
		b[start+at] = 0xff
		report := checkBytes(t, b, &Options{Depth: Full})
		if got := strings.Join(ruleIDs(report), " "); got != rule {
			t.Errorf("byte %d: got %q, want %q", at, got, rule)
		} else if place := start + min(at, 9); rule != "" && report.Findings[0].Offset != int64(place) { // the character begins at byte 9
			t.Errorf("byte %d: got %+v, want it at %d", at, report.Findings[0], place)
		}
		sameStream(t, b, &Options{Depth: Full})

		want := strings.TrimSpace(rule + " data-truncated")
		if at > 8 { // a character that is cut
			want = "data-truncated"
		}
		if got := strings.Join(ruleIDs(checkBytes(t, b[:start+at+1], &Options{Depth: Full})), " "); at < 12 && got != want {
			t.Errorf("cut after byte %d: got %q, want %q", at, got, want)
		}
	}
}

// TestMergedRuns covers fields that are looked at together, and others that lie next to each other and aren't. Of each
// file two elements follow the header, both given here, and it says what is found in them and where.
func TestMergedRuns(t *testing.T) {
	const valid, wrong = "A\x00\x00\x00", "A\x00\x11\x00" // U+0041 and 0x110041, little-endian
	for _, test := range []struct {
		descr, first, second string
		runs                 int // of an element that isn't all of one sort, or 0
		rule                 string
		offset, length       int64 // in the data
		message              string
	}{
		{"[('', '|V1'), ('', '|V3')]", "\x00\x00\x00\x00", "\x00\x07\x00\x08", 0,
			"data-padding-not-zero", 5, 1, "padding byte is 0x07, expected 0x00 (2 occurrences)"},
		{"[('a', '|b1'), ('b', '|b1', (2,)), ('c', [('d', '|b1')])]", "\x00\x01\x00\x01", "\x01\x01\x02\x03", 0,
			"data-bool-value", 6, 1, "boolean byte is 0x02, expected 0x00 or 0x01 (2 occurrences)"},
		{"[('s', [('a', '|b1'), ('b', '|b1')], (2,)), ('c', '|b1')]", "\x00\x01\x00\x01\x00", "\x00\x01\x00\x01\xff", 0,
			"data-bool-value", 9, 1, "boolean byte is 0xff, expected 0x00 or 0x01 (1 occurrence)"},
		{"[('a', '<U1'), ('b', '<U2'), ('c', '<U1', (2,))]", valid + valid + valid + valid + valid, valid + valid + wrong + wrong + valid, 0,
			"data-code-point", 28, 4, "code point is 0x110041, expected a Unicode character (2 occurrences)"},
		{"[('a', '>U1'), ('none', '|b1', (0,)), ('b', '>U1')]", "\x00\x00\x00A\x00\x00\x00A", "\x00\x00\x00A\x00\x11\x00A", 0,
			"data-code-point", 12, 4, "code point is 0x110041, expected a Unicode character (1 occurrence)"},
		// 0x00001141 from the other end.
		{"[('a', '<U1'), ('b', '>U1')]", valid + "\x00\x00\x11A", wrong + "\x00\x00\x11A", 2,
			"data-code-point", 8, 4, "code point is 0x110041, expected a Unicode character (1 occurrence)"},
		{"[('a', '|b1'), ('b', '|b1'), ('n', '<i2'), ('m', '|i1'), ('c', '|b1')]", "\x01\x01\xff\xff\xff\x01", "\x01\x02\x03\x04\x05\x06", 3,
			"data-bool-value", 7, 1, "boolean byte is 0x02, expected 0x00 or 0x01 (2 occurrences)"},
		{"[('a', '|b1'), ('', '|V1'), ('', '|V2'), ('', '|V1')]", "\x01\x00\x00\x00\x00", "\x01\x00\x02\x03\x04", 2,
			"data-padding-not-zero", 7, 1, "padding byte is 0x02, expected 0x00 (3 occurrences)"},
	} {
		file := npy(1, dict(test.descr, "False", "(2,)"), test.first+test.second)
		report := checkBytes(t, file, &Options{Depth: Full})
		header := int64(len(file) - len(test.first+test.second))
		got := slices.DeleteFunc(report.Findings, func(f Finding) bool { return !strings.HasPrefix(f.Rule.String(), "data-") })
		if len(got) != 1 || got[0].Rule.String() != test.rule || got[0].Offset != header+test.offset ||
			got[0].Length != test.length || got[0].Message != test.message {
			t.Errorf("%s: got %+v, want %s, %d bytes at %d: %s", test.descr, got, test.rule, test.length, header+test.offset, test.message)
		}
		sameStream(t, file, &Options{Depth: Full})
		runs := 0
		if p := planFor(&report.Array.DType); p.values == structured {
			runs = len(p.element.runs)
		}
		if runs != test.runs {
			t.Errorf("%s: got %d runs, want %d", test.descr, runs, test.runs)
		}
	}
}

// TestElements covers arrays of more than the megabyte that is read in one go. Wrong bytes are at the given offsets in
// the data, which are cut off after that many bytes.
func TestElements(t *testing.T) {
	const (
		row  = "[('a', '|b1'), ('n', '<f8'), ('p', [('b', '|b1'), ('x', '<i2')], (2,))]" // 15 bytes
		long = "[('a', '|b1'), ('n', '|V2000000'), ('b', '|b1')]"
	)
	for _, test := range []struct {
		name, descr    string
		elements, size int // of each element, in bytes
		wrong          []int
		end            int
		want           string
	}{
		{"in the last row", row, 100_000, 15, []int{1_499_985}, 1_500_000, "data-bool-value 1499985+1 (1 occurrence)"},
		{"in a row of the last field", row, 100_000, 15, []int{1_048_577, 1_048_587}, 1_500_000, "data-bool-value 1048587+1 (1 occurrence)"},
		{"of no boolean", row, 100_000, 15, []int{1, 8, 10, 11, 13, 14, 1_499_999}, 1_500_000, ""},
		{"in a row that is cut off", row, 100_000, 15, []int{1_499_985}, 1_499_986, "data-bool-value 1499985+1 (1 occurrence), data-truncated 1499986+0"},
		{"in a field of a row that is cut off", row, 100_000, 15, []int{15, 1_499_994}, 1_499_995, "data-bool-value 15+1 (2 occurrences), data-truncated 1499995+0"},
		{"in rows longer than the buffer", long, 2, 2_000_002, []int{2_000_001, 2_000_002}, 4_000_004, "data-bool-value 2000001+1 (2 occurrences)"},
	} {
		data := make([]byte, test.elements*test.size)
		for _, at := range test.wrong {
			data[at] = 2
		}
		file := npy(1, dict(test.descr, "False", fmt.Sprintf("(%d,)", test.elements)), string(data[:test.end]))
		header := int64(len(file) - test.end)
		var got []string
		for _, f := range checkBytes(t, file, &Options{Depth: Full}).Findings {
			count := ""
			if i := strings.LastIndex(f.Message, " ("); i > 0 && f.Rule != spec.DataTruncated {
				count = f.Message[i:]
			}
			got = append(got, fmt.Sprintf("%s %d+%d%s", f.Rule, f.Offset-header, f.Length, count))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		sameStream(t, file, &Options{Depth: Full})
	}
}

// TestReadsWhatCanBeWrong counts the bytes that are read of arrays at the default depth: all of those in which some bit
// pattern is wrong, and of others no more than of any header.
func TestReadsWhatCanBeWrong(t *testing.T) {
	const size = 1 << 20
	for _, test := range []struct {
		descr string
		n     int // elements
		whole bool
	}{
		{"'<f8'", size / 8, false},
		{"'|u1'", size, false},
		{"'<M8[s]'", size / 8, false},
		{"'|S16'", size / 16, false},
		{"'|V16'", size / 16, false},
		{"[('a', '<f8'), ('b', '<i8', (1,))]", size / 16, false},
		{"'|b1'", size, true},
		{"'<U4'", size / 16, true},
		{"[('a', '<f8'), ('b', '|b1'), ('c', '|S7')]", size / 16, true},
		{"[('a', '<f8'), ('', '|V8')]", size / 16, true},
	} {
		file := npy(1, dict(test.descr, "False", fmt.Sprintf("(%d,)", test.n)), zeros(size))
		for _, opt := range []*Options{nil, {}, {Depth: Full}, {Depth: Structure}} {
			r := &countingReader{r: bytes.NewReader(file)}
			report, err := Check(context.Background(), r, int64(len(file)), opt)
			if err != nil || report.Verdict() != Conforming {
				t.Fatalf("%s: got %+v, %v", test.descr, report, err)
			}
			whole := test.whole && opt.depth() == Full
			if read := r.n.Load(); whole && read < size || !whole && read > firstRead {
				t.Errorf("%s at depth %v: read %d bytes of %d", test.descr, opt.depth(), read, len(file))
			}
		}
	}
}
