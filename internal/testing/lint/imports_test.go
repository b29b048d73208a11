package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
)

// below are the internal packages on which the validator may depend.
var below = []string{
	"internal/disk", "internal/outcome", "internal/pyimport", "internal/text",
}

// TestImports keeps the dependencies of each package to those that it may have.
func TestImports(t *testing.T) {
	for _, pkg := range []struct {
		path string
		ours []string // packages of this module that it may depend on, with what is internal to them
		std  bool     // nothing else but the standard library
	}{
		{"spec", []string{"internal/text"}, true},
		{"validator", slices.Concat([]string{"spec"}, below), true},
		{"cmd/internal/report", slices.Concat([]string{"spec", "validator", "cmd/internal/inspect", "internal/decompress", "internal/page", "cmd/internal/fix/remedy"}, below), false},
		{"cmd/internal/remote", slices.Concat([]string{"spec", "validator"}, below), true},
		{"cmd/internal/remote/s3", slices.Concat([]string{"spec", "validator", "cmd/internal/remote"}, below), false},
		{"corpus", nil, true},
		{"corpus/tools/generate", []string{"internal/testing/build", "corpus/internal/cases", "corpus/internal/header"}, true},
	} {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", module+"/"+pkg.path).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		allowed := func(dep string) bool {
			return slices.ContainsFunc(append(pkg.ours, pkg.path), func(p string) bool {
				return dep == module+"/"+p || strings.HasPrefix(dep, module+"/"+p+"/internal/")
			})
		}
		for _, dep := range strings.Fields(string(out)) {
			if !allowed(dep) && (pkg.std || strings.HasPrefix(dep, module)) {
				t.Errorf("%s depends on %s", pkg.path, dep)
			}
		}
	}
}

// TestImportsOfGrammars keeps the packages with a grammar apart from each other: only types, which are
// written in literals, need another one. What isn't a grammar is for all.
func TestImportsOfGrammars(t *testing.T) {
	grammars := []string{"literal", "dtype", "zip", "pickle"}
	for _, pkg := range packagesBelow(t, "validator/internal") {
		out, err := exec.Command("go", "list", "-f", "{{join .Imports \" \"}}", module+"/"+pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		for _, path := range strings.Fields(string(out)) {
			name, ours := strings.CutPrefix(path, module+"/validator/internal/")
			if ours && slices.Contains(grammars, name) && !(pkg == "validator/internal/dtype" && name == "literal") {
				t.Errorf("%s imports %s", pkg, path)
			}
		}
	}
}

// packagesBelow returns the packages below a folder of the module.
func packagesBelow(t *testing.T, folder string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}", module+"/"+folder+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Fields(strings.ReplaceAll(string(out), module+"/", ""))
}

// TestPublicPackages names the packages that others can import.
func TestPublicPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if and .GoFiles (ne .Name "main")}}{{.ImportPath}}{{end}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var got []string
	for _, path := range strings.Fields(string(out)) {
		if name := strings.TrimPrefix(path, module+"/"); !slices.Contains(strings.Split(name, "/"), "internal") {
			got = append(got, name)
		}
	}
	if want := []string{"conformance", "corpus", "fuzz", "fuzz/hunt", "spec", "validator"}; !slices.Equal(got, want) {
		t.Errorf("got the public packages %q, want %q", got, want)
	}
}

// TestImportsOfTests keeps two libraries where they belong: gofuzz below fuzz, and go-internal in
// tests.
func TestImportsOfTests(t *testing.T) {
	cmd := exec.Command("go", "list", "-tags", "live", "-json=ImportPath,Imports,TestImports,XTestImports", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); ; packages++ {
		var pkg struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		within := func(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }
		for _, path := range slices.Concat(pkg.Imports, pkg.TestImports, pkg.XTestImports) {
			if within(path, "github.com/google/gofuzz") && !within(pkg.ImportPath, module+"/fuzz") {
				t.Errorf("%s imports %s, which only packages below fuzz may", pkg.ImportPath, path)
			}
		}
		for _, path := range pkg.Imports {
			if within(path, "github.com/rogpeppe/go-internal") {
				t.Errorf("%s imports %s, which only tests may", pkg.ImportPath, path)
			}
		}
	}
	if packages < 5 {
		t.Errorf("got %d packages, want all of the module", packages)
	}
}
