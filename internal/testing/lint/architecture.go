package main

import (
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

const module = "github.com/npycheck/npycheck"

// architecture is the document that has the map.
const architecture = "ARCHITECTURE.md"

var (
	spelled    = regexp.MustCompile("`([^`\n]*)`") // what a document spells as code
	fileName   = regexp.MustCompile(`^[a-z_0-9]+\.(go|md)$`)
	testOfGo   = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	testOfText = regexp.MustCompile(`\bTest[A-Z]\w*`)
)

// listPackages returns the packages of the module.
func listPackages() ([]string, error) {
	out, err := exec.Command("go", "list", module+"/...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(strings.ReplaceAll(string(out), module+"/", "")), nil
}

// checkMap compares ARCHITECTURE.md with what exists: the packages of its table, its paths, and its tests. A package
// without a folder is next to the one before it in its row; a file is in that of its row, or of the path before it.
func checkMap(t *tree, packages []string) (faults []fault) {
	text := t.texts[architecture]
	report := func(line int, format string, args ...any) {
		faults = append(faults, fault{file: architecture, line: line, text: fmt.Sprintf(format, args...)})
	}
	onMap, tests, folder, number := map[string]bool{}, testNames(t), "", 0
	for line := range strings.Lines(string(text)) {
		number++
		row, _, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		if strings.HasPrefix(line, "|") {
			parent := ""
			for _, m := range spelled.FindAllStringSubmatch(row, -1) {
				name := path.Join(parent, m[1])
				if parent == "" || strings.Contains(m[1], "/") {
					name, parent, folder = m[1], path.Dir(m[1]), m[1]
				}
				if !slices.Contains(packages, name) {
					report(number, "%s is on the map, but is not a package", name)
				}
				if onMap[name] {
					report(number, "%s is on the map twice", name)
				}
				onMap[name] = true
			}
		}
		for _, m := range spelled.FindAllStringSubmatch(line, -1) {
			name := m[1]
			switch {
			case strings.HasPrefix(name, "Test"):
				if !tests[name] {
					report(number, "there is no test %s", name)
				}
				continue
			case strings.Contains(name, " "):
				continue
			case strings.HasSuffix(name, "/"):
				folder = path.Clean(name)
			case strings.Contains(name, "/"):
				if folder = name; path.Ext(name) != "" {
					folder = path.Dir(name)
				}
			case fileName.MatchString(name):
				name = path.Join(folder, name)
			default:
				continue
			}
			if !t.matches(path.Clean(name)) {
				report(number, "there is no %s", name)
			}
		}
	}
	for _, name := range packages {
		if !onMap[name] {
			report(1, "package %s is not on the map: give it a row, or a place in one", name)
		}
	}
	return faults
}

// matches reports whether a name, or a pattern of names, has a file or a folder.
func (t *tree) matches(pattern string) bool {
	return t.has(pattern) || slices.ContainsFunc(t.names, func(name string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// testNames returns the names of all tests.
func testNames(t *tree) map[string]bool {
	names := map[string]bool{}
	for _, name := range t.names {
		if strings.HasSuffix(name, "_test.go") {
			for _, m := range testOfGo.FindAllSubmatch(t.texts[name], -1) {
				names[string(m[1])] = true
			}
		}
	}
	return names
}
