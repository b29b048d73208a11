package report

import (
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// BenchmarkFormats writes reports of 1,000,000 findings in small files, four in each, in every format. A finding
// has to cost less than 1 µs, and the memory that a format keeps until the end must not depend on their number.
func BenchmarkFormats(b *testing.B) {
	const perFile, files = 4, 250_000
	f := &File{Path: "data/run-0001/values.npy", Format: validator.Npy, Verdict: validator.Nonconforming}
	for i, rule := range []spec.ID{spec.LiteralLongSuffix, spec.KeysNotSorted, spec.DescrNativeByteOrder, spec.DataTrailing} {
		f.Findings = append(f.Findings, Finding{Finding: validator.Finding{
			Rule: rule, Message: "descr '=f8' is in native byte order, expected a leading '<' or '>'", Offset: int64(20 + i), Length: 2,
			Pointer: "/descr", Member: validator.NoMember, Excerpt: validator.Excerpt{Offset: 16, Bytes: goodFile[16:48]},
		}, Severity: rule.Rule().Level.Severity()})
	}
	for _, format := range []struct {
		name string
		make func() Format
	}{
		{"text", func() Format { return NewText(TextOptions{}) }},
		{"json", func() Format { return JSON{} }},
		{"jsonl", func() Format { return NewJSONLines(new(Checker).Head()) }},
		{"compact", func() Format { return Compact{} }},
		{"junit", func() Format { return NewJUnit(0) }},
		{"markdown", func() Format { return NewMarkdown() }},
		{"sarif", func() Format { return NewSARIF("") }},
		{"gitlab", func() Format { return NewGitLab("") }},
		{"github", func() Format { return NewGitHub(GitHubOptions{Summary: io.Discard}) }},
		{"html", func() Format { return NewHTML(new(Checker).Head()) }},
	} {
		b.Run(format.name, func(b *testing.B) {
			b.ReportAllocs()
			var kept uint64
			for b.Loop() {
				before := liveHeap(b)
				form := format.make()
				var sum Summary
				if err := form.Begin(io.Discard); err != nil {
					b.Fatal(err)
				}
				for n := range int64(files) {
					sum.Add(f)
					if err := form.File(io.Discard, n, f); err != nil {
						b.Fatal(err)
					}
				}
				kept = max(liveHeap(b), before) - before
				if err := form.End(io.Discard, sum); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(perFile*files), "ns/finding")
			b.ReportMetric(perFile*files*float64(b.N)/b.Elapsed().Seconds(), "findings/s")
			b.ReportMetric(float64(kept), "B-kept")
		})
	}
}

// BenchmarkSilentFiles writes reports of files of which there is nothing to say.
func BenchmarkSilentFiles(b *testing.B) {
	f := &File{Path: "data/run-0001/values.npy", Format: validator.Npy, Verdict: validator.Conforming}
	for _, format := range []Format{NewText(TextOptions{}), Compact{}, NewJUnit(0)} {
		b.Run(fmt.Sprintf("%T", format), func(b *testing.B) {
			b.ReportAllocs()
			for n := int64(0); b.Loop(); n++ {
				if err := format.File(io.Discard, n, f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// liveHeap returns the number of bytes in use after a collection, outside of the time that is measured.
func liveHeap(b *testing.B) uint64 {
	b.StopTimer()
	defer b.StartTimer()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
