package fix

import (
	"bytes"
	"errors"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/fix/remedy"
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
		if len(c.Rules) > 0 && (!testing.Short() || c.Importance == "high") {
			k.keeps(t, c.ID, vector(t, c), c.File)
		}
	}
	if !testing.Short() && (k.plain < 700 || k.flagged < 300 || k.none < 1500) {
		t.Errorf("got %+v, want more of each", k)
	}
}
