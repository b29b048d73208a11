package results

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// JUnit writes a report in the XML form of JUnit, which CI services show: a suite for each
// area and a test for each case. What the implementation doesn't claim and what is a known failure
// counts as skipped; a wrong verdict or another array is a failure, and everything else that went wrong is an error.
func JUnit(w io.Writer, r *conformance.Report) error {
	suites := junit.Testsuites{Name: "npycheck conform"}
	var properties []junit.Property
	for _, p := range []junit.Property{
		{Name: "implementation", Value: r.Implementation.Name},
		{Name: "version", Value: r.Implementation.Version},
		{Name: "language", Value: r.Implementation.Language},
		{Name: "corpus", Value: r.Corpus},
		{Name: "profile", Value: r.Profile},
		{Name: "role", Value: roleName(r)},
		{Name: "incomplete", Value: r.Incomplete},
	} {
		if p.Value != "" {
			p.Value = validator.Quote(p.Value)
			properties = append(properties, p)
		}
	}
	for id, area := range ByArea(r.Results) {
		suite := junit.Testsuite{Name: validator.Quote(area.Name), ID: id, Time: "0", Properties: &properties}
		for _, result := range area.Results {
			suite.AddTestcase(junitCase(r, area.Name, result))
		}
		suites.AddSuite(suite)
	}
	suites.Skipped = 0 // the schema of Jenkins knows it for a suite only
	return suites.WriteXML(w)
}

func junitCase(r *conformance.Report, area string, result conformance.Result) junit.Testcase {
	test := junit.Testcase{
		Name:      validator.Quote(result.ID),
		Classname: validator.Quote(r.Implementation.Name) + "." + validator.Quote(area),
		Time:      "0", // required by the schema of Surefire
	}
	// encoding/xml makes U+FFFD of what XML can't hold, but not in CDATA, so that everything is
	// quoted before.
	what := &junit.Result{
		Message: Account(&result),
		Type:    string(result.Cell),
		Data:    junitText(result),
	}
	switch {
	case !result.Cell.Failed() && result.Cell != conformance.CellUnsupported:
	case result.Cell == conformance.CellUnsupported:
		what.Message, what.Type = cmp.Or(validator.Quote(result.Message), "unsupported"), ""
		test.Skipped = what
	case result.Known != "":
		what.Message, what.Type = "known failure: "+validator.Quote(result.Known), ""
		test.Skipped = what
	case result.Cell == conformance.CellWrongVerdict || result.Cell == conformance.CellWrongData:
		test.Failure = what
	default:
		test.Error = what
	}
	return test
}

func junitText(result conformance.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "duty: %s\n", validator.Quote(string(result.Duty)))
	fmt.Fprintf(&b, "outcome: %s\n", result.Outcome)
	if result.Message != "" {
		fmt.Fprintf(&b, "message: %s\n", validator.Quote(result.Message))
	}
	for _, rule := range result.Rules {
		fmt.Fprintf(&b, "rule: %s\n", validator.Quote(rule))
	}
	return b.String()
}
