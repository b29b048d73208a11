package properties

import (
	"slices"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/spec"
)

// Targets are what a fuzz engine checks raw bytes for, by the names of the targets without Fuzz: those of each area, and
// then those of whole files, of compressed bytes and of the choices of the generator.
var Targets = map[string]func(c *Checker, raw []byte) error{
	"Prefix":  Prefix,
	"Header":  Header,
	"Literal": Literal,
	"Keys":    Keys,
	"Descr":   Descr,
	"Shape":   Shape,
	"Order":   Order,
	"Data": func(c *Checker, raw []byte) error {
		if len(raw) == 0 {
			return nil
		}
		return Data(c, raw[0], raw[1:])
	},
	"Pickle": Pickle,
	"Zip":    every,
	"Npz":    Member,
	"Npy":    every,
	"Deflate": func(c *Checker, raw []byte) error {
		if len(raw) == 0 {
			return nil
		}
		return Deflated(c, raw[1:], int8(raw[0]))
	},
	"NpyStructured":    structured("prefix", "header", "literal", "keys", "descr", "shape", "order", "data"),
	"NpzStructured":    structured("zip", "npz"),
	"PickleStructured": structured("pickle"),
}

// every checks what must be true of every file.
func every(c *Checker, file []byte) error {
	_, err := c.Every(file)
	return err
}

// structured is the target that takes the choices of the generator, for files that are unusual in one of the areas. Its
// first three bytes choose the area, what is made, and a rule: a file that conforms, one that breaks the rule, one that
// is changed, or one that may have any fault.
func structured(areas ...string) func(c *Checker, raw []byte) error {
	var rules []spec.ID
	for _, rule := range plant.Plantable() {
		if slices.Contains(areas, rule.Rule().Area()) {
			rules = append(rules, rule)
		}
	}
	return func(c *Checker, raw []byte) error {
		if len(raw) < 3 {
			return nil
		}
		area, g := areas[int(raw[0])%len(areas)], fuzz.NewGen(raw[3:])
		switch raw[1] % 4 {
		case 0:
			f := g.Valid(area)
			if _, err := c.Valid(&f); err != nil {
				return err
			}
			if err := c.Decoded(&f); err != nil {
				return err
			}
			return every(c, f.Content)
		case 1:
			rule := rules[int(raw[2])%len(rules)]
			if faulty, twin, ok := g.Fault(rule); ok {
				_, err := c.Fault(rule, &faulty, &twin)
				return err
			}
			return nil
		case 2:
			f := g.Valid(area)
			return every(c, g.Mutate(area, f.Format, f.Content, nil))
		}
		return every(c, g.Anything(area).Content)
	}
}
