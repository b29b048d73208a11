package fuzz_test

import (
	"fmt"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
)

func Example() {
	g := fuzz.Numbered(1, 42)
	file := g.Valid("shape")
	faulty, twin, ok := g.Fault(spec.ShapeNegative)
	changed := g.Mutate("", file.Format, file.Content, nil)
	fmt.Println(file.Format, file.Array != nil || file.Members != nil)
	fmt.Println(ok, string(faulty.Content) != string(twin.Content), string(changed) != string(file.Content))
	// Output:
	// npy true
	// true true true
}
