package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/corpus"
)

// TestReadmeIsShort counts the lines and the words of README.md. A word is anything between spaces that has a letter or
// a digit, in code and in tables, too.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > 140 {
		t.Errorf("README.md: got %d lines, want at most 140", lines)
	}
	words := 0
	for _, word := range strings.Fields(string(text)) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			words++
		}
	}
	if words > 900 {
		t.Errorf("README.md: got %d words, want at most 900", words)
	}
}

// TestDocumentsNumbers compares the round number of test files in README.md with the corpus.
func TestDocumentsNumbers(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	cases := len(corpus.Cases())
	want := fmt.Sprintf("each of %d,%03d test files", cases/1000, cases%1000/100*100)
	if !strings.Contains(string(text), want) {
		t.Errorf("README.md: got no %q, the corpus has %d", want, cases)
	}
}

var (
	codeSpan   = regexp.MustCompile("(?s)`[^`]+`")
	namedFlag  = regexp.MustCompile(`(?:^|[ ` + "`" + `])--([a-z][a-z-]+)`)
	namedWords = regexp.MustCompile(`npycheck((?: [a-z]+)+)`)
)

// TestDocumentsFlags looks for the commands and flags that the documents name.
func TestDocumentsFlags(t *testing.T) {
	flags := map[string]bool{"help": true}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	root := newRoot()
	root.InitDefaultHelpCmd()
	visit(root)
	named := 0
	for _, page := range documents(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		code := slices.Concat(codeBlock.FindAllString(string(text), -1), codeSpan.FindAllString(withoutCode(t, page), -1))
		for _, block := range code {
			for _, m := range namedFlag.FindAllStringSubmatch(block, -1) {
				if named++; !flags[m[1]] {
					t.Errorf("%s: no command has the flag --%s", page, m[1])
				}
			}
			for _, m := range namedWords.FindAllStringSubmatch(block, -1) {
				if cmd, _, err := root.Find(strings.Fields(m[1])); err != nil || cmd == root {
					t.Errorf("%s: there is no command npycheck%s: %v", page, m[1], err)
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("got %d flags, want at least 50", named)
	}
}

var (
	codeBlock    = regexp.MustCompile("(?ms)^```.*?^```$")
	markdownLink = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// TestDocumentsLinks follows the links of the documents, and of the pages next to README.md, to files and headings.
func TestDocumentsLinks(t *testing.T) {
	pages, err := filepath.Glob("../../*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, page := range slices.Concat(documents(t), pages, []string{
		"../../corpus/README.md", "../../corpus/CHANGELOG.md", "../../corpus/examples/README.md", "../../conformance/protocol.md",
		"../../cmd/npycheck/deploy/README.md", "../../fuzz/README.md",
	}) {
		for _, link := range markdownLink.FindAllStringSubmatch(withoutCode(t, page), -1) {
			target := page
			if strings.Contains(link[1], "://") {
				continue
			}
			if link[1] != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(link[1]))
			}
			links++
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if link[2] != "" && !slices.Contains(anchors(t, target), link[2][1:]) {
				t.Errorf("%s: %s has no heading %s", page, target, link[2])
			}
		}
	}
	if links < 100 {
		t.Errorf("got %d links, want at least 100", links)
	}
}

func withoutCode(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return codeBlock.ReplaceAllString(string(text), "")
}

// anchors returns what GitHub makes of the headings of a page.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, m := range heading.FindAllStringSubmatch(withoutCode(t, page), -1) {
		anchor := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		list = append(list, regexp.MustCompile(`[^-_\pL\pN]`).ReplaceAllString(anchor, ""))
	}
	return list
}
