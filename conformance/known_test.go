package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// someReport has a failure in most cells.
func someReport() *conformance.Report {
	return &conformance.Report{Results: []conformance.Result{
		{ID: "a/crash", Duty: corpus.Reject, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash, Message: "signal: killed"},
		{ID: "a/either", Duty: corpus.Either, Outcome: conformance.OutcomeReject, Cell: conformance.CellEither},
		{ID: "a/fail", Duty: corpus.Reject, Outcome: conformance.OutcomeAccept, Cell: conformance.CellFail},
		{ID: "a/pass", Duty: corpus.Accept, Outcome: conformance.OutcomeAccept, Cell: conformance.CellPass},
		{ID: "b/fail-1", Duty: corpus.Accept, Outcome: conformance.OutcomeReject, Cell: conformance.CellFail, Message: "no"},
		{ID: "b/fail-2", Duty: corpus.Accept, Outcome: conformance.OutcomeReject, Cell: conformance.CellFail, Message: "no"},
		{ID: "b/invalid", Duty: corpus.Accept, Outcome: conformance.OutcomeInvalid, Cell: conformance.CellFail, Message: "broken"},
	}}
}

func TestKnownFailures(t *testing.T) {
	for _, test := range []struct {
		name, list string
		part       bool
		problems   string
		known      string // the cases that are known, with the reasons
	}{
		{"empty", "", false, "", ""},
		{"comments", "# nothing\n\n  # more\n", false, "", ""},
		{"one", "a/fail fail  takes tabs\t for spaces \n", false, "", "a/fail=takes tabs\t for spaces"},
		{"no newline", "a/fail fail r", false, "", "a/fail=r"},
		{"byte order mark and CRLF", "\ufeffa/fail fail r\r\n", false, "", "a/fail=r"},
		{"pattern", "b/fail-* fail no v3", false, "", "b/fail-1=no v3 b/fail-2=no v3"},
		{"two", "a/crash crash x\nb/fail-[2] fail y\n", false, "", "a/crash=x b/fail-2=y"},
		{"the first reason counts", "b/fail-1 fail x\nb/fail-* fail y\n", false, "", "b/fail-1=x b/fail-2=y"},
		{"pass", "# l\na/pass fail x\n", false, "known.txt:2: a/pass: unexpected pass, listed as fail", ""},
		{"either", "a/either fail x\n", false, "known.txt:1: a/either: unexpected either, listed as fail", ""},
		{"another cell", "a/crash hang x\n", false, "known.txt:1: a/crash: got crash, listed as hang", ""},
		{"in a pattern", "a/* fail x\n", false, "known.txt:1: a/crash: got crash, listed as fail|known.txt:1: a/either: unexpected either, listed as fail|known.txt:1: a/pass: unexpected pass, listed as fail", "a/fail=x"},
		{"stale", "a/gone fail x\nb/gone-* crash y\n", false, "known.txt:1: a/gone: stale: no case in this run has this ID|known.txt:2: b/gone-*: stale: no case in this run has this ID", ""},
		{"not run", "c/other fail x\n", true, "", ""},
		{"not run in a whole run", "c/other fail x\n", false, "known.txt:1: c/other: stale: no case in this run has this ID", ""},
		{"stale in a part", "c/gone fail x\n", true, "known.txt:1: c/gone: stale: no case in this run has this ID", ""},
		{"invalid is no failure to know", "b/invalid fail x\n", false, "known.txt:1: b/invalid: got an invalid answer, listed as fail", ""},
	} {
		list, err := conformance.ParseKnownFailures("known.txt", test.list)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		report := someReport()
		problems := strings.Join(list.Apply(report, []corpus.Case{{ID: "c/other"}}, test.part), "|")
		if problems != test.problems {
			t.Errorf("%s: got problems %q, want %q", test.name, problems, test.problems)
		}
		var known []string
		for _, r := range report.Results {
			if r.Known != "" {
				known = append(known, r.ID+"="+r.Known)
			}
		}
		if got := strings.Join(known, " "); got != test.known {
			t.Errorf("%s: got known %q, want %q", test.name, got, test.known)
		}
	}
}

func TestKnownFailuresParse(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"a/b\n", "known.txt:1: no reason, expected PATTERN CELL REASON"},
		{"a/b fail\n", "known.txt:1: no reason, expected PATTERN CELL REASON"},
		{"a/b fail  \n", "known.txt:1: no reason, expected PATTERN CELL REASON"},
		{"\na/b failed why\n", `known.txt:2: got cell "failed", expected one that is a failure: fail, wrong-data, crash, hang, blow-up`},
		{"a/b either why\n", `known.txt:1: got cell "either", expected one that is a failure: fail, wrong-data, crash, hang, blow-up`},
		{"a/[ fail why\n", `known.txt:1: "a/[" is not a pattern`},
		{"a/b fail why\n#\na/b crash why\n", `known.txt:3: "a/b" is already in line 1`},
	} {
		if _, err := conformance.ParseKnownFailures("known.txt", test.list); err == nil || err.Error() != test.want {
			t.Errorf("%q: got error %v, want %s", test.list, err, test.want)
		}
	}
}

func TestKnownFailuresUpdate(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"", "a/crash crash signal: killed\na/fail fail the outcome is accept, expected reject\nb/fail-1 fail no\nb/fail-2 fail no\n"},
		{
			"# why\na/fail fail takes anything\n\na/pass fail was bad\nb/fail-* fail no v3\na/crash hang slow\nc/gone fail x\n",
			"# why\na/fail fail takes anything\n\nb/fail-* fail no v3\na/crash crash signal: killed\n",
		},
		{"a/* fail x\nb/* fail y\n", "a/fail fail x\nb/* fail y\na/crash crash signal: killed\n"},
	} {
		report := someReport()
		report.Results = slices.DeleteFunc(report.Results, func(r conformance.Result) bool { return r.Outcome == conformance.OutcomeInvalid })
		list, err := conformance.ParseKnownFailures("known.txt", test.list)
		if err != nil {
			t.Fatal(err)
		}
		got := list.Update(report)
		if got != test.want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.list, got, test.want)
		}
		// What was written applies.
		updated, err := conformance.ParseKnownFailures("known.txt", got)
		if err != nil {
			t.Fatal(err)
		}
		if problems := updated.Apply(report, nil, false); problems != nil {
			t.Errorf("%q: got problems %q of the new list", test.list, problems)
		}
		for _, r := range report.Results {
			if r.Cell.Failed() && r.Known == "" {
				t.Errorf("%q: the new list doesn't have %s", test.list, r.ID)
			}
		}
		if again := updated.Update(report); again != got {
			t.Errorf("%q: a second update changed\n%s\nto\n%s", test.list, got, again)
		}
	}
}
