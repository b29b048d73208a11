package hunt

import (
	"fmt"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// crashOf returns a finding with a message of its own and a file and what was written, of that many bytes each.
func crashOf(message string, file, written int) *Finding {
	return &Finding{
		Signature: Signature{Cell: conformance.CellCrash, Message: message},
		File:      make([]byte, file),
		Written:   make([]byte, written),
		Format:    validator.Npz,
		Runs:      1,
	}
}

// TestFindingsAreBounded covers findings whose files take all the room there is. What doesn't fit is counted, once,
// and takes nobody's place.
func TestFindingsAreBounded(t *testing.T) {
	f := &findings{}
	for i, test := range []struct {
		g    *Finding
		kept bool
	}{
		{crashOf("a", 20<<20, 0), true},
		{crashOf("b", 4<<20, 4<<20), true},
		{crashOf("c", 4<<20, 1), false},
		{crashOf("d", 2<<20, 2<<20), true},
		{crashOf("e", 1, 0), false},
		{crashOf("a", 19<<20, 0), true}, // the smaller file of the first
		{crashOf("f", 1<<20, 0), true},
	} {
		if v, over := f.offer(test.g); (v == novel) != test.kept || len(over) > 0 {
			t.Errorf("finding %d: got verdict %d over %d, want it kept (%t) over none", i, v, len(over), test.kept)
		}
	}
	if len(f.list) != 4 || len(f.lost) != 2 {
		t.Errorf("got %d findings and %d lost, want 4 and 2", len(f.list), len(f.lost))
	}
	again := crashOf("c", 10, 0).Signature
	again.Traits = []string{"archive"}
	if v := f.count(&again); v != explained || f.known != 0 || len(f.lost) != 2 {
		t.Error("a finding that was lost isn't known the second time")
	}

	general := crashOf("narrow", 0, 0)
	general.Signature.Traits = []string{"npz"}
	f.offer(general)
	if v, over := f.offer(crashOf("narrow", 1, 0)); v == novel || len(over) > 0 {
		t.Errorf("a finding there is no room for took the place of %d", len(over))
	}
}

// TestFindingsAreCounted covers one finding more than are kept.
func TestFindingsAreCounted(t *testing.T) {
	f := &findings{}
	for i := range maxFindings + 1 {
		f.offer(crashOf(fmt.Sprint(i), 1, 0))
	}
	h := &hunter{o: &Options{}, findings: f}
	const want = "there is no room for 1 finding: 1000 are kept, with 32 MiB of files in all"
	if got := h.said(); len(f.list) != maxFindings || !slices.Equal(got, []string{want}) {
		t.Errorf("got %d findings and %q, want %d and %q", len(f.list), got, maxFindings, want)
	}
}

// TestThinned keeps the last of files that are too many bytes, and every second one before it.
func TestThinned(t *testing.T) {
	sizes := func(files [][]byte) (list []int) {
		for _, file := range files {
			list = append(list, len(file)>>20)
		}
		return list
	}
	var files [][]byte
	for _, test := range []struct {
		size int // in MiB
		want []int
	}{
		{3, []int{3}}, {3, []int{3, 3}}, {2, []int{3, 3, 2}}, {2, []int{3, 2}}, {1, []int{3, 2, 1}}, {1, []int{3, 2, 1, 1}}, {9, []int{3, 1, 9}},
	} {
		files = thinned(append(files, make([]byte, test.size<<20)))
		if got := sizes(files); !slices.Equal(got, test.want) {
			t.Errorf("got %d, want %d", got, test.want)
		}
	}
}

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
	f.offer(&Finding{Signature: empty, Runs: 3})
	f.offer(&Finding{Signature: other, Runs: 1})
	judged := func(s *Signature, want verdict) {
		t.Helper()
		if got, _ := f.judge(s); got != want {
			t.Errorf("%v: got verdict %d, want %d", s.Traits, got, want)
		}
	}
	judged(&inCorpus, subtracted)
	judged(&wide, novel) // the corpus doesn't explain a file without float
	v, over := f.offer(&Finding{Signature: plainer, Runs: 1})
	if v != subtracted || len(over) != 1 || over[0].Signature.hash() != empty.hash() {
		t.Errorf("got verdict %d over %d findings, want the plainer file subtracted, over that of the empty array", v, len(over))
	}
	if len(f.list) != 1 || f.list[0].Signature.hash() != other.hash() {
		t.Errorf("got %d findings left, want that of titles", len(f.list))
	}
	if f.known != 4 {
		t.Errorf("got %d failures known, want the 3 of the finding taken out and the plainer one", f.known)
	}
	judged(&wide, subtracted)
	judged(&inCorpus, subtracted)
	judged(&other, explained)
	if v, over := f.offer(&Finding{Signature: wide, Runs: 1}); v != subtracted || over != nil || len(f.corpus) != 1 || f.known != 5 {
		t.Errorf("got verdict %d over %d, %d failures of the corpus, %d known; want the plainer one alone to explain it, and 5 known", v, len(over), len(f.corpus), f.known)
	}
}

