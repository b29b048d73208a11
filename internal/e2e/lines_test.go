package e2e

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	maxLines      = 120 // of a function, without those of tables
	maxMethods    = 30  // of a type
	maxPositional = 4   // unnamed fields of a struct literal, except in rows of tables
)

// TestLines bounds the length of functions and the methods of types, and makes the fields of large structs have names
// where they are set, in all code except tests. A literal is a table. Its rows are in a literal of a slice, an array
// or a map, and the functions in it count for themselves.
func TestLines(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	structs := map[string]bool{} // names of struct types, qualified by package
	methods := map[string]map[string]bool{}
	files := map[string]*ast.File{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != "../.." && (err == nil || d.Name()[0] == '.' || d.Name() == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files[path] = f
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				if _, ok := s.Type.(*ast.StructType); ok {
					structs[f.Name.Name+"."+s.Name.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, f := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch fn := n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				if n := ownLines(fset, src, fn); n > maxLines {
					t.Errorf("%v: function has %d lines, expected at most %d besides tables", fset.Position(fn.Pos()), n, maxLines)
				}
			}
			if fn, ok := n.(*ast.FuncDecl); ok && fn.Recv != nil {
				of := filepath.Dir(path) + "." + receiver(fn.Recv.List[0].Type)
				if methods[of] == nil {
					methods[of] = map[string]bool{}
				}
				methods[of][fn.Name.Name] = true // once, though every system may have its own
			}
			return true
		})
		rows := map[ast.Expr]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			l, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if !isStruct(l, f.Name.Name, structs) {
				for _, e := range l.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						e = kv.Value
					}
					if u, ok := e.(*ast.UnaryExpr); ok {
						e = u.X
					}
					rows[e] = true
				}
				return true
			}
			if len(l.Elts) > maxPositional && !rows[l] {
				if _, ok := l.Elts[0].(*ast.KeyValueExpr); !ok {
					t.Errorf("%v: literal of %d fields without their names, expected at most %d", fset.Position(l.Pos()), len(l.Elts), maxPositional)
				}
			}
			return true
		})
	}
	for of, names := range methods {
		if len(names) > maxMethods {
			t.Errorf("%s has %d methods, expected at most %d", of, len(names), maxMethods)
		}
	}
}

// ownLines returns how many lines a function has, without those that are only part of a literal.
func ownLines(fset *token.FileSet, src []byte, fn ast.Node) int {
	line := func(at token.Pos) int { return fset.Position(at).Line }
	n := line(fn.End()) - line(fn.Pos()) + 1
	ast.Inspect(fn, func(inner ast.Node) bool {
		l, ok := inner.(*ast.CompositeLit)
		if !ok {
			return true
		}
		n -= line(l.End()) - line(l.Pos())
		at := fset.Position(l.Pos())
		if len(bytes.TrimSpace(src[at.Offset-at.Column+1:at.Offset])) == 0 { // a row among the arguments of a call
			n--
		}
		return false
	})
	return n
}

// receiver returns the name of the type that a method has.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// isStruct reports whether a literal that says its type is one of a struct. A literal that doesn't is a row.
func isStruct(l *ast.CompositeLit, pkg string, structs map[string]bool) bool {
	switch of := l.Type.(type) {
	case *ast.StructType:
		return true
	case *ast.Ident:
		return structs[pkg+"."+of.Name]
	case *ast.SelectorExpr:
		from, ok := of.X.(*ast.Ident)
		return ok && structs[from.Name+"."+of.Sel.Name]
	}
	return false
}
