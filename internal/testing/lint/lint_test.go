package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// treeOf returns a tree with the given files.
func treeOf(files map[string]string) *tree {
	t := &tree{texts: map[string][]byte{}}
	for name, text := range files {
		t.names = append(t.names, name)
		t.texts[name] = []byte(text)
	}
	slices.Sort(t.names)
	return t
}

// TestFaults has the faults that each check finds in a few files.
func TestFaults(t *testing.T) {
	long := strings.Repeat("a message ", 11) // of 110 characters
	lines := func(n int) string { return strings.Repeat("\tf()\n", n-2) }
	table := "\tx := []int{\n" + strings.Repeat("\t\t1,\n", 200) + "\t}\n"
	sentences := strings.Repeat("A sentence. ", 7) + "The end."
	rule := spec.Rule{Name: "data-a", Title: "a title", Doc: sentences, Owner: "Do it.", Author: "Don't."}
	with := func(change func(*spec.Rule)) []spec.Rule {
		r := rule
		change(&r)
		return []spec.Rule{r}
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		check func(*tree) []fault
		want  []string
	}{
		{"functions", map[string]string{
			"a.go":      "package a\n\nfunc short() {\n" + lines(120) + "}\n\nfunc long() {\n" + lines(121) + "}\n",
			"b.go":      "package a\n\nfunc b() {\n" + table + lines(110) + "}\n\nvar c = func() {\n" + lines(130) + "}\n",
			"a_test.go": "package a\n\nfunc long() {\n" + lines(500) + "}\n", "bad.go": "packag",
			"other/go.mod": "module other\n", "other/sub/a.go": "package a\n\nfunc long() {\n" + lines(500) + "}\n",
		}, checkFunctions, []string{
			"a.go:124: function has 121 lines besides tables, expected at most 120; or say why: //lint:allow function-length: REASON",
			"b.go:316: function has 130 lines besides tables, expected at most 120; or say why: //lint:allow function-length: REASON",
			"bad.go:1: bad.go:1:1: expected 'package', found packag",
		}},
		{"allowed", map[string]string{
			"a.go": "package a\n\n// long is long.\n//\n//lint:allow function-length: one switch\nfunc long() {\n" + lines(121) + "}\n",
		}, checkFunctions, nil},
		{"allowed without need or reason", map[string]string{
			"a.go": "package a\n\n//lint:allow function-length: for a day\nfunc a() {}\n\n//lint:allow function-length:\nfunc b() {\n" + lines(121) + "}\n" +
				"var s = \"//lint:allow nothing\" //lint:allow lengths: a typo\n",
			"b.md": "A <!-- lint:allow wording: a quotation --> b\n",
			"c.sh": "true # lint:allow wording: a quotation\n",
		}, checkFunctions, []string{
			"a.go:3: nothing here passes the limit function-length: delete the comment",
			"a.go:6: got \"lint:allow function-length:\", expected a limit and a reason: //lint:allow document-length|function-length|message-length|rule-text|wording: REASON",
			"a.go:7: function has 121 lines besides tables, expected at most 120; or say why: //lint:allow function-length: REASON",
			"a.go:128: got \"lint:allow lengths: a typo\", expected a limit and a reason: //lint:allow document-length|function-length|message-length|rule-text|wording: REASON",
			"b.md:1: nothing here passes the limit wording: delete the comment",
			"c.sh:1: nothing here passes the limit wording: delete the comment",
		}},
		{"allowed in several lines", map[string]string{
			"a.go":   "package a\n\n//lint:allow wording: a quotation\nvar s = `one\n\nit is no file` // anew\n\nvar r = `\nit is no file`\n",
			"a.md":   "<!-- lint:allow wording: what it printed -->\n```\none\nit is no file\n```\nanew\n",
			"a.js":   "f() // lint:allow wording: a name\nanew()\nanew()\n",
			"a.json": "anew",
		}, checkWording, []string{
			"a.go:9: got \"is no\", expected another phrase, such as: is not a, has no; or say why: //lint:allow wording: REASON",
			"a.js:3: got \"anew\", expected another phrase, such as: again, from scratch; or say why: // lint:allow wording: REASON",
			"a.json:1: got \"anew\", expected another phrase, such as: again, from scratch",
			"a.md:6: got \"anew\", expected another phrase, such as: again, from scratch; or say why: <!-- lint:allow wording: REASON -->",
		}},
		{"messages", map[string]string{
			"validator/a.go":           "package a\n\nvar s = \"" + long[:100] + "\"\nvar l = \"" + long[:101] + "\"\nvar v = \"" + long[:99] + "%-10.3s\"\n",
			"internal/disk/a.go":       "package a\n\nvar m = page.HTML(\"" + long + "\")\n//lint:allow message-length: it quotes a page\nvar l = \"" + long + "\"\n",
			"cmd/internal/report/a.go": "package a\n\nvar word = \"" + strings.Repeat("x", 500) + "\"\n",
			"spec/a.go":                "package a\n\nvar l = \"" + long + "\"\n",
		}, checkMessages, []string{
			"internal/testing/lint/messages.go:1: there is no folder cmd/internal/inspect with messages",
			fmt.Sprintf("validator/a.go:4: message has 101 characters, expected at most 100: %q; or say why: //lint:allow message-length: REASON", long[:101]),
		}},
		{"wording", map[string]string{
			"a.go":        "package a\n\n// Data are cut.\nvar s = \"" + "got 3, want 4\"\n\n//lint:allow wording: it is quoted\nvar q = \"it is " + "no file\"\n",
			"a_test.go":   "package a\n\nvar s = \"got 3, want 4\"\n",
			"a.md":        "No white\nspace.\n\n<!-- lint:allow wording: what somebody said -->\n\"Go on,\" he said.\n",
			"a.py":        "# anew\n# anew # lint:allow wording: a name\n",
			"LICENSE":     "It is no file.\n",
			"a_LICENSE":   "It is no file.\n",
			"LICENSE.txt": "It is no file.\n",
		}, checkWording, []string{
			"LICENSE.txt:1: got \"is no\", expected another phrase, such as: is not a, has no; or say why: # lint:allow wording: REASON",
			"a.go:3: got \"data are\", expected another phrase, such as: data is, has, begins; or say why: //lint:allow wording: REASON",
			"a.go:4: got \", want\", expected another phrase, such as: expected; or say why: //lint:allow wording: REASON",
			"a.md:1: got \"white space\", expected another phrase, such as: whitespace; or say why: <!-- lint:allow wording: REASON -->",
			"a.py:1: got \"anew\", expected another phrase, such as: again, from scratch; or say why: # lint:allow wording: REASON",
		}},
		{"rules", map[string]string{
			"spec/rules_data.go": "package spec\n\nvar r = Rule{\n\tName: \"data-a\",\n\tTitle: \"a\",\n\tDoc: \"b\",\n\tOwner: \"c\",\n\tAuthor: \"d\",\n}\n",
		}, func(files *tree) (faults []fault) {
			for _, rules := range [][]spec.Rule{
				{rule},
				with(func(r *spec.Rule) { r.Title = "NumPy type " + strings.Repeat("é", 49) }),
				with(func(r *spec.Rule) { r.Title = "NumPy type " + strings.Repeat("é", 50) }),
				with(func(r *spec.Rule) { r.Title = "Title" }),
				with(func(r *spec.Rule) { r.Title = "title." }),
				with(func(r *spec.Rule) { r.Doc = "Short." }),
				with(func(r *spec.Rule) { r.Owner = "do it." }),
				with(func(r *spec.Rule) { r.Author = "Do  it." }),
				with(func(r *spec.Rule) { r.Author = "" }),
			} {
				faults = append(faults, checkRules(files, rules)...)
			}
			return faults
		}, []string{
			"spec/rules_data.go:5: title of data-a: got 61 characters, expected at most 60; or say why: //lint:allow rule-text: REASON",
			"spec/rules_data.go:5: title of data-a: got \"Title\", expected one line with lower case at the start and without a period; or say why: //lint:allow rule-text: REASON",
			"spec/rules_data.go:5: title of data-a: got \"title.\", expected one line with lower case at the start and without a period; or say why: //lint:allow rule-text: REASON",
			"spec/rules_data.go:6: doc of data-a: got \"Short.\", expected some sentences; or say why: //lint:allow rule-text: REASON",
			"spec/rules_data.go:7: owner of data-a: got \"do it.\", expected a sentence; or say why: //lint:allow rule-text: REASON",
			"spec/rules_data.go:8: author of data-a: got \"Do  it.\", expected a sentence; or say why: //lint:allow rule-text: REASON",
		}},
		{"lengths", map[string]string{
			"README.md": strings.Repeat("word | `word`\n", 140) + strings.Repeat("word ", 621), "ARCHITECTURE.md": strings.Repeat("a\n", 121),
		}, checkLengths, []string{
			"ARCHITECTURE.md:1: document has 121 lines, expected at most 120; or say why: <!-- lint:allow document-length: REASON -->",
			"README.md:1: document has 901 words, expected at most 900; or say why: <!-- lint:allow document-length: REASON -->",
		}},
		{"lengths that are passed", map[string]string{
			"README.md": "<!-- lint:allow document-length: three commands more -->\n" + strings.Repeat("word\n", 140),
		}, checkLengths, nil},
		{"numbers", map[string]string{"README.md": "each of 3,100 test files"}, func(files *tree) []fault {
			return slices.Concat(checkNumbers(files, 3099), checkNumbers(files, 3100), checkNumbers(files, 3199))
		}, []string{"README.md:1: there is no \"each of 3,000 test files\", and the corpus has 3099"}},
		{"links", map[string]string{
			"README.md": "# A b\n\n[a](#a-b) [b](docs/a.md) [c](docs) [d](docs/a.md#the-npy-file) [e](https://example.org/x)\n\n[f](x.md) [g](#b)\n\n" +
				"```\n[h](nowhere)\n```\n[i](docs/a.md#code)\n",
			"docs/a.md": "# The `.npy` file\n\n[j](../README.md) [k](a)\n\n```\n# code\n```\n",
		}, checkLinks, []string{
			"README.md:5: there is no x.md", "README.md:5: README.md has no heading #b", "README.md:10: docs/a.md has no heading #code", "docs/a.md:3: there is no docs/a",
		}},
		{"contents", map[string]string{
			"spec/npy.md": "**Status:** x\n**Version:** 1\n## Contents\n[a](#a-b)\n## A b\nNeither MUST a\n## C\n", "spec/npz.md": "**Status:** **Version:**",
			"spec/pickle.md": "**Status:** x\n",
		}, checkContents, []string{
			"spec/npy.md:6: got \"Neither MUST\", expected the requirement word after its subject", "spec/npy.md:7: no link leads to \"C\"",
			"spec/pickle.md:1: there is no **Version:**",
		}},
		{"map", map[string]string{
			"ARCHITECTURE.md": "| package | what |\n|---|---|\n| `a`, `a/b` | `b.go` |\n| `a` | `x.go` |\n| `gone` | |\n| `d/e`, `f`, `g` | |\n\n`a/b/`, `b_*.go`, `c.go`, `TestA`, `TestB`, `some words.go`\n",
			"a/a.go":          "package a\n", "a/b/b.go": "package b\n", "a/b/b_x.go": "package b\n", "a/a_test.go": "package a\n\nfunc TestA(t *testing.T) {}\n", "c/c.go": "package c\n",
			"d/e/e.go": "package e\n", "d/f/f.go": "package f\n",
		}, func(files *tree) []fault { return checkMap(files, []string{"a", "a/b", "c", "d/e", "d/f"}) }, []string{
			"ARCHITECTURE.md:1: package c is not on the map: give it a row, or a place in one", "ARCHITECTURE.md:4: a is on the map twice",
			"ARCHITECTURE.md:4: there is no a/x.go", "ARCHITECTURE.md:5: gone is on the map, but is not a package",
			"ARCHITECTURE.md:6: d/g is on the map, but is not a package",
			"ARCHITECTURE.md:8: there is no a/b/c.go", "ARCHITECTURE.md:8: there is no test TestB",
		}},
		{"coverage", map[string]string{
			"spec/coverage.md": "| Document | Item | Counterpart | Remark |\n|---|---|---|---|\n| FMT | one | npy-1.1 | |\n| FMT | one | npy-1.1 | |\n| XYZ | two | none | |\n" +
				"| NEP | three | some | |\n| NEP | four | npy-9.9 | `spec.B` `data-nothing` `spec.A` TestB |\n| NEP | five |\n" + rowsOfModule("magic"),
			"spec/a.go": "package spec\n\ntype A struct{ B int }\n\nfunc (a *A) C() {}\n",
		}, func(files *tree) []fault {
			return checkCoverage(files, []spec.Clause{{ID: "npy-1.1", Sources: "NEP 1"}, {ID: "npy-1.2", Sources: "NEP 1"}, {ID: "npy-1.3", Sources: "NumPy"}})
		}, []string{
			"spec/coverage.md:1: there is no row for magic", "spec/coverage.md:1: there is no row for npy-1.2, whose source is \"NEP 1\"", "spec/coverage.md:4: got the row twice",
			"spec/coverage.md:5: got document \"XYZ\", expected FMT, NEP or OLD", "spec/coverage.md:5: there is no reason for having no counterpart",
			"spec/coverage.md:6: got counterpart \"some\", expected clauses, rules and Go names, or none", "spec/coverage.md:7: there is no clause npy-9.9",
			"spec/coverage.md:7: there is no test TestB",
			"spec/coverage.md:7: got `spec.B`, expected a rule, a name of spec or validator, or one of numpy.lib.format",
			"spec/coverage.md:7: got `data-nothing`, expected a rule, a name of spec or validator, or one of numpy.lib.format",
			"spec/coverage.md:8: got 2 cells, expected 4",
		}},
	} {
		files := treeOf(test.files)
		var got []string
		for _, f := range files.allow(test.check(files)) {
			got = append(got, fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// rowsOfModule returns rows of coverage.md for all names of the module but one.
func rowsOfModule(without string) string {
	var b strings.Builder
	for _, name := range moduleNames {
		if name != without {
			fmt.Fprintf(&b, "| FMT | `%s` | none | `spec.A.B` `spec.A.C` |\n", name)
		}
	}
	return b.String()
}
