//go:build unix

package conformance_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// The program false exits with 1, like an adapter that refuses its file.
func ExampleRun() {
	few := slices.DeleteFunc(corpus.Cases(), func(c corpus.Case) bool {
		return c.ID != "prefix/plain" && c.ID != "shape/bool-true"
	})
	report, err := conformance.Run(context.Background(), conformance.Options{
		Adapter: conformance.Adapter{Command: []string{"false"}, Memory: conformance.DefaultMemory},
		Cases:   few, // nil for all
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Results {
		fmt.Println(r.ID, r.Duty, r.Outcome, r.Cell)
	}
	fmt.Println(report.Summary[conformance.CellPass], "of", len(report.Results), "passed")
	// Output:
	// prefix/plain accept reject wrong-verdict
	// shape/bool-true reject reject pass
	// 1 of 2 passed
}

// A reader in the making, in a line of shell: it takes anything that begins like a .npy file for one
// number.
const sketch = `head -c 6 "$1" | grep -q NUMPY && echo '{"dtype":"<f8","shape":[],"data":"000000000000e03f"}'`

func ExampleSession() {
	ctx := context.Background()
	session, err := conformance.Start(ctx, conformance.Adapter{
		Command: []string{"sh", "-c", sketch, "sketch"},
		Memory:  conformance.DefaultMemory,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, name := range []string{"accept/order/c-0d.npy", "reject/prefix/empty-file.npy"} {
		answer, err := session.Ask(ctx, "../corpus/vectors/"+name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, answer.Outcome)
	}
	// Output:
	// accept/order/c-0d.npy accept
	// reject/prefix/empty-file.npy reject
}

func ExampleJudge() {
	ctx := context.Background()
	session, err := conformance.Start(ctx, conformance.Adapter{
		Command: []string{"sh", "-c", sketch, "sketch"},
		Memory:  conformance.DefaultMemory,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, name := range []string{"accept/order/c-0d.npy", "accept/order/c-1d.npy", "reject/shape/bool-first.npy"} {
		name = "../corpus/vectors/" + name
		file, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		expected, err := conformance.Expect(ctx, file, name)
		if err != nil {
			log.Fatal(err)
		}
		answer, err := session.Ask(ctx, name)
		if err != nil {
			log.Fatal(err)
		}
		cell, message := conformance.Judge(expected, answer)
		if cell.Failed() {
			fmt.Printf("%s: %s: %s\n", path.Base(name), cell, message)
		} else {
			fmt.Printf("%s: %s\n", path.Base(name), cell)
		}
	}
	// Output:
	// c-0d.npy: pass
	// c-1d.npy: wrong-data: shape [], expected [3]
	// bool-first.npy: wrong-verdict: read as <f8 of shape []
}
