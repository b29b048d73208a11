package results

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// foreign is what a program may say to harm who reads the report.
const foreign = "got |x|\n@team <b>`c`</b> ]]>\x00\x1b[31m\u202e##[error]"

// sample has a result of every kind, and foreign text wherever a program can put some.
func sample() *conformance.Report {
	return &conformance.Report{
		Schema:         1,
		Implementation: conformance.Implementation{Name: "np|yio", Version: "0.6.0", Language: "Go"},
		Corpus:         "0.1.0",
		Profile:        "numeric",
		Results: []conformance.Result{
			{ID: "descr/b", Duty: corpus.Reject, Outcome: conformance.OutcomeAccept, Cell: conformance.CellWrongVerdict, Rules: []string{"descr-a", "descr-b"}, Message: foreign},
			{ID: "descr/c", Duty: corpus.Accept, Outcome: conformance.OutcomeAccept, Cell: conformance.CellWrongData, Rules: []string{}, Message: "got 1, expected 2", Known: "known <since> 0.5"},
			{ID: "header/d", Duty: corpus.Survive, Outcome: conformance.OutcomeHang, Cell: conformance.CellHang, Rules: []string{}},
			{ID: "prefix/a", Duty: corpus.Accept, Outcome: conformance.OutcomeAccept, Cell: conformance.CellPass, Rules: []string{}},
			{ID: "prefix/e", Duty: corpus.Accept, Outcome: conformance.OutcomeUnsupported, Cell: conformance.CellUnsupported, Rules: []string{}, Message: "no complex"},
			{ID: "prefix/f", Duty: corpus.Either, Outcome: conformance.OutcomeReject, Cell: conformance.CellEither, Rules: []string{"prefix-x"}},
		},
	}
}

func TestJUnit(t *testing.T) {
	const want = `<testsuites name="npycheck conform" tests="6" errors="1" failures="1">
	<testsuite name="prefix" tests="3" failures="0" errors="0" id="0" skipped="1" time="0">
		<properties>
			<property name="implementation" value="np|yio"></property>
			<property name="version" value="0.6.0"></property>
			<property name="language" value="Go"></property>
			<property name="corpus" value="0.1.0"></property>
			<property name="profile" value="numeric"></property>
			<property name="role" value="reader"></property>
		</properties>
		<testcase name="prefix/a" classname="np|yio.prefix" time="0"></testcase>
		<testcase name="prefix/e" classname="np|yio.prefix" time="0">
			<skipped message="no complex"><![CDATA[duty: accept
outcome: unsupported
message: no complex
]]></skipped>
		</testcase>
		<testcase name="prefix/f" classname="np|yio.prefix" time="0"></testcase>
	</testsuite>
	<testsuite name="header" tests="1" failures="0" errors="1" id="1" time="0">
		<properties>
			<property name="implementation" value="np|yio"></property>
			<property name="version" value="0.6.0"></property>
			<property name="language" value="Go"></property>
			<property name="corpus" value="0.1.0"></property>
			<property name="profile" value="numeric"></property>
			<property name="role" value="reader"></property>
		</properties>
		<testcase name="header/d" classname="np|yio.header" time="0">
			<error message="got hang, expected accept or reject" type="hang"><![CDATA[duty: survive
outcome: hang
]]></error>
		</testcase>
	</testsuite>
	<testsuite name="descr" tests="2" failures="1" errors="0" id="2" skipped="1" time="0">
		<properties>
			<property name="implementation" value="np|yio"></property>
			<property name="version" value="0.6.0"></property>
			<property name="language" value="Go"></property>
			<property name="corpus" value="0.1.0"></property>
			<property name="profile" value="numeric"></property>
			<property name="role" value="reader"></property>
		</properties>
		<testcase name="descr/b" classname="np|yio.descr" time="0">
			<failure message="got accept, expected reject: got |x|\x0a@team &lt;b&gt;` + "`c`" + `&lt;/b&gt; ]]&gt;\x00\x1b[31m\u202e##[error]" type="wrong-verdict"><![CDATA[duty: reject
outcome: accept
message: got |x|\x0a@team <b>` + "`c`" + `</b> ]]]]><![CDATA[>\x00\x1b[31m\u202e##[error]
rule: descr-a
rule: descr-b
]]></failure>
		</testcase>
		<testcase name="descr/c" classname="np|yio.descr" time="0">
			<skipped message="known failure: known &lt;since&gt; 0.5"><![CDATA[duty: accept
outcome: accept
message: got 1, expected 2
]]></skipped>
		</testcase>
	</testsuite>
</testsuites>
`
	var b bytes.Buffer
	if err := JUnit(&b, sample()); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	d := xml.NewDecoder(&b)
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

const goldenMarkdown = `## <code>np&#124;yio</code> ¬0.6.0¬: 3 of 5 failed

As a reader, on corpus ¬0.1.0¬ with the profile ¬numeric¬. 6 cases, 1 of them not claimed.

| cell | cases | what happened | rules | such as |
|---|--:|---|---|---|
| hang | 1 | ¬got hang, expected accept or reject¬ |  | ¬header/d¬ |
| wrong-data | 1 | ¬got accept, expected the array of the file: got 1, expected 2¬ |  | ¬descr/c¬ |
| wrong-verdict | 1 | <code>got accept&#44; expected reject&#58; got &#124;x&#124;&#92;x0a&#64;team &#60;b&#62;&#96;c&#96;&#60;&#47;b&#62; &#93;&#93;&#62;&#92;x00&#92;x1b&#91;31m&#92;u202e&#35;&#35;&#91;error&#93;</code> | ¬descr-a¬ ¬descr-b¬ | ¬descr/b¬ |

| area | cases | pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| prefix | 3 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| header | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 0 |
| descr | 2 | 0 | 0 | 0 | 1 | 0 | 1 | 0 | 0 | 0 |
| **all** | 6 | 1 | 1 | 1 | 1 | 0 | 1 | 0 | 1 | 0 |

<details><summary>header: 1 failure</summary>

| case | duty | cell | rules | message |
|---|---|---|---|---|
| ¬header/d¬ | survive | hang |  |  |

</details>

<details><summary>descr: 2 failures</summary>

| case | duty | cell | rules | message |
|---|---|---|---|---|
| ¬descr/b¬ | reject | wrong-verdict | ¬descr-a¬ ¬descr-b¬ | <code>got &#124;x&#124;&#92;x0a&#64;team &#60;b&#62;&#96;c&#96;&#60;&#47;b&#62; &#93;&#93;&#62;&#92;x00&#92;x1b&#91;31m&#92;u202e&#35;&#35;&#91;error&#93;</code> |
| ¬descr/c¬ | accept | wrong-data |  | ¬got 1, expected 2¬ known: ¬known <since> 0.5¬ |

</details>
`

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(&b, sample()); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), strings.ReplaceAll(goldenMarkdown, "¬", "`"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestIncomplete makes sure that the forms for CI services say that a run ended too early.
func TestIncomplete(t *testing.T) {
	r := sample()
	r.Incomplete = "interrupted"
	for _, form := range []struct {
		write func(io.Writer, *conformance.Report) error
		want  string
	}{
		{HTML, `<p><strong>Incomplete: interrupted</strong></p>`},
		{Markdown, "\n\nIncomplete: `interrupted`\n\n"},
		{JUnit, `<property name="incomplete" value="interrupted"></property>`},
	} {
		var b bytes.Buffer
		if err := form.write(&b, r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), form.want) {
			t.Errorf("got:\n%s\nwant in it:\n%s", b.String(), form.want)
		}
	}
}

