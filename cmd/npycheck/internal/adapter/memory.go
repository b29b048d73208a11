package adapter

import (
	"os"
	"runtime/debug"
)

// LimitMemory sets the size in bytes up to which the memory of a command grows without more work for the garbage
// collector, unless the user did. The limit of main is for commands that keep nothing. If a command keeps more than its
// limit, the garbage collector runs all the time.
func LimitMemory(size int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(size)
	}
}
