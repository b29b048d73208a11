// Command differences writes differences.md into the folder of the corpus that it runs in: every
// case that some release of NumPy judges otherwise than the corpus does. It takes both from the
// manifest.
package main

import (
	"fmt"
	"os"

	"github.com/npycheck/npycheck/corpus"
)

func main() {
	if err := os.WriteFile("differences.md", page(corpus.Cases()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "differences:", err)
		os.Exit(1)
	}
}
