package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxMessage is how many characters a message has at most, besides what it quotes from a file.
const maxMessage = 100

// messageFolders have the messages of reports.
var messageFolders = []string{"internal/disk", "cmd/internal/report", "cmd/internal/inspect", "validator"}

var verb = regexp.MustCompile(`%[-+# 0]*\d*(\.\d+)?[a-zA-Z]`)

// checkMessages bounds the length of messages, which a reader of a report sees on one line. A literal with a space in it
// is a message, or a part of one, unless it is markup.
func checkMessages(t *tree) (faults []fault) {
	for _, folder := range messageFolders {
		if len(t.under(folder, ".go")) == 0 {
			faults = append(faults, fault{file: "internal/testing/lint/messages.go", line: 1, text: "there is no folder " + folder + " with messages"})
		}
	}
	broken := t.code(func(fset *token.FileSet, name string, file *ast.File) {
		if !slices.ContainsFunc(messageFolders, func(folder string) bool { return strings.HasPrefix(name, folder+"/") }) {
			return
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
			if n := utf8.RuneCountInString(verb.ReplaceAllString(text, "")); n > maxMessage {
				faults = append(faults, fault{name, fset.Position(literal.Pos()).Line, messageLength,
					fmt.Sprintf("message has %d characters, expected at most %d: %q", n, maxMessage, text)})
			}
			return true
		})
	})
	return append(faults, broken...)
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
