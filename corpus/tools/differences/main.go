// Command differences writes differences.md to the current folder, that of the corpus: every
// case that some NumPy release judges differently from the corpus. It takes both from the
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
