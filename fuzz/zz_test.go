package fuzz

import (
	"github.com/npycheck/npycheck/spec"
	"slices"
	"testing"
)

func TestZZ(t *testing.T) {
	p := Plantable()
	byArea := map[string]int{}
	for _, r := range spec.Rules() {
		if slices.Contains(p, r.ID) {
			byArea[r.Area()]++
		} else if slices.Contains(npyAreas, r.Area()) {
			t.Log("not", r.Name)
		}
	}
	t.Log(len(p), byArea)
}
func BenchmarkFault(b *testing.B) {
	g := Numbered(0, 0)
	p := Plantable()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g.Restart(1, uint64(i))
		g.Fault(p[i%len(p)])
	}
}
