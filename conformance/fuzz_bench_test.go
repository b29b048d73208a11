package conformance_test

import (
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/hunt"
)

// BenchmarkFuzz asks a reader that hangs on 3 % of the files and crashes on 5 %, as npycheck fuzz does, and one that
// doesn't. With -benchtime 6000x the reader without a fault takes little of the time for starting it.
func BenchmarkFuzz(b *testing.B) {
	for _, mode := range []string{"frail", "right"} {
		b.Run(mode, func(b *testing.B) {
			adapter := conformance.Adapter{
				Command:      []string{program("fake"), "jsonl", mode},
				Protocol:     conformance.JSONL,
				Timeout:      2 * time.Second,
				Memory:       conformance.DefaultMemory,
				AdoptOrphans: true,
			}
			report, err := hunt.Run(b.Context(), hunt.Options{Open: hunt.Adapter(adapter), Seed: 1, Runs: int64(b.N)})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(report.Runs)/report.Elapsed.Seconds(), "files/s")
		})
	}
}
