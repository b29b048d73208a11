//go:build live

package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestAdapters runs real readers and writers that install quickly over the corpus, and compares what they do with
// matrix.json.
func TestAdapters(t *testing.T) {
	// Not gomlx: whether two arrays of 2 GiB that it allocates for a few bytes fit into the address space depends on
	// when its garbage is collected.
	live.Run(t, "conformance/adapters/run", "--check", "numpy@1.26.4", "numpy@2.4.6", "npyio@0.9.0", "gonpy",
		"npy-rs", "npy-writer", "niivue", "npyjs", "numpy-ts", "numpy-parser",
		"ol-numpytiles", "loaders.gl", "tfjs-npy-node", "djl")
}

// TestAdapterOfReadme runs the adapter of README.md, which reads all files of the area order right.
func TestAdapterOfReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n```python\n")
	adapter, _, found := strings.Cut(rest, "\n```\n")
	if !found {
		t.Fatal("README.md has no block of python")
	}
	reader := filepath.Join(t.TempDir(), "reader.py")
	if err := os.WriteFile(reader, []byte(adapter), 0o600); err != nil {
		t.Fatal(err)
	}
	python := filepath.Join(live.NumPy(t, "2.4.6"), "2.4.6", "bin", "python")
	cmd := exec.Command(live.Npycheck(t), "conform", "--run", "order/*", "--", python, reader)
	if out, err := cmd.CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^  pass +58$`).Match(out) {
		t.Errorf("%v: got %v\n%s", cmd, err, out)
	}
}
