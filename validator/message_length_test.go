package validator

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// nameLists are the files whose long strings are lists of names and not messages.
var nameLists = []string{"internal/pickle/allowed.go", "internal/pickle/dangerous.go"}

// TestMessageLength reads the source: what a message says besides what it quotes from a file is short. A literal with a
// space in it is a message, or a part of one. TestWording in internal/e2e holds its vocabulary.
func TestMessageLength(t *testing.T) {
	verb := regexp.MustCompile(`%[-+# 0]*\d*(\.\d+)?[a-zA-Z]`)
	messages := 0
	read := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		if slices.Contains(nameLists, filepath.ToSlash(name)) {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && makesMarkup(call) {
				return false
			}
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil || !strings.Contains(text, " ") {
				return true
			}
			messages++
			if n := utf8.RuneCountInString(verb.ReplaceAllString(text, "")); n > 100 {
				t.Errorf("%v: got %d characters, want at most 100: %q", fset.Position(literal.Pos()), n, text)
			}
			return true
		})
		return nil
	}
	for folder, least := range map[string]int{".": 150, "../internal/report": 50, "../internal/disk": 3, "../internal/values": 1} {
		messages = 0
		if err := filepath.WalkDir(folder, read); err != nil {
			t.Fatal(err)
		}
		if messages < least {
			t.Errorf("%s: got %d messages, expected all of them", folder, messages)
		}
	}
}

// makesMarkup reports whether a function of package page is called.
func makesMarkup(call *ast.CallExpr) bool {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := function.X.(*ast.Ident)
	return ok && from.Name == "page"
}
