package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// maxKnot is how many files of a package may need each other.
const maxKnot = 5

// pairs is the number of pairs of files of one package, in all packages, of which each needs the other. It may only
// shrink.
const pairs = 33

// public are the packages that others can import.
var public = []string{"conformance", "corpus", "fuzz", "spec", "validator"}

// documented is how many lines of documentation the public packages have together, without one for the constant of each rule. Only what users asked for may add to it.
const documented = 1510 // 65 of them are Load, which says how np.load reads a file, and 20 FixNote, a field of each rule

// TestDocumentation holds how much there is to read of the public packages.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, name := range public {
		out, err := exec.Command("go", "doc", "-all", module+"/"+name).Output()
		if err != nil {
			t.Fatalf("go doc %s: %v", name, err)
		}
		lines += bytes.Count(out, []byte("\n"))
	}
	if lines -= len(spec.Rules()); lines > documented {
		t.Errorf("go doc -all has %d lines for %q, want at most %d", lines, public, documented)
	}
}

// TestStructure bounds how files, except tests, depend on each other: a file needs another one of its package if it
// uses a name or a method that the other declares. It also checks which packages are public.
func TestStructure(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles", "./...")
	list.Dir = "../.."
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64") // other systems have other files
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Name, Dir, Export string
		GoFiles                       []string
	}
	var ours []listed
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, module) {
			ours = append(ours, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var open []string
	var both []string
	for _, p := range ours {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if p.Name != "main" && !slices.Contains(strings.Split(name, "/"), "internal") && len(p.GoFiles) > 0 {
			open = append(open, name)
		}
		needs, err := filesNeeded(fset, imports, p.ImportPath, p.Dir, p.GoFiles)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range slices.Sorted(maps.Keys(needs)) {
			for _, b := range slices.Sorted(maps.Keys(needs[a])) {
				if a < b && needs[b][a] {
					both = append(both, name+": "+a+" and "+b)
				}
			}
		}
		if largest := knot(needs); len(largest) > maxKnot {
			t.Errorf("%s: %d files need each other, want at most %d: %v", name, len(largest), maxKnot, largest)
		}
	}
	if len(both) > pairs {
		t.Errorf("%d pairs of files need each other, want at most %d:\n%s", len(both), pairs, strings.Join(both, "\n"))
	}
	slices.Sort(open)
	if !slices.Equal(open, public) {
		t.Errorf("public packages are %q, want %q", open, public)
	}
}

// filesNeeded returns which files of a package each of them needs.
func filesNeeded(fset *token.FileSet, imports types.Importer, path, dir string, names []string) (map[string]map[string]bool, error) {
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imports}).Check(path, fset, files, info)
	if err != nil {
		return nil, err
	}
	needs := map[string]map[string]bool{}
	file := func(at token.Pos) string { return filepath.Base(fset.Position(at).Filename) }
	for _, name := range names {
		needs[name] = map[string]bool{}
	}
	for use, object := range info.Uses {
		method := false
		if f, ok := object.(*types.Func); ok {
			object, method = f.Origin(), f.Signature().Recv() != nil
		}
		if object.Pkg() != pkg || !method && object.Parent() != pkg.Scope() {
			continue
		}
		if from, to := file(use.Pos()), file(object.Pos()); from != to {
			needs[from][to] = true
		}
	}
	return needs, nil
}

// knot returns the largest set of files each of which needs all others, directly or by way of others.
func knot(needs map[string]map[string]bool) (largest []string) {
	reached := map[string]map[string]bool{}
	for from := range needs {
		seen, next := map[string]bool{}, []string{from}
		for len(next) > 0 {
			last := next[len(next)-1]
			next = next[:len(next)-1]
			for to := range needs[last] {
				if !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		reached[from] = seen
	}
	for from := range reached {
		var files []string
		for to := range reached[from] {
			if reached[to][from] {
				files = append(files, to)
			}
		}
		if len(files) > len(largest) {
			slices.Sort(files)
			largest = files
		}
	}
	return largest
}
