package validator

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestRuleIDs reads the source: every string of this package and of the dtype parser that looks
// like the ID of a rule is one, and every rule is reported somewhere.
func TestRuleIDs(t *testing.T) {
	looksLikeRule := regexp.MustCompile(`^(prefix|header|literal|keys|descr|shape|order|data|pickle|zip|npz)-[a-z0-9-]+$`)
	seen := map[string]bool{}
	for _, pattern := range []string{"*.go", "../spec/code*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, name := range names {
			if ok, _ := filepath.Match("*_test.go", filepath.Base(name)); ok {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, src, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					id, _ := strconv.Unquote(lit.Value)
					if looksLikeRule.MatchString(id) {
						if _, ok := spec.Lookup(id); !ok {
							t.Errorf("%s: %q is not in the rule table", name, id)
						}
						seen[id] = true
					}
				}
				return true
			})
		}
	}
	for _, rule := range spec.Rules() {
		if !seen[rule.ID] {
			t.Errorf("rule %s is never reported", rule.ID)
		}
	}
}
