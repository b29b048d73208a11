package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// moduleNames are the functions, constants and variables of numpy.lib.format that its documentation
// lists.
var moduleNames = []string{
	"magic",
	"read_magic",
	"descr_to_dtype",
	"dtype_to_descr",
	"header_data_from_array_1_0",
	"read_array_header_1_0",
	"read_array_header_2_0",
	"write_array_header_1_0",
	"write_array_header_2_0",
	"read_array",
	"write_array",
	"open_memmap",
	"_check_version",
	"_filter_header",
	"_has_metadata",
	"_read_array_header",
	"_write_array_header",
	"_wrap_header",
	"_wrap_header_guess_version",
	"_read_bytes",
	"ARRAY_ALIGN",
	"BUFFER_SIZE",
	"EXPECTED_KEYS",
	"GROWTH_AXIS_MAX_DIGITS",
	"MAGIC_LEN",
	"MAGIC_PREFIX",
	"_MAX_HEADER_SIZE",
	"_header_size_info",
}

var (
	clauseRef = regexp.MustCompile(`\bnp[yz]-\d+\.\d+`)
	ruleRef   = regexp.MustCompile(`\b(?:` + strings.Join(Areas(), "|") + `)-[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)
	goRef     = regexp.MustCompile(`\b(?:spec|validator)\.[A-Z]\w*(?:\.[A-Z]\w*)?`)
	testRef   = regexp.MustCompile(`\bTest[A-Z]\w*`)
)

// coverageRow is a row of the tables in coverage.md.
type coverageRow struct {
	document, item, counterpart, remark string
}

func readCoverage(t *testing.T) (text string, rows []coverageRow) {
	t.Helper()
	b, err := os.ReadFile("coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	text = string(b)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| Document |") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		if len(cells) != 4 {
			t.Errorf("%s: got %d cells, want 4", line, len(cells))
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, coverageRow{cells[0], cells[1], cells[2], cells[3]})
	}
	return text, rows
}

func TestCoverageRows(t *testing.T) {
	document := regexp.MustCompile(`^(FMT|NEP|OLD)(, (NEP|OLD))*(, [A-Z][a-z ]+)?$`)
	reference := "(?:" + clauseRef.String() + "|`[^`]+`)"
	counterpart := regexp.MustCompile("^" + reference + "(, " + reference + ")*$")
	_, rows := readCoverage(t)
	if len(rows) < 200 {
		t.Errorf("got %d rows, want at least 200", len(rows))
	}
	seen := make(map[coverageRow]bool)
	for _, row := range rows {
		if !document.MatchString(row.document) {
			t.Errorf("%s: got document %q, want FMT, NEP or OLD", row.item, row.document)
		}
		if row.item == "" {
			t.Errorf("%v: got no item", row)
		}
		switch {
		case row.counterpart == "none" && row.remark == "":
			t.Errorf("%s: got no reason for having no counterpart", row.item)
		case row.counterpart != "none" && !counterpart.MatchString(row.counterpart):
			t.Errorf("%s: got counterpart %q, want clauses, rules and Go names, or none", row.item, row.counterpart)
		}
		if key := (coverageRow{document: row.document, item: row.item}); seen[key] {
			t.Errorf("%s: got the row twice", row.item)
		} else {
			seen[key] = true
		}
	}
}

func TestCoverageOfModule(t *testing.T) {
	_, rows := readCoverage(t)
	for _, name := range moduleNames {
		if !slices.ContainsFunc(rows, func(r coverageRow) bool {
			rest, ok := strings.CutPrefix(r.item, "`"+name+"`")
			return ok && (rest == "" || rest[0] == ':')
		}) {
			t.Errorf("got no row for %s", name)
		}
	}
}

// Every clause that a document states or implies is the counterpart of something in it.
func TestCoverageOfClauses(t *testing.T) {
	_, rows := readCoverage(t)
	named := make(map[string]bool)
	for _, row := range rows {
		for _, id := range clauseRef.FindAllString(row.counterpart+" "+row.remark, -1) {
			named[id] = true
		}
	}
	for _, c := range Clauses() {
		fromDocument := strings.Contains(c.Sources, "numpy.lib.format") || strings.Contains(c.Sources, "NEP 1")
		if fromDocument && !named[c.ID] {
			t.Errorf("got no row for %s, whose source is %q", c.ID, c.Sources)
		}
	}
}

func TestCoverageReferences(t *testing.T) {
	text, _ := readCoverage(t)

	clauses := make(map[string]bool)
	for _, c := range Clauses() {
		clauses[c.ID] = true
	}
	for _, id := range clauseRef.FindAllString(text, -1) {
		if !clauses[id] {
			t.Errorf("got clause %s, which no document has", id)
		}
	}

	for _, id := range ruleRef.FindAllString(text, -1) {
		if _, ok := Lookup(id); !ok {
			t.Errorf("got rule %s, which doesn't exist", id)
		}
	}

	names := exportedNames(t, "spec", ".")
	maps.Copy(names, exportedNames(t, "validator", "../validator"))
	for _, name := range goRef.FindAllString(text, -1) {
		if !names[name] {
			t.Errorf("got %s, which doesn't exist", name)
		}
	}

	tests := make(map[string]bool)
	for _, dir := range []string{".", "../validator", "../conformance"} {
		maps.Copy(tests, testNames(t, dir))
	}
	for _, name := range testRef.FindAllString(text, -1) {
		if !tests[name] {
			t.Errorf("got %s, which doesn't exist", name)
		}
	}

	// Text in backquotes is one of these or a name in NumPy's module.
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
		whole := func(re *regexp.Regexp) bool { return re.FindString(m[1]) == m[1] }
		if !whole(ruleRef) && !whole(goRef) && !slices.Contains(moduleNames, m[1]) {
			t.Errorf("got `%s`, want a rule, a Go name or a name of numpy.lib.format", m[1])
		}
	}
}

// exportedNames returns what the package in dir exports, as "spec.DType", "spec.DType.Descr" for a
// method and "spec.DType.Kind" for a field.
func exportedNames(t *testing.T, pkg, dir string) map[string]bool {
	names := make(map[string]bool)
	add := func(path ...string) { names[pkg+"."+strings.Join(path, ".")] = true }
	for name, file := range parseFiles(t, dir) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name.Name)
				} else {
					add(receiver(d), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.ValueSpec:
						for _, name := range s.Names {
							add(name.Name)
						}
					case *ast.TypeSpec:
						add(s.Name.Name)
						if st, ok := s.Type.(*ast.StructType); ok {
							for _, f := range st.Fields.List {
								for _, name := range f.Names {
									add(s.Name.Name, name.Name)
								}
							}
						}
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type that f is a method of.
func receiver(f *ast.FuncDecl) string {
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	name, _ := typ.(*ast.Ident)
	return name.String()
}

func testNames(t *testing.T, dir string) map[string]bool {
	names := make(map[string]bool)
	for name, file := range parseFiles(t, dir) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}

// parseFiles parses the Go files of a folder, whatever their build tags are.
func parseFiles(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("got no Go files in %s (%v)", dir, err)
	}
	files := make(map[string]*ast.File)
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	return files
}
