package conformance_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// expectations is what Expect says about the cases, by ID, which takes seconds.
var expectations = sync.OnceValues(func() (map[string]*conformance.Expectation, error) {
	all := make(map[string]*conformance.Expectation)
	for _, c := range corpus.Cases() {
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			return nil, err
		}
		e, err := conformance.Expect(context.Background(), file, c.File)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		all[c.ID] = e
	}
	return all, nil
})

// expected returns what Expect says about a case.
func expected(t *testing.T, c corpus.Case) *conformance.Expectation {
	t.Helper()
	all, err := expectations()
	if err != nil {
		t.Fatal(err)
	}
	return all[c.ID]
}

// checkCase returns a vector and the validator's report on it.
func checkCase(t *testing.T, c corpus.Case) ([]byte, *validator.Report) {
	t.Helper()
	e := expected(t, c)
	return e.File, e.Report
}

// TestCorpusVerdicts compares the validator with every case: whether it conforms, and what a reader owes it.
func TestCorpusVerdicts(t *testing.T) {
	for _, c := range corpus.Cases() {
		_, report := checkCase(t, c)
		if c.Duty != corpus.Survive {
			if got := report.Duty().String(); got != string(c.Duty) {
				t.Errorf("%s: got duty %s, want %s", c.ID, got, c.Duty)
			}
		}
		want := validator.Nonconforming
		switch {
		case c.ID == "zip/encrypted", c.ID == "zip/encrypted-aes-extra", c.ID == "data/trailing-zip", c.ID == "pickle/trailing-archive", slices.ContainsFunc(report.Findings, isLimit):
			want = validator.NotChecked // npycheck can't read these, so the case decides
		case c.Conforms:
			want = validator.Conforming
		}
		if got := report.Verdict(); got != want {
			t.Errorf("%s: got verdict %s, want %s", c.ID, got, want)
		}
	}
}

// variable is the text of a message that a file can make longer: what had to be cut, and numbers of ten digits and more.
var variable = regexp.MustCompile(`\S+… \(\d+ bytes\)|[0-9]{10,}`)

// TestQuiet keeps reports readable: a message has at most 100 characters besides names and long numbers of the file, or
// 130 if it also says what to do, so that no line of help follows, and there is no error in the layouts that NumPy wrote
// in all its releases.
func TestQuiet(t *testing.T) {
	for _, c := range corpus.Cases() {
		_, report := checkCase(t, c)
		for _, f := range report.Findings {
			fixed := variable.ReplaceAllString(f.Message, "")
			if f.Rule == spec.ZipNameNotFlagged {
				fixed = strings.ReplaceAll(fixed, f.MemberName, "")
			}
			most := 100
			if f.Remedy {
				most = 130
			}
			if n := utf8.RuneCountInString(fixed); n > most {
				t.Errorf("%s: message of %d characters, want at most %d: %s", c.ID, n, most, f.Message)
			}
			if strings.HasPrefix(c.ID, "header/layout-numpy-") && f.Severity() == spec.Error {
				t.Errorf("%s: got the error %q, want none", c.ID, f.Message)
			}
		}
	}
}

// isLimit reports whether a finding says that the file exceeds a limit, which ends the check, or is compressed in a way
// that nothing decompresses.
func isLimit(f validator.Finding) bool {
	rule := f.Rule.Rule()
	return rule.Level == spec.Must && rule.Kind == spec.Limit || f.Rule == spec.ZipMethod
}

// TestCorpusFindings compares the validator with every case: exactly its findings, each with its place.
func TestCorpusFindings(t *testing.T) {
	for _, c := range corpus.Cases() {
		_, report := checkCase(t, c)
		got := judge.Findings(report)
		if rules := rulesOf(report); !slices.Equal(rules, c.Rules) {
			t.Errorf("%s: got rules %q, want %q", c.ID, rules, c.Rules)
		}
		if reflect.DeepEqual(got, c.Findings) {
			continue
		}
		t.Errorf("%s: got %+v, want %+v; go run ./corpus/tools/accept -case %s shows its bytes", c.ID, got, c.Findings, c.ID)
	}
}

// unbrokenRules are the rules that no case breaks, and why.
var unbrokenRules = map[string]string{
	"header-length-over-limit": "a header of over 1 MiB would be a quarter of what the corpus may weigh",
}

