package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// junitSchema is what the schema of Jenkins, junit-10.xsd of its plugin xUnit, allows of what a report may have: of
// each element the attributes, those first that it must have and then, after "?", the others, and its elements.
var junitSchema = map[string]struct{ attributes, elements []string }{
	"testsuites": {[]string{"?", "name", "time", "tests", "failures", "errors"}, []string{"testsuite"}},
	"testsuite":  {[]string{"name", "tests", "failures", "errors", "?", "time", "skipped", "id"}, []string{"testcase"}},
	"testcase":   {[]string{"name", "?", "time", "classname"}, []string{"skipped", "error", "failure", "system-out"}},
	"error":      {[]string{"?", "type", "message"}, nil},
	"failure":    {[]string{"?", "type", "message"}, nil},
	"system-out": {[]string{"?"}, nil},
}

// parseJUnit compares a report with the schema and returns what another program reads of it.
func parseJUnit(t *testing.T, text string) junit.Testsuites {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	var open []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			schema, ok := junitSchema[name]
			if !ok || len(open) == 0 && name != "testsuites" || len(open) > 0 && !slices.Contains(junitSchema[open[len(open)-1]].elements, name) {
				t.Errorf("got element %s in %v", name, open)
			}
			optional := slices.Index(schema.attributes, "?")
			var names []string
			for _, attribute := range token.Attr {
				names = append(names, attribute.Name.Local)
				if !slices.Contains(schema.attributes, attribute.Name.Local) {
					t.Errorf("got attribute %s of %s", attribute.Name.Local, name)
				}
			}
			for _, required := range schema.attributes[:max(optional, 0)] {
				if !slices.Contains(names, required) {
					t.Errorf("got no attribute %s of %s", required, name)
				}
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if in := open; len(in) > 0 && junitSchema[in[len(in)-1]].elements != nil && strings.TrimSpace(string(token)) != "" {
				t.Errorf("got text %q in %v", token, in)
			}
		}
	}
	var suites junit.Testsuites
	if err := xml.Unmarshal([]byte(text), &suites); err != nil {
		t.Fatal(err)
	}
	for _, suite := range suites.Suites {
		var counted junit.Testsuite
		for _, test := range suite.Testcases {
			counted.AddTestcase(test)
		}
		if suite.Tests != counted.Tests || suite.Failures != counted.Failures || suite.Errors != counted.Errors {
			t.Errorf("%s: got %d tests, %d failures and %d errors, counted %d, %d and %d", suite.Name,
				suite.Tests, suite.Failures, suite.Errors, counted.Tests, counted.Failures, counted.Errors)
		}
	}
	return suites
}

// TestJUnit covers a report with files of every sort.
func TestJUnit(t *testing.T) {
	files := samples(t)
	files[4].Findings = append(files[4].Findings, files[4].Findings[0])
	files[4].Omitted = append(files[4].Omitted, Omitted{spec.ShapeNegative, spec.Error, 1})
	files[6].Findings = []Finding{{Finding: validator.Finding{Rule: spec.HeaderLengthOverLimit, Message: "too long", Offset: 8}, Severity: spec.Error}}
	got := written(t, NewJUnit(0), files)
	want := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="npycheck check">
  <testsuite name="good.npy" tests="1" failures="0" errors="0" id="0" time="0">
    <testcase name="no findings" classname="good.npy" time="0"></testcase>
  </testsuite>
  <testsuite name="not\xffutf8.npy" tests="1" failures="1" errors="0" id="1" time="0">
    <testcase name="header-padding-byte" classname="not\xffutf8.npy" time="0">
      <failure message="padding byte 0x09 at offset 67, expected 0x20" type="conformance"><![CDATA[offset 67: padding byte 0x09 at offset 67, expected 0x20
]]></failure>
    </testcase>
  </testsuite>
  <testsuite name="empty.npz" tests="1" failures="0" errors="0" id="2" time="0">
    <testcase name="npz-empty" classname="empty.npz" time="0">
      <system-out><![CDATA[offset 0: archive has no members
]]></system-out>
    </testcase>
  </testsuite>
  <testsuite name="text.npy" tests="1" failures="1" errors="0" id="3" time="0">
    <testcase name="prefix-magic" classname="text.npy" time="0">
      <failure message="file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array" type="conformance"><![CDATA[offset 0: file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array
]]></failure>
    </testcase>
  </testsuite>
  <testsuite name="full.npz" tests="3" failures="1" errors="0" id="4" time="0">
    <testcase name="shape-negative" classname="full.npz" time="0">
      <failure message="shape[0] is -1, and 2 more" type="conformance"><![CDATA[[a\x1b.npy] offset 61: shape[0] is -1
[a\x1b.npy] offset 61: shape[0] is -1
1 more finding not listed
]]></failure>
    </testcase>
    <testcase name="npz-mixed-methods" classname="full.npz" time="0">
      <system-out><![CDATA[offset 0: 
]]></system-out>
    </testcase>
    <testcase name="literal-long-suffix" classname="full.npz" time="0">
      <system-out><![CDATA[3 more findings not listed
]]></system-out>
    </testcase>
  </testsuite>
  <testsuite name="missing.npy" tests="1" failures="0" errors="1" id="5" time="0">
    <testcase name="not-checked" classname="missing.npy" time="0">
      <error message="file does not exist" type="not-checked"></error>
    </testcase>
  </testsuite>
  <testsuite name="&lt;stdin&gt;" tests="2" failures="1" errors="1" id="6" time="0">
    <testcase name="header-length-over-limit" classname="&lt;stdin&gt;" time="0">
      <failure message="too long" type="limit"><![CDATA[offset 8: too long
]]></failure>
    </testcase>
    <testcase name="not-checked" classname="&lt;stdin&gt;" time="0">
      <error message="too large" type="not-checked"></error>
    </testcase>
  </testsuite>
</testsuites>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	parseJUnit(t, got)
}

