package spec

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// documents are the documents that have clauses.
var documents = map[string]string{"npy.md": npyDocument, "pickle.md": pickleDocument, "npz.md": npzDocument}

// dutyWords are the words of the line Readers.
var dutyWords = map[Duty]string{Reject: "reject", Either: "may reject", Accept: "accept"}

// TestReaders compares the line Readers of each clause with the duties of its rules.
func TestReaders(t *testing.T) {
	for _, c := range Clauses() {
		if want := duties(c.Rules); c.readers != want {
			t.Errorf("%s: got Readers: %s\nwant %s", c.ID, c.readers, want)
		}
	}
}

// duties returns the text after "Readers:" in a clause with the given rules.
func duties(rules []string) string {
	var all []string
	for _, duty := range []Duty{Reject, Either, Accept} {
		var names []string
		for _, name := range rules {
			if r, ok := Lookup(name); ok && r.Reader == duty {
				names = append(names, "`"+name+"`")
			}
		}
		if names != nil {
			all = append(all, dutyWords[duty]+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(all, "; ") + "."
}

// rulesOfClauses returns the names of the rules of each clause, in the order of the table.
func rulesOfClauses() map[string][]string {
	rules := make(map[string][]string)
	for _, r := range Rules() {
		rules[r.Clause] = append(rules[r.Clause], r.Name)
	}
	return rules
}

// TestCases checks the cases that clauses name against the corpus: a case breaks a rule of its clause, and has the
// duty of that rule.
func TestCases(t *testing.T) {
	text, err := os.ReadFile("../corpus/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	type vector struct {
		ID, File, Duty string
		Rules          []string
	}
	var manifest struct{ Cases []vector }
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	vectors := make(map[string]vector)
	for _, v := range manifest.Cases {
		vectors[v.ID] = v
	}
	links := make(map[string]map[string]string)
	for name, document := range documents {
		links[name] = make(map[string]string)
		for _, m := range regexp.MustCompile(`(?m)^\[([^]]+)\]: (\S+)$`).FindAllStringSubmatch(document, -1) {
			links[name][m[1]] = m[2]
		}
	}
	for _, c := range Clauses() {
		for _, m := range regexp.MustCompile(`\[([^]]+)\]`).FindAllStringSubmatch(c.cases, -1) {
			v, ok := vectors[m[1]]
			if !ok {
				t.Errorf("%s: got the case %s, which the corpus doesn't have", c.ID, m[1])
				continue
			}
			if got, want := links[c.File][v.ID], "../corpus/vectors/"+v.File; got != want {
				t.Errorf("%s: got a link of %s to %q, want %q", c.ID, v.ID, got, want)
			}
			delete(links[c.File], v.ID)
			var duty Duty
			for _, name := range v.Rules {
				if r, _ := Lookup(name); r.Clause == c.ID {
					duty = max(duty, r.Reader)
				}
			}
			if v.Duty != duty.String() {
				t.Errorf("%s: got the case %s with the duty %q, want %q as its rules %v ask for", c.ID, v.ID, v.Duty, duty, v.Rules)
			}
		}
	}
	for name, unused := range links {
		for id := range unused {
			t.Errorf("%s: got a link to %s, which no clause names", name, id)
		}
	}
}

// TestDuties compares duties.md with the clauses and rules, and writes it if NPYCHECK_UPDATE is set.
func TestDuties(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Duties of readers

What a reader owes to a file with one fault and no other, for each fault that npycheck has a rule for. The words
are those of [npy.md](npy.md#what-a-reader-owes-a-file): **reject** it, **may reject** it or read it with the meaning
that the clause gives, or **accept** it. "Level" is the word that the clause uses of the file.

This page is generated from the rules: ` + "`NPYCHECK_UPDATE=1 go test ./spec -run Duties`" + `.
`)
	file, rules := "", rulesOfClauses()
	for _, c := range Clauses() {
		if c.File != file {
			file = c.File
			fmt.Fprintf(&b, "\n## %s\n\n| clause | what the file has | level | readers | rule |\n|---|---|---|---|---|\n", file)
		}
		for _, name := range rules[c.ID] {
			r, _ := Lookup(name)
			fmt.Fprintf(&b, "| [%s](%s#%s) %s | %s | %v | %s | `%s` |\n", c.ID, c.File, anchor(c.ID+" "+c.Title), c.Title,
				strings.ReplaceAll(r.Title, "|", `\|`), r.Level, dutyWords[r.Reader], name)
		}
	}
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile("duties.md", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile("duties.md"); err != nil || string(text) != b.String() {
		t.Errorf("duties.md is not what the rules give (%v): NPYCHECK_UPDATE=1 go test ./spec -run Duties", err)
	}
}

// anchor returns the anchor that renderers of Markdown make of a heading.
func anchor(heading string) string {
	heading = strings.ReplaceAll(strings.ToLower(heading), " ", "-")
	return regexp.MustCompile(`[^-_a-z0-9]`).ReplaceAllString(heading, "")
}
