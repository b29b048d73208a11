package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
	return write(w, []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<testsuites name="npycheck check">`+"\n"))
}

// junitSize is roughly the number of bytes of a suite or a finding.
const junitSize = 256

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
	cases := j.cases(f)
	tests, failures, errors := len(cases), 0, 0
	for i := range cases {
		switch {
		case cases[i].ends:
			errors++
		case cases[i].fails:
			failures++
		}
	}
	why := f.unsaid(spec.Note)
	if why != "" {
		tests, errors = tests+1, errors+1
	}
	var b bytes.Buffer
	b.Grow(junitSize * (1 + len(f.Findings)))
	path := xmlText.Replace(displayPath(f))
	beginSuite(&b, path, n, max(tests, 1), failures, errors)
	for i := range cases {
		cases[i].write(&b, path, f)
	}
	if why != "" {
		beginCase(&b, path, string(validator.NotChecked))
		writeResult(&b, "error", text.Inert(why), string(validator.NotChecked))
		b.WriteString("</error></testcase>\n")
	}
	if tests == 0 {
		beginCase(&b, path, "no findings")
		b.WriteString("</testcase>\n")
	}
	b.WriteString("</testsuite>\n")
	return write(w, b.Bytes())
}

// End writes the part after the suites. What is about no file, and keeps a run from being OK, has a suite of its own.
func (JUnit) End(w io.Writer, s Summary) error {
	var b bytes.Buffer
	only := func(failures, errors int, element, name, message string) {
		beginSuite(&b, "npycheck", s.Files, 1, failures, errors)
		beginCase(&b, "npycheck", name)
		writeResult(&b, element, message, name)
		fmt.Fprintf(&b, "</%s></testcase>\n</testsuite>\n", element)
		s.Files++ // the number of the next suite
	}
	if s.Interrupted {
		only(0, 1, "error", "interrupted", "there were more files")
	}
	if s.Missing != "" {
		only(0, 1, "error", "missing", s.Missing+" missing")
	}
	if s.Stale > 0 {
		only(1, 0, "failure", "stale", s.stale())
	}
	b.WriteString("</testsuites>\n")
	return write(w, b.Bytes())
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

// write writes the test of a rule. Its first finding is the message of a failure or an error, and all of them are its text.
func (c *junitCase) write(b *bytes.Buffer, path string, f *File) {
	beginCase(b, path, c.rule.String())
	element := "system-out"
	switch {
	case c.ends:
		element = "error"
	case c.fails:
		element = "failure"
	}
	if element == "system-out" {
		b.WriteString("<system-out>")
	} else {
		writeResult(b, element, c.message(), c.rule.Rule().Kind.String())
	}
	for i := range f.Findings {
		if found := &f.Findings[i]; found.Rule == c.rule {
			if within := Within(&found.Finding); within != "" {
				xmlText.WriteString(b, within)
				b.WriteByte(' ')
			}
			b.WriteString("offset ")
			b.Write(strconv.AppendInt(b.AvailableBuffer(), found.Offset, 10))
			b.WriteString(": ")
			xmlText.WriteString(b, text.Inert(found.Message))
			b.WriteByte('\n')
		}
	}
	if c.more > 0 {
		fmt.Fprintf(b, "%s not listed\n", text.Count(int64(c.more), "more finding"))
	}
	b.WriteString("</")
	b.WriteString(element)
	b.WriteString("></testcase>\n")
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

// xmlText escapes text for an element or an attribute. Characters that XML can't contain, or that a parser would
// change, were quoted before.
var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// beginSuite writes the start of a suite with a name that is escaped already. JUnit's own schemas want the time.
func beginSuite(b *bytes.Buffer, name string, id int64, tests, failures, errors int) {
	b.WriteString(`<testsuite name="`)
	b.WriteString(name)
	for _, attribute := range [...]struct {
		name  string
		value int64
	}{{"tests", int64(tests)}, {"failures", int64(failures)}, {"errors", int64(errors)}, {"id", id}} {
		b.WriteString(`" `)
		b.WriteString(attribute.name)
		b.WriteString(`="`)
		b.Write(strconv.AppendInt(b.AvailableBuffer(), attribute.value, 10))
	}
	b.WriteString(`" time="0">` + "\n")
}

// beginCase writes the start of a test in a suite whose name is escaped already.
func beginCase(b *bytes.Buffer, suite, name string) {
	b.WriteString(`<testcase name="`)
	b.WriteString(name)
	b.WriteString(`" classname="`)
	b.WriteString(suite)
	b.WriteString(`" time="0">`)
}

// writeResult writes the start of a failure or an error.
func writeResult(b *bytes.Buffer, element, message, kind string) {
	b.WriteByte('<')
	b.WriteString(element)
	b.WriteString(` message="`)
	xmlText.WriteString(b, message)
	b.WriteString(`" type="`)
	b.WriteString(kind)
	b.WriteString(`">`)
}
