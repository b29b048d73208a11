package report

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// JUnit writes a report in the XML form of JUnit, which CI services show: a suite for each file, with a test for
// each rule that it breaks, or one that passes. A test fails if its findings fail a run. The others pass, and their
// findings are their output. A file that was not checked, or not to its end, is an error.
//
// The totals that other programs give for all suites are left out, as they come before the files.
type JUnit struct{ failOn spec.Severity }

// NewJUnit returns a JUnit, in which findings of the severity [Policy.FailOn] or above fail.
func NewJUnit(failOn spec.Severity) JUnit { return JUnit{cmp.Or(failOn, spec.Error)} }

// InOrder reports false: the files are independent of each other.
func (JUnit) InOrder() bool { return false }

// Begin writes the part before the suites.
func (JUnit) Begin(w io.Writer) error {
	return write(w, []byte(xml.Header+`<testsuites name="npycheck check">`+"\n"))
}

// junitCase has the findings of a file by one rule.
type junitCase struct {
	rule  spec.ID
	first *Finding // nil if none is listed
	more  int      // that are not listed
	count int      // with those
	fails bool
	ends  bool // it says why the file was not checked to its end
}

// File writes the suite of a file.
func (j JUnit) File(w io.Writer, n int64, f *File) error {
	path := displayPath(f)
	suite := junit.Testsuite{Name: path, ID: int(n), Time: "0"}
	for _, c := range j.cases(f) {
		suite.AddTestcase(c.test(path, f))
	}
	if why := f.unsaid(spec.Note); why != "" {
		test := junitTest(path, string(validator.NotChecked))
		test.Error = &junit.Result{Message: text.Inert(why), Type: test.Name}
		suite.AddTestcase(test)
	}
	if suite.Tests == 0 {
		suite.AddTestcase(junitTest(path, "no findings"))
	}
	return writeSuite(w, &suite)
}

// End writes the part after the suites. What is about no file, and keeps a run from being OK, has a suite of its own.
func (JUnit) End(w io.Writer, s Summary) error {
	var failed []junit.Testcase
	if s.Interrupted {
		test := junitTest("npycheck", "interrupted")
		test.Error = &junit.Result{Message: "there were more files", Type: test.Name}
		failed = append(failed, test)
	}
	if s.Missing != "" {
		test := junitTest("npycheck", "missing")
		test.Error = &junit.Result{Message: s.Missing + " missing", Type: test.Name}
		failed = append(failed, test)
	}
	if s.Stale > 0 {
		test := junitTest("npycheck", "stale")
		test.Failure = &junit.Result{Message: s.stale(), Type: test.Name}
		failed = append(failed, test)
	}
	for i, test := range failed {
		suite := junit.Testsuite{Name: test.Classname, ID: int(s.Files) + i, Time: "0"}
		suite.AddTestcase(test)
		if err := writeSuite(w, &suite); err != nil {
			return err
		}
	}
	return write(w, []byte("</testsuites>\n"))
}

// cases returns the findings of a file by rule, in the order of the first of each, and then those of which none is
// listed.
func (j JUnit) cases(f *File) []junitCase {
	var cases []junitCase
	limit := f.limit(spec.Note)
	of := func(rule spec.ID, severity spec.Severity) *junitCase {
		i := slices.IndexFunc(cases, func(c junitCase) bool { return c.rule == rule })
		if i < 0 {
			i = len(cases)
			cases = append(cases, junitCase{rule: rule, fails: severity >= j.failOn, ends: rule == limit})
		}
		return &cases[i]
	}
	for i := range f.Findings {
		found := &f.Findings[i]
		c := of(found.Rule, found.Severity)
		if c.first == nil {
			c.first = found
		}
		c.count++
	}
	for _, o := range f.Omitted {
		c := of(o.Rule, o.Severity)
		c.more = o.Count
		c.count += c.more
	}
	return cases
}

// test returns the test of a rule. Its first finding is the message of a failure or an error, and all of them are its text.
func (c *junitCase) test(path string, f *File) junit.Testcase {
	var b strings.Builder
	for i := range f.Findings {
		if found := &f.Findings[i]; found.Rule == c.rule {
			if within := Within(&found.Finding); within != "" {
				b.WriteString(within + " ")
			}
			fmt.Fprintf(&b, "offset %d: %s\n", found.Offset, text.Inert(found.Message))
		}
	}
	if c.more > 0 {
		fmt.Fprintf(&b, "%s not listed\n", text.Count(int64(c.more), "more finding"))
	}
	test := junitTest(path, c.rule.String())
	switch {
	case c.ends:
		test.Error = c.result(b.String())
	case c.fails:
		test.Failure = c.result(b.String())
	default:
		test.SystemOut = &junit.Output{Data: b.String()}
	}
	return test
}

func (c *junitCase) result(findings string) *junit.Result {
	return &junit.Result{Message: c.message(), Type: c.rule.Rule().Kind.String(), Data: findings}
}

func (c *junitCase) message() string {
	switch {
	case c.first == nil:
		return text.Count(int64(c.count), "finding") + ", none of them listed"
	case c.count == 1:
		return text.Inert(c.first.Message)
	}
	return fmt.Sprintf("%s, and %d more", text.Inert(c.first.Message), c.count-1)
}

// junitTest returns a test that passes. JUnit's own schemas want the time.
func junitTest(suite, name string) junit.Testcase {
	return junit.Testcase{Name: name, Classname: suite, Time: "0"}
}

// writeSuite writes a suite, in which what XML can't contain, or a parser would change, was quoted before.
func writeSuite(w io.Writer, suite *junit.Testsuite) error {
	var b bytes.Buffer
	e := xml.NewEncoder(&b)
	e.Indent("  ", "  ")
	if err := e.EncodeElement(suite, xml.StartElement{Name: xml.Name{Local: "testsuite"}}); err != nil {
		return err
	}
	b.WriteByte('\n')
	return write(w, b.Bytes())
}
