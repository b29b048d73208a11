package zip

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// TestNamesNormalized covers pairs of names that some system treats as one, and pairs that only look so.
func TestNamesNormalized(t *testing.T) {
	for _, test := range []struct {
		first, second string
		want          string // in the message
	}{
		{"é.npy", "e\u0301.npy", "have the same name after Unicode normalization"},
		{"한.npy", "\u1112\u1161\u11ab.npy", "have the same name after Unicode normalization"},
		{"가.npy", "\u1100\u1161.npy", "have the same name after Unicode normalization"},
		{"각.npy", "가\u11a8.npy", "have the same name after Unicode normalization"},
		{"Å.npy", "\u212b.npy", "have the same name after Unicode normalization"},
		{"a\u0323\u0307.npy", "a\u0307\u0323.npy", "have the same name after Unicode normalization"},
		{"\u1e69.npy", "s\u0307\u0323.npy", "have the same name after Unicode normalization"},
		{"\U0001d15e.npy", "\U0001d157\U0001d165.npy", "have the same name after Unicode normalization"},
		{"\uf900.npy", "\u8c48.npy", "have the same name after Unicode normalization"},
		{"É.npy", "e\u0301.npy", "differ only in case after Unicode normalization"},
		{"É.npy", "é.npy", "differ only in case"},
		{"K.npy", "\u212a.npy", "have the same name after Unicode normalization"},
		{"k.npy", "\u212a.npy", "differ only in case"},
		{"ﬁ.npy", "fi.npy", ""},
		{"a\u0301\u0307.npy", "a\u0307\u0301.npy", ""}, // of one class: their order counts
		{"é.npy", "è.npy", ""},
	} {
		b := build.Archive("",
			build.File{Name: test.first, Flags: build.FlagUTF8, Content: plain},
			build.File{Name: test.second, Flags: build.FlagUTF8, Content: plain})
		faults := read(t, b).Kept
		if test.want == "" {
			if len(faults) > 0 {
				t.Errorf("%q and %q: got %+v, want no fault", test.first, test.second, faults)
			}
			continue
		}
		at := int64(bytes.LastIndex(b, []byte(build.SigCentral)) + 46)
		if f := faults; len(f) != 1 || f[0].Rule != spec.ZipNameCollision || f[0].Offset != at || f[0].Length != int64(len(test.second)) || !strings.Contains(f[0].Message, test.want) {
			t.Errorf("%q and %q: got %+v, want a collision at %d, %q", test.first, test.second, f, at, test.want)
		}
	}
}

// TestNamesNormalizedWork covers names of nothing but combining marks in the wrong order. Sorting
// them takes time that grows about as fast as they do; a quadratic sort would not come to an end
// here.
func TestNamesNormalizedWork(t *testing.T) {
	if testing.Short() {
		t.Skip("normalizes names of megabytes")
	}
	var members []build.File
	for i := range 60 {
		members = append(members, build.File{Name: fmt.Sprintf("%02d", i) + strings.Repeat("\u0301\u0323", 16000), Flags: build.FlagUTF8, Content: plain})
	}
	if got := rules(read(t, build.Archive("", members...)).Kept); slices.Contains(got, "zip-name-collision") || len(got) < 60 {
		t.Errorf("got %v", got)
	}
}

// TestDriveNames covers names with a letter and a colon, which are paths only before a slash.
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
		faults := read(t, build.Archive("", build.File{Name: name, Content: plain})).Kept
		if got := strings.Join(rules(faults), " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if name == "w:0.npy" && !strings.Contains(faults[0].Message, "starts with a letter and a colon, a drive on Windows") {
			t.Errorf("%s: got the message %q", name, faults[0].Message)
		}
	}
}

// TestFolderTaken covers names that are folders in other names, and names that only look so.
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
		var members []build.File
		for _, name := range strings.Fields(test.names) {
			members = append(members, build.File{Name: name, Content: plain})
		}
		got := rules(read(t, build.Archive("", members...)).Kept)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.names, got, test.want)
		}
	}
}

