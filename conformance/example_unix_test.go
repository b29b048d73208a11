//go:build unix

package conformance_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// The program false exits with 1, as an adapter does that refuses its file.
func ExampleRun() {
	few := slices.DeleteFunc(corpus.Cases(), func(c corpus.Case) bool {
		return c.ID != "prefix/plain" && c.ID != "shape/bool-true"
	})
	report, err := conformance.Run(context.Background(), conformance.Options{
		Command: []string{"false"},
		Cases:   few, // nil for all
		Memory:  1 << 30,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Results {
		fmt.Println(r.ID, r.Duty, r.Outcome, r.Cell)
	}
	fmt.Println(report.Summary[conformance.CellPass], "of", len(report.Results), "passed")
	// Output:
	// prefix/plain accept reject fail
	// shape/bool-true reject reject pass
	// 1 of 2 passed
}
