package main

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/validator"
)

// TestMaxFindings checks every case once more with room for one finding: that is one of the whole report's,
// the others are counted, and the judgement is the same.
func TestMaxFindings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range corpus.Cases() {
		if c.ID == "zip/members-65536" {
			continue // zip/members-65535 is the same here, and each is a quarter of the work
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		check := func(most int) *validator.Report {
			report, err := validator.Check(ctx, bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), MaxFindings: most})
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			return report
		}
		whole, one := check(0), check(1)
		counts := map[string]int{}
		for _, f := range whole.Findings {
			counts[f.Rule.String()]++
		}
		for _, f := range one.Findings {
			counts[f.Rule.String()]--
			if !slices.Contains(whole.Findings, f) {
				t.Errorf("%s: got %+v, which the whole report hasn't", c.ID, f)
			}
		}
		for id, n := range one.Omitted {
			counts[id.String()] -= n
		}
		for id, n := range counts {
			if n != 0 {
				t.Errorf("%s: %s is counted %d times less than in the whole report", c.ID, id, n)
			}
		}
		if len(one.Findings) > 1 || one.Verdict() != whole.Verdict() || one.Duty() != whole.Duty() || (one.Array == nil) != (whole.Array == nil) {
			t.Errorf("%s: got %d findings, %s, %v; want at most 1, %s, %v", c.ID,
				len(one.Findings), one.Verdict(), one.Duty(), whole.Verdict(), whole.Duty())
		}
	}
}
