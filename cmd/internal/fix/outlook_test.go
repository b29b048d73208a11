package fix

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// kept counts the promises that were kept.
type kept struct{ plain, flagged, none int }

// keeps holds that what npycheck check says about the findings of a file is what npycheck fix does: with exactly the
// command that it names a finding is fixed, and the new file is proved; and without flags, and with all of them, no
// other finding is.
func (k *kept) keeps(t *testing.T, what string, b []byte, name string) {
	t.Helper()
	src := Source{bytes.NewReader(b), int64(len(b)), name}
	report, err := validator.Check(t.Context(), src, src.Size, checkOptions(name))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) == 0 {
		return
	}
	outlook, err := Look(t.Context(), src, report, spec.Note)
	if errors.Is(err, ErrTooLarge) {
		return // check says that it wasn't tried
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	plans := map[remedy.Fix]Outlook{}
	plan := func(fix remedy.Fix) Outlook {
		o, ok := plans[fix]
		if ok {
			return o
		}
		p, err := Make(t.Context(), src, Options{}.With(fix))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		defer p.Close()
		for _, n := range p.Files {
			if _, err := written(t, n); err != nil {
				t.Errorf("%s: %s: %v", what, fix.Command(), err)
			}
		}
		if p.Changes() != (len(p.Fixed) > 0) {
			t.Errorf("%s: %s: got a change of %d findings: %v", what, fix.Command(), len(p.Fixed), p.Changes())
		}
		plans[fix] = p.Outlook()
		return plans[fix]
	}
	const all = remedy.Fixed | remedy.Notes | remedy.ByteOrder | remedy.Cut | remedy.Split | remedy.Drop | remedy.Rename
	for i := range report.Findings {
		found := &report.Findings[i]
		promise := outlook.Of(found)
		if hopeless := Hopeless(report.Findings); hopeless && promise != 0 {
			t.Errorf("%s: %v: got %q, and nobody would look", what, found.Rule, promise.Command())
		}
		switch promise {
		case 0:
			k.none++
			for _, fix := range []remedy.Fix{remedy.Fixed, all} {
				if plan(fix).Of(found) == remedy.Fixed {
					t.Errorf("%s: %v: %s fixes it, and nobody says so", what, found.Rule, fix.Command())
				}
			}
			continue
		case remedy.Fixed:
			k.plain++
		default:
			k.flagged++
			if plan(remedy.Fixed).Of(found) == remedy.Fixed {
				t.Errorf("%s: %v: got %q, and no flag is needed", what, found.Rule, promise.Command())
			}
		}
		if plan(promise).Of(found) != remedy.Fixed {
			t.Errorf("%s: %v: %s doesn't fix it", what, found.Rule, promise.Command())
		}
	}
}

// TestOutlookOfCorpus keeps the promises about every case.
func TestOutlookOfCorpus(t *testing.T) {
	t.Parallel()
	var k kept
	for _, c := range corpus.Cases() {
		if len(c.Rules) > 0 && (!testing.Short() || c.Importance == "high") && c.ID != fitting {
			k.keeps(t, c.ID, vector(t, c), c.File)
		}
	}
	if !testing.Short() && (k.plain < 700 || k.flagged < 300 || k.none < 1500) {
		t.Errorf("got %+v, want more of each", k)
	}
}

// TestOutlookOfDamage keeps the promises about damaged files.
func TestOutlookOfDamage(t *testing.T) {
	t.Parallel()
	n := 2000
	if testing.Short() {
		n = 200
	}
	var k kept
	for i, d := range damage(t, n) {
		k.keeps(t, fmt.Sprintf("%d: %v", i, &d), d.file, "a."+d.suffix)
	}
	if !testing.Short() && (k.plain < 200 || k.flagged < 70 || k.none < 2000) {
		t.Errorf("got %+v, want more of each", k)
	}
}

