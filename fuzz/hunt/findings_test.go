package hunt

import (
	"fmt"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
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
