package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// described matches an ID where its case is described: it is the first item of a row, the first
// argument of a function, or a field of its own, such as raw of a pair of cases. As the twin of another case it is not.
var described = regexp.MustCompile(`(?:^\t\t+|\{|\b(?:id|ID|raw): +|\bID = |[\t (]\w+\()"([a-z]+/[a-z0-9-]+)"`)

// places returns where the cases of the corpus in dir are described, "corpus/internal/cases/header.go:12", by ID.
func places(dir string) (map[string][]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "internal", "cases", "*.go"))
	if err != nil {
		return nil, err
	}
	all := make(map[string][]string)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, match := range described.FindAllStringSubmatch(line, -1) {
				all[match[1]] = append(all[match[1]], fmt.Sprintf("%s:%d", path.Join("corpus/internal/cases", filepath.Base(name)), i+1))
			}
		}
	}
	return all, nil
}
