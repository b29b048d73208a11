package cases

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

var all = sync.OnceValue(All) // for the tests that only read the cases

func TestAll(t *testing.T) {
	if err := Check(all()); err != nil {
		t.Error(err)
	}
}

// good and bad are a conforming case and one with a fault, for tests to break.
func good() Case {
	return Case{
		ID:         "header/good",
		Story:      "conforming: what every reader must read",
		Bytes:      build.Npy1("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", build.F8(1)),
		Duty:       Accept,
		Stage:      "header",
		Importance: High,
		Array:      &Array{DType: "<f8", Shape: []int64{1}, Data: build.F8(1), Values: []any{1}},
	}
}

func bad() Case {
	return Case{
		ID:         "header/bad",
		Story:      "conforming except that the padding is a tab",
		Bytes:      build.Npy1("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\t", build.F8(1)),
		Duty:       Either,
		Rules:      "header-padding-byte",
		Violates:   true,
		Stage:      "header",
		Flags:      "padding",
		Importance: High,
		Twin:       "header/good",
		Array:      &Array{DType: "<f8", Shape: []int64{1}, Data: build.F8(1), Values: []any{1}},
	}
}

// cut is a case whose header can't be read.
func cut() Case {
	return Case{
		ID:         "prefix/cut",
		Story:      "a file that ends inside a key",
		Bytes:      good().Bytes[:20],
		Duty:       Reject,
		Rules:      "prefix-header-truncated",
		Violates:   true,
		Stage:      "prefix",
		Features:   "v1",
		Importance: High,
		Twin:       "header/good",
	}
}

