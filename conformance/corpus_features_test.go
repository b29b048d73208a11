package conformance_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// otherFeatures are cases whose features differ from those that Expect derives although nothing in the file keeps
// it from them, and why.
var otherFeatures = map[string]string{
	"descr/sub-array-empty-shape": "a subarray without dimensions is none",
	"descr/sub-array-none":        "a subarray without dimensions is none",
	"descr/title-bytes":           "a title that is left out",
	"descr/title-none":            "a title that is left out",
	"descr/title-number":          "a title that is left out",
	"keys/duplicate-escaped":      "a second shape with an escape in its key",
	"prefix/magic-zip":            "an archive where a .npy file is expected",
	"prefix/magic-zip-empty":      "an archive where a .npy file is expected",
	"zip/crc-large-streamed":      "members that are streamed without need",
	"zip/flags-streamed-entry":    "a flag that lies",
	"zip/flags-streamed-local":    "a flag that lies",
	"zip/prefix":                  "an offset that points at another header",
	"zip/prefix-zip64":            "an offset that points at another header",
}

// otherFlags are cases with flags that Expect doesn't derive, or that lack some, and why.
var otherFlags = map[string]string{
	"shape/zero-itemsize-overflow": "there are more elements than a reader can visit, so what it returns doesn't matter",
	"zip/name-parent-backslash":    "a separator that the name leads out of its folder with is no oddity by itself",
}

// TestCorpusFeatures compares the features and the flags of each case, which the corpus derives from the text of the
// header and from what a person wrote, with what Expect derives. Some members of archives can't be read.
func TestCorpusFeatures(t *testing.T) {
	for _, c := range corpus.Cases() {
		e := expected(t, c)
		whole := e.Report.Array != nil
		if e.Report.Format == validator.Npz {
			whole = c.Duty != corpus.Reject && !slices.ContainsFunc(e.Report.Members, func(m validator.Member) bool { return m.Array == nil })
		}
		extra, missing := without(e.Features, c.Features), without(c.Features, e.Features)
		unlike := len(extra) > 0 || whole && len(missing) > 0
		if _, other := otherFeatures[c.ID]; unlike != other {
			t.Errorf("%s: got features %q, want %q", c.ID, e.Features, c.Features)
		}
		unlike = len(without(e.Flags, c.Flags))+len(without(c.Flags, e.Flags)) > 0
		if _, other := otherFlags[c.ID]; unlike != other {
			t.Errorf("%s: got flags %q, want %q", c.ID, e.Flags, c.Flags)
		}
	}
}

// TestFlagsOfRules checks that each rule that a reader may ignore has flags, and that the corpus has these.
func TestFlagsOfRules(t *testing.T) {
	var known []string
	for _, f := range corpus.Flags() {
		known = append(known, f.Name)
	}
	for _, r := range spec.Rules() {
		flags := judge.Flags(nil, &validator.Report{Omitted: map[spec.ID]int{r.ID: 1}})
		if len(flags) > 0 != (r.Reader == spec.Either) {
			t.Errorf("%s: got flags %q for the duty %s", r.Name, flags, r.Reader)
		}
		if unknown := without(flags, known); len(unknown) > 0 {
			t.Errorf("%s: got flags %q, which are not of the corpus", r.Name, unknown)
		}
	}
}

// TestFlagsOfFirstMember has a type that NumPy has by name in the first member of an archive: the flags are those of
// its array.
func TestFlagsOfFirstMember(t *testing.T) {
	const header = "{'descr': 'float64', 'fortran_order': False, 'shape': (1,), }"
	content := []byte(spec.Magic + "\x01\x00\x76\x00" + header + strings.Repeat(" ", 117-len(header)) + "\n" + "\x00\x00\x00\x00\x00\x00\xf0\x3f")
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	size := uint64(len(content))
	w, err := z.CreateRaw(&zip.FileHeader{Name: "a.npy", CRC32: crc32.ChecksumIEEE(content), CompressedSize64: size, UncompressedSize64: size})
	if err == nil {
		_, err = w.Write(content)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	e, err := conformance.Expect(t.Context(), file.Bytes(), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"native-order", "dtype-alias"}; e.Duty != corpus.Either || !slices.Equal(e.Flags, want) {
		t.Errorf("got duty %s, flags %q, want either, %q", e.Duty, e.Flags, want)
	}
}

// TestFaultyOtherName has a faulty array under a name without the suffix, which every reader may leave out: no profile
// says whether its readers do.
func TestFaultyOtherName(t *testing.T) {
	good, err := fs.ReadFile(corpus.FS, "accept/order/c-1d.npy")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for name, content := range map[string][]byte{"a.npy": good, "b": good[:len(good)-1]} {
		h := &zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE(content), CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))}
		w, err := z.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(content)
	}
	z.Close()
	for _, p := range corpus.Profiles() {
		e, err := conformance.Expect(t.Context(), file.Bytes(), "b.npz")
		if err != nil {
			t.Fatal(err)
		}
		got := judge.Verdict(&p, e.Report, e.Duty, e.Flags, e.Features)
		if want := []string{"odd-suffix"}; got != corpus.Either || !slices.Equal(e.Flags, want) {
			t.Errorf("%s: got duty %s, flags %q, want either, %q", p.Name, got, e.Flags, want)
		}
	}
}

// TestVerdicts compares each profile's verdict on a case with its verdict on what Expect says about the file.
func TestVerdicts(t *testing.T) {
	for _, c := range corpus.Cases() {
		if otherFeatures[c.ID] != "" || otherFlags[c.ID] != "" {
			continue
		}
		read := expected(t, c)
		for _, p := range corpus.Profiles() {
			got := judge.Verdict(&p, read.Report, read.Duty, read.Flags, read.Features)
			want := p.Verdict(c)
			unread := read.Report.Array == nil && want == corpus.Unsupported
			if got != want && !unread {
				t.Errorf("%s: got the verdict %s of the profile %s, want %s", c.ID, got, p.Name, want)
			}
		}
	}
}
