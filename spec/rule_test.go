package spec

import (
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRuleIDs(t *testing.T) {
	areas := []string{"prefix", "header", "literal", "keys", "descr", "shape", "order", "data", "pickle", "zip", "npz"}
	if got := Areas(); !slices.Equal(got, areas) {
		t.Errorf("got areas %v, want %v", got, areas)
	}
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$`)
	seen := make(map[string]bool)
	last := 0
	for _, r := range Rules() {
		if !kebab.MatchString(r.Name) {
			t.Errorf("%s: got a name that is not <area>-<defect> in kebab case", r.Name)
		}
		if seen[r.Name] {
			t.Errorf("%s: got the name twice", r.Name)
		}
		seen[r.Name] = true
		area := slices.Index(areas, r.Area())
		if area < 0 {
			t.Errorf("%s: got area %q, want one of %v", r.Name, r.Area(), areas)
		}
		if area < last {
			t.Errorf("%s: got it after a rule of area %q", r.Name, areas[last])
		}
		last = area
	}
}

// TestIDs checks that constants and names of rules correspond: header-padding-byte is HeaderPaddingByte, and is at the
// same position in its file.
func TestIDs(t *testing.T) {
	files, err := filepath.Glob("rules_*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("got files %v, %v", files, err)
	}
	constants := map[string]int{} // the place in its file
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
				for i, s := range d.Specs {
					constants[s.(*ast.ValueSpec).Names[0].Name] = i
				}
			}
		}
	}
	rules := Rules()
	if len(constants) != len(rules) {
		t.Errorf("got %d constants and %d rules", len(constants), len(rules))
	}
	var last ID
	for _, r := range rules {
		var want strings.Builder
		for _, word := range strings.Split(r.Name, "-") {
			want.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
		if at, ok := constants[want.String()]; !ok || at != int(r.ID&0xff) || r.ID <= last {
			t.Errorf("%s: got ID %#x after %#x, want the constant %s at %d", r.Name, r.ID, last, want.String(), at)
		}
		last = r.ID
		var id ID
		if text, err := r.ID.MarshalText(); err != nil || string(text) != r.Name || id.UnmarshalText(text) != nil || id != r.ID {
			t.Errorf("%s: got %s, %v as text and %d back", r.Name, text, err, id)
		}
	}
	var id ID
	if err := id.UnmarshalText([]byte("header-of-tomorrow")); err == nil || id != 0 {
		t.Errorf("header-of-tomorrow: got %d, %v, want an error", id, err)
	}
}

func TestRuleFields(t *testing.T) {
	for _, r := range Rules() {
		if r.Level < May || r.Level > Must {
			t.Errorf("%s: got level %d, want May, Should or Must", r.Name, r.Level)
		}
		if r.Kind < Conformance || r.Kind > Portability {
			t.Errorf("%s: got kind %d, want a kind", r.Name, r.Kind)
		}
		if r.Reader < Accept || r.Reader > Reject {
			t.Errorf("%s: got duty %d, want Accept, Either or Reject", r.Name, r.Reader)
		}
		if r.Reader == Reject && r.Level != Must {
			t.Errorf("%s: got duty reject at level %v, want MUST: what conforms must not be rejected", r.Name, r.Level)
		}
		if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(r.Since) {
			t.Errorf("%s: got since %q, want a version", r.Name, r.Since)
		}
		if r.Title == "" || r.Doc == "" || r.Owner == "" {
			t.Errorf("%s: got title %q, doc %q and %q for the owner of a file, want all three", r.Name, r.Title, r.Doc, r.Owner)
		}
	}
}

// TestHelp holds the texts for the owner of a file and for the author of the program that wrote it. An owner can't know
// what damage has changed, so no text says to edit the file; only of a note there may be nothing to say to the author.
func TestHelp(t *testing.T) {
	edits := regexp.MustCompile(`(?i)\b(adjust|append|change|clear|correct|cut|double|edit|fill|insert|lower|make|move|overwrite|pad|put|remove|replace|set|spell|swap)\b` +
		`[^.:;]*\b(bits?|bytes?|checksum|counts?|descr|dimensions?|fields?|header|keys?|length|literal|newline|numbers?|offset|padding|records?|shape|sizes?|suffix|text|type|version)\b|zip -FF`)
	for _, r := range Rules() {
		switch {
		case edits.MatchString(r.Owner):
			t.Errorf("%s: got %q in %q, want nothing that edits the bytes of a file that may be damaged", r.Name, edits.FindString(r.Owner), r.Owner)
		case strings.Contains(r.Owner, "In a writer") || strings.Contains(r.Owner, "In a reader"):
			t.Errorf("%s: got %q for the owner of a file, want that for the author", r.Name, r.Owner)
		}
		switch nothing := r.Level == May && strings.HasPrefix(r.Owner, ownNothing[:len(ownNothing)-1]); {
		case r.Author == "" && !nothing:
			t.Errorf("%s: got no text for the author of a writer, want one, unless there is nothing to be done about a note", r.Name)
		case strings.Contains(r.Author, "np.load(path)"):
			t.Errorf("%s: got %q for the author of a writer, want what to change in the program", r.Name, r.Author)
		}
	}
}

// TestFixNotes requires of each rule a decision on npycheck fix: what it leaves has a reason, what it asks for a flag, and
// what leaves the array in doubt is repaired only on a condition.
func TestFixNotes(t *testing.T) {
	clause := regexp.MustCompile(`^[a-z][^\n]*[^.]$`)
	for _, r := range Rules() {
		switch n := r.Fix; {
		case n.Way > FixIfAsked,
			n.Way != FixIfSafe && n.Why == "",
			n.Way == FixIfAsked && n.Flag == "",
			n.Way == FixNever && n.Flag != "",
			n.Way == FixIfSafe && n.Why == "" && (n.Doubt || n.Flag != ""):
			t.Errorf("%s: got %+v, want a reason for what stays, a flag for what is asked for, and a condition if there is doubt or a flag", r.Name, n)
		case n.Why != "" && !clause.MatchString(n.Why) || n.Way == FixIfSafe && n.Why != "" && !strings.HasPrefix(n.Why, "if "):
			t.Errorf("%s: got %q, want a clause without a period, which begins with \"if\" if it is a condition", r.Name, n.Why)
		}
	}
}

// TestFixWays holds the note of one rule of each way.
func TestFixWays(t *testing.T) {
	for _, test := range []struct {
		rule        ID
		way         FixWay
		flag        string
		doubt       bool
		conditional bool
	}{
		{HeaderTabInside, FixIfSafe, "", false, false},
		{HeaderNewlinesConverted, FixIfSafe, "", true, true},
		{DescrTypeName, FixIfSafe, "--byte-order", false, true},
		{DataSecondArray, FixIfAsked, "--split", false, false},
		{DataTruncated, FixNever, "", true, false},
		{DataBoolValue, FixNever, "", false, false},
		{PickleImportDangerous, FixNever, "", false, false},
		{ZipCrc, FixNever, "", true, false},
	} {
		if n := test.rule.Rule().Fix; n.Way != test.way || n.Flag != test.flag || n.Doubt != test.doubt || n.Conditional() != test.conditional {
			t.Errorf("%v: got %+v, want %+v", test.rule, n, test)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, want := range Rules() {
		got, ok := Lookup(want.Name)
		if !ok || got.ID != want.ID || got.Name != want.Name {
			t.Errorf("Lookup(%q): got %q, %v, want the rule", want.Name, got.Name, ok)
		}
	}
	if _, ok := Lookup("header"); ok {
		t.Errorf("Lookup(%q): got a rule, want none", "header")
	}
}

// BenchmarkRules builds the table, which delays the first finding of a program.
func BenchmarkRules(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		makeRules()
	}
}

func TestClauses(t *testing.T) {
	form := regexp.MustCompile(`^(npy-[1-8]|npz-[1-5])\.([1-9][0-9]*)$`)
	section, number := "", 0
	var sections []string
	for _, c := range Clauses() {
		m := form.FindStringSubmatch(c.ID)
		if m == nil {
			t.Errorf("%q: got an ID that is not <document>-<section>.<number>", c.ID)
			continue
		}
		if m[1] != section {
			section, number = m[1], 0
			sections = append(sections, section)
		}
		number++
		if want := section + "." + strconv.Itoa(number); c.ID != want {
			t.Errorf("got clause %s, want %s", c.ID, want)
		}
		if !slices.Contains([]string{"stated", "implied", "reference"}, c.Strength) {
			t.Errorf("%s: got strength %q", c.ID, c.Strength)
		}
		versions := []string{"all", "1.0 and 2.0", "2.0 and 3.0", "3.0"}
		if strings.HasPrefix(section, "npz-") {
			versions = []string{""}
		}
		if !slices.Contains(versions, c.versions) {
			t.Errorf("%s: got versions %q, want one of %q", c.ID, c.versions, versions)
		}
		if c.Title == "" || c.Sources == "" {
			t.Errorf("%s: got title %q and sources %q, want both", c.ID, c.Title, c.Sources)
		}
		if !regexp.MustCompile(`\b(MUST|SHOULD|MAY)\b`).MatchString(c.Text) {
			t.Errorf("%s: got a text without a requirement word", c.ID)
		}
	}
	want := []string{"npy-1", "npy-2", "npy-3", "npy-4", "npy-5", "npy-6", "npy-7", "npy-8", "npz-1", "npz-2", "npz-3", "npz-4", "npz-5"}
	if !slices.Equal(sections, want) {
		t.Errorf("got sections %v, want %v", sections, want)
	}
}

// TestClausesHaveTheirRules makes sure that every clause lists exactly the rules that name it, in the order of the table.
// With NPYCHECK_UPDATE in the environment it writes those lines of the documents.
func TestClausesHaveTheirRules(t *testing.T) {
	written := maps.Clone(documents)
	want := rulesOfClauses()
	for _, c := range Clauses() {
		if len(c.Rules) == 0 {
			t.Errorf("%s: got a clause without a rule", c.ID)
		}
		switch update := os.Getenv("NPYCHECK_UPDATE") != ""; {
		case slices.Equal(c.Rules, want[c.ID]):
		case update:
			written[c.File] = withLine(written[c.File], c.ID, "Readers:", duties(want[c.ID]))
		default:
			t.Errorf("%s: got rules %v, want %v: go run ./corpus/tools/accept", c.ID, c.Rules, want[c.ID])
		}
		delete(want, c.ID)
	}
	for name, document := range written {
		if document == documents[name] {
			continue
		}
		if err := os.WriteFile(name, []byte(document), 0o666); err != nil {
			t.Error(err)
		}
	}
	for clause, rules := range want {
		t.Errorf("%s: got rules %v for a clause that no document has", clause, rules)
	}
}

// withLine returns a document with another text after a label of a clause.
func withLine(document, clause, label, text string) string {
	at := strings.Index(document, "\n### "+clause+" ")
	at += strings.Index(document[at:], "\n"+label+" ") + 1
	_, after, more := strings.Cut(document[at:], "\n\n")
	line := label
	width := len(label)
	for _, word := range strings.Fields(text) {
		if width += len(" " + word); width > 100 {
			line += "\n" + word
			width = len(word)
		} else {
			line += " " + word
		}
	}
	if !more {
		return document[:at] + line + "\n"
	}
	return document[:at] + line + "\n\n" + after
}

func TestWithLine(t *testing.T) {
	long := strings.Repeat("x", 60)
	const document = "# R\n\n### npy-1.1 A\nStrength.\n\nText.\n\nReaders: `a`,\n`b`\n\n### npy-1.11 B\n\nText.\n\nReaders: `c`\n"
	want := "# R\n\n### npy-1.1 A\nStrength.\n\nText.\n\nReaders: `a`, " + long + ",\n" + long + "\n\n### npy-1.11 B\n\nText.\n\nReaders: `c`\n"
	if got := withLine(document, "npy-1.1", "Readers:", "`a`, "+long+", "+long); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want = "# R\n\n### npy-1.1 A\nStrength.\n\nText.\n\nReaders: `a`,\n`b`\n\n### npy-1.11 B\n\nText.\n\nReaders: `c`, `d`\n"
	if got := withLine(document, "npy-1.11", "Readers:", "`c`, `d`"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// References between clauses, and from the text to the rules, lead somewhere.
func TestClauseReferences(t *testing.T) {
	known := make(map[string]bool)
	for _, c := range Clauses() {
		known[c.ID] = true
	}
	for _, ref := range regexp.MustCompile(`np[yz]-\d+\.\d+`).FindAllString(npyDocument+pickleDocument+npzDocument, -1) {
		if !known[ref] {
			t.Errorf("got a reference to %s, which no document has", ref)
		}
	}
}

// TestHexDump checks the files that the introductions show: an array of three integers, and its archive as np.savez
// writes it with Python 3.11.4 and later.
func TestHexDump(t *testing.T) {
	header := "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }"
	array := Magic + "\x01\x00\x76\x00" + header + strings.Repeat(" ", 117-len(header)) + "\n" + "\x01\x00\x02\x00\x03\x00"
	const same = "\x00\x00\x00\x00\x00\x00\x21\x00\x60\x82\x00\x91" // in both headers of the member: flags, method, time and checksum
	archive := "PK\x03\x04\x2d\x00" + same + "\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\x14\x00a.npy" +
		"\x01\x00\x10\x00\x86\x00\x00\x00\x00\x00\x00\x00\x86\x00\x00\x00\x00\x00\x00\x00" + array +
		"PK\x01\x02\x2d\x03\x2d\x00" + same + "\x86\x00\x00\x00\x86\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x00\x80\x01\x00\x00\x00\x00a.npy" +
		"PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x33\x00\x00\x00\xbd\x00\x00\x00\x00\x00"
	for _, test := range []struct {
		name, document, want string
	}{
		{"npy.md", npyDocument, array},
		{"npz.md", npzDocument, archive},
	} {
		_, rest, _ := strings.Cut(test.document, "```hexdump\n")
		dump, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Errorf("%s: got no hex dump", test.name)
			continue
		}
		if got := readHexDump(t, dump); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// readHexDump returns the bytes of a hex dump, and checks its offsets and its text column.
func readHexDump(t *testing.T, dump string) string {
	t.Helper()
	var file []byte
	for line := range strings.Lines(dump) {
		digits, text, _ := strings.Cut(line[10:], "|")
		row, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		if err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		if got, want := line[:8], hex.EncodeToString([]byte{0, 0, byte(len(file) >> 8), byte(len(file))}); got != want {
			t.Errorf("got offset %s, want %s", got, want)
		}
		shown := strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return '.'
			}
			return r
		}, latin1(row))
		if want := shown + "|\n"; text != want {
			t.Errorf("offset %s: got text %q, want %q", line[:8], text, want)
		}
		file = append(file, row...)
	}
	return string(file)
}

// latin1 returns one character for each byte.
func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}
