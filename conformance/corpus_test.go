package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// checkCase returns a vector and what the validator says of it.
func checkCase(t *testing.T, c corpus.Case) ([]byte, *validator.Report) {
	t.Helper()
	file, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Name: c.File})
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return file, report
}

// TestCorpusVerdicts holds the validator to every case: exactly its rules, whether it conforms, and
// what a reader owes it.
func TestCorpusVerdicts(t *testing.T) {
	for _, c := range corpus.Cases() {
		_, report := checkCase(t, c)
		var rules []string
		for _, f := range report.Findings {
			rules = append(rules, f.Rule.String())
		}
		slices.Sort(rules)
		rules = slices.Compact(rules)
		if !slices.Equal(rules, c.Rules) {
			t.Errorf("%s: got rules %q, want %q", c.ID, rules, c.Rules)
			for _, f := range report.Findings {
				t.Logf("    %s at %d: %s", f.Rule, f.Offset, f.Message)
			}
			continue
		}
		if c.Duty != corpus.Survive {
			if got := report.Duty().String(); got != string(c.Duty) {
				t.Errorf("%s: got duty %s, want %s", c.ID, got, c.Duty)
			}
		}
		want := validator.Nonconforming
		if c.Conforms {
			want = validator.Conforming
		}
		if got := report.Verdict(); got != want {
			t.Errorf("%s: got verdict %s, want %s", c.ID, got, want)
		}
	}
}

// unbrokenRules are the rules that no case breaks, and why.
var unbrokenRules = map[string]string{
	"header-length-over-limit": "a header of over 1 MiB would be a quarter of what the corpus may weigh",
	"npz-name-of-array":        "it is about the name, and most readers are given bytes or go by what these are",
	"zip-member-count":         "the headers of over 100,000 members would be more than the corpus may weigh",
}

// entangledRules are the rules that no file breaks alone, with the rules that come along, and why.
var entangledRules = map[string]struct{ with, reason string }{
	"header-alignment-v2-legacy": {"prefix-version-higher-than-needed", "a header too long for version 1.0 breaks header-length-over-10000"},
	"descr-object-size":          {"pickle-present pickle-numpy-core", "the type is that of objects, and NumPy 2 wrote their pickle"},
	"zip-ratio":                  {"data-trailing", "what a header accounts for is no ratio out of proportion"},
}

// TestCorpusRules makes sure that every rule has a case that breaks it and no other, and that the
// twin of that case doesn't break it.
func TestCorpusRules(t *testing.T) {
	byID := map[string]corpus.Case{}
	for _, c := range corpus.Cases() {
		byID[c.ID] = c
	}
	proven := map[string]bool{}
	for _, c := range byID {
		for _, id := range c.Rules {
			if _, ok := spec.Lookup(id); !ok {
				t.Errorf("%s: unknown rule %s", c.ID, id)
			}
			others := slices.DeleteFunc(slices.Clone(c.Rules), func(rule string) bool {
				return rule == id || slices.Contains(strings.Fields(entangledRules[id].with), rule) || walksPickle(id) && rule == "pickle-present"
			})
			if len(others) == 0 && c.Twin != "" && !slices.Contains(byID[c.Twin].Rules, id) {
				proven[id] = true
			}
		}
	}
	for _, r := range spec.Rules() {
		switch _, unbroken := unbrokenRules[r.Name]; {
		case !proven[r.Name] && !unbroken:
			t.Errorf("%s: no case breaks it alone and has a twin that doesn't", r.Name)
		case proven[r.Name] && unbroken:
			t.Errorf("%s: a case breaks it; no exception any more", r.Name)
		}
	}
	for id := range entangledRules {
		if slices.ContainsFunc(corpus.Cases(), func(c corpus.Case) bool { return slices.Equal(c.Rules, []string{id}) }) {
			t.Errorf("%s: no exception any more", id)
		}
	}
}

// walksPickle says whether a rule is about what stands in a pickle. Such a file breaks
// pickle-present too.
func walksPickle(id string) bool { return strings.HasPrefix(id, "pickle-") && id != "pickle-present" }

func TestCorpusSchema(t *testing.T) {
	text, err := fs.ReadFile(corpus.Folder, "manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := fs.ReadFile(corpus.Folder, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(manifest, &v); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Error(err)
	}

	// The schema has teeth.
	const good = `{"schema":1,"version":"0.1.0","cases":[{"id":"shape/x","file":"either/shape/x.npy","sha256":"` + digest + `","size":1,"format":"npy","conforms":false,"duty":"either","rules":["shape-x"],"stage":"shape","flags":["padding"],"features":["v1"],"importance":"low","comment":"c","twin":"shape/y","since":"0.1.0"}]}`
	for _, test := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true},
		{`"conforms":false`, `"conforms":true`, true},
		{`"flags":["padding"]`, `"flags":["paddings"]`, false},
		{`"flags":["padding"]`, `"flags":[]`, false},
		{`"features":["v1"]`, `"features":["v4"]`, false},
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
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); (err == nil) != test.valid {
			t.Errorf("%s for %s: got %v, want valid %t", test.new, test.old, err, test.valid)
		}
	}
}

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
