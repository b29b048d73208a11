package report

import (
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// BenchmarkFormats writes files of 1000 findings each, of which no two are equal.
func BenchmarkFormats(b *testing.B) {
	f := &File{Path: "data/run1/a.npz"}
	for i := range 1000 {
		f.Findings = append(f.Findings, Finding{validator.Finding{
			Rule:       spec.HeaderPaddingByte,
			Message:    fmt.Sprintf("padding byte 0x%02x at offset %d, want 0x20", i%256, i),
			Offset:     int64(i),
			Length:     2,
			Base:       validator.BaseContent,
			MemberName: fmt.Sprintf("m%d.npy", i%7),
		}, spec.Error})
	}
	unlimited := NewSARIF()
	unlimited.maxResults, unlimited.maxSize = math.MaxInt, math.MaxInt
	full := NewSARIF()
	full.maxResults = 0
	for _, bench := range []struct {
		name   string
		format Format
	}{
		{"jsonl", NewJSONLines(Head{})},
		{"gitlab", NewGitLab()},
		{"sarif", unlimited},
		{"sarif-full", full},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := bench.format.File(io.Discard, 0, f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.Findings)), "ns/finding")
		})
	}
}
