// Package plant plants faults: files that break exactly one rule, each with its twin that conforms, and files that lie
// in several places.
package plant

import (
	"maps"
	"slices"
	"sync"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
)

// npyFaults has the faults of all areas of arrays.
var npyFaults = sync.OnceValue(func() map[spec.ID]fault {
	all := make(map[spec.ID]fault)
	for _, area := range []map[spec.ID]fault{
		prefixFaults, headerFaults, paddingFaults, textFaults, literalFaults, keysFaults, codeFaults, unitFaults, fieldFaults, subarrayFaults, shapeFaults, dataFaults,
	} {
		maps.Copy(all, area)
	}
	return all
})

// Fault returns a file that breaks exactly the rule, and its twin, the same file without the fault; all else that the
// faulty file has is notes that its twin has too. The faulty file has an array if readers may accept it and all that
// do get the same. It returns false for a rule that isn't Plantable.
func Fault(g *choice.Chooser, rule spec.ID) (faulty, twin sample.File, ok bool) {
	if archiveFaults[rule] != nil {
		return plantArchive(g, rule)
	}
	if fault := pickleFaults[rule]; fault != nil {
		return plantPickle(g, fault)
	}
	f, ok := npyFaults()[rule]
	if !ok {
		if all := pairs()[rule]; len(all) > 0 {
			faulty, twin = splicePair(g, rule, all)
			return faulty, twin, true
		}
		return faulty, twin, false
	}
	f.wish.Fault = true
	for range drafts {
		d := npy.New(g, f.wish)
		twin = d.File()
		if d.Array.DType.Struct { // the twin keeps its own
			d.Array.DType = npy.Exchanged(d.Array.DType, func(t spec.DType) spec.DType { return t })
			d.Spell()
		}
		d.Lost = rule.Rule().Reader == spec.Reject
		if f.plant(d) {
			return d.File(), twin, true
		}
	}
	return sample.File{}, sample.File{}, false
}

// Plantable returns the rules that Fault can break, in the order of the table.
func Plantable() []spec.ID {
	all := byHand()
	for rule := range pairs() {
		all[rule] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// byHand returns the rules whose faults are written here. Those of other rules are the differences of pairs of cases of
// the corpus, in generated files.
func byHand() map[spec.ID]bool {
	all := make(map[spec.ID]bool)
	for rule := range npyFaults() {
		all[rule] = true
	}
	for rule := range pickleFaults {
		all[rule] = true
	}
	for rule := range archiveFaults {
		all[rule] = true
	}
	return all
}
