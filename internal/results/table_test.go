package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

func TestGroups(t *testing.T) {
	const accept, reject = corpus.Accept, corpus.Reject
	const read, refused, raised = conformance.OutcomeAccept, conformance.OutcomeReject, conformance.OutcomeException
	var results []conformance.Result
	add := func(id string, duty corpus.Duty, outcome conformance.Outcome, cell conformance.Cell, message string, rules ...string) {
		results = append(results, conformance.Result{ID: id, Duty: duty, Outcome: outcome, Cell: cell, Message: message, Rules: rules})
	}
	add("data/a", accept, read, conformance.CellPass, "")
	add("data/b", accept, read, conformance.CellWrongData, "element 1 is 0x0300, expected 0x0100")
	add("data/c", accept, read, conformance.CellWrongData, "element 7 is 0x01, expected 0x02")
	add("data/d", accept, refused, conformance.CellWrongVerdict, "can't read /tmp/x/data-d.npy at 12", "header-newlines-converted")
	add("data/e", accept, refused, conformance.CellWrongVerdict, "can't read /home/me/e.npy at 4711")
	add("keys/a", reject, raised, conformance.CellException, "KeyError: 'descr'", "keys-missing")
	add("keys/b", reject, raised, conformance.CellException, "KeyError: 'shape'", "keys-missing", "literal-syntax")
	add("keys/c", reject, raised, conformance.CellException, "KeyError: 'order'", "keys-missing")
	add("keys/d", reject, raised, conformance.CellException, "TypeError: no", "keys-order")
	add("order/a", reject, read, conformance.CellWrongVerdict, "read as <f8 of shape [3]", "order-not-bool")
	add("order/b", reject, read, conformance.CellWrongVerdict, "read as <i2 of shape [2,3]", "order-not-bool")
	add("zip/a", reject, read, conformance.CellWrongVerdict, "read as an archive of 2 members", "zip-crc")
	add("zip/b", reject, conformance.OutcomeHang, conformance.CellHang, "no answer in 5s", "zip-size")

	var lines []string
	for _, g := range Groups(results) {
		var ids []string
		for _, r := range g.Results {
			ids = append(ids, r.ID)
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s [%s]", g.Cause.Cell, strings.Join(ids, " "), g.Account(), strings.Join(g.Rules(false), " ")))
	}
	want := `hang zip/b: got hang, expected reject: no answer in 5s [zip-size]
wrong-data data/b data/c: got accept, expected the array of the file: element # is #, expected # []
exception keys/a keys/b keys/c: got exception, expected reject: KeyError: … [keys-missing]
exception keys/d: got exception, expected reject: TypeError: no [keys-order]
wrong-verdict data/d data/e: got reject, expected accept: can't read … at # []
wrong-verdict order/a order/b: got accept, expected reject: read as … [order-not-bool]
wrong-verdict zip/a: got accept, expected reject: read as an archive of 2 members [zip-crc]`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestGroupRules has two files that a reader must reject, and that break the same rule first, and three for which a rule
// says nothing.
func TestGroupRules(t *testing.T) {
	one := conformance.Result{Duty: corpus.Reject, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash, Rules: []string{"zip-crc", "zip-size"}}
	other, good, invalid := one, one, one
	other.Rules = []string{"zip-crc"}
	good.Duty = corpus.Accept
	invalid.Outcome = conformance.OutcomeInvalid
	for _, test := range []struct {
		results []conformance.Result
		writer  bool
		want    string
	}{
		{[]conformance.Result{one}, false, "zip-crc zip-size"},
		{[]conformance.Result{one, other}, false, "zip-crc"},
		{[]conformance.Result{one, {Duty: corpus.Reject}}, false, ""},
		{[]conformance.Result{{Duty: corpus.Reject}, one}, false, ""},
		{[]conformance.Result{one}, true, ""},
		{[]conformance.Result{good}, false, ""},
		{[]conformance.Result{invalid}, false, ""},
	} {
		g := Group{Results: test.results}
		if got := strings.Join(g.Rules(test.writer), " "); got != test.want {
			t.Errorf("%v, writer %v: got %q, want %q", test.results, test.writer, got, test.want)
		}
	}
}

// TestGroupsHostile groups results whose messages are all different, and have what a terminal acts on.
func TestGroupsHostile(t *testing.T) {
	var results []conformance.Result
	for i := range 5000 {
		results = append(results, conformance.Result{
			ID: fmt.Sprintf("data/%d", i), Duty: corpus.Reject, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash,
			Message: strings.Repeat(string(rune('a'+i%26)), 1+i/26) + "\x1b[31m('((\"`/",
		})
	}
	groups := Groups(results)
	n := 0
	for _, g := range groups {
		n += len(g.Results)
		if text := g.Account(); strings.ContainsRune(text, 0x1b) {
			t.Fatalf("got %q", text)
		}
	}
	if n != 5000 || len(groups) < 2000 {
		t.Errorf("got %d groups of %d results, want thousands of 5000", len(groups), n)
	}
}

func TestMarkdownCode(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"plain text", "`plain text`"},
		{" edges ", "`edges`"},
		{"@team #1 <b> [a](b) *x* https://example.org", "`@team #1 <b> [a](b) *x* https://example.org`"},
		{"a\nb", "`a\\x0ab`"},
		{"a|b", "<code>a&#124;b</code>"},
		{`a\|b`, "<code>a&#92;&#124;b</code>"},
		{"``", "<code>&#96;&#96;</code>"},
		{"é|", "<code>é&#124;</code>"},
		{"\xff`", "<code>&#92;xff&#96;</code>"},
	} {
		if got := code(test.text); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
