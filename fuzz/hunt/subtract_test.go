package hunt

import (
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// TestLearn covers one failure of the corpus, once it is seen in a plainer file, explain what else it is seen in.
func TestLearn(t *testing.T) {
	rejects := func(traits ...string) Signature {
		return Signature{Cell: conformance.CellWrongVerdict, Duty: corpus.Accept, Traits: traits, Message: "no descr"}
	}
	inCorpus, plainer := rejects("float", "header-newline-inside"), rejects("header-newline-inside")
	empty, wide := rejects("empty", "header-newline-inside"), rejects("header-newline-inside", "v3")
	other := rejects("titles")

	var f findings
	f.subtract(&inCorpus)
	f.add(&Finding{Signature: empty, Runs: 3})
	f.add(&Finding{Signature: other, Runs: 1})
	if f.expected(&wide) {
		t.Error("the corpus explains a file without float, expected a finding")
	}
	if !f.subtracted(&plainer) {
		t.Fatal("the plainer file is a finding, expected it left out")
	}
	if over := f.learn(&plainer); len(over) != 1 || over[0].Signature.hash() != empty.hash() {
		t.Errorf("got %d findings taken out, want that of the empty array", len(over))
	}
	if len(f.list) != 1 || f.list[0].Signature.hash() != other.hash() {
		t.Errorf("got %d findings left, want that of titles", len(f.list))
	}
	if f.known != 3 {
		t.Errorf("got %d failures known, want the 3 of the finding taken out", f.known)
	}
	if !f.expected(&wide) || !f.expected(&inCorpus) || f.expected(&other) {
		t.Error("want the plainer file to explain those with a newline, and no others")
	}
	if over := f.learn(&wide); over != nil || len(f.corpus) != 1 {
		t.Errorf("got %d failures of the corpus, want the plainer one alone", len(f.corpus))
	}
}
