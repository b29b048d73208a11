package spec

import (
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var areas = []string{"prefix", "header", "literal", "keys", "descr", "shape", "order", "data", "pickle"}

func TestRuleIDs(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$`)
	seen := make(map[string]bool)
	last := 0
	for _, r := range Rules() {
		if !kebab.MatchString(r.ID) {
			t.Errorf("%s: got an ID that is not <area>-<defect> in kebab case", r.ID)
		}
		if seen[r.ID] {
			t.Errorf("%s: got the ID twice", r.ID)
		}
		seen[r.ID] = true
		area := slices.Index(areas, r.Area())
		if area < 0 {
			t.Errorf("%s: got area %q, want one of %v", r.ID, r.Area(), areas)
		}
		if area < last {
			t.Errorf("%s: got it behind a rule of area %q", r.ID, areas[last])
		}
		last = area
	}
}

func TestRuleFields(t *testing.T) {
	sentence := regexp.MustCompile(`^[A-Z0-9'"\\(\[].*[.]$`)
	for _, r := range Rules() {
		if r.Level < May || r.Level > Must {
			t.Errorf("%s: got level %d, want May, Should or Must", r.ID, r.Level)
		}
		if r.Kind < Conformance || r.Kind > Portability {
			t.Errorf("%s: got kind %d, want a kind", r.ID, r.Kind)
		}
		if r.Reader < Accept || r.Reader > Reject {
			t.Errorf("%s: got duty %d, want Accept, Either or Reject", r.ID, r.Reader)
		}
		if r.Reader == Reject && r.Level != Must {
			t.Errorf("%s: got duty reject at level %v, want MUST: what conforms must not be rejected", r.ID, r.Level)
		}
		if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(r.Since) {
			t.Errorf("%s: got since %q, want a version", r.ID, r.Since)
		}
		if !isTitle(r.Title) {
			t.Errorf("%s: got title %q, want lower case at the start, one line and no period", r.ID, r.Title)
		}
		if len(r.Doc) < 80 || !utf8.ValidString(r.Doc) || strings.Contains(r.Doc, "  ") || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("%s: got doc %q, want some sentences", r.ID, r.Doc)
		}
		if !sentence.MatchString(r.Fix) || strings.Contains(r.Fix, "  ") {
			t.Errorf("%s: got fix %q, want a sentence", r.ID, r.Fix)
		}
		if r.Example.Bad == "" || r.Example.Good == "" || r.Example.Bad == r.Example.Good {
			t.Errorf("%s: got equal or empty examples, want a bad and a good file", r.ID)
		}
		if !strings.HasPrefix(r.Example.Good, Magic) {
			t.Errorf("%s: got a good example without the magic string", r.ID)
		}
	}
}

// isTitle reports whether the title begins in lower case, or with a word that is spelled with
// capitals everywhere.
func isTitle(title string) bool {
	word, _, _ := strings.Cut(title, " ")
	first, _ := utf8.DecodeRuneInString(word)
	proper := []string{"NumPy", "NUL", "JSON", "C", "U"}
	return (!unicode.IsUpper(first) || slices.Contains(proper, word)) &&
		!strings.ContainsAny(title, "\n") && !strings.HasSuffix(title, ".")
}

func TestLookup(t *testing.T) {
	for _, want := range Rules() {
		got, ok := Lookup(want.ID)
		if !ok || got != want {
			t.Errorf("Lookup(%q): got %q, %v, want the rule", want.ID, got.ID, ok)
		}
	}
	if _, ok := Lookup("header"); ok {
		t.Errorf("Lookup(%q): got a rule, want none", "header")
	}
}

func TestClauses(t *testing.T) {
	form := regexp.MustCompile(`^npy-([1-8])\.([1-9][0-9]*)$`)
	section, number := "0", 0
	for _, c := range Clauses() {
		m := form.FindStringSubmatch(c.ID)
		if m == nil {
			t.Errorf("%q: got an ID that is not npy-<section>.<number>", c.ID)
			continue
		}
		if m[1] != section {
			section, number = m[1], 0
		}
		number++
		if want := "npy-" + section + "." + strconv.Itoa(number); c.ID != want {
			t.Errorf("got clause %s, want %s", c.ID, want)
		}
		if !slices.Contains([]string{"stated", "implied", "reference"}, c.Strength) {
			t.Errorf("%s: got strength %q", c.ID, c.Strength)
		}
		if !slices.Contains([]string{"all", "1.0 and 2.0", "2.0 and 3.0", "3.0"}, c.Versions) {
			t.Errorf("%s: got versions %q", c.ID, c.Versions)
		}
		if c.Title == "" || c.Sources == "" {
			t.Errorf("%s: got title %q and sources %q, want both", c.ID, c.Title, c.Sources)
		}
		if !regexp.MustCompile(`\b(MUST|SHOULD|MAY)\b`).MatchString(c.Text) {
			t.Errorf("%s: got a text without a requirement word", c.ID)
		}
	}
	if section != "8" {
		t.Errorf("got section %s last, want 8", section)
	}
}

// Every clause lists exactly the rules that name it, in the order of the table.
func TestClausesHaveTheirRules(t *testing.T) {
	want := make(map[string][]string)
	for _, r := range Rules() {
		want[r.Clause] = append(want[r.Clause], r.ID)
	}
	for _, c := range Clauses() {
		if len(c.Rules) == 0 {
			t.Errorf("%s: got a clause without a rule", c.ID)
		}
		if !slices.Equal(c.Rules, want[c.ID]) {
			t.Errorf("%s: got rules %v, want %v", c.ID, c.Rules, want[c.ID])
		}
		delete(want, c.ID)
	}
	for clause, rules := range want {
		t.Errorf("%s: got rules %v for a clause that npy.md doesn't have", clause, rules)
	}
}

// References between clauses, and from the text to the rules, lead somewhere.
func TestClauseReferences(t *testing.T) {
	known := make(map[string]bool)
	for _, c := range Clauses() {
		known[c.ID] = true
	}
	for _, ref := range regexp.MustCompile(`npy-\d+\.\d+`).FindAllString(npyRegister, -1) {
		if !known[ref] {
			t.Errorf("got a reference to %s, which npy.md doesn't have", ref)
		}
	}
}

func TestHexDump(t *testing.T) {
	_, rest, _ := strings.Cut(npyRegister, "```hexdump\n")
	dump, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("got no hex dump in npy.md")
	}
	var file []byte
	for line := range strings.Lines(dump) {
		digits, _, _ := strings.Cut(line[10:], "|")
		row, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		if err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		if got, want := line[:8], hex.EncodeToString([]byte{0, 0, byte(len(file) >> 8), byte(len(file))}); got != want {
			t.Errorf("got offset %s, want %s", got, want)
		}
		file = append(file, row...)
	}
	want := npy(Version1, "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }", "\x01\x00\x02\x00\x03\x00")
	if string(file) != want {
		t.Errorf("got %q, want %q", file, want)
	}
}
