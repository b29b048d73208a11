package shrink

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// reports reports whether the validator reports a rule for a file.
func reports(t *testing.T, name string, file []byte, rule string) bool {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return f.Rule.String() == rule })
}

// TestRules shrinks the cases of the corpus that break one rule, to files that still break it.
func TestRules(t *testing.T) {
	const tries = 3000
	sizes := make(map[string][]int)
	before := make(map[string][]int)
	asks := 0
	var slowest time.Duration
	for _, c := range corpus.Cases() {
		if len(c.Rules) != 1 || c.Size >= 64<<10 {
			continue
		}
		f, err := corpus.FS.Open(c.File)
		if err != nil {
			t.Fatal(err)
		}
		file, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if !reports(t, c.File, file, c.Rules[0]) {
			t.Fatal(c.ID)
		}
		n := 0
		start := time.Now()
		small := File(file, validator.Format(c.Format), tries, func(b []byte) bool {
			n++
			return reports(t, c.File, b, c.Rules[0])
		})
		slowest = max(slowest, time.Since(start))
		asks += n
		if testing.Verbose() {
			t.Logf("%-60s %6d -> %4d  %4d asks %v %q", c.ID, len(file), len(small), n, time.Since(start).Round(time.Millisecond), small[:min(len(small), 120)])
		}
		sizes[c.Format] = append(sizes[c.Format], len(small))
		before[c.Format] = append(before[c.Format], len(file))
	}
	for f, s := range sizes {
		slices.Sort(s)
		slices.Sort(before[f])
		t.Logf("%s: %d files, median %d -> %d, 90%% %d, max %d; asks %d slowest %v", f, len(s), before[f][len(s)/2], s[len(s)/2], s[len(s)*9/10], s[len(s)-1], asks, slowest)
	}
}

func TestGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		b := make([]byte, r.IntN(300))
		const alphabet = "PK\x01\x02\x03\x04\x05\x06\x93NUMPY({[]})',:x0 \n\x00\xff"
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		a := scan(b)
		if got := a.bytes(); !bytes.Equal(got, b) {
			t.Fatalf("%q\n%q", got, b)
		}
		for _, format := range []validator.Format{validator.Npy, validator.Npz} {
			tries := r.IntN(300)
			File(b, format, tries, func(c []byte) bool {
				if tries--; tries < 0 {
					t.Fatal("asks too often")
				}
				return len(c)%3 != 0
			})
		}
	}
}