// TestNameKinds covers names of one member, and what is said about each.
func TestNameKinds(t *testing.T) {
	for _, test := range []struct {
		name  string
		flags uint16
		want  string // rule and message
	}{
		{"a.npy", 0, ""},
		{"CON", 0, "zip-name-unusual: name is reserved on Windows"},
		{"con.tar.npy", 0, "zip-name-unusual: name is reserved on Windows"},
		{"d/aux.npy", 0, "zip-name-unusual: name is reserved on Windows"},
		{"com1.npy", 0, "zip-name-unusual: name is reserved on Windows"},
		{"COM9", 0, "zip-name-unusual: name is reserved on Windows"},
		{"LPT1", 0, "zip-name-unusual: name is reserved on Windows"},
		{"COM0", 0, ""},
		{"COM10", 0, ""},
		{"COM:", 0, "zip-name-unusual: name has a character that Windows doesn't allow"},
		{"COMA", 0, ""},
		{"LPX1", 0, ""},
		{"CONE", 0, ""},
		{"a.", 0, "zip-name-unusual: name has a part that ends in a dot or a space"},
		{"a /b", 0, "zip-name-unusual: name has a part that ends in a dot or a space"},
		{"a//b", 0, "zip-name-unusual: name has an empty part"},
		{"./a", 0, "zip-name-unusual: name has an empty part"},
		{"../a", 0, "zip-name-parent: name leads outside its folder"},
		{"a/..", 0, "zip-name-parent: name leads outside its folder"},
		{"..a", 0, ""},
		{`a\b`, 0, "zip-name-backslash: name contains a backslash, a separator on some systems"},
		{"a\x00b", 0, "zip-name-nul: name contains a NUL byte, where some readers cut it off"},
		{"a\nb", 0, "zip-name-control: name contains a control character"},
		{"a\u200bb", build.FlagUTF8, "zip-name-invisible: name contains an invisible character"},
		{"a\u200bb", 0, "zip-name-not-flagged: name has non-ASCII bytes but is not flagged as UTF-8: it reads as 'aΓÇïb'"},
		{"a\xff", build.FlagUTF8, "zip-name-encoding: name is flagged as UTF-8 but is not valid UTF-8"},
		{strings.Repeat("n", 255), 0, ""},
		{strings.Repeat("n", 256), 0, "zip-name-unusual: name has a part of more than 255 bytes"},
		{strings.Repeat("n/", 64) + "n", 0, "zip-name-unusual: name has more than 64 parts"},
		{strings.Repeat("n/", 63) + "n", 0, ""},
		{strings.Repeat(strings.Repeat("n", 127)+"/", 8)[:1024], 0, "zip-directory-entry: member is a folder, expected only arrays"},
		{strings.Repeat("n/", 5) + strings.Repeat(strings.Repeat("n", 126)+"/", 8)[:1015], 0, "zip-name-unusual: name has more than 1024 bytes"},
	} {
		b := build.Archive("", build.File{Name: test.name, Flags: test.flags})
		faults := read(t, b).Kept
		rule, message, _ := strings.Cut(test.want, ": ")
		if test.want == "" && len(faults) == 0 {
			continue
		}
		at, n := int64(bytes.Index(b, []byte(build.SigCentral))), int64(build.CentralSize+len(test.name))
		if rule != "zip-directory-entry" { // of the whole entry, the others of the name
			at, n = at+build.CentralSize, int64(len(test.name))
		}
		if len(faults) != 1 || faults[0].Rule.String() != rule || faults[0].Offset != at || faults[0].Length != n || faults[0].Message != message ||
			faults[0].Member != 1 {
			t.Errorf("%.20q: got %+v, want %s at %d, %d bytes", test.name, faults, test.want, at, n)
		}
	}
}

