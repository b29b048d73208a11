package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// documented is how many lines of documentation the public packages have together, without one for the constant of each
// rule. Only what users asked for may add to it, with the reason here: 65 are Load, which says how np.load reads a file, 3 Version,
// 20 FixNote, a field of each rule, 10 Opcodes, with which a tree of Python objects needs no private door,
// and 257 package fuzz/hunt.
const documented = 1780

// checkDocumentation holds how much there is to read of the public packages, and prints if it is less.
func checkDocumentation(t *tree, packages []string) []fault {
	const place = "internal/testing/lint/documentation.go"
	at := lineAt(t.texts[place], max(0, bytes.Index(t.texts[place], []byte("const documented"))))
	lines := 0
	for _, name := range packages {
		folders := strings.Split(name, "/")
		if slices.Contains(folders, "internal") || slices.Contains(folders, "tools") || folders[0] == "cmd" || len(t.sourcesOf(name)) == 0 {
			continue
		}
		out, err := exec.Command("go", "doc", "-all", module+"/"+name).CombinedOutput()
		if err != nil {
			return []fault{{file: place, line: at, text: fmt.Sprintf("go doc %s: %v: %s", name, err, bytes.TrimSpace(out))}}
		}
		lines += bytes.Count(out, []byte("\n"))
	}
	switch lines -= len(spec.Rules()); {
	case lines > documented:
		return []fault{{file: place, line: at, text: fmt.Sprintf(
			"go doc -all has %d lines for the public packages, expected at most %d; or raise it, and say why beside it", lines, documented)}}
	case lines < documented:
		fmt.Printf("%s: %d lines are documented, so that it can be lowered to that\n", place, lines)
	}
	return nil
}

// sourcesOf returns the Go files of a package but tests.
func (t *tree) sourcesOf(pkg string) []string {
	return slices.DeleteFunc(t.under(pkg, ".go"), func(name string) bool {
		return path.Dir(name) != pkg || strings.HasSuffix(name, "_test.go")
	})
}
