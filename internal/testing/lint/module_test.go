package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestImportingDownloadsNothing covers a module that imports ours, an empty module cache and no network: what spec,
// validator and corpus need is in our module, and none of those that the command needs is asked for.
func TestImportingDownloadsNothing(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, cache := t.TempDir(), filepath.Join(t.TempDir(), "mod")
	for name, text := range map[string]string{
		"go.mod": fmt.Sprintf("module example\n\ngo 1.26.0\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %s\n", module, root),
		"main.go": fmt.Sprintf(`package main

import (
	_ "%[1]s/corpus"
	_ "%[1]s/spec"
	_ "%[1]s/validator"
)

func main() {}
`, module),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-o", filepath.Join(dir, "out"), ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOMODCACHE="+cache)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go build: %v\n%s", err, out)
	}
	entries, err := os.ReadDir(cache)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Name() != "cache" { // lock files
			t.Errorf("%s was downloaded", entry.Name())
		}
	}
}
