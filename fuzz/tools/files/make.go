package main

import (
	"math/rand/v2"
	"slices"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/fuzz/internal/properties"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// campaign is one process of a campaign.
type campaign struct {
	properties.Checker
	seed   uint64
	out    string
	gen    *fuzz.Gen
	number uint64
	round  uint64    // of files in all areas: the checks take turns
	places *rand.PCG // restarted for each file, so that its number determines it
	rand   *rand.Rand
	areas  []string  // in which files are unusual
	rules  []spec.ID // of those areas, that can be planted

	content    []byte // the current file
	twins      int64  // files that were made faulty
	violations map[string]int64
}

// formats are what a campaign can make, each with its areas. Pickles take longer than other arrays.
var formats = map[string][]string{
	"npy":    {"prefix", "header", "literal", "keys", "descr", "shape", "order", "data"},
	"pickle": {"pickle"},
	"npz":    {"zip", "npz"},
}

func newCampaign(format string, seed uint64, out string) *campaign {
	places := rand.NewPCG(seed, 0)
	c := &campaign{
		seed: seed, out: out, places: places, rand: rand.New(places),
		areas: formats[format], violations: map[string]int64{},
	}
	for _, rule := range plant.Plantable() {
		if slices.Contains(c.areas, rule.Rule().Area()) {
			c.rules = append(c.rules, rule)
		}
	}
	return c
}

// derived is how many prefixes of a conforming file are checked, and how many changes of a byte. Each is one more
// file for the validator, and takes less time to make than one by the generator.
const derived = 2

// The shares of files that are checked for a property that takes another check of the validator: one in that
// many. They are powers of two.
const (
	sampled = 8   // a stream, a trace, the depths, the canonical header, another reader of archives
	decoded = 16  // the elements
	seldom  = 256 // what takes several checks, or a long one
	hostile = 64  // of arbitrary pickles, one made like those of the campaign of pickles
)

// next makes the next file and checks it: of every eight files five conform, two have one fault, and one may have any.
func (c *campaign) next() error {
	c.gen = fuzz.Numbered(c.seed, c.number)
	c.places.Seed(^c.seed, c.number)
	kind, rest := c.number%8, c.number/8
	area := c.areas[rest%uint64(len(c.areas))]
	c.round = rest / uint64(len(c.areas))
	c.number++
	switch {
	case kind == 7:
		return c.anything(area)
	case kind >= 5 && len(c.rules) > 0:
		return c.fault(c.rules[c.rand.IntN(len(c.rules))])
	}
	return c.valid(area)
}

// valid makes a file that conforms.
func (c *campaign) valid(area string) error {
	f := c.gen.Valid(area)
	c.content = f.Content
	full, err := c.Valid(&f)
	if err != nil {
		return err
	}
	b := f.Content
	for range derived {
		if err := c.Cuts(b, full, c.rand.IntN(len(b))); err != nil {
			return err
		}
		if err := c.Change(b, full, c.rand.IntN(len(b)), byte(c.rand.IntN(256))); err != nil {
			return err
		}
	}
	if c.round%decoded == 0 {
		if err := c.Decoded(&f); err != nil {
			return err
		}
	}
	if c.round%seldom == 1 && f.Format == validator.Npy {
		if err := properties.Member(&c.Checker, b); err != nil {
			return err
		}
	}
	return c.more(b, full)
}

// more checks one of the properties that every file has.
func (c *campaign) more(b []byte, full *validator.Report) error {
	switch c.round % sampled {
	case 0:
		return c.Stream(b, full)
	case 1:
		return c.Trace(b, full)
	case 2:
		return c.Depths(b, full)
	case 3:
		return c.Canonical(b, full)
	case 4:
		return c.Archive(b, full)
	case 5:
		if c.round%seldom == 5 {
			return c.Memory(b, full)
		}
	}
	return nil
}

// fault makes a file with one fault, if a file here can have it.
func (c *campaign) fault(rule spec.ID) error {
	faulty, twin, ok := c.gen.Fault(rule)
	if !ok {
		return nil
	}
	c.content = faulty.Content
	full, err := c.Fault(rule, &faulty, &twin)
	if err != nil {
		return err
	}
	c.twins++
	return c.more(faulty.Content, full)
}

// anything makes a file whose contents nobody knows.
func (c *campaign) anything(area string) error {
	if area == "pickle" && c.round%hostile == 0 {
		c.content = plant.Object(choice.Numbered(c.seed, c.number-1))
	} else {
		c.content = c.gen.Anything(area).Content
	}
	full, err := c.Full(c.content)
	if err != nil {
		return err
	}
	return c.more(c.content, full)
}
