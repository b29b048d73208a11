package zip

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// TestNamesNormalized has pairs of names that some system takes for one, and pairs that only look so.
func TestNamesNormalized(t *testing.T) {
	for _, test := range []struct {
		first, second string
		want          string // in the message
	}{
		{"é.npy", "e\u0301.npy", "the same characters in Unicode"},
		{"한.npy", "\u1112\u1161\u11ab.npy", "the same characters in Unicode"},
		{"가.npy", "\u1100\u1161.npy", "the same characters in Unicode"},
		{"각.npy", "가\u11a8.npy", "the same characters in Unicode"},
		{"Å.npy", "\u212b.npy", "the same characters in Unicode"},
		{"a\u0323\u0307.npy", "a\u0307\u0323.npy", "the same characters in Unicode"},
		{"\u1e69.npy", "s\u0307\u0323.npy", "the same characters in Unicode"},
		{"\U0001d15e.npy", "\U0001d157\U0001d165.npy", "the same characters in Unicode"},
		{"\uf900.npy", "\u8c48.npy", "the same characters in Unicode"},
		{"É.npy", "e\u0301.npy", "but for case"},
		{"É.npy", "é.npy", "in case only"},
		{"K.npy", "\u212a.npy", "the same characters in Unicode"},
		{"k.npy", "\u212a.npy", "in case only"},
		{"ﬁ.npy", "fi.npy", ""},
		{"a\u0301\u0307.npy", "a\u0307\u0301.npy", ""}, // of one class: their order counts
		{"é.npy", "è.npy", ""},
	} {
		b := ziptest.Archive("",
			ziptest.Member{Name: test.first, Flags: ziptest.UTF8, Content: plain},
			ziptest.Member{Name: test.second, Flags: ziptest.UTF8, Content: plain})
		faults := read(t, b).Kept
		if test.want == "" {
			if len(faults) > 0 {
				t.Errorf("%q and %q: got %+v, want no fault", test.first, test.second, faults)
			}
			continue
		}
		at := int64(bytes.LastIndex(b, []byte(ziptest.Central)) + 46)
		if f := faults; len(f) != 1 || f[0].Rule != spec.ZipNameCollision || f[0].Offset != at || f[0].Length != int64(len(test.second)) || !strings.Contains(f[0].Message, test.want) {
			t.Errorf("%q and %q: got %+v, want a collision at %d, %q", test.first, test.second, f, at, test.want)
		}
	}
}

// TestNamesNormalizedWork has names of nothing but combining marks in the wrong order. Sorting them
// takes time that grows about as fast as they do; a quadratic sort would not come to an end here.
func TestNamesNormalizedWork(t *testing.T) {
	var members []ziptest.Member
	for i := range 60 {
		members = append(members, ziptest.Member{Name: fmt.Sprintf("%02d", i) + strings.Repeat("\u0301\u0323", 16000), Flags: ziptest.UTF8, Content: plain})
	}
	if got := rules(read(t, ziptest.Archive("", members...)).Kept); slices.Contains(got, "zip-name-collision") || len(got) < 60 {
		t.Errorf("got %v", got)
	}
}

// TestDriveNames has names with a letter and a colon, which are paths only before a slash.
func TestDriveNames(t *testing.T) {
	for name, want := range map[string]string{
		"w:0.npy":   "zip-name-unusual",
		"w:0":       "zip-name-unusual",
		"c:.npy":    "zip-name-unusual",
		"d/w:0.npy": "zip-name-unusual",
		"c:/a.npy":  "zip-name-absolute",
		`c:\a.npy`:  "zip-name-absolute",
		`\\h\a.npy`: "zip-name-absolute",
		"/a.npy":    "zip-name-absolute",
		"ww:0.npy":  "zip-name-unusual",
		"_:/a.npy":  "zip-name-unusual", // no letter
	} {
		faults := read(t, ziptest.Archive("", ziptest.Member{Name: name, Content: plain})).Kept
		if got := strings.Join(rules(faults), " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if name == "w:0.npy" && !strings.Contains(faults[0].Message, "begins with a letter and a colon, a drive on Windows") {
			t.Errorf("%s: got the message %q", name, faults[0].Message)
		}
	}
}

// TestFolderTaken has names that are folders in other names, and names that only look so.
func TestFolderTaken(t *testing.T) {
	for _, test := range []struct {
		names string
		want  string
	}{
		{"d.npy d.npy/a.npy", "zip-name-collision"},
		{"d/e.npy/f/a.npy d/e.npy", "zip-name-collision"},
		{"d.npy D.npy/a.npy", ""},
		{"d.npy d.npyx/a.npy d/a.npy", ""},
	} {
		var members []ziptest.Member
		for _, name := range strings.Fields(test.names) {
			members = append(members, ziptest.Member{Name: name, Content: plain})
		}
		got := rules(read(t, ziptest.Archive("", members...)).Kept)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.names, got, test.want)
		}
	}
}
