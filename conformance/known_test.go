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
		{ID: "a/exception", Duty: corpus.Reject, Outcome: conformance.OutcomeException, Cell: conformance.CellException, Message: "KeyError: 'a'", Rules: []string{"keys-missing"}},
		{ID: "a/fail", Duty: corpus.Reject, Outcome: conformance.OutcomeAccept, Cell: conformance.CellWrongVerdict},
		{ID: "a/memory", Duty: corpus.Reject, Outcome: conformance.OutcomeOutOfMemory, Cell: conformance.CellOutOfMemory, Message: "more than 1 MiB"},
		{ID: "a/pass", Duty: corpus.Accept, Outcome: conformance.OutcomeAccept, Cell: conformance.CellPass},
		{ID: "b/fail-1", Duty: corpus.Accept, Outcome: conformance.OutcomeReject, Cell: conformance.CellWrongVerdict, Message: "no"},
		{ID: "b/fail-2", Duty: corpus.Accept, Outcome: conformance.OutcomeReject, Cell: conformance.CellWrongVerdict, Message: "no"},
		{ID: "b/invalid", Duty: corpus.Accept, Outcome: conformance.OutcomeInvalid, Cell: conformance.CellWrongVerdict, Message: "broken"},
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
		{"one", "a/fail wrong-verdict  takes tabs\t for spaces \n", false, "", "a/fail=takes tabs\t for spaces"},
		{"no newline", "a/fail wrong-verdict r", false, "", "a/fail=r"},
		{"byte order mark and CRLF", "\ufeffa/fail wrong-verdict r\r\n", false, "", "a/fail=r"},
		{"pattern", "b/fail-* wrong-verdict no v3", false, "", "b/fail-1=no v3 b/fail-2=no v3"},
		{"two", "a/crash crash x\nb/fail-[2] wrong-verdict y\n", false, "", "a/crash=x b/fail-2=y"},
		{"the first reason counts", "b/fail-1 wrong-verdict x\nb/fail-* wrong-verdict y\n", false, "", "b/fail-1=x b/fail-2=y"},
		{"pass", "# l\na/pass wrong-verdict x\n", false, "known.txt:2: a/pass: unexpected pass, listed as wrong-verdict", ""},
		{"either", "a/either wrong-verdict x\n", false, "known.txt:1: a/either: unexpected either, listed as wrong-verdict", ""},
		{"another cell", "a/crash hang x\n", false, "known.txt:1: a/crash: got crash, listed as hang", ""},
		{"in a pattern", "a/* wrong-verdict x\n", false, "known.txt:1: a/crash: got crash, listed as wrong-verdict|known.txt:1: a/either: unexpected either, listed as wrong-verdict|known.txt:1: a/exception: got exception, listed as wrong-verdict|known.txt:1: a/memory: got out-of-memory, listed as wrong-verdict|known.txt:1: a/pass: unexpected pass, listed as wrong-verdict", "a/fail=x"},
		{"an old word", "a/fail fail x\n", false, "", "a/fail=x"},
		{"an old word for two", "a/crash blow-up x\na/exception blow-up y\na/memory blow-up z\n", false, "known.txt:1: a/crash: got crash, listed as out-of-memory", "a/exception=y a/memory=z"},
		{"a new word for one", "a/exception out-of-memory x\n", false, "known.txt:1: a/exception: got exception, listed as out-of-memory", ""},
		{"an exception that was a crash", "a/exception crash x\n", false, "known.txt:1: a/exception: got exception, listed as crash", ""},
		{"a cause", "wrong-verdict - \"no\" refuses\ncrash - \"signal: *\" dies\n", false, "", "a/crash=dies b/fail-1=refuses b/fail-2=refuses"},
		{"a cause with a rule", "exception *-missing \"KeyError: …\" looks up keys\nb/fail-1 wrong-verdict x\nwrong-verdict - \"no\" y\n", false, "", "a/exception=looks up keys b/fail-1=x b/fail-2=y"},
		{"a cause in an old word", "fail - \"no\" refuses\n", false, "", "b/fail-1=refuses b/fail-2=refuses"},
		{"a cause with another rule", "exception zip-crc \"KeyError: …\" x\n", false, "known.txt:1: stale: no failure in this run has this cause", ""},
		{"a cause in a part", "exception zip-crc \"KeyError: …\" x\n", true, "", ""},
		{"a cause of invalid answers", "wrong-verdict - \"broken\" x\n", false, "known.txt:1: stale: no failure in this run has this cause", ""},
		{"stale", "a/gone wrong-verdict x\nb/gone-* crash y\n", false, "known.txt:1: a/gone: stale: no case in this run has this ID|known.txt:2: b/gone-*: stale: no case in this run has this ID", ""},
		{"not run", "c/other wrong-verdict x\n", true, "", ""},
		{"not run in a whole run", "c/other wrong-verdict x\n", false, "known.txt:1: c/other: stale: no case in this run has this ID", ""},
		{"stale in a part", "c/gone wrong-verdict x\n", true, "known.txt:1: c/gone: stale: no case in this run has this ID", ""},
		{"invalid is no failure to know", "b/invalid wrong-verdict x\n", false, "known.txt:1: b/invalid: got an invalid answer, listed as wrong-verdict", ""},
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
		{"\na/b failed why\n", `known.txt:2: got cell "failed", expected one that is a failure: wrong-verdict, exception, wrong-data, crash, hang, out-of-memory`},
		{"a/b either why\n", `known.txt:1: got cell "either", expected one that is a failure: wrong-verdict, exception, wrong-data, crash, hang, out-of-memory`},
		{"crash why\n", `known.txt:1: no message in quotes or no reason, expected CELL RULES "MESSAGE" REASON`},
		{"fail - \"no\"\n", `known.txt:1: no message in quotes or no reason, expected CELL RULES "MESSAGE" REASON`},
		{"fail - \"no\" x\nwrong-verdict - \"no\" y\n", `known.txt:2: "wrong-verdict - \"no\"" is already in line 1`},
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
		{"", "a/crash crash signal: killed\na/exception exception KeyError: 'a'\na/fail wrong-verdict the outcome is accept, expected reject\n" +
			"a/memory out-of-memory more than 1 MiB\nb/fail-1 wrong-verdict no\nb/fail-2 wrong-verdict no\n"},
		{
			"# why\na/fail fail takes anything\n\na/pass fail was bad\nb/fail-* fail no v3\na/crash hang slow\nc/gone fail x\na/exception crash no key\na/memory blow-up greedy\n",
			"# why\na/fail wrong-verdict takes anything\n\nb/fail-* wrong-verdict no v3\na/exception exception no key\na/memory out-of-memory greedy\na/crash crash signal: killed\n",
		},
		{
			"a/* fail x\nb/* fail y\na/exception blow-up z\na/memory crash w\n",
			"a/fail wrong-verdict x\nb/* wrong-verdict y\na/exception exception z\na/crash crash signal: killed\na/memory out-of-memory more than 1 MiB\n",
		},
		{ // causes stay as long as they are seen
			"fail - \"no\" refuses\nhang - \"\" slow\na/crash crash x\n",
			"wrong-verdict - \"no\" refuses\na/crash crash x\na/exception exception KeyError: 'a'\na/fail wrong-verdict the outcome is accept, expected reject\na/memory out-of-memory more than 1 MiB\n",
		},
		{ // what was one word is two
			"a/[cem]* crash breaks down\na/[em]* blow-up greedy\na/fail wrong-verdict x\nb/* wrong-verdict y\n",
			"a/crash crash breaks down\na/exception exception breaks down\na/memory out-of-memory greedy\na/fail wrong-verdict x\nb/* wrong-verdict y\n",
		},
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
