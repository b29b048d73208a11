package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unread are folders and files with text that npycheck doesn't write: what programs answered, generated pages,
// licences, and names that are promised.
var unread = []string{"corpus/vectors", "fuzz/testdata", "conformance/matrix.html",
	"conformance/matrix.json", "conformance/matrix.md", "conformance/adapters/*/known-failures-*", "corpus/manifest.json",
	"corpus/recorded/numpy.json", "internal/testing/lint/phrases.go", "*LICENSE"}

// checkWording reads everything that people read for phrases that sound translated.
func checkWording(t *tree) (faults []fault) {
	all, more := newVocabulary(phrases), newVocabulary(slices.Concat(phrases, messagePhrases))
	check := func(name string, text []byte, v vocabulary) {
		for _, hit := range v.find(text) {
			faults = append(faults, fault{name, hit.line, wording, fmt.Sprintf("got %q, expected another phrase, such as: %s", hit.text, hit.better)})
		}
	}
	for _, name := range t.names {
		text := t.texts[name]
		if text == nil || isUnread(name) {
			continue
		}
		if path.Ext(name) != ".go" {
			check(name, text, all)
			continue
		}
		comments, literals := split(text)
		check(name, comments, all)
		if !strings.HasSuffix(name, "_test.go") {
			check(name, literals, more)
		}
	}
	return faults
}

// isUnread reports whether a name is that of an unread folder or file, or of a file in such a folder.
func isUnread(name string) bool {
	return slices.ContainsFunc(unread, func(pattern string) bool {
		if strings.HasPrefix(pattern, "*") {
			return strings.HasSuffix(name, pattern[1:])
		}
		depth := strings.Count(pattern, "/") + 1
		parts := strings.Split(name, "/")
		ok, _ := path.Match(pattern, strings.Join(parts[:min(depth, len(parts))], "/"))
		return ok
	})
}

// split returns the comments and the string literals of Go code, each at its place, with other code as NUL.
func split(code []byte) (comments, literals []byte) {
	comments = make([]byte, len(code))
	for i, c := range code {
		if unicode.IsSpace(rune(c)) {
			comments[i] = c
		}
	}
	literals = slices.Clone(comments)
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, code, nil, scanner.ScanComments)
	end, sum := 0, false // of the last literal, and whether a plus follows it
	for {
		pos, tok, text := s.Scan()
		at := file.Offset(pos)
		switch tok {
		case token.EOF:
			return comments, literals
		case token.COMMENT:
			copy(comments[at:], code[at:at+len(text)])
			continue
		case token.STRING:
			if strings.Contains(text, " ") { // a message or a part of one, and not a value
				copy(literals[at:], text)
			}
			if sum { // a text on several lines
				for i := end - 1; i <= at; i++ {
					if literals[i] != '\n' {
						literals[i] = ' '
					}
				}
			}
			end = at + len(text)
		}
		sum = tok == token.ADD
	}
}

// A word is a word of a text, in lower case, or a mark between words.
type word struct {
	text string
	line int
}

// words splits a text. A name such as zip/name-twice or np.load is one word. A line break with the marker of a comment
// is a space.
func words(text []byte) []word {
	var out []word
	line := 1
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		start := i
		for i < len(text) && inWord(r) {
			i += n
			r, n = utf8.DecodeRune(text[i:])
		}
		if i > start {
			out = append(out, marked(string(text[start:i]), line)...)
			continue
		}
		i += n
		switch {
		case r == '\n':
			line++
		case r != utf8.RuneError && strings.ContainsRune(" \t\r/#*>\"'`_", r):
		default:
			out = append(out, word{string(r), line})
		}
	}
	return out
}

// marked returns a word, and the full stop after it. Slashes and dots alone are not a word.
func marked(s string, line int) []word {
	name := strings.TrimRight(s, ".'")
	if strings.Trim(name, "/-") == "" {
		return nil
	}
	if name != "None" { // Python's is not a pronoun
		name = strings.ToLower(name)
	}
	out := []word{{name, line}}
	if strings.HasSuffix(s, ".") {
		out = append(out, word{".", line})
	}
	return out
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_'.-/+", r)
}

// A vocabulary has phrases by their first words, natural ones first.
type vocabulary map[string][]sequence

// A sequence is a phrase, as sets of words.
type sequence struct {
	words  [][]string
	better string // empty if the phrase is natural
}

// A hit is a phrase in a text.
type hit struct {
	text, better string
	line         int
}

func newVocabulary(phrases []phrase) vocabulary {
	v := vocabulary{}
	for _, p := range slices.Concat(natural, phrases) {
		s := sequence{better: p.better}
		for _, w := range strings.Fields(p.avoid) {
			s.words = append(s.words, strings.Split(w, "|"))
		}
		for _, first := range s.words[0] {
			v[first] = append(v[first], s)
		}
	}
	return v
}

// find returns the phrases in a text, from left to right.
func (v vocabulary) find(text []byte) []hit {
	var hits []hit
	list := words(text)
	for i := 0; i < len(list); i++ {
		for _, s := range v[list[i].text] {
			n := s.at(list[i:])
			if n == 0 {
				continue
			}
			if s.better != "" {
				var b []string
				for _, w := range list[i : i+n] {
					b = append(b, w.text)
				}
				hits = append(hits, hit{strings.Join(b, " "), s.better, list[i].line})
			}
			i += n - 1
			break
		}
	}
	return hits
}

// at returns how many words the sequence has at the start of a text, 0 if it isn't there.
func (s sequence) at(list []word) int {
	n := 0
	for i, set := range s.words {
		if set[0] == "..." {
			rest := sequence{words: s.words[i+1:]}
			for gap := 0; gap <= 4 && n+gap < len(list); gap++ {
				if more := rest.at(list[n+gap:]); more > 0 {
					return n + gap + more
				}
				if !isWord(list[n+gap].text) {
					break
				}
			}
			return 0
		}
		if n == len(list) || set[0] != "*" && !slices.Contains(set, list[n].text) {
			return 0
		}
		n++
	}
	return n
}

// isWord reports whether a word is one, and not a mark.
func isWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return inWord(r)
}
