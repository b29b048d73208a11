package fuzz

import (
	"maps"
	"slices"
	"sync"

	"github.com/npycheck/npycheck/spec"
)

// fault is how a rule is broken in an array.
type fault struct {
	wish  wish              // what the file must be like for that
	plant func(*draft) bool // changes the file; false if it has no place for the fault
}

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

// attempts is how many files are tried until one has a place for a fault.
const attempts = 64

// Fault returns a file that breaks exactly the rule, and its twin, the conforming file that it was; what else the
// faulty file has are notes that its twin has too. The faulty file has an array if readers may accept it and all that
// do get the same. It returns false for a rule that isn't Plantable.
func (g *Gen) Fault(rule spec.ID) (faulty, twin File, ok bool) {
	if archiveFaults[rule] != nil {
		return g.archiveFault(rule)
	}
	if fault := pickleFaults[rule]; fault != nil {
		return g.pickleFault(fault)
	}
	f, ok := npyFaults()[rule]
	if !ok {
		return faulty, twin, false
	}
	f.wish.fault = true
	for range attempts {
		d := newDraft(g, f.wish)
		twin = d.file()
		if d.array.DType.Struct { // the twin keeps its own
			d.array.DType = exchanged(d.array.DType, func(t spec.DType) spec.DType { return t })
			d.spell()
		}
		d.lost = rule.Rule().Reader == spec.Reject
		if f.plant(d) {
			return d.file(), twin, true
		}
	}
	return File{}, File{}, false
}

// Plantable returns the rules that Fault can break, in the order of the table.
func Plantable() []spec.ID {
	all := maps.Clone(npyFaults())
	for rule := range pickleFaults {
		all[rule] = fault{}
	}
	for rule := range archiveFaults {
		all[rule] = fault{}
	}
	return slices.Sorted(maps.Keys(all))
}

// retype gives the file another type, and elements of it.
func (d *draft) retype(t spec.DType) {
	d.array.DType = t
	d.array.Data = d.from.elements(d.array.Data, &d.array.DType, countOf(d.array.Shape))
	d.spell()
}

// spell writes the dictionary again.
func (d *draft) spell() { d.write(&d.array) }
