package conformance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// TestProfiles runs readers on files that may be accepted or rejected, and on which profiles decide.
func TestProfiles(t *testing.T) {
	t.Parallel()
	profiles := map[string]*corpus.Profile{"": nil}
	for _, p := range corpus.Profiles() {
		profiles[p.Name] = &p
	}
	for _, test := range []struct {
		profile, mode string
		want          string
	}{
		// data/code-point-110000 is odd-code-point, header/padding-tab is padding, pickle/0d is object.
		{"", "right", "either either either"},
		{"strict", "right", "either wrong-verdict either"},
		{"strict", "reject-all", "either pass either"},
		{"numpy", "right", "pass either pass"},
		{"numpy", "reject-all", "wrong-verdict either pass"},
		{"numpy", "accept-all", "wrong-data wrong-data wrong-verdict"},
		{"numeric", "right", "either"}, // text and objects are left out
	} {
		t.Run(test.profile+"/"+test.mode, func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, conformance.JSONL, test.mode)
			f.Cases = casesByID(t, "data/code-point-110000", "header/padding-tab", "pickle/0d")
			f.Profile = profiles[test.profile]
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			var cells []string
			for _, r := range report.Results {
				cells = append(cells, string(r.Cell))
			}
			if got := strings.Join(cells, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if report.Profile != test.profile {
				t.Errorf("got profile %q, want %q", report.Profile, test.profile)
			}
		})
	}
}

// TestWriters checks how the harness judges writers of an array of floats, one of halves, one
// in Fortran order and one of booleans in a structure.
func TestWriters(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a hundred processes")
	}
	for _, test := range []struct {
		mode    string
		want    string
		rules   string // of the first result, data/bool-good-field
		message string
	}{
		{"write", "3 pass, 1 unsupported", "", ""},
		{"write-unsorted", "3 either, 1 unsupported", "keys-not-sorted", ""},
		{"write-nothing", "4 wrong-verdict", "", "no file was written"},
		{"write-rubbish", "1 unsupported, 3 wrong-verdict", "prefix-magic", ""},
		{"write-link", "1 unsupported, 3 wrong-verdict", "", "the output is not a regular file"},
		{"write-zero", "1 unsupported, 3 wrong-data", "", ""},
		{"write-no-newline", "1 unsupported, 3 wrong-verdict", "header-final-newline", ""},
		{"write-zero-no-newline", "1 unsupported, 3 wrong-data", "header-final-newline", ""},
		{"write-one-kind", "2 pass, 1 unsupported, 1 wrong-verdict", "", "TypeError: [('a', '<i2'), ('b', '|b1')]"},
		{"crash", "4 crash", "", "exit status 2: panic: broken"},
	} {
		for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
			if test.mode == "crash" && protocol == conformance.JSONL {
				continue // the fake says that it doesn't write
			}
			t.Run(fmt.Sprintf("%s/%s", test.mode, protocol), func(t *testing.T) {
				t.Parallel()
				f := newFakeRun(t, protocol, test.mode)
				f.Writer = true
				// Files that may be rejected, and arrays that were asked for already, are left out.
				f.Cases = casesByID(t, "data/bool-good-field", "order/c-1d", "descr/grid-le-f2-2d-c-v1", "descr/grid-le-f2-2d-c-v2", "order/fortran-2d", "data/trailing-0d", "descr/unknown-x8")
				report, err := conformance.Run(t.Context(), f.Options)
				if err != nil {
					t.Fatal(err)
				}
				if got := summary(report); got != test.want {
					t.Errorf("got %s, want %s", got, test.want)
					for _, r := range report.Results {
						t.Logf("    %s: %s, %s: %s %s", r.ID, r.Outcome, r.Cell, r.Message, r.Rules)
					}
				}
				first := report.Results[0]
				if got := strings.Join(first.Rules, " "); got != test.rules {
					t.Errorf("got rules %s, want %s", got, test.rules)
				}
				if test.message != "" && first.Message != test.message {
					t.Errorf("got message %q, want %q", first.Message, test.message)
				}
				f.nothingLeft(t)
			})
		}
	}
}