// TestVerdicts covers each verdict, and where the failure is counted.
func TestVerdicts(t *testing.T) {
	f := &findings{listed: func(s *Signature) bool { return s.Message == "in the list" }}
	found, known := crashOf("found", 10, 0), crashOf("in the list", 10, 0)
	special := crashOf("found", 5, 0)
	special.Signature.Traits = []string{"npz"}
	for i, test := range []struct {
		g           *Finding
		want        verdict
		runs, known int64 // of the finding, and of all
	}{
		{found, novel, 1, 0},
		{special, explained, 2, 0}, // by another signature: the smaller file is not of the same
		{known, listed, 2, 1},
		{crashOf("found", 11, 0), explained, 3, 1}, // the same, in a larger file
		{crashOf("found", 9, 0), novel, 4, 1},      // and in a smaller one
	} {
		v, over := f.offer(test.g)
		if v != test.want || len(over) > 0 || len(f.list) != 1 || f.list[0].Runs != test.runs || f.known != test.known {
			t.Errorf("offer %d: got verdict %d over %d, %d findings, %d runs, %d known; want %d, none, 1, %d, %d", i, v, len(over), len(f.list), f.list[0].Runs, f.known, test.want, test.runs, test.known)
		}
	}
	if v := f.count(&special.Signature); v != explained || f.list[0].Runs != 5 || len(f.list[0].File) != 9 {
		t.Errorf("got verdict %d, %d runs, a file of %d bytes; want %d, 5, 9", v, f.list[0].Runs, len(f.list[0].File), explained)
	}
	if v := f.count(&known.Signature); v != listed || f.known != 2 {
		t.Errorf("got verdict %d and %d known, want %d and 2", v, f.known, listed)
	}
	if v := f.count(&crashOf("else", 1, 0).Signature); v != novel || f.known != 2 || f.list[0].Runs != 5 {
		t.Errorf("got verdict %d, want %d, and nothing counted", v, novel)
	}
	general := crashOf("found", 100, 0)
	f.list[0].Signature.Traits = []string{"npz"}
	if v, over := f.offer(general); v != novel || len(over) != 1 || general.Runs != 6 {
		t.Errorf("got verdict %d over %d, %d runs; want the general one over the special one, with its runs: 6", v, len(over), general.Runs)
	}
}

// TestFixedReplaced covers a finding of an earlier run whose file the reader now handles, after a smaller file took its
// place: list and folder lose the same finding.
func TestFixedReplaced(t *testing.T) {
	before := crashOf("found", 10, 0)
	old := newEarlier([]*Finding{before})
	h := &hunter{o: &Options{}, findings: &findings{list: []*Finding{before}}}
	if v, _ := h.findings.offer(crashOf("found", 9, 0)); v != novel {
		t.Fatalf("got verdict %d, want %d", v, novel)
	}
	old.fixed = append(old.fixed, before)
	old.over(h)
	if len(h.findings.list) != 0 || len(h.remarks) != 1 {
		t.Errorf("got the findings %+v and the remarks %q, want none and one", h.findings.list, h.remarks)
	}
}
