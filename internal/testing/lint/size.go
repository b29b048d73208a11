package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path"
	"slices"
	"strings"
)

// A figure says how much of something the project has, and how much at most, with a little room.
type figure struct {
	what  string
	most  int
	is    int
	which string // they are, if that can be said
}

// maxKnot is how many files of a package may need each other in a circle.
const maxKnot = 5

// figures measures the project. What is in testdata, and what generates nothing but runs on other machines, such as
// adapters, isn't part of it.
func (t *tree) figures(documented int) []figure {
	lines := map[string]int{}
	folders := map[string]bool{}
	files := 0
	for _, name := range t.names {
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") || strings.HasPrefix(name, "conformance/adapters/") {
			continue
		}
		files++
		n := bytes.Count(t.texts[name], []byte("\n"))
		if strings.HasSuffix(name, "_test.go") {
			lines["tests"] += n
			continue
		}
		folders[path.Dir(name)] = true
		lines["code"] += n
		switch home, _, _ := strings.Cut(name, "/"); {
		case strings.Contains(name, "/tools/"), strings.HasPrefix(name, "internal/testing/"):
			lines["tools"] += n
		case strings.HasPrefix(name, "corpus/internal/cases/"):
			lines["cases"] += n
		case home == "internal":
			lines["internal"] += n
		}
	}
	modules := 0
	for line := range strings.Lines(string(t.texts["go.mod"])) {
		if strings.HasPrefix(line, "\t") && !strings.Contains(line, "// indirect") {
			modules++
		}
	}
	upward, knots := t.upward(), t.knots()
	return []figure{
		{what: "lines of Go without tests", most: 109_500, is: lines["code"]},
		{what: "of these, lines of tools", most: 9_000, is: lines["tools"]},
		{what: "of these, lines of cases", most: 11_500, is: lines["cases"]},
		{what: "lines of Go in internal, but for what tests use", most: 8_500, is: lines["internal"]},
		{what: "lines of tests", most: 56_000, is: lines["tests"]},
		{what: "folders with a package", most: 82, is: len(folders)},
		{what: "Go files", most: 1_110, is: files},
		{what: "imports that run up", most: 0, is: len(upward), which: list(upward)},
		{what: fmt.Sprintf("knots over %d files", maxKnot), most: 0, is: len(knots), which: list(knots)},
		{what: "direct modules", most: 18, is: modules},
		{what: "lines of go doc -all of the public packages", most: 1_750, is: documented},
	}
}

// list returns the names of files as the end of a message.
func list(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return ": " + strings.Join(files, "; ")
}

// writeFigures writes a row for each figure.
func writeFigures(w io.Writer, figures []figure) {
	fmt.Fprintf(w, "| | is | at most |\n|---|--:|--:|\n")
	for _, f := range figures {
		fmt.Fprintf(w, "| %s | %d | %d |\n", f.what, f.is, f.most)
	}
}

// checkSizes holds each figure.
func checkSizes(t *tree, figures []figure) []fault {
	const place = "internal/testing/lint/size.go"
	var faults []fault
	for _, f := range figures {
		if f.is > f.most {
			at := lineAt(t.texts[place], max(0, bytes.Index(t.texts[place], []byte(f.what))))
			faults = append(faults, fault{file: place, line: at, text: fmt.Sprintf("got %d %s, expected at most %d%s", f.is, f.what, f.most, f.which)})
		}
	}
	return faults
}

// floor returns the place of a package in the house: it may import what has the same or a lower one. Packages below
// internal stand above what they import, and programs and tests stand apart.
func floor(name string) (n int, ok bool) {
	home, rest, _ := strings.Cut(name, "/")
	switch {
	case strings.Contains(name+"/", "/tools/"), strings.HasPrefix(name, "internal/"):
		return 0, false
	case home == "fuzz" && (rest == "hunt" || strings.HasPrefix(rest, "hunt/")):
		return 4, true
	}
	n = slices.Index([]string{"spec", "validator", "conformance", "fuzz", "", "cmd"}, home)
	if home == "corpus" {
		n = 0
	}
	return n, n >= 0
}

// upward returns the files that import a package of a higher floor, by themselves or through packages below internal.
func (t *tree) upward() []string {
	imports := map[string][]string{} // of each package below internal
	type arrow struct{ file, from, to string }
	var arrows []arrow
	t.code(func(_ *token.FileSet, name string, file *ast.File) {
		for _, spec := range file.Imports {
			to, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"/")
			if !ok {
				continue
			}
			from := path.Dir(name)
			imports[from] = append(imports[from], to)
			arrows = append(arrows, arrow{name, from, to})
		}
	})
	var highest func(name string, seen map[string]bool) int
	highest = func(name string, seen map[string]bool) int {
		if n, ok := floor(name); ok {
			return n
		}
		most := 0
		if !seen[name] {
			seen[name] = true
			for _, to := range imports[name] {
				most = max(most, highest(to, seen))
			}
		}
		return most
	}
	var files []string
	for _, a := range arrows {
		if n, ok := floor(a.from); ok && highest(a.to, map[string]bool{}) > n {
			files = append(files, a.file)
		}
	}
	return slices.Compact(files)
}

// knots returns lists of the files of packages that need names of each other in a circle, of more than maxKnot files.
func (t *tree) knots() []string {
	declared := map[string]map[string]string{} // the file of each name of a folder
	needed := map[string][]string{}            // the names that a file doesn't declare itself
	for _, name := range t.names {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") || t.foreign(name) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, t.texts[name], 0)
		if err != nil {
			continue // which t.code reports
		}
		folder := path.Dir(name)
		if declared[folder] == nil {
			declared[folder] = map[string]string{}
		}
		for of := range file.Scope.Objects {
			declared[folder][of] = name
		}
		for _, of := range file.Unresolved {
			needed[name] = append(needed[name], of.Name)
		}
	}
	reach := map[string]map[string]bool{}
	for name := range needed {
		seen := map[string]bool{}
		var visit func(string)
		visit = func(from string) {
			for _, of := range needed[from] {
				if to := declared[path.Dir(name)][of]; to != "" && !seen[to] {
					seen[to] = true
					visit(to)
				}
			}
		}
		visit(name)
		reach[name] = seen
	}
	var knots []string
	done := map[string]bool{}
	for _, name := range t.names {
		if done[name] || !reach[name][name] {
			continue
		}
		var knot []string
		for to := range reach[name] {
			if reach[to][name] {
				knot = append(knot, to)
				done[to] = true
			}
		}
		if len(knot) > maxKnot {
			slices.Sort(knot)
			knots = append(knots, strings.Join(knot, ", "))
		}
	}
	return knots
}
