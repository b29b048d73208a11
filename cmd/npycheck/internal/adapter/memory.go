package adapter

import (
	"os"
	"runtime/debug"
)

// memory is the size in bytes up to which the memory of a command grows without more work for the garbage collector.
// conform keeps up to 85 MB: the corpus, the arrays in it, and what adapters said.
const memory = 192 << 20

// RaiseMemoryLimit raises the limit of main, which is for commands that keep nothing. With less than what a command
// keeps, the garbage collector runs all the time.
func RaiseMemoryLimit() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory)
	}
}
