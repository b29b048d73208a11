package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A tree is the checkout.
type tree struct {
	names []string          // of all files, with slashes, sorted
	texts map[string][]byte // of those that people read
}

// binary are the suffixes of files that aren't text.
var binary = []string{".npy", ".npz", ".gz", ".svg", ".sum", ".png"}

// checkout reads the files that git doesn't ignore.
func checkout() (*tree, error) {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	t := &tree{texts: map[string][]byte{}}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.FromSlash(name))
		if err != nil || !info.Mode().IsRegular() {
			continue // removed, and not yet from the index, or a link
		}
		t.names = append(t.names, name)
		if slices.Contains(binary, path.Ext(name)) {
			continue
		}
		if t.texts[name], err = os.ReadFile(filepath.FromSlash(name)); err != nil {
			return nil, err
		}
	}
	slices.Sort(t.names)
	return t, nil
}

// has reports whether a file or a folder exists. The root is the folder ".".
func (t *tree) has(name string) bool {
	_, found := slices.BinarySearch(t.names, name)
	at, _ := slices.BinarySearch(t.names, name+"/")
	return found || name == "." || at < len(t.names) && strings.HasPrefix(t.names[at], name+"/")
}

// under returns the names of the files in a folder, and below, that end with a suffix.
func (t *tree) under(folder, suffix string) []string {
	var names []string
	for _, name := range t.names {
		if strings.HasPrefix(name, folder+"/") && strings.HasSuffix(name, suffix) {
			names = append(names, name)
		}
	}
	return names
}

// code parses the Go files of the module but tests, and calls with each.
func (t *tree) code(call func(fset *token.FileSet, name string, file *ast.File)) (faults []fault) {
	fset := token.NewFileSet()
	for _, name := range t.names {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") || t.foreign(name) {
			continue
		}
		file, err := parser.ParseFile(fset, name, t.texts[name], parser.SkipObjectResolution)
		if err != nil {
			faults = append(faults, fault{file: name, line: 1, text: err.Error()})
			continue
		}
		call(fset, name, file)
	}
	return faults
}

// foreign reports whether a file is in another module.
func (t *tree) foreign(name string) bool {
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if t.texts[folder+"/go.mod"] != nil {
			return true
		}
	}
	return false
}

// lineAt returns the number of the line at an offset of a text.
func lineAt(text []byte, offset int) int { return bytes.Count(text[:offset], []byte("\n")) + 1 }
