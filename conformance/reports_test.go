package conformance

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// foreign is what a program may say to harm who reads the report.
const foreign = "got |x|\n@team <b>`c`</b> ]]>\x00\x1b[31m\u202e##[error]"

// sample has a result of every kind, and foreign text wherever a program can put some.
func sample() *Report {
	return &Report{
		Schema:         1,
		Implementation: Implementation{Name: "np|yio", Version: "0.6.0", Language: "Go"},
		Corpus:         "0.1.0",
		Profile:        "numeric",
		Results: []Result{
			{ID: "descr/b", Duty: corpus.Reject, Outcome: OutcomeAccept, Cell: CellFail, Rules: []string{"descr-a", "descr-b"}, Message: foreign},
			{ID: "descr/c", Duty: corpus.Accept, Outcome: OutcomeAccept, Cell: CellWrongData, Rules: []string{}, Message: "got 1, want 2", Known: "known <since> 0.5"},
			{ID: "header/d", Duty: corpus.Survive, Outcome: OutcomeHang, Cell: CellHang, Rules: []string{}},
			{ID: "prefix/a", Duty: corpus.Accept, Outcome: OutcomeAccept, Cell: CellPass, Rules: []string{}},
			{ID: "prefix/e", Duty: corpus.Accept, Outcome: OutcomeUnsupported, Cell: CellUnsupported, Rules: []string{}, Message: "no complex"},
			{ID: "prefix/f", Duty: corpus.Either, Outcome: OutcomeReject, Cell: CellEither, Rules: []string{"prefix-x"}},
		},
	}
}