func TestCheckAccepts(t *testing.T) {
	survive := bad()
	survive.ID, survive.Duty, survive.Flags, survive.Array = "header/survive", Survive, "", nil
	reject := bad()
	reject.ID, reject.Duty, reject.Flags, reject.Array = "header/reject", Reject, "", nil
	values := good()
	values.ID = "header/values"
	values.Array = &Array{DType: "[('a', '<f8')]", Shape: []int64{2, 2}, Data: build.F8(1, 2, 3, 4), Values: []any{
		int64(1) << 53, "9223372036854775807", []any{1.5, -2e300, []any{true}}, "\u202e",
	}}
	empty := good()
	empty.ID = "header/empty"
	empty.Array = &Array{DType: "<f8", Shape: []int64{0, 1 << 62}}
	if err := Check([]Case{good(), bad(), cut(), survive, reject, values, empty}); err != nil {
		t.Error(err)
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, test := range []struct {
		of   func() Case
		harm func(*Case)
		want string
	}{
		{good, func(c *Case) { c.ID = "good" }, `good: unknown area "good", expected one of prefix header literal keys descr shape order data pickle`},
		{good, func(c *Case) { c.ID = "head/good" }, `head/good: unknown area "head"`},
		{good, func(c *Case) { c.ID = "header/Good" }, "header/Good: the ID is not <area>/<name>"},
		{good, func(c *Case) { c.ID = "header/a/b" }, "header/a/b: the ID is not <area>/<name>"},
		{good, func(c *Case) { c.ID = "header/nul" }, "header/nul: nul is the name of a device on Windows"},
		{good, func(c *Case) { c.Story = "" }, `the story "" is not one line`},
		{good, func(c *Case) { c.Story = "conforming.\nMore" }, `is not one line`},
		{good, func(c *Case) { c.Story = "conforming." }, `is not one line without a period`},
		{good, func(c *Case) { c.Since = "soon" }, `since "soon" is not a version`},
		{good, func(c *Case) { c.Duty = "maybe" }, `unknown duty "maybe"`},
		{good, func(c *Case) { c.Stage = "zap" }, `unknown stage "zap"`},
		{good, func(c *Case) { c.Importance = "" }, `unknown importance ""`},
		{cut, func(c *Case) { c.Features = "" }, "no features"},
		{cut, func(c *Case) { c.Features = "v1 floats" }, `unknown feature "floats"`},
		{cut, func(c *Case) { c.Features = "v1 v1" }, "feature v1 occurs twice"},
		{cut, func(c *Case) { c.Features = "v2 float" }, "the file is of version v1, which is not among its features"},
		{good, func(c *Case) { c.Features = "v1 float 1d" }, `the header states what a reader needs, so the features "v1 float 1d" are to be left out`},
		{good, func(c *Case) { c.Flags = "padding" }, "the duty is accept, and flags are for either"},
		{good, func(c *Case) { c.Array = nil }, "nothing says what it holds"},
		{good, func(c *Case) { c.Violates = true }, "breaks no rule"},
		{bad, func(c *Case) { c.Rules = "" }, "breaks no rule"},
		{bad, func(c *Case) { c.Rules = "header-padding-byte header-padding-byte" }, "rule header-padding-byte occurs twice"},
		{bad, func(c *Case) { c.Rules = "Header" }, `rule "Header" is not in kebab case`},
		{bad, func(c *Case) { c.Rules = "data-trailing" }, "the area is header, and no rule of that area is broken"},
		{bad, func(c *Case) { c.Flags = "" }, "the duty is either, and no flag says who accepts it"},
		{bad, func(c *Case) { c.Flags = "paddings" }, `unknown flag "paddings"`},
		{bad, func(c *Case) { c.Duty = Reject }, "the duty is reject, and flags are for either"},
		{bad, func(c *Case) { c.Duty, c.Flags = Reject, "" }, "it is to be rejected, and has an array"},
		{bad, func(c *Case) { c.Twin = "" }, "it has a fault, and no twin without it"},
		{bad, func(c *Case) { c.Twin = c.ID }, "it is its own twin"},
		{bad, func(c *Case) { c.Twin = "header/none" }, "the twin header/none does not exist"},
		{good, func(c *Case) { c.Twin = "header/bad" }, "it breaks no rule that its twin header/bad keeps"},
		{good, func(c *Case) { c.Array.DType = ">f8" }, `the dtype ">f8" of the array is not little-endian`},
		{good, func(c *Case) { c.Array.DType = "" }, `the dtype "" of the array`},
		{good, func(c *Case) { c.Array.Shape = []int64{1 << 40} }, "has too many elements"},
		{good, func(c *Case) { c.Array.Shape = []int64{-1} }, "has too many elements"},
		{good, func(c *Case) { c.Array.Shape = []int64{2} }, "the array has 2 elements and 1 values"},
		{good, func(c *Case) { c.Array.Data = nil; c.Array.Values = nil }, "the array has 1 elements and 0 values"},
		{good, func(c *Case) { c.Array.Shape, c.Array.Values = []int64{3}, []any{1, 2, 3} }, "the array has 3 elements and 8 bytes"},
		{good, func(c *Case) { c.Array.Values[0] = int64(1)<<53 + 1 }, "value 0: 9007199254740993 is an integer that no double holds, expected a string"},
		{good, func(c *Case) { c.Array.Values[0] = []any{[]any{int64(1)<<62 + 1}} }, "is an integer that no double holds"},
		{good, func(c *Case) { c.Array.Values[0] = math.Copysign(0, -1) }, "many languages read -0 as 0, expected a string"},
		{good, func(c *Case) { c.Array.Values[0] = "\xff" }, "text that is not Unicode has no form in JSON"},
		{good, func(c *Case) { c.Array.Values[0] = nil }, "value 0: null has no meaning here"},
		{good, func(c *Case) { c.Array.Values[0] = func() {} }, "value 0: json: unsupported type"},
	} {
		c := test.of()
		test.harm(&c)
		others := slices.DeleteFunc([]Case{good(), bad()}, func(other Case) bool { return other.ID == c.ID })
		err := Check(append(others, c))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want an error with %q", err, test.want)
		}
	}
	if err := Check([]Case{good(), good()}); err == nil || !strings.Contains(err.Error(), "header/good: another case has this ID") {
		t.Errorf("got %v, want an error about the ID", err)
	}
}

func TestVocabulary(t *testing.T) {
	var flags, features, profiles []string
	for _, f := range Flags() {
		flags = append(flags, f.Name)
	}
	for _, f := range Features() {
		features = append(features, f.Name)
	}
	for _, p := range Profiles() {
		profiles = append(profiles, p.Name)
		for _, f := range slices.Concat(p.Accepts, p.Rejects) {
			if !slices.Contains(flags, f) {
				t.Errorf("%s: unknown flag %s", p.Name, f)
			}
			if slices.Contains(p.Accepts, f) && slices.Contains(p.Rejects, f) {
				t.Errorf("%s: flag %s is both accepted and rejected", p.Name, f)
			}
		}
		for _, f := range p.Unsupported {
			if !slices.Contains(features, f) {
				t.Errorf("%s: unknown feature %s", p.Name, f)
			}
		}
	}
	used := map[string]bool{}
	for _, c := range all() {
		for _, word := range append(strings.Fields(c.Flags), c.Needs()...) {
			used[word] = true
		}
	}
	for _, list := range [][]string{flags, features, profiles} {
		for i, name := range list {
			if slices.Contains(list[:i], name) {
				t.Errorf("%s occurs twice", name)
			}
		}
	}
	for _, name := range slices.Concat(flags, features) {
		if !used[name] {
			t.Errorf("no case has the flag or feature %s", name)
		}
	}
}
