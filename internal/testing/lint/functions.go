package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
)

// maxLines is how many lines a function has at most, without those of tables.
const maxLines = 120

// checkFunctions bounds the length of functions, except in tests. A literal is a table, and the functions in it count for
// themselves.
func checkFunctions(t *tree) (faults []fault) {
	broken := t.code(func(fset *token.FileSet, name string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch fn := n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				if n := ownLines(fset, t.texts[name], fn); n > maxLines {
					faults = append(faults, fault{name, fset.Position(fn.Pos()).Line, functionLength,
						fmt.Sprintf("function has %d lines besides tables, expected at most %d", n, maxLines)})
				}
			}
			return true
		})
	})
	return append(faults, broken...)
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