// TestDropped holds which members of one name are dropped, and whether they differ from the one that is kept.
func TestDropped(t *testing.T) {
	t.Parallel()
	one, two := npyOf(t, []byte("abc")), npyOf(t, []byte("abd"))
	same := Dropped{Name: "a.npy", Nth: 1, Of: 2, Equal: true}
	other := Dropped{Name: "a.npy", Nth: 1, Of: 2}
	for _, test := range []struct {
		name    string
		members [][]byte
		want    []Dropped
	}{
		{"equal", [][]byte{one, one}, []Dropped{same}},
		{"different", [][]byte{two, one}, []Dropped{other}},
		{"three", [][]byte{one, two, one}, []Dropped{{Name: "a.npy", Nth: 1, Of: 3, Equal: true}, {Name: "a.npy", Nth: 2, Of: 3}}},
	} {
		w := &memory{}
		a := zipwrite.New(w)
		for _, m := range test.members {
			if err := a.Content("a.npy", zipwrite.Deflated, uint64(len(m)), bytes.NewReader(m)); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if p := planOf(t, w.b, "a.npz", Options{Drop: true}); !slices.Equal(p.Dropped, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.name, p.Dropped, test.want)
		}
		if p := planOf(t, w.b, "a.npz", Options{}); len(p.Dropped) > 0 || p.Changes() {
			t.Errorf("%s: got %+v without the flag, want nothing dropped", test.name, p.Dropped)
		}
	}
}

// TestLookLimits leaves files to fix itself that are large, or become large when they are unpacked.
func TestLookLimits(t *testing.T) {
	t.Parallel()
	one := npyOf(t, []byte("abc"))
	large := slices.Concat(one, make([]byte, MaxLook))
	for _, test := range []struct {
		name, file string
		b          []byte
		err        error
	}{
		{"a small file", "a.npy", slices.Concat(one, []byte("\n\n")), nil},
		{"a large file", "a.npy", large, ErrTooLarge},
		{"a small archive of a large member", "a.npz", npzOf(t, large, zipwrite.Deflated), ErrTooLarge},
		{"gzip", "a.npy", gzipped(t, one), nil},
		{"gzip of a large file", "a.npy", gzipped(t, large), ErrTooLarge},
		{"more findings than are kept", "a.npy", headed("{'descr': '<f8', 'fortran_order': False, 'shape': ("+strings.Repeat("1L, ", maxFindings)+"), }", ""), ErrTooLarge},
	} {
		src := Source{bytes.NewReader(test.b), int64(len(test.b)), test.file}
		report, err := validator.Check(t.Context(), src, src.Size, checkOptions(test.file))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Look(t.Context(), src, report, spec.Warning); !errors.Is(err, test.err) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.err)
		}
	}
}

// TestOutlookOfNames keeps the promises about archives in which members of one name are compressed in two ways, or get
// one name.
func TestOutlookOfNames(t *testing.T) {
	t.Parallel()
	one, two := npyOf(t, []byte("abc")), npyOf(t, []byte("abd"))
	type entry struct {
		name   string
		method uint16
		file   []byte
	}
	for what, entries := range map[string][]entry{
		"updated twice": {{"a.npy", zipwrite.Deflated, one}, {"b.npy", zipwrite.Deflated, one}, {"a.npy", zipwrite.Stored, two}, {"a.npy", zipwrite.Stored, one}},
		"renamed":       {{`x\a.npy`, zipwrite.Stored, one}, {"x/a.npy", zipwrite.Stored, two}},
		"renamed last":  {{"x/a.npy", zipwrite.Stored, two}, {`x\a.npy`, zipwrite.Stored, one}},
	} {
		w := &memory{}
		a := zipwrite.New(w)
		for _, e := range entries {
			if err := a.Content(e.name, e.method, uint64(len(e.file)), bytes.NewReader(e.file)); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		var k kept
		k.keeps(t, what, w.b, "a.npz")
		if dropped := what == "updated twice"; k.flagged > 0 != dropped {
			t.Errorf("%s: got %+v", what, k)
		}
	}
}
