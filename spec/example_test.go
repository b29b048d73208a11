package spec_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/npycheck/npycheck/spec"
)

func Example() {
	rule, ok := spec.Lookup("header-padding-byte")
	fmt.Println(ok, rule.Level, rule.Reader, rule.Clause)
	t, err := spec.ParseDescr("<f8")
	h := spec.Header{DType: t, Shape: []int64{3}}
	b, err := h.Append(nil, spec.Version{}, spec.EraGrowth)
	fmt.Println(len(b), err)
	// Output:
	// true MUST either npy-2.8
	// 128 <nil>
}

func ExampleLookup() {
	rule, ok := spec.Lookup("header-padding-byte")
	fmt.Println(ok, rule.Level, rule.Kind, rule.Reader, rule.Clause)
	fmt.Println(rule.Title)
	fmt.Println(rule.Owner)
	// Output:
	// true MUST conformance either npy-2.8
	// padding byte is not a space
	// If NumPy reads the file, np.save(path, np.load(path)) rewrites it.
}

func ExampleParseDescr() {
	t, err := spec.ParseDescr("[('id', '<i4'), ('pos', '<f8', (3,))]")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Itemsize, "bytes")
	for _, f := range t.Fields {
		fmt.Println(f.Offset, f.Name, f.Type.Itemsize)
	}
	// Output:
	// 28 bytes
	// 0 id 4
	// 4 pos 24
}

// The header that NumPy writes today before a matrix of two rows.
func ExampleHeader_Append() {
	dtype, err := spec.ParseDescr("<f8")
	if err != nil {
		log.Fatal(err)
	}
	h := spec.Header{DType: dtype, Shape: []int64{2, 3}}
	b, err := h.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(b))
	fmt.Printf("%q\n", b[:10])
	fmt.Printf("%q\n", bytes.TrimRight(b[10:], " \n"))
	// Output:
	// 128
	// "\x93NUMPY\x01\x00v\x00"
	// "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
}
