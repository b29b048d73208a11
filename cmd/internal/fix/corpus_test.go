package fix

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// asked has every flag: what fix does for those who know their files.
var asked = Options{Level: spec.Note, ByteOrder: '<', Cut: true, Split: true, Drop: true, Rename: true}

// vector returns the bytes of a case.
func vector(t *testing.T, c corpus.Case) []byte {
	t.Helper()
	b, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The archives of the corpus with the most members: one more doesn't fit the end record. A plan for either is the work
// of 500 others, so that each test leaves one of them to the others.
const (
	fitting = "zip/members-65535"
	over    = "zip/members-65536"
)

// byID returns a case, or an empty one.
func byID(id string) corpus.Case { return casesByID()[id] }

var casesByID = sync.OnceValue(func() map[string]corpus.Case {
	all := map[string]corpus.Case{}
	for _, c := range corpus.Cases() {
		all[c.ID] = c
	}
	return all
})

func planOf(t *testing.T, b []byte, name string, opt Options) *Plan {
	t.Helper()
	p, err := Make(t.Context(), Source{bytes.NewReader(b), int64(len(b)), name}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// written writes a new file, proves it, and returns its bytes.
func written(t *testing.T, n *NewFile) ([]byte, error) {
	t.Helper()
	w := &memory{}
	if err := n.Encode(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	return w.b, n.Prove(t.Context(), bytes.NewReader(w.b), int64(len(w.b)))
}

// TestCorpus fixes every case with every flag. What comes out has the array that the manifest gives to the case, or to
// its twin, which is the same file without the fault; it has none of the findings that are fixed; and there is nothing
// more to fix in it.
func TestCorpus(t *testing.T) {
	t.Parallel()
	fixed, compared := 0, 0
	for _, c := range corpus.Cases() {
		if testing.Short() && c.Importance != "high" || c.ID == over {
			continue
		}
		b := vector(t, c)
		p := planOf(t, b, c.File, asked)
		if len(c.Rules) == 0 && (p.Changes() || len(p.Fixed)+len(p.Left) > 0) {
			t.Errorf("%s: would be fixed although nothing is wrong with it", c.ID)
		}
		for i, n := range p.Files {
			now, err := written(t, n)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}
			fixed++
			again := planOf(t, now, "a."+string(p.Format), asked)
			if again.Changes() {
				t.Errorf("%s: fixed twice: %v", c.ID, again.Fixed)
			}
			if i == 0 && sameArrays(t, c, byID(c.Twin), now) {
				compared++
			}
		}
	}
	if !testing.Short() && (fixed < 1000 || compared < 950) {
		t.Errorf("fixed %d files and compared %d with the manifest, want more", fixed, compared)
	}
}

// sameArrays compares a file with the manifest's entry of a case, or of its twin. It reports whether that has an
// array.
func sameArrays(t *testing.T, c, twin corpus.Case, now []byte) bool {
	t.Helper()
	switch c.ID {
	case "header/text-mode", "header/text-mode-longer", "header/length-one-short", "header/length-16-short": // the array of the case is what readers get from the damaged file
		c.Array = nil
	case "literal/long-v3-subarray": // its twin has no subarray
		a := *twin.Array
		a.DType = "[('日', '<f8', (1,))]"
		c.Array = &a
	case "zip/name-twice": // NumPy returns the last one, and so does what is left
		c.Members = slices.Clone(twin.Members)
		c.Members[0].Array = twin.Members[len(twin.Members)-1].Array
	}
	report, err := validator.Check(context.Background(), bytes.NewReader(now), int64(len(now)), checkOptions(""))
	if err != nil {
		t.Fatal(err)
	}
	if report.Format == validator.Npy {
		expected := c.Array
		if expected == nil {
			expected = twin.Array
		}
		if expected == nil {
			return false
		}
		sameArray(t, c.ID, expected, judge.FromReport(now, report, -1))
		return true
	}
	members := c.Members
	if members == nil {
		members = twin.Members
	}
	found := false
	for i := range report.Members {
		j := slices.IndexFunc(members, func(m corpus.Member) bool { return m.Key == report.Members[i].Key })
		if j < 0 || members[j].Array == nil {
			continue
		}
		if a := report.Members[i].Array; c.Members == nil && (a == nil || a.DType.HasObject()) {
			continue // the twin has another array
		}
		found = true
		sameArray(t, c.ID, members[j].Array, judge.FromReport(now, report, i))
	}
	return found
}

func sameArray(t *testing.T, id string, expected, got *corpus.Array) {
	t.Helper()
	if got == nil || got.DType != expected.DType || !slices.Equal(got.Shape, expected.Shape) || got.SHA256 != expected.SHA256 {
		t.Errorf("%s: got %+v, want %+v", id, got, expected)
	}
}

// TestCorpusWithoutFlags fixes every case without a flag, and compares its array with the same.
func TestCorpusWithoutFlags(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Cases() {
		if c.Conforms || testing.Short() && c.Importance != "high" || c.ID == fitting {
			continue
		}
		b := vector(t, c)
		p := planOf(t, b, c.File, Options{})
		for _, n := range p.Files {
			now, err := written(t, n)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}
			sameArrays(t, c, byID(c.Twin), now)
		}
		if p.Rename || len(p.Files) > 1 {
			t.Errorf("%s: got a file of another name, want none without a flag", c.ID)
		}
	}
}

// TestObjectsUnchanged holds that the pickle of an object array is the same after a repair of its header.
func TestObjectsUnchanged(t *testing.T) {
	t.Parallel()
	found := 0
	for _, c := range corpus.Cases() {
		if c.Format != "npy" || !slices.Contains(c.Rules, "pickle-present") {
			continue
		}
		b := vector(t, c)
		p := planOf(t, b, c.File, Options{Level: spec.Note})
		if len(p.Headers) != 1 {
			continue
		}
		now, err := written(t, p.Files[0])
		if err != nil || !bytes.Equal(now[len(p.Headers[0].New):], b[len(p.Headers[0].Old):]) {
			t.Errorf("%s: got another pickle, or %v", c.ID, err)
		}
		found++
	}
	if found < 6 {
		t.Errorf("fixed %d object arrays, want more", found)
	}
}