// TestSameHeader covers entries of the same name: those of one local header are an overlap, and nothing else is
// said about them, those of two are duplicates.
func TestSameHeader(t *testing.T) {
	a, b := build.File{Name: "a", Content: plain}, build.File{Name: "b", Content: plain}
	same := build.Archive("", a, build.File{Name: "a", Content: plain, Same: true})
	other := build.Archive("", a, build.File{Name: "A", Content: plain, Same: true})
	two := build.Archive("", a, a)
	three := build.Archive("", a, b, a, a)
	// Neither entry leads to a local header.
	lost := build.Archive("", a, a)
	entry := bytes.Index(lost, []byte(build.SigCentral))
	lost[entry+42], lost[entry+47+42] = 1, 1
	for _, test := range []struct {
		what string
		file []byte
		want string
	}{
		{"one header", same, "zip-overlap 0 183"},
		{"one header, two names", other, "zip-name-mismatch 30 1, zip-overlap 0 183, zip-name-collision 276 1"},
		{"two headers", two, "zip-name-duplicate 459 1"},
		{"three headers", three, "zip-name-duplicate 872 1, zip-name-duplicate 919 1"},
		{"no header", lost, "zip-missing-member 1 4, zip-missing-member 1 4, zip-hidden-member 0 31, zip-hidden-member 183 31, zip-name-duplicate 459 1"},
	} {
		got := found(t, test.file, false)
		want := strings.Split(test.want, ", ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.what, got, want)
		}
	}
}

// TestFind looks for members by their names.
func TestFind(t *testing.T) {
	b := build.Archive("", build.File{Name: "a"}, build.File{Name: "b", Unlisted: true}, build.File{Name: "c"}, build.File{Name: "\x82"}, build.File{Name: "a"})
	a, err := Walk(t.Context(), bytes.NewReader(b), int64(len(b)), config, &finding.List{})
	if err != nil {
		t.Fatal(err)
	}
	index := NewIndex(a.Members, nil)
	for name, want := range map[string]int{"a": 1, "c": 2, "é": 3, "b": 0, "\x82": 0, "": 0} {
		got := 0
		if m := index.Find(name); m != nil {
			got = m.Number
		}
		if got != want {
			t.Errorf("%q: got member %d, want %d", name, got, want)
		}
	}
}

// TestNormalized brings texts to the form by which names are compared. What isn't UTF-8 stays as it is: other bytes are
// another name.
func TestNormalized(t *testing.T) {
	for _, test := range []struct{ text, normalized, folded string }{
		{"", "", ""},
		{"aZ9", "aZ9", "AZ9"},
		{"\u00e9", "e\u0301", "\u00c9"},
		{"e\u0301", "e\u0301", "E\u0301"},
		{"a\u0323\u0307", "a\u0323\u0307", "A\u0323\u0307"},
		{"a\u0307\u0323", "a\u0323\u0307", "A\u0307\u0323"},
		{"k\u212a", "kK", "KK"},
		{"\xff", "\xff", "\xff"},
		{"\u00e9\xff", "\u00e9\xff", "\u00e9\xff"},
		{"a\xc3", "a\xc3", "a\xc3"},
	} {
		if got := normalized(test.text); got != test.normalized {
			t.Errorf("%+q: got normalized %+q, want %+q", test.text, got, test.normalized)
		}
		if got := foldCase(test.text); got != test.folded {
			t.Errorf("%+q: got folded %+q, want %+q", test.text, got, test.folded)
		}
	}
}

// TestNormalTable requires as many characters as Python counts in Unicode 15.1.0, and that what they decompose to is
// decomposed itself.
func TestNormalTable(t *testing.T) {
	decomposed, combining := 0, 0
	for r, c := range characters() {
		if c.class != 0 {
			combining++
		}
		if c.to == nil {
			continue
		}
		decomposed++
		if got, want := normalized(string(r)), string(c.to); got != want || normalized(want) != want {
			t.Errorf("%U: got %+q, want %+q", r, got, want)
		}
	}
	if decomposed != 2061 || combining != 922 {
		t.Errorf("got %d decompositions and %d combining characters, want 2061 and 922", decomposed, combining)
	}
}
