package cases

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAreas checks that the files of an area need nothing from the files of another: the cases that depend on a part
// are all in its area, and parts that several areas need are in files not named after an area.
func TestAreas(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Without an importer there are errors about what is imported, but the names of the package are found anyway.
	pkg, _ := (&types.Config{Error: func(error) {}}).Check("cases", fset, files, info)
	area := func(at token.Pos) string {
		word, _, _ := strings.Cut(strings.TrimSuffix(fset.Position(at).Filename, ".go"), "_")
		if slices.Contains(Areas(), word) {
			return word
		}
		return ""
	}
	uses := map[string]int{}
	for use, object := range info.Uses {
		if object.Pkg() != pkg {
			continue
		}
		from, to := area(use.Pos()), area(object.Pos())
		if from != "" && to != "" && from != to {
			t.Errorf("%s needs %s of the area %s", fset.Position(use.Pos()), use.Name, to)
		}
		uses[from]++
	}
	for _, name := range Areas() {
		if uses[name] == 0 {
			t.Errorf("the area %s needs nothing; want that its files are looked at", name)
		}
	}
}
