package validator_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/validator"
)

// A header with a byte order that depends on the machine, and a byte too many after the data.
var file = []byte("\x93NUMPY\x01\x00\x76\x00" +
	"{'descr': '=f8', 'fortran_order': False, 'shape': (1,), }" +
	"                                                            \n" +
	"\x00\x00\x00\x00\x00\x00\xf0\x3f" + "\n")

func Example() {
	report, err := validator.CheckFile(context.Background(), "../corpus/vectors/reject/shape/bool-true.npy", nil)
	if err != nil {
		log.Fatal(err) // the bytes could not be read
	}
	for _, f := range report.Findings {
		fmt.Println(f.Severity(), f.Rule, f.Offset, f.Message)
	}
	// Output:
	// error shape-bool 61 shape[0] is True, expected a non-negative integer
}

// One file as JSON, as npycheck check --format json has it among others.
func ExampleReport_AppendJSON() {
	report, err := validator.CheckFile(context.Background(), "../corpus/vectors/reject/shape/bool-true.npy", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", report.AppendJSON(nil, "a.npy"))
	// Output:
	// {"path":"a.npy","format":"npy","ok":false,"verdict":"nonconforming","findings":[{"rule":"shape-bool","severity":"error","kind":"conformance","message":"shape[0] is True, expected a non-negative integer","offset":61,"length":4,"pointer":"/shape/0","member":"","excerpt":{"offset":48,"bytes":"652c20277368617065273a2028547275652c292c207d20202020202020202020"}}],"load":[{"fails":"dimension is a boolean"}]}
}

func ExampleCheck() {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		log.Fatal(err) // the bytes could not be read
	}
	fmt.Println(report.Format, report.Verdict())
	fmt.Println(report.Array.DType.Descr(), report.Array.Shape)
	for _, f := range report.Findings {
		fmt.Printf("%s at %d+%d: %s [%s]\n", f.Severity(), f.Offset, f.Length, f.Message, f.Rule)
	}
	// Output:
	// npy nonconforming
	// =f8 [1]
	// error at 20+5: descr '=f8' is in native byte order, expected a leading '<' or '>' [descr-native-byte-order]
	// warning at 136+1: 1 extra byte after the data, expected the end of the file [data-trailing]
}

// The table of package spec has the rest.
func ExampleFinding() {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		rule := f.Rule.Rule()
		fmt.Printf("%s, %s, clause %s\n", rule.Title, rule.Kind, rule.Clause)
		fmt.Println(" ", rule.Owner)
	}
	// Output:
	// byte order left to the machine, conformance, clause npy-5.4
	//   np.load reads it in the byte order of your machine; the right one, little or big, is that of the machine that wrote it.
	// extra bytes after the data, conformance, clause npy-7.2
	//   Fetch or write the file again. Cutting the bytes off can hide damage: they may be rows that the shape doesn't count, and what comes before them may be from another writer or another array.
}

// Refuse files that don't conform, and arrays of objects, before anything else looks at them.
func ExampleCheckFile() {
	for _, name := range []string{"accept/prefix/plain.npy", "reject/shape/bool-true.npy", "either/pickle/0d.npy"} {
		path := filepath.Join("../corpus/vectors", name)
		report, err := validator.CheckFile(context.Background(), path, &validator.Options{Depth: validator.Full})
		switch {
		case err != nil:
			log.Fatal(err)
		case report.Verdict() != validator.Conforming:
			fmt.Println(name, "is", report.Verdict())
		case report.Array != nil && report.Array.DType.HasObject():
			fmt.Println(name, "holds a pickle")
		default:
			fmt.Println(name, "is fine")
		}
	}
	// Output:
	// accept/prefix/plain.npy is fine
	// reject/shape/bool-true.npy is nonconforming
	// either/pickle/0d.npy holds a pickle
}

// A pipe, or the body of a response. It is read once.
func ExampleCheckStream() {
	report, err := validator.CheckStream(context.Background(), bytes.NewReader(file), &validator.Options{Name: "a.npz"})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Println(f.Rule)
	}
	// Output:
	// npz-single-array
	// descr-native-byte-order
	// data-trailing
}

// Check a file and read from it what was checked.
func ExampleReport() {
	f, err := os.Open("../corpus/vectors/accept/prefix/plain.npy")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		log.Fatal(err)
	}
	report, err := validator.Check(context.Background(), f, info.Size(), nil)
	if err != nil {
		log.Fatal(err) // validator.ErrChanged if somebody cuts it meanwhile
	}
	data := make([]byte, report.Array.DataBytes)
	if _, err := f.ReadAt(data, report.Array.DataOffset); err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Array.DType.Descr(), report.Array.Shape, len(data))
	// Output:
	// <f8 [3] 24
}

// The bytes that a finding is about, without reading the file again.
func ExampleExcerpt() {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		log.Fatal(err)
	}
	f := report.Findings[0]
	from := f.Offset - f.Excerpt.Offset
	fmt.Printf("%q\n", f.Excerpt.Bytes[from:min(from+f.Length, int64(len(f.Excerpt.Bytes)))])
	// Output:
	// "'=f8'"
}

// Every range of bytes with its meaning, as npycheck dump shows them.
func ExampleOptions_trace() {
	opt := &validator.Options{Trace: func(r validator.Region) {
		if r.Length > 4 {
			fmt.Printf("%d+%d: %s\n", r.Offset, r.Length, r.Name)
		}
	}}
	if _, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), opt); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0+6: magic
	// 11+7: key 'descr'
	// 20+5: value '=f8'
	// 27+15: key 'fortran_order'
	// 44+5: value False
	// 51+7: key 'shape'
	// 67+60: padding, 60 bytes
	// 128+8: data: 8 bytes of =f8
}
