//go:build live

package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/live"
)

// TestAdapters runs real readers and writers that install quickly over the corpus, and compares what they do with
// matrix.json.
func TestAdapters(t *testing.T) {
	// Not gomlx: whether two arrays of 2 GiB that it allocates for a few bytes fit into the address space depends on
	// when its garbage is collected.
	live.Run(t, "conformance/adapters/run", "--check", "numpy@1.26.4", "numpy@2.4.6", "npyio", "gonpy", "npy-rs", "npyjs",
		"numpy-ts", "numpy-parser", "ol-numpytiles", "loaders.gl", "tfjs-npy-node", "djl")
}

// TestAdapterOfReadme runs the adapter of README.md, whose results have to be what README.md says.
func TestAdapterOfReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Testing a reader\n")
	block := func(language string) string {
		_, rest, _ := strings.Cut(section, "\n```"+language+"\n")
		block, _, found := strings.Cut(rest, "\n```\n")
		if !found {
			t.Fatalf("README.md: no block of %s below \"## Testing a reader\"", language)
		}
		return block + "\n"
	}
	command, want, _ := strings.Cut(strings.TrimPrefix(block("text"), "$ "), "\n")

	dir := t.TempDir()
	python := filepath.Join(live.NumPy(t, "2.4.6"), "2.4.6", "bin", "python")
	for name, content := range map[string]string{
		"reader.py": block("python"),
		"python3":   "#!/bin/sh\nexec '" + python + "' \"$@\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+strings.Join([]string{dir, filepath.Dir(live.Npycheck(t)), os.Getenv("PATH")}, ":"))
	cmd.Stderr = t.Output()
	got, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v", command, err)
	}
	if string(got) != want {
		t.Errorf("%s: got\n%s\nwant\n%s", command, got, want)
	}
}
