package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// coverage is the document that has everything that NumPy's documents say, with its counterpart here.
const coverage = "spec/coverage.md"

// moduleNames are the functions, constants and variables of numpy.lib.format that its documentation lists.
var moduleNames = []string{
	"magic", "read_magic", "descr_to_dtype", "dtype_to_descr", "header_data_from_array_1_0",
	"read_array_header_1_0", "read_array_header_2_0", "write_array_header_1_0", "write_array_header_2_0",
	"read_array", "write_array", "open_memmap", "_check_version", "_filter_header", "_has_metadata",
	"_read_array_header", "_write_array_header", "_wrap_header", "_wrap_header_guess_version", "_read_bytes",
	"ARRAY_ALIGN", "BUFFER_SIZE", "EXPECTED_KEYS", "GROWTH_AXIS_MAX_DIGITS", "MAGIC_LEN", "MAGIC_PREFIX",
	"_MAX_HEADER_SIZE", "_header_size_info",
}

var (
	clauseRef   = regexp.MustCompile(`\bnp[yz]-\d+\.\d+`)
	ruleRef     = regexp.MustCompile(`\b(?:` + strings.Join(spec.Areas(), "|") + `)-[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)
	goRef       = regexp.MustCompile(`\b(?:spec|validator)\.[A-Z]\w*(?:\.[A-Z]\w*)?`)
	statedIn    = regexp.MustCompile(`^(FMT|NEP|OLD)(, (NEP|OLD))*(, [A-Z][a-z ]+)?$`)
	reference   = "(?:" + clauseRef.String() + "|`[^`]+`)"
	counterpart = regexp.MustCompile("^" + reference + "(, " + reference + ")*$")
)

// checkCoverage reads the tables of coverage.md: each row has a document, an item, and counterparts that exist or a
// reason. Each name of the module has a row, and each clause that a document states or implies is in one.
func checkCoverage(t *tree, clauses []spec.Clause) (faults []fault) {
	number := 0
	report := func(format string, args ...any) {
		faults = append(faults, fault{file: coverage, line: number, text: fmt.Sprintf(format, args...)})
	}
	ids, named, items := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range clauses {
		ids[c.ID] = true
	}
	names, tests := exportedNames(t), testNames(t)
	for line := range strings.Lines(string(t.texts[coverage])) {
		number++
		for _, id := range clauseRef.FindAllString(line, -1) {
			if !ids[id] {
				report("there is no clause %s", id)
			}
		}
		for _, name := range testOfText.FindAllString(line, -1) {
			if !tests[name] {
				report("there is no test %s", name)
			}
		}
		for _, m := range spelled.FindAllStringSubmatch(line, -1) {
			whole := func(re *regexp.Regexp) bool { return re.FindString(m[1]) == m[1] }
			_, isRule := spec.Lookup(m[1])
			if !(whole(ruleRef) && isRule) && !(whole(goRef) && names[m[1]]) && !slices.Contains(moduleNames, m[1]) {
				report("got `%s`, expected a rule, a name of spec or validator, or one of numpy.lib.format", m[1])
			}
		}
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| Document |") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 4 {
			report("got %d cells, expected 4", len(cells))
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		document, item, other, remark := cells[0], cells[1], cells[2], cells[3]
		if !statedIn.MatchString(document) {
			report("got document %q, expected FMT, NEP or OLD", document)
		}
		switch {
		case item == "":
			report("there is no item")
		case other == "none" && remark == "":
			report("there is no reason for having no counterpart")
		case other != "none" && !counterpart.MatchString(other):
			report("got counterpart %q, expected clauses, rules and Go names, or none", other)
		case items[document+"|"+item]:
			report("got the row twice")
		}
		items[document+"|"+item] = true
		if strings.HasPrefix(item, "`") {
			name, _, _ := strings.Cut(item[1:], "`")
			named[name] = true
		}
		for _, id := range clauseRef.FindAllString(other+" "+remark, -1) {
			named[id] = true
		}
	}
	number = 1
	for _, name := range moduleNames {
		if !named[name] {
			report("there is no row for %s", name)
		}
	}
	for _, c := range clauses {
		if fromDocument := strings.Contains(c.Sources, "numpy.lib.format") || strings.Contains(c.Sources, "NEP 1"); fromDocument && !named[c.ID] {
			report("there is no row for %s, whose source is %q", c.ID, c.Sources)
		}
	}
	return faults
}

// exportedNames returns what spec and validator export, as "spec.DType", "spec.DType.Descr" for a method and
// "spec.DType.Kind" for a field.
func exportedNames(t *tree) map[string]bool {
	names := map[string]bool{}
	for _, pkg := range []string{"spec", "validator"} {
		for _, source := range t.sourcesOf(pkg) {
			file, err := parser.ParseFile(token.NewFileSet(), source, t.texts[source], parser.SkipObjectResolution)
			if err != nil {
				continue // checkFunctions reports it
			}
			for _, declaration := range file.Decls {
				for _, name := range declared(declaration) {
					names[pkg+"."+name] = true
				}
			}
		}
	}
	return names
}

// declared returns the names of a declaration.
func declared(declaration ast.Decl) (names []string) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			name = fmt.Sprint(of) + "." + name
		}
		return []string{name}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names = append(names, name.Name)
				}
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
				if st, ok := s.Type.(*ast.StructType); ok {
					for _, f := range st.Fields.List {
						for _, name := range f.Names {
							names = append(names, s.Name.Name+"."+name.Name)
						}
					}
				}
			}
		}
	}
	return names
}
