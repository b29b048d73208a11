package validator

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestRulesReported reads the source: every rule of the table is named in it, or nothing reports it.
func TestRulesReported(t *testing.T) {
	var named []string
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				named = append(named, id.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range spec.Rules() {
		constant := ""
		for _, word := range strings.Split(rule.Name, "-") {
			constant += strings.ToUpper(word[:1]) + word[1:]
		}
		if !slices.Contains(named, constant) {
			t.Errorf("rule %s is never reported", rule.Name)
		}
	}
}
