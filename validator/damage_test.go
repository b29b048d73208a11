package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// damage is a file with damage as found in practice, made from a good one.
type damage struct {
	name string // with the suffix of the file at the end of the first word
	file []byte
	want string // the findings, a line each: the rule and the message

	// What the message says to do, if that is something other than to fetch or to write the file again, and
	// what should come of it.
	follow func(file []byte) []byte
	good   []byte
}

// The arrays that the files were made of.
var (
	floats      = floatData(300, 1.1)
	bytesLF     = lineData(120)
	goodNpy     = npyOf("'<f8'", "(60, 5)", floats)
	otherNpy    = npyOf("'<f8'", "(60, 5)", floatData(300, 0.7))
	shortNpy    = npyOf("'<f8'", "(20, 5)", floatData(100, 0.7))
	longNpy     = npyOf("'<f8'", "(90, 5)", floatData(450, 0.7))
	linesNpy    = npyOf("'<i2'", "(120,)", bytesLF)
	stored      = npzOf(false, goodNpy, linesNpy)
	deflatedNpz = npzOf(true, goodNpy, linesNpy)
)

// floatData is n numbers of 8 bytes, most of whose bytes differ.
func floatData(n int, step float64) (b []byte) {
	for i := range n {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(float64(float64(i)*step)-50))
	}
	return b
}

// lineData is n numbers of 2 bytes, of which each tenth is CR LF.
func lineData(n int) (b []byte) {
	for i := range n {
		v := uint16(i * 257)
		if i%10 == 3 {
			v = 0x0a0d
		}
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

// changes are the words of a message that says to change bytes.
var changes = regexp.MustCompile(`remove the|put 93|decode (it|what)|rename|name it|write '|put '|correct|fromfile|[Cc]ut the|delete|decompress it|unpack|check out`)

// TestDamage checks files with the damage that is found in life: the cause is named, what follows from it isn't,
// and a remedy that changes bytes leads to what the file was made of.
func TestDamage(t *testing.T) {
	rows := damages()
	if len(rows) < 120 {
		t.Errorf("got %d files, want at least 120", len(rows))
	}
	for _, d := range rows {
		name := strings.Fields(d.name)[0]
		report := checkBytes(t, d.file, &Options{Name: name, Depth: Full})
		var lines []string
		for _, f := range report.Findings {
			lines = append(lines, f.Rule.String()+": "+f.Message)
		}
		got := strings.Join(lines, " | ")
		if got != d.want {
			t.Errorf("%s:\n got %s\nwant %s", d.name, got, d.want)
		}
		if changes.MatchString(got) && d.follow == nil {
			t.Errorf("%s: got %s, want a remedy that changes bytes only if it is followed here", d.name, got)
		}
		if d.follow != nil {
			followed := d.follow(d.file)
			if !bytes.Equal(followed, d.good) {
				t.Errorf("%s: got different bytes than before the damage, %.40q, want %.40q", d.name, followed, d.good)
			}
			if report := checkBytes(t, followed, &Options{Depth: Full}); report.Verdict() != Conforming {
				t.Errorf("%s: got %v after the remedy, want no error", d.name, report.Findings)
			}
		}
		sameDamagedStream(t, d.name, d.file, name, report)
	}
}

// sameDamagedStream compares the report on a stream with that on the same bytes in a file.
func sameDamagedStream(t *testing.T, name string, file []byte, fileName string, want *Report) {
	t.Helper()
	got, err := CheckStream(context.Background(), bytes.NewReader(file), &Options{Name: fileName, Depth: Full})
	if err != nil {
		t.Fatal(err)
	}
	lines := func(r *Report) (lines []string) {
		for _, f := range r.Findings {
			lines = append(lines, f.Rule.String()+": "+f.Message)
		}
		return lines
	}
	if !slices.Equal(lines(got), lines(want)) {
		t.Errorf("%s: got %q of a stream, want %q", name, lines(got), lines(want))
	}
}

func damages() []damage {
	return slices.Concat(npyDamages(), headerDamages(), npzDamages(), transportDamages(), foreignDamages())
}
