package hunt_test

import (
	"context"
	"fmt"
	"log"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/hunt"
)

// A refuser is a reader that reads nothing.
type refuser struct{}

func (refuser) Read(context.Context, string, []byte) (conformance.Answer, error) {
	return conformance.Answer{Outcome: conformance.OutcomeReject, Message: "no"}, nil
}

func (refuser) Implementation() conformance.Implementation {
	return conformance.Implementation{Name: "refuser"}
}

func (refuser) Close() {}

// Programs are started by Adapter instead.
func ExampleRun() {
	report, err := hunt.Run(context.Background(), hunt.Options{
		Open:     func(context.Context) (hunt.Reader, error) { return refuser{}, nil },
		Seed:     1,
		Findings: 1, // are enough
		Jobs:     1,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Println(f.Signature.Cell, f.Signature.Duty, f.Account)
	}
	// Output: wrong-verdict accept no
}
