package conformance

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/npycheck/npycheck"

// TestImports holds the house together: who may import whom, and what an importer pays.
func TestImports(t *testing.T) {
	for _, pkg := range []struct {
		path string
		ours []string // packages of this module that it may depend on
		std  bool     // nothing else but the standard library
	}{
		{"spec", nil, true},
		{"validator", []string{"spec"}, true},
	} {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", module+"/"+pkg.path).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		allowed := map[string]bool{module + "/" + pkg.path: true}
		for _, p := range pkg.ours {
			allowed[module+"/"+p] = true
		}
		for _, dep := range strings.Fields(string(out)) {
			if !allowed[dep] && (pkg.std || strings.HasPrefix(dep, module)) {
				t.Errorf("%s depends on %s", pkg.path, dep)
			}
		}
	}
}
