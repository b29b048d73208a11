package fuzz

import (
	"sync"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Anything returns a file with up to four mutations in an area, or in any if that is "". Nobody knows what it
// contains.
func (g *Gen) Anything(area string) File {
	c := g.choices
	f := g.start(area)
	for range choice.Of(c, 1, 1, 1, 2, 2, 3, 4) {
		var other []byte
		if c.One(4) {
			other = g.start(area).Content
		}
		at := area
		if c.One(6) {
			at = "" // one fault may hide another
		}
		f.Content = g.Mutate(at, f.Format, f.Content, other)
	}
	f.Array, f.Members = nil, nil
	return f
}

// everyArea is spec.Areas, which is slow to compute.
var everyArea = sync.OnceValue(spec.Areas)

// plantableByArea gives the rules that faults can be planted for, by area.
var plantableByArea = sync.OnceValue(func() map[string][]spec.ID {
	rules := map[string][]spec.ID{}
	for _, id := range plant.Plantable() {
		area := id.Rule().Area()
		rules[area] = append(rules[area], id)
	}
	return rules
})

// start returns a file for mutations of an area: one that conforms, or one with a fault of that
// area.
func (g *Gen) start(area string) File {
	c := g.choices
	if area == "" {
		area = choice.Of(c, everyArea()...)
	}
	if area == "shape" && c.One(8) { // more elements than can be counted, without a byte
		t := npy.Scalar(choice.Of[byte](c, 'S', 'V'), '|', 0)
		shape := func(c *choice.Chooser) []int64 { return append(npy.Dimensions(c), choice.Of[int64](c, 1<<31, 1<<40)) }
		return npy.New(c, npy.Wish{DType: func(*npy.Typer) spec.DType { return t }, Shape: shape}).File()
	}
	if rules := plantableByArea()[area]; len(rules) > 0 && c.One(3) {
		if faulty, _, ok := g.Fault(rules[c.N(len(rules))]); ok {
			return faulty
		}
	}
	switch {
	case area == "pickle" && c.One(lying):
		return File{Content: plant.Object(c), Format: validator.Npy}
	case (area == "zip" || area == "npz") && c.One(lying):
		return File{Content: plant.Npz(c), Format: validator.Npz}
	}
	return g.Valid(area)
}

// lying is how rarely the first file is from one of the generators of lies: one time in so many.
const lying = 4
