package hunt

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// mode is a way to make a file.
type mode uint8

const (
	modeValid    mode = iota // it conforms
	modeFault                // it breaks one rule
	modeAnything             // it has any number of faults
	modeMutant               // it is a change of a file that was new to the reader
	modeLarge                // it has a number that takes more than two bytes, and takes long
	modes
)

// arm is a choice for the next file: an area and a mode.
type arm struct {
	area string
	mode mode
}

// recentArms is how many of the arms that found something new last share one half of the time.
const recentArms = 32

// plan decides what the next file is. Half of the time goes to all arms equally, so that none starves and none that
// kills the reader each time takes it all; half goes to those that found something new most recently.
type plan struct {
	arms   []arm
	rules  map[string][]spec.ID // that can be planted, by area
	recent []arm                // the last is the latest
	fault  map[string]int       // index of the next rule, by area

	spent            map[arm]time.Duration // in turn
	recently, inTurn time.Duration         // that went to the recent arms, and to all in turn
}

// largeAreas are those of which some files are large.
var largeAreas = []string{"prefix", "header", "data"}

// newPlan returns the plan for the areas, all if there are none. Each arm has its first turn before any has its second,
// so even a slow reader soon gets what is rare. Writers get only what conforms: of faults, the many dimensions that
// NumPy 1.x doesn't have.
func newPlan(areas []string, writers bool) (*plan, error) {
	for _, area := range areas {
		if !slices.Contains(spec.Areas(), area) {
			return nil, fmt.Errorf("unknown area %q, expected one of %s", area, strings.Join(spec.Areas(), ", "))
		}
	}
	if len(areas) == 0 {
		areas = spec.Areas()
	}
	p := &plan{rules: map[string][]spec.ID{}, fault: map[string]int{}, spent: map[arm]time.Duration{}}
	for _, rule := range plant.Plantable() {
		area := rule.Rule().Area()
		if writers && rule != spec.ShapeRankOver32 {
			continue
		}
		p.rules[area] = append(p.rules[area], rule)
	}
	for m := range modes {
		for _, area := range areas {
			if p.possible(arm{area, m}, writers) {
				p.arms = append(p.arms, arm{area, m})
			}
		}
	}
	return p, nil
}

// possible reports whether there are files of an arm.
func (p *plan) possible(a arm, writers bool) bool {
	switch a.mode {
	case modeFault:
		return len(p.rules[a.area]) > 0
	case modeLarge:
		return slices.Contains(largeAreas, a.area) && (a.area == "data" || !writers)
	case modeAnything, modeMutant:
		return !writers
	}
	return true
}

// ErrAreas says that the adapter claims no files of Options.Areas.
var ErrAreas = errors.New("the adapter claims no files in these areas")

// limit leaves out the areas of formats that the reader doesn't claim. The error says that none is left.
func (p *plan) limit(i *conformance.Implementation) error {
	if len(i.Features) == 0 {
		return nil
	}
	archives, arrays := slices.Contains(i.Features, "npz"), slices.Contains(i.Features, "npy")
	some := slices.DeleteFunc(slices.Clone(p.arms), func(a arm) bool {
		if a.area == "zip" || a.area == "npz" {
			return !archives
		}
		return !arrays
	})
	if len(some) == 0 {
		return fmt.Errorf("%w: its features are %s", ErrAreas, strings.Join(i.Features, ", "))
	}
	p.arms = some
	return nil
}

// turn is the choice for the next file.
type turn struct {
	arm
	rule   spec.ID // to break, of modeFault
	recent bool    // it is the turn of an arm that found something new
}

// next returns the choice for the next file. The caller should report its time with took.
func (p *plan) next(choices *rand.Rand) turn {
	var t turn
	if t.recent = len(p.recent) > 0 && p.recently <= p.inTurn; t.recent {
		t.arm = p.recent[choices.IntN(len(p.recent))]
	} else {
		t.arm = slices.MinFunc(p.arms, func(a, b arm) int { return cmp.Compare(p.spent[a], p.spent[b]) })
		p.spent[t.arm] += time.Microsecond // until the time is known, others come first
	}
	if t.mode == modeFault {
		rules := p.rules[t.area]
		p.fault[t.area]++
		t.rule = rules[p.fault[t.area]%len(rules)]
	}
	return t
}

// took records how long a file took.
func (p *plan) took(t turn, d time.Duration) {
	d = max(d, time.Microsecond) // where the clock is coarse, files count
	if t.recent {
		p.recently += d
		return
	}
	p.inTurn += d
	p.spent[t.arm] += d
}

// found records that an arm found something new.
func (p *plan) found(a arm) {
	p.recent = append(p.recent, a)
	if len(p.recent) > recentArms {
		p.recent = slices.Delete(p.recent, 0, 1)
	}
}

// The bounds of a pool: of files, of their bytes in all, of one file, and of the distinct pairs.
const (
	maxPool      = 4096
	maxPoolBytes = 32 << 20
	maxPoolFile  = 64 << 10
	maxSeen      = 1 << 20
)

// pool keeps files that were new to the reader, to change them: the latest ones.
type pool struct {
	seen  map[uint64]bool // pairs of what is wrong with a file and what the reader did
	files []pooled
	bytes int
}

type pooled struct {
	content []byte
	format  validator.Format
}

func newPool() *pool { return &pool{seen: map[uint64]bool{}} }

// novel reports whether an answer of that kind to a file of that kind is new, and keeps the file if so. The kind of a
// file is its findings and duty; that of an answer is its outcome and the shape of its message.
func (p *pool) novel(e *conformance.Expectation, a *conformance.Answer, cell Cell, file pooled) bool {
	h := fnv.New64a()
	rules := make([]string, 0, 8)
	for _, f := range e.Report.Findings {
		rules = append(rules, f.Rule.String())
	}
	slices.Sort(rules)
	for _, word := range append(slices.Compact(rules), "", string(e.Duty), string(a.Outcome), string(cell), shape(a.Message, e.File)) {
		h.Write([]byte(word))
		h.Write([]byte{0})
	}
	if e.Duty != "reject" {
		for _, t := range traits(e) {
			h.Write([]byte(t))
			h.Write([]byte{0})
		}
	}
	key := h.Sum64()
	if p.seen[key] || len(p.seen) >= maxSeen {
		return false
	}
	p.seen[key] = true
	p.add(file)
	return true
}

func (p *pool) add(file pooled) {
	if len(file.content) > maxPoolFile || len(file.content) == 0 {
		return
	}
	p.files = append(p.files, file)
	p.bytes += len(file.content)
	for len(p.files) > maxPool || p.bytes > maxPoolBytes {
		p.bytes -= len(p.files[0].content)
		p.files = slices.Delete(p.files, 0, 1)
	}
}

// pick returns a file, preferably a recent one, of a format if there is any. It is false if there is no file.
func (p *pool) pick(choices *rand.Rand, format validator.Format) (pooled, bool) {
	if len(p.files) == 0 {
		return pooled{}, false
	}
	at := 0
	for range 8 {
		at = max(choices.IntN(len(p.files)), choices.IntN(len(p.files)))
		if p.files[at].format == format {
			break
		}
	}
	return p.files[at], true
}

func fileName(format validator.Format) string { return "input" + extension(format) }

// nextName is the name of the file that a reader is given after another one.
func nextName(format validator.Format) string { return "next" + extension(format) }

func extension(format validator.Format) string {
	if format == validator.Npz {
		return ".npz"
	}
	return ".npy"
}
