package conformance_test

import (
	"os"
	"strconv"
	"testing"
)

// lives reports whether a process is running.
func lives(t *testing.T, number string) bool {
	t.Helper()
	pid, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	p, err := os.FindProcess(pid) // it opens the process
	if err != nil {
		return false
	}
	p.Release()
	return true
}
