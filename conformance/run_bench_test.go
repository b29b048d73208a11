package conformance_test

import (
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// BenchmarkRun measures what a case costs in either tier, with adapters that cost almost nothing
// themselves: one that refuses every file, and a right one.
func BenchmarkRun(b *testing.B) {
	suite, err := conformance.CopySuite(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		protocol conformance.Protocol
		mode     string
		want     conformance.Cell // of an accept case
	}{
		{conformance.Exec, "reject-all", conformance.CellWrongVerdict},
		{conformance.JSONL, "right", conformance.CellPass},
	} {
		b.Run(string(test.protocol), func(b *testing.B) {
			var cases []corpus.Case
			for i := range b.N {
				cases = append(cases, suite.Cases[i%len(suite.Cases)])
			}
			b.ResetTimer()
			report, err := conformance.Run(b.Context(), conformance.Options{
				Adapter: conformance.Adapter{
					Command:  []string{program("fake"), string(test.protocol), test.mode},
					Protocol: test.protocol,
					Memory:   conformance.DefaultMemory,
				},
				Cases:  cases,
				Folder: suite.Folder,
			})
			if err != nil {
				b.Fatal(err)
			}
			for _, r := range report.Results {
				if r.Duty == corpus.Accept && r.Cell != test.want {
					b.Fatalf("%s: got %s, want %s", r.ID, r.Cell, test.want)
				}
			}
		})
	}
}
