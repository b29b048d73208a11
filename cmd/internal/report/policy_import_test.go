package report

import (
	"io/fs"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestParseImportPattern(t *testing.T) {
	for s, want := range map[string]bool{
		"pandas.*":                       true,
		"pandas.core.frame.DataFrame":    true,
		"mylib.Po*nt":                    true,
		"_codecs.x1":                     true,
		"":                               false,
		"pandas":                         false,
		"*":                              false,
		"*.Point":                        false,
		"p*.Point":                       false,
		"pandas.":                        false,
		".pandas":                        false,
		"a..b":                           false,
		"a.b c":                          false,
		"a.[a-z]":                        false,
		"a.b?":                           false,
		`a.\*`:                           false,
		"a.é":                            false,
		"a.b\n":                          false,
		"\u202ea.b":                      false,
		"pandas.*,mylib.*":               false,
		"a.__reduce__":                   true,
		"numpy.random._pickle.__newobj*": true,
	} {
		pattern, err := ParseImportPattern(s)
		if (err == nil) != want || want && string(pattern) != s {
			t.Errorf("%q: got %q, %v, want it to be right: %v", s, pattern, err, want)
		}
	}
}

// TestAllowImports covers findings about imports of several kinds, and patterns that match their names.
func TestAllowImports(t *testing.T) {
	for _, test := range []struct {
		rule    spec.ID
		imports string
		pattern ImportPattern
		want    bool
	}{
		{spec.PickleImportUnknown, "pandas.core.frame.DataFrame", "pandas.*", true},
		{spec.PickleCallUnknown, "pandas.core.frame.DataFrame", "pandas.*", true},
		{spec.PickleCallUnknown, "mylib.Point", "mylib.Point", true},
		{spec.PickleCallUnknown, "mylib.Points", "mylib.Point", false},
		{spec.PickleCallUnknown, "pandas2.Frame", "pandas.*", false},
		{spec.PickleCallUnknown, "xpandas.Frame", "pandas.*", false},
		{spec.PickleCallUnknown, "pandas./.Frame", "pandas.*", false},
		{spec.PickleCallUnknown, "", "pandas.*", false},
		{spec.PickleImportDangerous, "pandas.read_pickle", "pandas.*", false},
		{spec.PickleImportDangerous, "pandas.read_pickle", "pandas.read_pickle", true},
		{spec.PickleImportDangerous, "os.*", "os.*", false},
		{spec.PickleImportName, "mylib.Outer.Inner", "mylib.*", false},
		{spec.PickleImportName, "mylib.Outer.Inner", "mylib.Outer.Inner", true},
		{spec.PickleImportName, "mylib.*", "mylib.*", false},
		{spec.PickleImportUnresolved, "mylib.Point", "mylib.Point", false},
		{spec.PickleExtension, "mylib.Point", "mylib.Point", false},
		{spec.PickleMutation, "mylib.Point", "mylib.*", false},
		{spec.PicklePresent, "mylib.Point", "mylib.*", false},
	} {
		c := &Checker{Policy: Policy{AllowImports: []ImportPattern{"other.*", test.pattern}}}
		r := &validator.Report{Format: validator.Npy, Findings: []validator.Finding{{Rule: test.rule, Import: test.imports}}}
		if got := len(c.File(Path("a.npy"), r, nil).Findings) == 0; got != test.want {
			t.Errorf("%s, import %q, pattern %s: allowed: %v, want %v", test.rule, test.imports, test.pattern, got, test.want)
		}
	}
	// Of findings that are only counted nobody knows what they import.
	c := &Checker{Policy: Policy{AllowImports: []ImportPattern{"mylib.*"}}}
	f := c.File(Path("a.npy"), &validator.Report{Omitted: map[spec.ID]int{spec.PickleCallUnknown: 3}}, nil)
	if len(f.Omitted) != 1 || f.Omitted[0].Rule != spec.PickleCallUnknown || f.Omitted[0].Count != 3 {
		t.Errorf("got %v, want three calls counted", f.Omitted)
	}
}

// TestImportOfFinding checks cases of the rules about imports.
func TestImportOfFinding(t *testing.T) {
	for rule, want := range map[spec.ID]string{
		spec.PickleImportDangerous:  "builtins.exec",
		spec.PickleImportUnknown:    "mylib.Point",
		spec.PickleCallUnknown:      "mylib.Point",
		spec.PickleImportName:       "builtins.int.from_bytes",
		spec.PickleImportUnresolved: "",
		spec.PickleExtension:        "",
	} {
		bad, _, _ := corpus.Example(rule.String())
		file, err := fs.ReadFile(corpus.FS, bad.File)
		if err != nil {
			t.Fatal(err)
		}
		f := checked(t, &Checker{Policy: Policy{Only: []spec.ID{rule}}}, "a.npy", string(file))
		if len(f.Findings) != 1 || f.Findings[0].Import != want {
			t.Errorf("%s: got %+v, want one finding about %q", rule, f.Findings, want)
		}
	}
}
