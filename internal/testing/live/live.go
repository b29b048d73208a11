// Package live runs programs in other languages, for tests with the build tag live.
package live

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Run runs a program in the root of the module. Its output goes to the test's log, and the test ends if the program
// fails.
func Run(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := command(t, program, args)
	cmd.Stdout = t.Output()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v", program, err)
	}
}

// Output runs a program like Run, and returns what it prints on the standard output.
func Output(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := command(t, program, args).Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(out)
}

// Npycheck builds the command, and returns the path of the program.
func Npycheck(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "npycheck")
	Run(t, "go", "build", "-o", program, "./cmd/npycheck")
	return program
}

// NumPy installs NumPy releases, by default those of .ci/numpy/releases.txt, and returns the folder that has an
// environment for each of them.
func NumPy(t *testing.T, releases ...string) string {
	t.Helper()
	return strings.TrimSpace(Output(t, ".ci/numpy/install", releases...))
}

// Cache returns a path below the folder for everything downloaded, which NPYCHECK_CACHE names, by default .ci/cache.
func Cache(t *testing.T, path string) string {
	t.Helper()
	cache := cmp.Or(os.Getenv("NPYCHECK_CACHE"), filepath.Join(".ci", "cache"))
	if !filepath.IsAbs(cache) {
		cache = filepath.Join(Root(t), cache)
	}
	return filepath.Join(cache, path)
}

// Root returns the folder of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatal("no go.mod")
		}
		dir = above
	}
}

func command(t *testing.T, program string, args []string) *exec.Cmd {
	t.Helper()
	dir := Root(t)
	if strings.Contains(program, "/") && !filepath.IsAbs(program) {
		program = filepath.Join(dir, program)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Stderr = t.Output()
	cmd.WaitDelay = 10 * time.Second // for processes that it leaves behind with its output open
	return cmd
}
