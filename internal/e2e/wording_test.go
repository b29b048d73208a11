package e2e

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A phrase is a sequence of words that readers stumble over. It is written with spaces between words, with | between
// alternatives, with * for any word, and with ... for up to four words. A punctuation mark is a word of its own.
type phrase struct{ avoid, better string }

const (
	take     = "take|takes|took|taken|taking"
	software = "numpy|python|go|rust|java|javascript|node|c++|kotlin|zipfile|npycheck"
	thing    = "reader|readers|writer|writers|program|programs|file|files|archive|archives|header|headers|layout|" +
		"spelling|dtype|dtypes|type|types|name|names|parser|parsers|string|strings|integer|integers|rules"
)

// phrases are avoided in everything that people read: documents, help, messages, comments and scripts.
var phrases = []phrase{
	{",|; want|wants", "expected"},
	{"tell|tells|telling|told", "show, say, report, mean, distinguish"},
	{"go|goes|going|went on", "continue"},
	{"is|are|was|were|be|isn't|aren't no|none", "is not a, has no"},
	{"data are|aren't|begin|come|contain|do|don't|end|follow|have|haven't|lie|need|start|were|weren't", "data is, has, begins"},
	{"in the place of", "instead of"},
	{"processor|processors", "CPU"},
	{"another|other * than", "a different … than, other than"},
	{"else than", "other than"},
	{"after|by|for|has|of|on|with so many", "that many"},
	{"white space", "whitespace"},
	{"sub-array|sub-arrays", "subarray"},
	{thing + " of " + software, "NumPy's reader, a reader in Go"},
	{"stranger|strangers", "untrusted, from someone else"},
	{"anew", "again, from scratch"},
	{"come|comes|came|coming upon|across", "meet, find"},
	{take + " ... for", "read as, treat as, mistake for"},
	{"what holds", "what applies, the effective"},
	{"behind", "after"},
	{"in front of", "before"},
	{"stand|stands after|at|before|between|next|only|there|where", "is"},
	{"say|says|said of", "say about"},
	{"parted", "separated, split"},
	{"blank|blanks", "space"},
	{"all the more|less", "even more"},
	{"of no use", "useless, stale"},
	{"of the sort", "like it"},
	{"mend|mends|mended|mending", "fix, repair"},
}

// messagePhrases are avoided in messages besides.
var messagePhrases = []phrase{
	{"want|wants", "expected"},
	{"refuse|refuses|refused", "reject"},
	{"dies", "crash, end"},
	{"stand|stands", "is"},
}

// natural are phrases that a native speaker does write, although one above would match.
var natural = []phrase{
	{avoid: "there is|are|was|were no|none"},
	{avoid: "is|are|was|were no longer"},
	{avoid: "is|are|was|were no more|less|fewer|larger|better"},
	{avoid: "you want"},
	{avoid: "got , want"}, // names of variables
	{avoid: "after|by|for|has|of|on|with so many ... that"},
	{avoid: "no|any|each|every other * than"},
	{avoid: take + " ... longer|memory|minute|minutes|moment|ms|request|room|s|second|seconds|space|time"},
	{avoid: "tell|tells|told|telling apart"},
	{avoid: "tell|tells|telling them|these|* apart"},
	{avoid: "left|wait|waits|waiting behind"},
	{avoid: "stand|stands for"},
	{avoid: "refuse|refuses|refused to"},
	{avoid: "leave|leaves|leaving|lag|lags ... behind"},
}

// unread are folders and files with text that npycheck doesn't write: what programs answered, generated pages,
// licences, and names that are promised.
var unread = []string{".git", ".ci/cache", "corpus/vectors", "fuzz/testdata", "conformance/matrix.html",
	"conformance/matrix.json", "conformance/matrix.md", "conformance/adapters/*/known-failures-*", "corpus/manifest.json",
	"corpus/recorded/numpy.json", "*LICENSE"}

// installed are folders of tools.
var installed = []string{".git", ".venv", "venv", "node_modules", "target", "__pycache__"}

// TestWording reads everything in the repository that people read for phrases that sound translated.
func TestWording(t *testing.T) {
	t.Parallel()
	all, more := newVocabulary(phrases), newVocabulary(slices.Concat(phrases, messagePhrases))
	check := func(name string, text []byte, v vocabulary) {
		for _, hit := range v.find(text) {
			t.Errorf("%s:%d: got %q, want another phrase, such as: %s", name, hit.line, hit.text, hit.better)
		}
	}
	files := 0
	for _, name := range sources(t) {
		if isUnread(name) {
			continue
		}
		switch filepath.Ext(name) {
		case ".npy", ".npz", ".gz", ".svg", ".sum", ".png":
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		files++
		if filepath.Ext(name) != ".go" {
			check(name, text, all)
			continue
		}
		comments, literals := split(text)
		check(name, comments, all)
		if !strings.HasSuffix(name, "_test.go") {
			check(name, literals, more)
		}
	}
	if files < 1000 {
		t.Errorf("got %d files, want over 1000", files)
	}
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

// sources returns the names of the regular files of the repository, with slashes: those that git doesn't ignore, or
// without git those outside of folders with what tools install, which have anybody's words.
func sources(t *testing.T) []string {
	t.Helper()
	var names []string
	if _, err := os.Lstat("../../.git"); err == nil {
		list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
		list.Dir = "../.."
		if out, err := list.Output(); err == nil {
			for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
				if info, err := os.Lstat(filepath.Join("../..", name)); err == nil && info.Mode().IsRegular() {
					names = append(names, name)
				}
			}
			return names
		}
	}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".ci/cache" || slices.Contains(installed, d.Name())):
			return fs.SkipDir
		case d.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
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

// TestWordingFinds covers the places of a phrase, and phrases that look like it.
func TestWordingFinds(t *testing.T) {
	v := newVocabulary(slices.Concat(phrases, messagePhrases))
	for _, test := range []struct{ text, want string }{
		{"The data are cut.", "1: data are"},
		{"// it is\n// no archive", "1: is no"},
		{"| a |\n\n* is\n  none", "3: is none"},
		{"3 items, want 4", "1: , want"},
		{"Takes a list for a shape.", "1: takes a list for"},
		{"The end. Such a file", ""},
		{"a reader of Go and files of\nNumPy", "1: reader of go; 1: files of numpy"},
		{"`told`, told", "1: told; 1: told"},
		{"header/magic-behind-bom, is None, there is no end, leaves nothing behind, takes 2 seconds for it", ""},
		{"no longer is. No data, are", ""},
	} {
		var got []string
		for _, h := range v.find([]byte(test.text)) {
			got = append(got, fmt.Sprintf("%d: %s", h.line, h.text))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
	const code = "package p\n\n// is no reader\nvar behind = \"told\" + \"it is \" +\n\t\"no file\" // anew\n"
	comments, literals := split([]byte(code))
	for _, test := range []struct {
		text []byte
		want string
	}{{comments, "3: is no; 5: anew"}, {literals, "4: is no"}} {
		var got []string
		for _, h := range v.find(test.text) {
			got = append(got, fmt.Sprintf("%d: %s", h.line, h.text))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
