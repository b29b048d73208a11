package validator

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
)

// TestLostReturns covers both sides of each bound of what looks like CR LF that became LF, and not like a cut.
func TestLostReturns(t *testing.T) {
	const converted = "CR LF became LF"
	for _, test := range []struct {
		name    string
		lines   int // LFs in the data
		length  int // bytes of the data that are there
		missing int
		pair    bool // one of the LFs has its CR
		want    bool
	}{
		{name: "as few as a cut lacks", lines: 4, length: 100, missing: 4},
		{name: "one more", lines: 5, length: 100, missing: 5, want: true},
		{name: "an LF too few", lines: 8, length: 100, missing: 10},
		{name: "an LF for each byte, with that of the header", lines: 9, length: 100, missing: 10, want: true},
		{name: "twice as many LFs", lines: 19, length: 100, missing: 10, want: true},
		{name: "one more than twice as many", lines: 20, length: 100, missing: 10},
		{name: "a CR LF", lines: 10, length: 100, missing: 10, pair: true},
		{name: "many LFs in a file one byte too short to tell", lines: 1000, length: 512<<10 - 129, missing: 10},
		{name: "many LFs in a file just long enough", lines: 1000, length: 512<<10 - 128, missing: 10, want: true},
		{name: "many LFs and a CR LF in a long file", lines: 1000, length: 512<<10 - 128, missing: 10, pair: true},
	} {
		data := append(bytes.Repeat([]byte("\n"), test.lines), make([]byte, test.length-test.lines)...)
		if test.pair {
			copy(data[test.lines-1:], "\r\n")
		}
		shape := "(" + strconv.Itoa(test.length+test.missing) + ",)"
		file := npyOf("'|u1'", shape, data)
		if len(file) != 128+test.length {
			t.Fatalf("%s: got a header of %d bytes, want 128", test.name, len(file)-test.length)
		}
		report := checkBytes(t, file, &Options{Name: "a.npy", Depth: Full})
		if len(report.Findings) != 1 {
			t.Fatalf("%s: got %v, want one finding", test.name, report.Findings)
		}
		if got := strings.Contains(report.Findings[0].Message, converted); got != test.want {
			t.Errorf("%s: got %q, want %q in it: %t", test.name, report.Findings[0].Message, converted, test.want)
		}
		sameDamagedStream(t, test.name, file, "a.npy", report)
	}
}
