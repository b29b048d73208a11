package fuzz_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestAnything checks the range of Anything: files that break rules of every area, and nearly all rules, each
// area most when that is requested.
func TestAnything(t *testing.T) {
	count, want := 8_000, 180 // 100,000 files break 232 rules
	if testing.Short() {
		count, want = 4_000, 150
	}
	areas := append(spec.Areas(), "")
	broken := map[spec.ID]bool{}
	hits := map[string]map[string]int{}
	size, clean := 0, 0
	for i := range count {
		aim := areas[i%len(areas)]
		f := fuzz.Numbered(5, uint64(i)).Anything(aim)
		size += len(f.Content)
		report := checked(t, f.Content)
		if report.Verdict() == validator.Conforming {
			clean++
		}
		hit := map[string]bool{}
		for _, finding := range report.Findings {
			broken[finding.Rule] = true
			hit[finding.Rule.Rule().Area()] = true
		}
		if hits[aim] == nil {
			hits[aim] = map[string]int{}
		}
		for area := range hit {
			hits[aim][area]++
		}
	}
	t.Logf("%d rules, %d of %d files conform, %d bytes on average", len(broken), clean, count, size/count)
	if len(broken) < want {
		t.Errorf("got %d rules broken, want at least %d", len(broken), want)
	}
	if clean > count/5 {
		t.Errorf("%d of %d files conform", clean, count)
	}
	for _, area := range spec.Areas() {
		if got, want := hits[area][area], count/len(areas)/10; got < want {
			t.Errorf("%s: got %d files of that area aimed at, want at least %d", area, got, want)
		}
	}
}

// checked returns the report on a file.
func checked(t *testing.T, content []byte) *validator.Report {
	t.Helper()
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
