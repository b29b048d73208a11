package libfuzzer

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/internal/fuzz/properties"
)

// names returns the functions of a file that a pattern finds.
func names(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, match := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		found = append(found, string(match[1]))
	}
	slices.Sort(found)
	return found
}

// TestSameTargets checks that the targets are those of go test.
func TestSameTargets(t *testing.T) {
	got := names(t, "targets.go", `(?m)^func (Fuzz\w+)\(raw \[\]byte\) int`)
	want := names(t, "../../../fuzz/targets_test.go", `(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)
	if len(want) < 16 || !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestTargets calls every target.
func TestTargets(t *testing.T) {
	for i, target := range []func([]byte) int{
		FuzzPrefix, FuzzHeader, FuzzLiteral, FuzzKeys, FuzzDescr, FuzzShape, FuzzOrder, FuzzData, FuzzPickle, FuzzZip, FuzzNpz,
		FuzzNpy, FuzzDeflate, FuzzNpyStructured, FuzzNpzStructured, FuzzPickleStructured,
	} {
		for _, raw := range []string{"", "\x93NUMPY\x01\x00\x01\x00\n", "'<f8'", "(3,)", "False"} {
			if got := target([]byte(raw)); got != 0 {
				t.Errorf("target %d of %q: got %d, want 0", i, raw, got)
			}
		}
	}
}

// TestPanic expects a violation to end the process, as libFuzzer notices only that.
func TestPanic(t *testing.T) {
	broken := errors.New("broken")
	defer func() {
		if got := recover(); got != broken {
			t.Errorf("got panic %v, want %v", got, broken)
		}
	}()
	properties.Targets["Broken"] = func(*properties.Checker, []byte) error { return broken }
	defer delete(properties.Targets, "Broken")
	run("Broken", nil)
}
