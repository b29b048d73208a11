package main

import (
	"math/rand/v2"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/properties"
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
	places *rand.PCG // made anew for each file, so that its number says all
	rand   *rand.Rand
	areas  []string
	rules  []spec.ID // that can be planted

	content    []byte // the file at hand
	twins      int64  // files that became faulty ones
	violations map[string]int64
}

func newCampaign(seed uint64, out string) *campaign {
	places := rand.NewPCG(seed, 0)
	return &campaign{
		seed: seed, out: out, gen: fuzz.Numbered(seed, 0), places: places, rand: rand.New(places),
		areas: spec.Areas(), rules: fuzz.Plantable(), violations: map[string]int64{},
	}
}

// next makes and checks the next file of a maker.
func (c *campaign) next(make maker) error {
	c.gen.Restart(c.seed, c.number)
	c.places.Seed(^c.seed, c.number)
	err := make(c)
	c.number++
	return err
}

// maker makes a file and checks it.
type maker func(*campaign) error

var makers = map[string]maker{"npy": (*campaign).npy, "npz": (*campaign).npz, "pickle": (*campaign).pickle}

// The shares of files that are checked for a property which takes another check of the validator, as one in so
// many. They are powers of two, and the areas are in turn.
const (
	sampled = 4   // a stream, a trace, the depths, the canonical header
	decoded = 16  // the elements
	seldom  = 256 // what takes several checks, or a long one
)

// npy makes an array: of eight files five conform, two have one fault, and one may have any.
func (c *campaign) npy() error {
	area := c.areas[c.number%uint64(len(c.areas)-2)] // without zip and npz, which are last
	switch c.number % 8 {
	case 5, 6:
		if len(c.rules) > 0 {
			return c.fault(validator.Npy)
		}
	case 7:
		return c.anything(area)
	}
	return c.valid(area)
}

// npz makes an archive, likewise.
func (c *campaign) npz() error {
	area := c.areas[len(c.areas)-1-int(c.number%2)]
	switch c.number % 8 {
	case 5, 6:
		if len(c.rules) > 0 {
			return c.fault(validator.Npz)
		}
	case 7:
		return c.anything(area)
	}
	return c.valid(area)
}

// pickle makes an array of objects.
func (c *campaign) pickle() error {
	c.content = c.gen.Object()
	c.Sample = c.number%seldom != 0
	return c.Object(c.content)
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
	if err := c.Cuts(b, full, c.rand.IntN(len(b))); err != nil {
		return err
	}
	if err := c.Change(b, full, c.rand.IntN(len(b)), byte(c.rand.IntN(256))); err != nil {
		return err
	}
	if c.number/8%decoded == 0 {
		if err := c.Decoded(&f); err != nil {
			return err
		}
	}
	if c.number/8%seldom == 1 && f.Format == validator.Npy {
		if err := c.Member(b); err != nil {
			return err
		}
	}
	return c.more(b, full)
}

// more checks what holds for every file, one property of it.
func (c *campaign) more(b []byte, full *validator.Report) error {
	switch c.number / 8 % (4 * sampled) {
	case 0, 4, 8, 12:
		return c.Stream(b, full)
	case 1, 5, 9, 13:
		return c.Trace(b, full)
	case 2, 10:
		return c.Depths(b, full)
	case 6, 14:
		return c.Canonical(b, full)
	case 3:
		return c.Archive(b, full)
	case 7:
		if c.number/8%seldom == 7 {
			return c.Memory(b, full)
		}
	}
	return nil
}

// fault makes a file with one fault.
func (c *campaign) fault(format validator.Format) error {
	rule := c.rules[c.rand.IntN(len(c.rules))]
	if area := rule.Rule().Area(); (area == "zip" || area == "npz") != (format == validator.Npz) {
		return nil
	}
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

// anything makes a file of which nobody knows what it is.
func (c *campaign) anything(area string) error {
	f := c.gen.Anything(area)
	c.content = f.Content
	full, err := c.Full(f.Content)
	if err != nil {
		return err
	}
	return c.more(f.Content, full)
}