// TestCorpusRules checks that the example of every rule is a case that breaks it, and another that differs in no other
// rule and breaks none above a note.
func TestCorpusRules(t *testing.T) {
	for _, c := range corpus.Cases() {
		for _, id := range c.Rules {
			if _, ok := spec.Lookup(id); !ok {
				t.Errorf("%s: unknown rule %s", c.ID, id)
			}
		}
	}
	others := map[string][]string{
		"zip-ratio": {"data-trailing"}, // a header accounts for all but what trails the data
	}
	loud := map[string][]string{
		"zip-data-corrupt": {"zip-method-unusual"}, // every member with a method other than deflate breaks it
	}
	for _, r := range spec.Rules() {
		bad, good, ok := corpus.Example(r.Name)
		if _, unbroken := unbrokenRules[r.Name]; ok == unbroken {
			t.Errorf("%s: got a case that breaks it %t, want %t", r.Name, ok, !unbroken)
		}
		if !ok {
			continue
		}
		want := append([]string{r.Name}, others[r.Name]...)
		slices.Sort(want)
		if own := without(bad.Rules, good.Rules); !slices.Equal(own, want) {
			t.Errorf("%s: %s breaks %v beside %s, want %v", r.Name, bad.ID, own, good.ID, want)
		}
		for _, id := range without(good.Rules, loud[r.Name]) {
			if kept, _ := spec.Lookup(id); kept.Level > spec.May {
				t.Errorf("%s: %s, without the fault, breaks %s", r.Name, good.ID, id)
			}
		}
		if slices.IndexFunc(bad.Findings, func(f corpus.Finding) bool { return f.Rule == r.Name && f.Base == "" }) < 0 {
			t.Errorf("%s: %s has no place in the file where it breaks the rule", r.Name, bad.ID)
		}
	}
}

// without returns the rules that are not among the others.
func without(rules, others []string) []string {
	return slices.DeleteFunc(slices.Clone(rules), func(rule string) bool { return slices.Contains(others, rule) })
}

// rulesOf returns the rules of the findings, each once.
func rulesOf(report *validator.Report) []string {
	var rules []string
	for _, f := range report.Findings {
		rules = append(rules, f.Rule.String())
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func TestCorpusSchema(t *testing.T) {
	schema := schematest.Read(t, "../corpus/manifest.schema.json")
	manifest, err := fs.ReadFile(corpus.Folder, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(t, manifest); err != nil {
		t.Error(err)
	}

	// The schema must reject something.
	const good = `{"schema":1,"version":"0.1.0","cases":[{"id":"shape/x","file":"either/shape/x.npy","sha256":"` + digest + `","size":1,"format":"npy","conforms":false,"duty":"either","rules":["shape-x"],"findings":[{"rule":"shape-x","offset":60,"length":1}],"stage":"shape","flags":["padding"],"features":["v1"],"importance":"low","comment":"c","twin":"shape/y","since":"0.1.0"}]}`
	for _, test := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true},
		{`"conforms":false`, `"conforms":true`, true},
		{`"flags":["padding"]`, `"flags":["paddings"]`, false},
		{`"flags":["padding"]`, `"flags":[]`, false},
		{`"features":["v1"]`, `"features":["v4"]`, false},
		{`"length":1`, `"length":0,"pointer":"/shape/0"`, true},
		{`"length":1`, `"length":1,"base":"content","member":{"index":0,"name":""}`, true},
		{`"length":1`, `"length":1,"base":"content"`, false},
		{`"length":1`, `"length":1,"array":2`, true},
		{`"length":1`, `"length":1,"array":1`, false},
		{`"length":1`, `"length":1,"base":"file"`, false},
		{`"length":1`, `"length":1,"member":{"index":-1,"name":""}`, false},
		{`"length":1`, `"length":1,"pointer":""`, false},
		{`,"length":1`, ``, false},
		{`"rules":["shape-x"]`, `"rules":[]`, false},
		{`"duty":"either"`, `"duty":"reject"`, false},
		{`"duty":"either"`, `"duty":"maybe"`, false},
		{`"size":1`, `"size":-1`, false},
		{`"since":`, `"until":`, false},
		{`"comment":"c"`, `"comment":"c","note":""`, false},
		{`either/shape/x.npy`, `../x.npy`, false},
		{`"comment":"c"`, `"comment":"c","numpy":{"1.0.0":"accept"},"numpy_detail":[{"releases":["1.0.0"],"mmap":"crash"}]`, true},
		{`"comment":"c"`, `"comment":"c","numpy":{"1.0.0":"accept"},"numpy_detail":[{"releases":["1.0.0"]}]`, false},
		{`"comment":"c"`, `"comment":"c","numpy":{"1.0.0":"fine"}`, false},
		{`"comment":"c"`, `"comment":"c","array":{"dtype":"<f8","shape":[1],"fortran_order":false,"sha256":"` + digest + `","values":[[1,["x",true]]]}`, true},
		{`"comment":"c"`, `"comment":"c","array":{"dtype":"<f8","shape":[-1],"fortran_order":false,"sha256":"` + digest + `","values":[1]}`, false},
		{`"comment":"c"`, `"comment":"c","array":{"dtype":"<f8","shape":[1],"fortran_order":false,"sha256":"` + digest + `","values":[null]}`, false},
	} {
		text := bytes.Replace([]byte(good), []byte(test.old), []byte(test.new), 1)
		if err := schema.Validate(t, text); (err == nil) != test.valid {
			t.Errorf("%s for %s: got %v, want valid %t", test.new, test.old, err, test.valid)
		}
	}
}

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
