package main

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// lengths are how many lines, and how many words or 0, the documents have that everybody reads first.
var lengths = []struct {
	name         string
	lines, words int
}{
	{"ARCHITECTURE.md", 120, 0},
	{"README.md", 140, 900},
}

// checkLengths counts lines and words. A word is anything between spaces that has a letter or a digit, in code and in
// tables, too.
func checkLengths(t *tree) (faults []fault) {
	for _, l := range lengths {
		text := string(t.texts[l.name])
		if lines := strings.Count(text, "\n"); lines > l.lines {
			faults = append(faults, fault{l.name, 1, documentLength, fmt.Sprintf("document has %d lines, expected at most %d", lines, l.lines)})
		}
		words := 0
		for _, word := range strings.Fields(text) {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				words++
			}
		}
		if l.words > 0 && words > l.words {
			faults = append(faults, fault{l.name, 1, documentLength, fmt.Sprintf("document has %d words, expected at most %d", words, l.words)})
		}
	}
	return faults
}

// checkNumbers compares the round number of test files in README.md with the number of cases.
func checkNumbers(t *tree, cases int) []fault {
	want := fmt.Sprintf("each of %d,%03d test files", cases/1000, cases%1000/100*100)
	if !bytes.Contains(t.texts["README.md"], []byte(want)) {
		return []fault{{file: "README.md", line: 1, text: fmt.Sprintf("there is no %q, and the corpus has %d", want, cases)}}
	}
	return nil
}

var (
	codeBlock    = regexp.MustCompile("(?ms)^```.*?^```$")
	markdownLink = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// checkLinks follows the links of all documents to files and headings. A document that isn't in the repository, as the
// README of a package, has whole addresses.
func checkLinks(t *tree) (faults []fault) {
	anchors := map[string][]string{}
	for _, name := range t.names {
		if path.Ext(name) != ".md" || strings.Contains(name, "testdata/") || isUnread(name) {
			continue
		}
		text := withoutCode(t.texts[name])
		for _, m := range markdownLink.FindAllSubmatchIndex(text, -1) {
			target, at := name, lineAt(text, m[0])
			if link := string(text[m[2]:m[3]]); strings.Contains(link, ":") {
				continue
			} else if link != "" {
				target = path.Join(path.Dir(name), link)
			}
			if !t.has(target) {
				faults = append(faults, fault{file: name, line: at, text: fmt.Sprintf("there is no %s", target)})
				continue
			}
			if m[4] < 0 {
				continue
			}
			if anchors[target] == nil {
				anchors[target] = headings(t.texts[target])
			}
			if anchor := string(text[m[4]+1 : m[5]]); !slices.Contains(anchors[target], anchor) {
				faults = append(faults, fault{file: name, line: at, text: fmt.Sprintf("%s has no heading #%s", target, anchor)})
			}
		}
	}
	return faults
}

// withoutCode returns a document with empty lines instead of its blocks of code.
func withoutCode(text []byte) []byte {
	return codeBlock.ReplaceAllFunc(text, func(block []byte) []byte {
		return bytes.Repeat([]byte("\n"), bytes.Count(block, []byte("\n")))
	})
}

// headings returns what GitHub makes of the headings of a page.
func headings(text []byte) []string {
	list := []string{}
	for _, m := range heading.FindAllSubmatch(withoutCode(text), -1) {
		list = append(list, anchor(string(m[1])))
	}
	return list
}

func anchor(heading string) string {
	heading = strings.ReplaceAll(strings.ToLower(heading), " ", "-")
	return regexp.MustCompile(`[^-_\pL\pN]`).ReplaceAllString(heading, "")
}

// inverted is a requirement word before its subject: "Neither MUST a space" instead of "A space MUST NOT".
var inverted = regexp.MustCompile(`(?i)\b(neither|nor|so)\s+(MUST|SHOULD|MAY)\b`)

// checkContents looks at the form of the documents that have clauses: status, version, a table of contents, and the order of
// words in requirements.
func checkContents(t *tree) (faults []fault) {
	for _, name := range []string{"spec/npy.md", "spec/npz.md", "spec/pickle.md"} {
		text := t.texts[name]
		for _, label := range []string{"**Status:**", "**Version:**"} {
			if !bytes.Contains(text, []byte(label)) {
				faults = append(faults, fault{file: name, line: 1, text: "there is no " + label})
			}
		}
		for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllSubmatchIndex(text, -1) {
			title := string(text[m[2]:m[3]])
			if title != "Contents" && !bytes.Contains(text, []byte("](#"+anchor(title)+")")) {
				faults = append(faults, fault{file: name, line: lineAt(text, m[0]), text: fmt.Sprintf("no link leads to %q", title)})
			}
		}
		for _, m := range inverted.FindAllIndex(text, -1) {
			faults = append(faults, fault{file: name, line: lineAt(text, m[0]),
				text: fmt.Sprintf("got %q, expected the requirement word after its subject", text[m[0]:m[1]])})
		}
	}
	return faults
}
