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

// TestAreas holds that the files of an area need nothing of the files of another: whoever changes a part of one sees all
// cases that change with it, and what several areas need is in files without the name of an area.
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
	// Without an importer there are errors about what is imported, but the names of the package are found all the same.
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
