package spec

import (
	"archive/zip"
	"encoding/binary"
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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

// TestIDs holds the constants and the names of the rules together: header-padding-byte is HeaderPaddingByte.
func TestIDs(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "id.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var constants []string
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.CONST {
			for _, s := range d.Specs {
				constants = append(constants, s.(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	rules := Rules()
	if len(constants) != len(rules) {
		t.Errorf("got %d constants and %d rules", len(constants), len(rules))
	}
	for i, r := range rules {
		var want strings.Builder
		for _, word := range strings.Split(r.Name, "-") {
			want.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
		if int(r.ID) != i+1 || i < len(constants) && constants[i] != want.String() {
			t.Errorf("%s: got ID %d, want the constant %s in place %d", r.Name, r.ID, want.String(), i+1)
		}
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
	sentence := regexp.MustCompile(`^[A-Z0-9'"\\(\[].*[.]$`)
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
		if !isTitle(r.Title) {
			t.Errorf("%s: got title %q, want lower case at the start, one line and no period", r.Name, r.Title)
		}
		if len(r.Doc) < 80 || !utf8.ValidString(r.Doc) || strings.Contains(r.Doc, "  ") || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("%s: got doc %q, want some sentences", r.Name, r.Doc)
		}
		if !sentence.MatchString(r.Fix) || strings.Contains(r.Fix, "  ") {
			t.Errorf("%s: got fix %q, want a sentence", r.Name, r.Fix)
		}
		example := r.Example()
		if example.Bad == "" || example.Good == "" || example.Bad == example.Good {
			t.Errorf("%s: got equal or empty examples, want a bad and a good file", r.Name)
		}
		begin := Magic
		if r.Area() == "zip" || r.Area() == "npz" {
			begin = "PK\x03\x04"
		}
		if !strings.HasPrefix(example.Good, begin) {
			t.Errorf("%s: got a good example that begins with %q, want %q", r.Name, example.Good[:4], begin)
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
		got, ok := Lookup(want.Name)
		if !ok || got.ID != want.ID || got.Name != want.Name {
			t.Errorf("Lookup(%q): got %q, %v, want the rule", want.Name, got.Name, ok)
		}
	}
	if _, ok := Lookup("header"); ok {
		t.Errorf("Lookup(%q): got a rule, want none", "header")
	}
}

// BenchmarkRules makes the table, which the first finding of a program waits for.
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
			t.Errorf("%q: got an ID that is not <register>-<section>.<number>", c.ID)
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

// Every clause lists exactly the rules that name it, in the order of the table.
func TestClausesHaveTheirRules(t *testing.T) {
	want := make(map[string][]string)
	for _, r := range Rules() {
		want[r.Clause] = append(want[r.Clause], r.Name)
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
		t.Errorf("%s: got rules %v for a clause that no register has", clause, rules)
	}
}

// References between clauses, and from the text to the rules, lead somewhere.
func TestClauseReferences(t *testing.T) {
	known := make(map[string]bool)
	for _, c := range Clauses() {
		known[c.ID] = true
	}
	for _, ref := range regexp.MustCompile(`np[yz]-\d+\.\d+`).FindAllString(npyRegister+pickleRegister+npzRegister, -1) {
		if !known[ref] {
			t.Errorf("got a reference to %s, which no register has", ref)
		}
	}
}

// The files that the introductions show are what the builder of the examples makes.
func TestHexDump(t *testing.T) {
	array := npy(Version1, "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }", "\x01\x00\x02\x00\x03\x00")
	for _, test := range []struct {
		name, register, want string
	}{
		{"npy.md", npyRegister, array},
		{"npz.md", npzRegister, zipFile(forced("a.npy", array))},
	} {
		_, rest, _ := strings.Cut(test.register, "```hexdump\n")
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

// dataLength returns how many bytes of a file come after its header, going by the length that its prefix has.
func dataLength(file string) int {
	switch {
	case !strings.HasPrefix(file, Magic) || len(file) < 12:
		return -1
	case file[6] == 1:
		return len(file) - 10 - int(binary.LittleEndian.Uint16([]byte(file[8:])))
	}
	return len(file) - 12 - int(binary.LittleEndian.Uint32([]byte(file[8:])))
}

// TestExampleData has the length of the data of the examples. Most are three doubles.
func TestExampleData(t *testing.T) {
	type lengths struct{ bad, good int }
	others := map[string]lengths{
		"prefix-too-short":                {-1, 24},
		"prefix-magic":                    {-1, 24},
		"prefix-header-truncated":         {-68, 24},
		"prefix-length-big-endian":        {-30066, 24},
		"prefix-length-width":             {26, 24},
		"header-control-character":        {16, 16},
		"header-text-mode":                {25, 24},
		"header-length-over-10000":        {0, 0},
		"header-not-a-literal":            {8, 8},
		"header-nesting-depth":            {16, 16},
		"literal-unicode-prefix":          {16, 16},
		"literal-unknown-escape":          {16, 16},
		"literal-bad-escape":              {16, 16},
		"literal-number-underscore":       {80, 80},
		"descr-invalid-type":              {16, 16},
		"descr-dict":                      {16, 16},
		"descr-unknown-code":              {16, 16},
		"descr-invalid-size":              {8, 8},
		"descr-trailing-garbage":          {16, 16},
		"descr-native-byte-order":         {16, 16},
		"descr-order-on-single-byte":      {2, 2},
		"descr-order-missing-single-byte": {2, 2},
		"descr-mixed-byte-order":          {32, 32},
		"descr-type-name":                 {16, 16},
		"descr-c-type-code":               {16, 16},
		"descr-type-number":               {16, 16},
		"descr-alias-a":                   {10, 10},
		"descr-platform-longdouble":       {32, 16},
		"descr-other-platform-float":      {24, 16},
		"descr-size-syntax":               {16, 16},
		"descr-size-missing":              {2, 2},
		"descr-repeat-count":              {48, 48},
		"descr-datetime-divisor-inexact":  {16, 16},
		"descr-field-list":                {16, 16},
		"descr-subarray-shape-form":       {48, 48},
		"descr-size-negative":             {10, 10},
		"descr-size-overflow":             {6, 6},
		"descr-object-size":               {154, 154},
		"descr-zero-itemsize":             {0, 2},
		"descr-void-lost-type":            {4, 4},
		"descr-datetime-unit":             {16, 16},
		"descr-datetime-generic":          {16, 16},
		"descr-datetime-form":             {16, 16},
		"descr-datetime-multiple":         {16, 16},
		"descr-datetime-divisor":          {16, 16},
		"descr-datetime-divisor-zero":     {16, 16},
		"descr-tuple-top-level":           {48, 48},
		"descr-tuple-malformed":           {16, 16},
		"descr-tuple-base-alias":          {8, 8},
		"descr-field-not-tuple":           {2, 2},
		"descr-field-length":              {32, 32},
		"descr-empty-struct":              {0, 16},
		"descr-field-name-type":           {16, 16},
		"descr-title-type":                {16, 16},
		"descr-duplicate-name":            {32, 32},
		"descr-duplicate-title":           {16, 16},
		"descr-name-odd":                  {16, 16},
		"descr-empty-name":                {16, 16},
		"descr-padding-form":              {16, 16},
		"descr-padding-zero":              {16, 16},
		"descr-subarray-shape-int":        {48, 48},
		"descr-subarray-shape-one":        {16, 16},
		"descr-subarray-shape-type":       {32, 32},
		"descr-subarray-shape-negative":   {32, 32},
		"descr-subarray-shape-empty":      {16, 16},
		"descr-subarray-zero":             {16, 32},
		"descr-subarray-zero-itemsize":    {16, 32},
		"descr-itemsize-overflow":         {0, 0},
		"shape-bool":                      {8, 8},
		"shape-product-overflow":          {0, 0},
		"shape-zero-with-huge-dimension":  {0, 0},
		"shape-rank-over-32":              {8, 8},
		"shape-rank-over-64":              {8, 8},
		"data-truncated":                  {23, 24},
		"data-trailing":                   {25, 24},
		"data-second-array":               {176, 24},
		"data-bool-value":                 {2, 2},
		"data-code-point":                 {4, 4},
		"data-padding-not-zero":           {8, 8},
	}
	for _, r := range Rules() {
		if area := r.Area(); area == "pickle" || area == "zip" || area == "npz" {
			continue
		}
		want, ok := others[r.Name]
		if !ok {
			continue
		}
		if got := (lengths{dataLength(r.Example().Bad), dataLength(r.Example().Good)}); got != want {
			t.Errorf("%s: got %+v, want %+v", r.Name, got, want)
		}
	}
}

// TestMagicExample has the same file with the magic and with another one.
func TestMagicExample(t *testing.T) {
	example := PrefixMagic.Rule().Example()
	if got, want := example.Bad, "\x93numpy"+example.Good[6:]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExampleNames has the names of the members in the good examples: a.npy alone, if the rule isn't about names or
// several members.
func TestExampleNames(t *testing.T) {
	two := []string{"a.npy", "b.npy"}
	others := map[string][]string{
		"zip-overlap":          two,
		"zip-hidden-member":    two,
		"zip-missing-member":   two,
		"zip-order":            two,
		"zip-member-count":     {"arr_00000.npy"},
		"zip-name-duplicate":   two,
		"zip-name-collision":   two,
		"zip-name-backslash":   {"d/a.npy"},
		"zip-name-nul":         {"ab.npy"},
		"zip-name-control":     {"ab.npy"},
		"zip-name-invisible":   {"ab.npy"},
		"zip-name-encoding":    {"café.npy"},
		"zip-name-not-flagged": {"café.npy"},
		"zip-name-unusual":     {strings.Repeat("c", 251) + ".npy"},
		"npz-key-ambiguous":    two,
		"npz-mixed-methods":    two,
		"npz-member-archive":   two,
	}
	for _, r := range Rules() {
		if area := r.Area(); area != "zip" && area != "npz" {
			continue
		}
		want, ok := others[r.Name]
		if !ok {
			want = []string{"a.npy"}
		}
		good := r.Example().Good
		archive, err := zip.NewReader(strings.NewReader(good), int64(len(good)))
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		var got []string
		for _, f := range archive.File {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got the members %q, want %q", r.Name, got, want)
		}
	}
}