func TestWriteJUnit(t *testing.T) {
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
			<error message="got hang, want accept or reject" type="hang"><![CDATA[duty: survive
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
			<failure message="got accept, want reject: got |x|\x0a@team &lt;b&gt;` + "`c`" + `&lt;/b&gt; ]]&gt;\x00\x1b[31m\u202e##[error]" type="fail"><![CDATA[duty: reject
outcome: accept
message: got |x|\x0a@team <b>` + "`c`" + `</b> ]]]]><![CDATA[>\x00\x1b[31m\u202e##[error]
rule: descr-a
rule: descr-b
]]></failure>
		</testcase>
		<testcase name="descr/c" classname="np|yio.descr" time="0">
			<skipped message="known failure: known &lt;since&gt; 0.5"><![CDATA[duty: accept
outcome: accept
message: got 1, want 2
]]></skipped>
		</testcase>
	</testsuite>
</testsuites>
`
	var b bytes.Buffer
	if err := WriteJUnit(&b, sample()); err != nil {
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

| area | cases | pass | either | unsupported | fail | wrong-data | crash | hang | blow-up |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| prefix | 3 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 |
| header | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 0 |
| descr | 2 | 0 | 0 | 0 | 1 | 1 | 0 | 0 | 0 |
| **all** | 6 | 1 | 1 | 1 | 1 | 1 | 0 | 1 | 0 |

<details><summary>header: 1 failure</summary>

| case | duty | cell | rules | message |
|---|---|---|---|---|
| ¬header/d¬ | survive | hang |  |  |

</details>

<details><summary>descr: 2 failures</summary>

| case | duty | cell | rules | message |
|---|---|---|---|---|
| ¬descr/b¬ | reject | fail | ¬descr-a¬ ¬descr-b¬ | <code>got &#124;x&#124;&#92;x0a&#64;team &#60;b&#62;&#96;c&#96;&#60;&#47;b&#62; &#93;&#93;&#62;&#92;x00&#92;x1b&#91;31m&#92;u202e&#35;&#35;&#91;error&#93;</code> |
| ¬descr/c¬ | accept | wrong-data |  | ¬got 1, want 2¬ known: ¬known <since> 0.5¬ |

</details>
`

func TestWriteMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := WriteMarkdown(&b, sample()); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), strings.ReplaceAll(goldenMarkdown, "¬", "`"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestWriteMarkdownLong makes sure that a summary fits where summaries go, whatever a reader says.
func TestWriteMarkdownLong(t *testing.T) {
	report := &Report{}
	for i := range 3000 {
		report.Results = append(report.Results, Result{
			ID: fmt.Sprintf("shape/%04d", i), Duty: corpus.Accept, Outcome: OutcomeCrash, Cell: CellCrash, Message: strings.Repeat("`|", 100),
		})
	}
	var b strings.Builder
	if err := WriteMarkdown(&b, report); err != nil {
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

func TestMarkdownCode(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"plain text", "`plain text`"},
		{" edges ", "`edges`"},
		{"@team #1 <b> [a](b) *x* https://example.org", "`@team #1 <b> [a](b) *x* https://example.org`"},
		{"a\nb", "`a\\x0ab`"},
		{"a|b", "<code>a&#124;b</code>"},
		{`a\|b`, "<code>a&#92;&#124;b</code>"},
		{"``", "<code>&#96;&#96;</code>"},
		{"é|", "<code>é&#124;</code>"},
		{"\xff`", "<code>&#92;xff&#96;</code>"},
	} {
		if got := mdCode(test.text); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

// decodePage returns the data of a page, and checks what holds for every page: no request, and only
// the style and the script that its policy names.
func decodePage(t *testing.T, text string) pageData {
	t.Helper()
	part := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1)
		if len(m) != 1 {
			t.Fatalf("%s: got %d matches, want 1", pattern, len(m))
		}
		return m[0][1]
	}
	policy := html.UnescapeString(part(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`))
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("got policy %q, want default-src 'none'", policy)
	}
	for _, code := range []string{part(`(?s)<style>(.*?)</style>`), part(`(?s)<script>(.*?)</script>`)} {
		sum := sha256.Sum256([]byte(code))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %s of %.40q", policy, want, code)
		}
	}
	compressed, err := base64.StdEncoding.DecodeString(part(`<script type="text/plain" id="data">([^<]*)</script>`))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	var data pageData
	if err := json.NewDecoder(z).Decode(&data); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestWriteHTML(t *testing.T) {
	r := sample()
	r.Implementation.Name = `</script><img src=x onerror=alert(1)>"'`
	// A case of the corpus stands for itself, one that it doesn't have for what the report says.
	r.Results = append(r.Results, Result{ID: "shape/negative-1", Duty: corpus.Reject, Outcome: OutcomeCrash, Cell: CellCrash, Message: foreign})
	var b bytes.Buffer
	if err := WriteHTML(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<img") {
		t.Error("the name of the implementation is markup")
	}
	data := decodePage(t, b.String())
	if len(data.Columns) != 1 || len(data.Cases) != 7 || data.Published {
		t.Fatalf("got %d columns, %d cases, published %v; want 1, 7, false", len(data.Columns), len(data.Cases), data.Published)
	}
	// prefix/a e f, header/d, descr/b c, shape/negative-1
	if got, want := data.Columns[0].Codes, "PaUuErHhFaWaCc"; got != want {
		t.Errorf("got codes %s, want %s", got, want)
	}
	wantMessages := []said{
		{Text: `got |x|\x0a@team <b>` + "`c`" + `</b> ]]>\x00\x1b[31m\u202e##[error]`, Cases: []int{4, 6}},
		{Text: "got 1, want 2", Known: "known <since> 0.5", Cases: []int{5}},
		{Text: "no complex", Cases: []int{1}},
	}
	if got := data.Columns[0].Messages; !reflect.DeepEqual(got, wantMessages) {
		t.Errorf("got messages %+v, want %+v", got, wantMessages)
	}
	if c := data.Cases[0]; c.ID != "prefix/a" || c.Known || c.Duty != corpus.Accept {
		t.Errorf("got %+v, want prefix/a, which the corpus doesn't have", c)
	}
	c := data.Cases[6]
	if c.ID != "shape/negative-1" || !c.Known || c.Conforms || c.Twin == "" || !slices.Equal(c.Rules, []string{"shape-negative"}) {
		t.Errorf("got %+v, want shape/negative-1 of the corpus", c)
	}
	if !bytes.HasPrefix(c.Head, []byte("\x93NUMPY")) || int64(len(c.Head)) != min(c.Size, 512) {
		t.Errorf("got %d bytes %.10q, want the first of a file of %d bytes", len(c.Head), c.Head, c.Size)
	}
	if len(c.Regions) == 0 || c.Regions[0] != (pageRegion{0, 6, "magic"}) {
		t.Errorf("got regions %v, want the magic first", c.Regions)
	}
	if len(c.Findings) != 1 || c.Findings[0].Rule != "shape-negative" || c.Findings[0].Severity != "error" {
		t.Errorf("got findings %v, want one of shape-negative", c.Findings)
	}
	rule := data.Rules["shape-negative"]
	clause := data.Clauses[rule.Clause]
	if rule.Title == "" || clause.Text == "" || !strings.HasPrefix(clause.Link, "../spec/npy.md#"+strings.ReplaceAll(rule.Clause, ".", "")) {
		t.Errorf("got rule %v of clause %v", rule, clause)
	}
}

// The links to clauses are those that renderers of Markdown make of the headings.
func TestClauseLinks(t *testing.T) {
	page := newPage(&Matrix{Schema: 1, Cases: []*MatrixCase{{ID: "header/padding-tab"}, {ID: "header/length-10001"}}})
	links := make(map[string]string)
	for id, clause := range page.data.Clauses {
		links[id] = clause.Link
	}
	want := map[string]string{
		"npy-2.8":  "../spec/npy.md#npy-28-padding",
		"npy-2.13": "../spec/npy.md#npy-213-headers-over-10000-characters",
	}
	for id, link := range want {
		if links[id] != link {
			t.Errorf("%s: got link %q, want %q; there are %v", id, links[id], link, slices.Sorted(maps.Keys(links)))
		}
	}
}

// A finding on the archive has its place in the file; one inside of a member has none there.
func TestPageArchive(t *testing.T) {
	page := newPage(&Matrix{Schema: 1, Cases: []*MatrixCase{{ID: "npz/first-deflated"}}})
	c := page.data.Cases[0]
	if len(c.Findings) != 1 || c.Findings[0].Rule != "npz-mixed-methods" || c.Findings[0].Offset != 0x19a+10 {
		t.Errorf("got findings %+v, want npz-mixed-methods at the method in the second directory entry", c.Findings)
	}
	if len(c.Arrays) != 2 || c.Arrays[0].Key != "a" || c.Arrays[1].Key != "b" || c.Arrays[1].DType != "<i2" {
		t.Errorf("got arrays %+v, want a and b", c.Arrays)
	}
}

// The page loads nothing, and makes no markup of text.
func TestPageFiles(t *testing.T) {
	for _, name := range []string{"page.html", "page.css", "page.js"} {
		text, err := os.ReadFile("page/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`(?i)https?:|innerHTML|insertAdjacentHTML|outerHTML|document\.write|eval\(|@import|url\(`).Find(text); m != nil {
			t.Errorf("%s: got %q, want a page that loads nothing and makes no markup of data", name, m)
		}
	}
}
