package fuzz_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/properties"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The bounds on the checked-in inputs of a target: bytes of one, bytes of all, and their number.
const (
	maxInput  = 4 << 10
	maxInputs = 16 << 10
	maxNumber = 48
)

// TestPromote takes what an engine found, in a folder for each target below NPYCHECK_PROMOTE, and copies to testdata what
// adds coverage of the validator or a new set of rules. The inputs are in Go's format, or raw. Those that go
// test -fuzz has kept are promoted by
//
//	NPYCHECK_PROMOTE=$(go env GOCACHE)/fuzz/github.com/npycheck/npycheck/fuzz \
//		go test ./fuzz -count=1 -v -run '^TestPromote$' -cover -coverpkg=./validator/...,./spec
func TestPromote(t *testing.T) {
	from := os.Getenv("NPYCHECK_PROMOTE")
	if from == "" {
		t.Skip("NPYCHECK_PROMOTE has no folder of inputs")
	}
	if testing.CoverMode() == "" {
		t.Fatal("without -cover nobody knows what an input adds")
	}
	for _, name := range slices.Sorted(maps.Keys(seeds)) {
		if strings.HasSuffix(name, "Structured") {
			continue // choices make other files as soon as the generator changes
		}
		promote(t, "Fuzz"+name, targetOf(name), from, filepath.Join("testdata", "fuzz"))
	}
}

// promote takes the inputs of a target, smallest first, and copies those that add something to what its seeds and
// the inputs in the folder to already reach: first those that add coverage, then those that add a set of rules, as far
// as there is room.
func promote(t *testing.T, name string, x target, from, to string) (kept []string) {
	t.Helper()
	found := inputs(t, filepath.Join(from, name))
	if len(found) == 0 {
		return nil
	}
	var sets []string // of the files of one input
	c := properties.Checker{Seen: func(report *validator.Report) { sets = append(sets, ruleSet(report)) }}
	run := func(raw []byte) error {
		sets = nil
		return x.check(&c, raw)
	}
	seen := map[string]bool{}
	reached := func() {
		for _, set := range sets {
			seen[set] = true
		}
	}
	for _, seed := range x.seeds(t) {
		_ = run(seed) // the target itself reports what is wrong with a seed
		reached()
	}
	room, number := maxInputs, 0
	for _, input := range inputs(t, filepath.Join(to, name)) {
		_ = run(input.raw)
		reached()
		room, number = room-len(input.raw), number+1
	}
	for _, byCoverage := range []bool{true, false} {
		for _, input := range found {
			if len(input.raw) > min(maxInput, room) || number == maxNumber {
				break // what follows is larger
			}
			before := testing.Coverage()
			if err := run(input.raw); err != nil {
				t.Errorf("%s, %s: %v", name, input.name, err)
			}
			adds := testing.Coverage() > before
			if !byCoverage {
				adds = slices.ContainsFunc(sets, func(set string) bool { return !seen[set] })
			}
			if adds {
				reached()
				room, number = room-len(input.raw), number+1
				kept = append(kept, input.name)
				write(t, filepath.Join(to, name), input)
			}
		}
	}
	t.Logf("%s: kept %d of %d inputs, %d bytes of room left", name, len(kept), len(found), room)
	return kept
}

// write writes an input as Go reads it.
func write(t *testing.T, folder string, in input) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, in.name), fmt.Appendf(nil, "%s\n[]byte(%q)\n", inputMagic, in.raw), 0o666); err != nil {
		t.Fatal(err)
	}
}

// ruleSet returns the names of the rules that a file breaks, in order.
func ruleSet(report *validator.Report) string {
	var rules []spec.ID
	for _, f := range report.Findings {
		rules = append(rules, f.Rule)
	}
	slices.Sort(rules)
	return fmt.Sprint(slices.Compact(rules))
}

// input is one that an engine found.
type input struct {
	name string
	raw  []byte
}

// inputMagic is the first line of an input as Go writes it.
const inputMagic = "go test fuzz v1"

// inputs returns the inputs in a folder, in Go's format or raw, smallest first.
func inputs(t *testing.T, folder string) []input {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var all []input
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if line, ok := bytes.CutPrefix(b, []byte(inputMagic+"\n[]byte(")); ok {
			text, err := strconv.Unquote(strings.TrimSuffix(strings.TrimSpace(string(line)), ")"))
			if err != nil {
				continue // of a target that took something else
			}
			b = []byte(text)
		}
		all = append(all, input{e.Name(), b})
	}
	slices.SortFunc(all, func(a, b input) int {
		return cmp.Or(cmp.Compare(len(a.raw), len(b.raw)), strings.Compare(a.name, b.name))
	})
	return all
}

// TestInputsBounded checks that the checked-in inputs are within their bounds.
func TestInputsBounded(t *testing.T) {
	for name := range seeds {
		total := 0
		all := inputs(t, filepath.Join("testdata", "fuzz", "Fuzz"+name))
		for _, input := range all {
			total += len(input.raw)
			if len(input.raw) > maxInput {
				t.Errorf("%s, %s: got %d bytes, want at most %d", name, input.name, len(input.raw), maxInput)
			}
		}
		if total > maxInputs || len(all) > maxNumber {
			t.Errorf("%s: got %d inputs of %d bytes, want at most %d of %d", name, len(all), total, maxNumber, maxInputs)
		}
	}
}

// TestPromoteKeeps promotes by sets of rules: one that no seed has, and not the same again or one that a seed has.
func TestPromoteKeeps(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	folder := filepath.Join(from, "FuzzOrder")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string]string{
		"seed":  "False",
		"new":   "'\\x00",
		"again": "'\\x00 ",
		"large": "'" + strings.Repeat("\\x00", maxInput),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(raw), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x := target{func(testing.TB) [][]byte { return [][]byte{[]byte("True"), []byte("False")} }, properties.Order}
	if kept := promote(t, "FuzzOrder", x, from, to); testing.CoverMode() == "" && !slices.Equal(kept, []string{"new"}) {
		t.Errorf("kept %v, want only the new one", kept)
	}
	if got := inputs(t, filepath.Join(to, "FuzzOrder")); len(got) == 0 || string(got[0].raw) != "'\\x00" {
		t.Errorf("got %q, want the new input", got)
	}
}
