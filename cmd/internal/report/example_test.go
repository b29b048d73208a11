package report_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

const vectors = "../../../corpus/vectors/"

// Check files and print what npycheck check prints.
func Example() {
	var checker report.Checker
	var sum report.Summary
	text := report.NewText(report.TextOptions{})
	for n, path := range []string{vectors + "accept/prefix/plain.npy", vectors + "reject/shape/bool-true.npy"} {
		r, err := validator.CheckFile(context.Background(), path, &checker.Options)
		file := checker.File(report.Path(path), r, err) // says so if the file could not be checked
		sum.Add(file)
		if err := text.File(os.Stdout, int64(n), file); err != nil {
			log.Fatal(err)
		}
	}
	sum.Decide(checker.Policy.FailOn)
	if err := text.End(os.Stdout, sum); err != nil {
		log.Fatal(err)
	}
	fmt.Println("The files are OK:", sum.OK)
	// Output:
	// error[shape-bool]: shape[0] is True, expected a non-negative integer
	//   --> ../../../corpus/vectors/reject/shape/bool-true.npy:61
	//   00000030  65 2c 20 27 73 68 61 70  65 27 3a 20 28 54 72 75  |e, 'shape': (Tru|
	//                                                     ^^ ^^ ^^
	//   00000040  65 2c 29 2c 20 7d 20 20  20 20 20 20 20 20 20 20  |e,), }          |
	//             ^^
	//   help: Fetch the file again, or write it again once its writer is fixed.
	// For more about a rule: npycheck explain RULE
	// FAILED: 1 error in 1 of 2 files
	// The files are OK: false
}

// One file, as the JSON that the schema describes.
func ExampleFile() {
	checker := report.Checker{Options: validator.Options{Depth: validator.Full}}
	r, err := validator.CheckFile(context.Background(), vectors+"accept/prefix/plain.npy", &checker.Options)
	file := checker.File(report.Path("plain.npy"), r, err)
	file.Size = 152                                // which a report of the validator doesn't have
	fmt.Printf("%s\n", text.AppendJSON(nil, file)) // json.Marshal has less regard for terminals
	// Output:
	// {"path":"plain.npy","size":152,"format":"npy","ok":true,"verdict":"conforming","array":{"version":"1.0","dtype":"<f8","itemsize":8,"shape":[3],"fortran_order":false,"data_offset":128,"data_bytes":24},"findings":[]}
}

// Print a file and use its report, after one check.
func ExampleChecker_File() {
	var checker report.Checker
	path := report.Path(vectors + "reject/shape/bool-true.npy")
	r, err := validator.CheckFile(context.Background(), string(path), &checker.Options)
	file := checker.File(path, r, err) // says so if the file could not be checked
	if err := report.NewText(report.TextOptions{}).File(os.Stdout, 0, file); err != nil {
		log.Fatal(err)
	}
	if err == nil {
		fmt.Println("A reader should", r.Duty(), "it.")
	}
	// Output:
	// error[shape-bool]: shape[0] is True, expected a non-negative integer
	//   --> ../../../corpus/vectors/reject/shape/bool-true.npy:61
	//   00000030  65 2c 20 27 73 68 61 70  65 27 3a 20 28 54 72 75  |e, 'shape': (Tru|
	//                                                     ^^ ^^ ^^
	//   00000040  65 2c 29 2c 20 7d 20 20  20 20 20 20 20 20 20 20  |e,), }          |
	//             ^^
	//   help: Fetch the file again, or write it again once its writer is fixed.
	// A reader should reject it.
}

// What a project thinks of findings changes what is shown and what fails, and never the verdict.
func ExamplePolicy() {
	checker := report.Checker{Policy: report.Policy{
		Ignore:     []spec.ID{spec.HeaderAlignment64},
		Severity:   map[spec.ID]spec.Severity{spec.PickleNumpyCore: spec.Warning},
		DenyPickle: true,
		FailOn:     spec.Warning,
	}}
	name := vectors + "either/pickle/0d.npy"
	r, err := validator.CheckFile(context.Background(), name, &checker.Options)
	file := checker.File(report.Path(name), r, err)
	for _, f := range file.Findings {
		fmt.Println(f.Severity, f.Rule, file.Verdict)
	}
	// Output:
	// error pickle-present conforming
	// warning pickle-numpy-core conforming
}