// TestWriteMarkdownLong makes sure that a summary fits where summaries go, whatever a reader says.
func TestWriteMarkdownLong(t *testing.T) {
	report := &conformance.Report{}
	for i := range 3000 {
		report.Results = append(report.Results, conformance.Result{
			ID: fmt.Sprintf("shape/%04d", i), Duty: corpus.Accept, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash, Message: strings.Repeat("`|", 100),
		})
	}
	var b strings.Builder
	if err := Markdown(&b, report); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 1<<20 {
		t.Errorf("got %d bytes, want at most 1 MiB", b.Len())
	}
	rows := strings.Count(b.String(), "\n| `shape/")
	if want := fmt.Sprintf("\n… and %d more\n\n</details>\n", 3000-rows); rows == 0 || !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %d rows and the end %q, want %q", rows, b.String()[b.Len()-50:], want)
	}
}

// fullAfter is a disk with room for that many bytes.
type fullAfter int

func (f *fullAfter) Write(p []byte) (int, error) {
	n := min(len(p), int(*f))
	*f -= fullAfter(n)
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// TestFullDisk covers disks that are full before the last byte of a report.
func TestFullDisk(t *testing.T) {
	compared := func(w io.Writer, r *conformance.Report) error {
		g, err := Compare(r, r)
		if err != nil {
			t.Fatal(err)
		}
		return g.WriteMarkdown(w)
	}
	for _, form := range []struct {
		name  string
		write func(io.Writer, *conformance.Report) error
	}{
		{"html", HTML},
		{"junit", JUnit},
		{"markdown", Markdown},
		{"comparison", compared},
	} {
		const room = 1 << 20
		disk := fullAfter(room)
		if err := form.write(&disk, sample()); err != nil {
			t.Fatalf("%s: %v", form.name, err)
		}
		size := room - disk
		for _, n := range []fullAfter{0, 1, size / 2, size - 1} {
			disk := n
			if err := form.write(&disk, sample()); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s of %d bytes on a disk with room for %d: got the error %v", form.name, size, n, err)
			}
		}
	}
}