// TestJUnitFailOn covers findings of each severity under each policy.
func TestJUnitFailOn(t *testing.T) {
	f := &File{Path: "a.npy", Findings: []Finding{
		{Finding: validator.Finding{Rule: spec.HeaderStyleNotCanonical}, Severity: spec.Note},
		{Finding: validator.Finding{Rule: spec.DataTrailing}, Severity: spec.Warning},
		{Finding: validator.Finding{Rule: spec.ShapeNegative}, Severity: spec.Error},
	}, Omitted: []Omitted{{spec.ShapeBool, spec.Error, 2}}}
	for failOn, want := range map[spec.Severity]string{
		spec.Note:    "header-style-not-canonical data-trailing shape-negative shape-bool",
		spec.Warning: "data-trailing shape-negative shape-bool",
		spec.Error:   "shape-negative shape-bool",
		0:            "shape-negative shape-bool",
		Never:        "",
	} {
		suites := parseJUnit(t, written(t, NewJUnit(failOn), []*File{f}))
		var failed []string
		for _, test := range suites.Suites[0].Testcases {
			if (test.Failure == nil) == (test.SystemOut == nil) {
				t.Errorf("%s: got both a failure and output, or none", test.Name)
			}
			if test.Failure != nil {
				failed = append(failed, test.Name)
			}
		}
		if got := strings.Join(failed, " "); got != want || len(suites.Suites[0].Testcases) != 4 {
			t.Errorf("fail on %d: got failures %q of %d tests, want %q of 4", failOn, got, len(suites.Suites[0].Testcases), want)
		}
		last := suites.Suites[0].Testcases[3]
		if last.Failure != nil && last.Failure.Message != "2 findings, none of them listed" {
			t.Errorf("got %q of findings that are only counted", last.Failure.Message)
		}
	}
}

// TestJUnitHostile parses the suites of files with hostile names.
func TestJUnitHostile(t *testing.T) {
	for _, test := range hostileNames {
		s := written(t, NewJUnit(0), []*File{hostileFile(test.name)})
		checkLog(t, s, nil)
		suite := parseJUnit(t, s).Suites[0]
		cases := suite.Testcases
		if suite.Name != test.shown || len(cases) != 3 {
			t.Fatalf("%q: got suite %q with %d tests", test.name, suite.Name, len(cases))
		}
		for i, want := range []string{"zip-header-mismatch", "data-trailing", "not-checked"} {
			if cases[i].Name != want || cases[i].Classname != test.shown {
				t.Errorf("%q: got test %q of %q, want %s", test.name, cases[i].Name, cases[i].Classname, want)
			}
		}
		for _, s := range [][2]string{
			{cases[0].Failure.Message, "got " + test.shown},
			{cases[0].Failure.Data, "offset 30: got " + test.shown + "\n"},
			{cases[1].SystemOut.Data, "[" + test.shown + "] offset 152: got " + test.shown + "\n"},
			{cases[2].Error.Message, text.Inert(validator.Quote("no " + test.name))},
		} {
			if s[0] != s[1] {
				t.Errorf("%q: got %q, want %q", test.name, s[0], s[1])
			}
		}
	}
}

// TestJUnitIsWhole makes sure that what a report lacks can be seen: the end, and files.
func TestJUnitIsWhole(t *testing.T) {
	parseJUnit(t, written(t, NewJUnit(0), nil))
	var b strings.Builder
	j := NewJUnit(0)
	if err := j.Begin(&b); err != nil {
		t.Fatal(err)
	}
	if err := j.File(&b, 0, samples(t)[0]); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal([]byte(b.String()), new(junit.Testsuites)); err == nil {
		t.Errorf("a report without its end is parsed as a whole one:\n%s", &b)
	}
	if err := j.End(&b, Summary{Files: 1, Interrupted: true, Missing: "shard 2 of 3 is", Stale: 1}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range parseJUnit(t, b.String()).Suites[1:] {
		got = append(got, fmt.Sprintf("%d, %d failures, %d errors: %s", s.ID, s.Failures, s.Errors, s.Testcases[0].Name))
	}
	if want := []string{"1, 0 failures, 1 errors: interrupted", "2, 0 failures, 1 errors: missing", "3, 1 failures, 0 errors: stale"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
