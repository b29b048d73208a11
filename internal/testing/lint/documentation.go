package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// documented returns how many lines of documentation the public packages have together, without one for the constant of
// each rule.
func documented(t *tree, packages []string) (int, error) {
	lines := 0
	for _, name := range packages {
		folders := strings.Split(name, "/")
		if slices.Contains(folders, "internal") || slices.Contains(folders, "tools") || folders[0] == "cmd" || len(t.sourcesOf(name)) == 0 {
			continue
		}
		out, err := exec.Command("go", "doc", "-all", module+"/"+name).CombinedOutput()
		if err != nil {
			return 0, fmt.Errorf("go doc %s: %w: %s", name, err, bytes.TrimSpace(out))
		}
		lines += bytes.Count(out, []byte("\n"))
	}
	return lines - len(spec.Rules()), nil
}

// sourcesOf returns the Go files of a package but tests.
func (t *tree) sourcesOf(pkg string) []string {
	return slices.DeleteFunc(t.under(pkg, ".go"), func(name string) bool {
		return path.Dir(name) != pkg || strings.HasSuffix(name, "_test.go")
	})
}
