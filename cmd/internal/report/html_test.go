package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// element is an element of a page, or text if it has no name.
type element struct {
	name       string
	attributes map[string]string
	children   []*element
	chars      string
}

// text returns the text of an element and of all in it. The cells of a table and of a list are separated by a space.
func (e *element) text() string {
	var b strings.Builder
	b.WriteString(e.chars)
	for _, c := range e.children {
		if slices.Contains([]string{"td", "th", "dd", "dt"}, c.name) {
			b.WriteByte(' ')
		}
		b.WriteString(c.text())
	}
	return b.String()
}

// find returns the elements with a name and, if it isn't empty, a class, in their order.
func (e *element) find(name, class string) []*element {
	var found []*element
	for _, c := range e.children {
		if c.name == name && (class == "" || slices.Contains(strings.Fields(c.attributes["class"]), class)) {
			found = append(found, c)
		}
		found = append(found, c.find(name, class)...)
	}
	return found
}

// texts returns the texts of elements.
func (e *element) texts(name, class string) []string {
	texts := []string{}
	for _, found := range e.find(name, class) {
		texts = append(texts, strings.Join(strings.Fields(found.text()), " "))
	}
	return texts
}

// parsePage returns the tree of a page, which is XML as well once its style and its script are taken out.
func parsePage(t *testing.T, text string) *element {
	t.Helper()
	for _, code := range []string{page.Style + htmlStyle, htmlScript} {
		if strings.Count(text, ">"+code+"<") != 1 {
			t.Fatalf("the page lacks %.40q", code)
		}
		text = strings.Replace(text, ">"+code+"<", "><", 1)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	root := &element{}
	open := []*element{root}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		parent := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: make(map[string]string)}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			parent.children = append(parent.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			parent.children = append(parent.children, &element{chars: string(token)})
		}
	}
	return root
}

// rulesOf returns the part of a page with the rules.
func rulesOf(root *element) *element {
	sections := root.find("section", "")
	return sections[len(sections)-1]
}

func newTestHTML(c *Checker) *HTML { return NewHTML(c.Head()) }

func TestHTML(t *testing.T) {
	c := &Checker{Options: validator.Options{Depth: validator.Structure}, Policy: Policy{Ignore: []spec.ID{spec.KeysNotSorted}}}
	member := validator.Finding{Rule: spec.ShapeNegative, Message: "shape[0] is -1", Offset: 61, Length: 2, Base: validator.BaseContent, Pointer: "/shape/0", MemberName: "a.npy"}
	files := []*File{
		checked(t, c, "good.npy", goodFile),
		checked(t, c, "tab.npy", strings.Replace(goodFile, "}  ", "}\t ", 1)),
		checked(t, c, "cut.npy", goodFile[:148]),
		c.File(Path("a.npz"), &validator.Report{Format: validator.Npz, Members: make([]validator.Member, 1),
			Findings: []validator.Finding{member}, Omitted: map[spec.ID]int{spec.ShapeNegative: 1, spec.LiteralLongSuffix: 2}}, nil),
		c.File(Stdin{}, nil, errors.New("no\x1b luck")),
	}
	text := written(t, newTestHTML(c), files)
	root := parsePage(t, text)
	inFiles := root.find("section", "")[0]
	help := func(rule spec.ID) string { return strings.Join(strings.Fields(rule.Rule().Owner), " ") }
	for _, want := range []struct {
		in          *element
		name, class string
		texts       []string
	}{
		{root, "h2", "", []string{"Files", "Rules"}},
		{root, "p", "Incomplete", []string{"Incomplete: 1 of 5 files not checked; 4 errors, 2 warnings in 3 of 5 files; checksums of 1 archive not verified (--depth full)"}},
		{inFiles, "summary", "", []string{
			"tab.npy npy, nonconforming, <f8 of shape (3,) 1 error", "cut.npy npy, nonconforming, <f8 of shape (3,) 1 error",
			"a.npz npz, nonconforming 2 errors 2 warnings", "<stdin> not-checked"}},
		{inFiles, "li", "", []string{
			"error padding byte 0x09 at offset 67, expected 0x20 header-padding-byte offset 67, 1 byte 00000040 2c 20 7d 09 20 20 20 20 20 20 20 20 20 20 20 20 , }. Help: " + help(spec.HeaderPaddingByte),
			"error data truncated: 20 of 24 bytes (2 of 3 elements); fetch or write it again data-truncated offset 148 00000090 00 00 00 00 ....",
			"error shape[0] is -1 shape-negative member a.npy, offset 61 of the content, 2 bytes, /shape/0 in the header Help: " + help(spec.ShapeNegative),
			`not checked no\x1b luck`}},
		{root, "mark", "", []string{"09", ".", "", ""}},
		{root, "p", "more", []string{"Counted, but not listed: 2 more literal-long-suffix, 1 more shape-negative"}},
		{root.find("section", "")[1], "p", "quiet", []string{"5 files: 1 conforming, 3 nonconforming, 1 not checked"}},
		{root, "button", "", []string{"error 4", "warning 2", "not checked 1", "Reset", "Open all", "Fold all"}},
		{root, "option", "", []string{"all rules", "header-padding-byte", "shape-negative", "data-truncated", "literal-long-suffix"}},
		{rulesOf(root), "a", "", []string{
			"error padding byte is not a space header-padding-byte 1 file", "Clause npy-2.8",
			"error dimension is negative shape-negative 2 findings in 1 file", "Clause npy-6.2",
			"error file ends inside the data data-truncated 1 file", "Clause npy-7.1",
			"warning integer with the suffix L of Python 2 literal-long-suffix 2 findings in 1 file", "Clause npy-3.8"}},
	} {
		if got := want.in.texts(want.name, want.class); !slices.Equal(got, want.texts) {
			t.Errorf("<%s class=%q>: got\n%q\nwant\n%q", want.name, want.class, got, want.texts)
		}
	}
	if !strings.Contains(text, "Rules ignored: <code>keys-not-sorted</code></p>") {
		t.Error("the page doesn't say which rules are not reported")
	}
	anchors := make(map[string]bool)
	for _, name := range []string{"section", "ul", "div"} {
		for _, target := range root.find(name, "") {
			anchors["#"+target.attributes["id"]] = true
		}
	}
	for _, a := range root.find("a", "") {
		if href := a.attributes["href"]; !anchors[href] && !strings.HasPrefix(href, "https://github.com/npycheck/npycheck/blob/main/spec/") {
			t.Errorf("got a link to %q, want one to a part of the page or to a clause", href)
		}
	}
	if want := `<a href="https://github.com/npycheck/npycheck/blob/main/spec/npy.md#npy-28-padding" rel="noreferrer">Clause npy-2.8</a>`; !strings.Contains(text, want) {
		t.Errorf("the page lacks %s", want)
	}
}

// TestHTMLPolicy covers the policy of the page, which lets in its own style and script.
func TestHTMLPolicy(t *testing.T) {
	root := parsePage(t, written(t, newTestHTML(new(Checker)), samples(t)))
	var policies []string
	for _, meta := range root.find("meta", "") {
		if meta.attributes["http-equiv"] == "Content-Security-Policy" {
			policies = append(policies, meta.attributes["content"])
		}
	}
	if want := page.Policy(page.Style+htmlStyle, htmlScript); !slices.Equal(policies, []string{want}) {
		t.Errorf("got policies %q, want %q", policies, want)
	}
}

// TestHTMLHostile covers names, messages and bytes that are markup or worse. Each comes back as text, and makes no
// element and no attribute that the same report without them doesn't have.
func TestHTMLHostile(t *testing.T) {
	for _, hostile := range []string{
		"<script>alert(1)</script>", "</summary></details></script>", `"><img src=x onerror=alert(1)>`, "' onclick='alert(1)", "<!--", "-->", "]]>", "&lt;b&gt;",
		"&#60;", "{{.}}", "new\nline", "a\r\nb", "\x1b[31mred", "\u202eypn.left", "\u2028", "not\xffutf8", "\x00", "\ufffe", "##[error]x", "##vso[task.setvariable variable=a]b", "::error::x", "|`a`|", "%0A", "javascript:alert(1)", "é字",
	} {
		report := func(s string) *element {
			c := new(Checker)
			found := validator.Finding{Rule: spec.ShapeNegative, Message: validator.Quote(s), MemberName: s, Pointer: "/" + s, Length: 1,
				Excerpt: validator.Excerpt{Bytes: (s + strings.Repeat(" ", text.RowBytes))[:text.RowBytes]}}
			return parsePage(t, written(t, newTestHTML(c), []*File{
				c.File(Path(s), &validator.Report{Format: validator.Npz, Findings: []validator.Finding{found}}, nil),
				c.File(Path("b"), nil, errors.New(s)),
			}))
		}
		root := report(hostile)
		quoted := text.Inert(validator.Quote(hostile))
		shown := displayPath(&File{Path: hostile})
		if got := root.find("h3", "")[0].text(); got != shown {
			t.Errorf("%q: got the name %q, want %q", hostile, got, shown)
		}
		items := root.find("li", "")
		if got, want := items[0].find("p", "")[0].text(), "error "+quoted+" shape-negative"; got != want {
			t.Errorf("%q: got the message %q, want %q", hostile, got, want)
		}
		if got, want := items[0].find("p", "")[1].text(), "member "+quoted+", offset 0, 1 byte, /"+quoted+" in the header"; got != want {
			t.Errorf("%q: got the place %q, want %q", hostile, got, want)
		}
		if got, want := items[1].text(), "not checked "+quoted; got != want {
			t.Errorf("%q: got the error %q, want %q", hostile, got, want)
		}
		if got, want := shapeOf(root), shapeOf(report("plain")); got != want {
			t.Errorf("%q: got the elements\n%s\nwant\n%s", hostile, got, want)
		}
	}
}

// shapeOf lists the elements of a page with the names of their attributes.
func shapeOf(e *element) string {
	var b strings.Builder
	for _, c := range e.children {
		if c.name == "" {
			continue
		}
		names := slices.Sorted(maps.Keys(c.attributes))
		fmt.Fprintf(&b, "<%s %s>%s</>", c.name, strings.Join(names, " "), shapeOf(c))
	}
	return b.String()
}

// TestHTMLLimits covers more findings than a page or a file shows. The errors come first.
func TestHTMLLimits(t *testing.T) {
	c := new(Checker)
	many := func(n int, rule spec.ID) []validator.Finding {
		return slices.Repeat([]validator.Finding{{Rule: rule, Message: "m"}}, n)
	}
	file := func(findings ...validator.Finding) *File {
		return c.File(Path("a.npy"), &validator.Report{Findings: findings}, nil)
	}
	files := []*File{file(append(many(120, spec.LiteralLongSuffix), many(30, spec.ShapeNegative)...)...)}
	for range 60 {
		files = append(files, file(many(100, spec.LiteralLongSuffix)...))
	}
	root := parsePage(t, written(t, newTestHTML(c), files))
	shown := make(map[string]int)
	for _, item := range root.find("li", "") {
		shown[item.attributes["data-severity"]]++
	}
	if shown["error"] != 30 || shown["warning"] != 5000 {
		t.Errorf("got %v, want 30 errors and 5000 warnings", shown)
	}
	want := []string{"Not on this page, but in a JSON report: 50 more literal-long-suffix", "Not on this page, but in a JSON report: 70 more literal-long-suffix"}
	if got := root.texts("p", "more"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Of the 6120 warnings 5000 are shown: 70 of the first file, 100 of 49 others, and 30 of one more.
	notice := "To stay usable, this page leaves out 1120 findings and 10 whole files. A JSON report has everything."
	if got := root.texts("section", ""); !strings.Contains(strings.Join(got, "\n"), notice) {
		t.Errorf("got %.300q, want %q", got, notice)
	}
	opened := 0
	for _, details := range root.find("details", "") {
		if _, ok := details.attributes["open"]; ok {
			opened++
		}
	}
	if opened != 1 {
		t.Errorf("got %d files unfolded, want 1", opened)
	}
}

// Of a file there may be nothing to show but counts, and no room for more.
func TestHTMLCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("parses a page of as many findings as it may have")
	}
	c := new(Checker)
	files := []*File{
		c.File(Path("a.npy"), &validator.Report{Omitted: map[spec.ID]int{spec.LiteralLongSuffix: 2}}, nil),
		c.File(Path("b.npy"), &validator.Report{Omitted: map[spec.ID]int{spec.ShapeNegative: 1}}, nil),
	}
	for range htmlFindings + 3 {
		files = append(files, c.File(Path("c.npy"), nil, errors.New("no luck")))
	}
	root := parsePage(t, written(t, newTestHTML(c), files))
	want := []string{"Counted, but not listed: 2 more literal-long-suffix", "Counted, but not listed: 1 more shape-negative"}
	if got := root.texts("p", "more"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := root.texts("h2", ""), []string{"Files", "Rules"}; !slices.Equal(got, want) {
		t.Errorf("got headings %q, want %q", got, want)
	}
	if got, want := len(root.find("section", "")[0].find("li", "")), 5000; got != want {
		t.Errorf("got %d files that can't be read, want %d", got, want)
	}
	notice := "To stay usable, this page leaves out 3 whole files. A JSON report has everything."
	if got := root.texts("section", ""); !strings.Contains(strings.Join(got, "\n"), notice) {
		t.Errorf("got %.300q, want %q", got, notice)
	}
}

// TestHTMLFolded covers what is folded at first: files after the twentieth with more than notes, those with notes alone,
// and rules after the tenth. The rules in most files come first.
func TestHTMLFolded(t *testing.T) {
	c := new(Checker)
	var files []*File
	add := func(n int, rules ...spec.ID) {
		for range n {
			var found []validator.Finding
			for _, rule := range rules {
				found = append(found, validator.Finding{Rule: rule, Message: "m"})
			}
			files = append(files, c.File(Path("a.npy"), &validator.Report{Format: validator.Npy, Findings: found}, nil))
		}
	}
	add(2, spec.HeaderAlignment64) // a note
	add(15, spec.ShapeNegative)
	add(10, spec.DataTruncated, spec.DataTrailing)
	add(1, spec.PrefixMagic, spec.HeaderNul, spec.HeaderBom, spec.KeysMissing, spec.HeaderEmpty, spec.ShapeBool, spec.ShapeNotTuple, spec.ShapeItemNotInt)
	root := parsePage(t, written(t, newTestHTML(c), files))
	var open []int
	for i, details := range root.find("details", "file") {
		if _, ok := details.attributes["open"]; ok {
			open = append(open, i)
		}
	}
	if len(open) != 20 || open[0] != 2 || open[19] != 21 {
		t.Errorf("got the files %v unfolded, want 2 to 21", open)
	}
	rules := rulesOf(root)
	names := rules.texts("code", "")
	if len(names) != 12 || !slices.Equal(names[:2], []string{"shape-negative", "data-truncated"}) || !slices.Equal(names[10:], []string{"data-trailing", "header-alignment-64"}) {
		t.Errorf("got the rules %q, want errors, warnings and notes, and those in most files first", names)
	}
	folded := rules.find("details", "")[10] // after one for each of the rules before it
	if got, want := folded.texts("summary", "")[0], "2 more rules"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := folded.texts("code", ""), names[10:]; !slices.Equal(got, want) {
		t.Errorf("got the rules %q folded, want %q", got, want)
	}
	if got, want := len(root.find("p", "help")), 12; got != want {
		t.Errorf("got %d helps, want %d, one for the first finding of each rule", got, want)
	}
}

// TestHTMLOverrides covers a rule that is reported at two levels.
func TestHTMLOverrides(t *testing.T) {
	head := new(Checker).Head()
	head.Options.Overrides = []HeadOverride{{Paths: []string{"old/**"}}}
	file := func(severity spec.Severity) *File {
		return &File{Path: "a.npy", Verdict: validator.Nonconforming, Findings: []Finding{{Finding: validator.Finding{Rule: spec.DataTrailing}, Severity: severity}}}
	}
	text := written(t, NewHTML(head), []*File{file(spec.Note), file(spec.Error), file(spec.Note)})
	if got, want := rulesOf(parsePage(t, text)).texts("a", "")[0], "error extra bytes after the data data-trailing 3 files"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(text, "; some paths have settings of their own</p>") {
		t.Error("the page doesn't say that paths have settings of their own")
	}
}

// A report on good files has nothing to filter, and one without an end says that it was cut off.
func TestHTMLWithoutFindings(t *testing.T) {
	root := parsePage(t, written(t, newTestHTML(new(Checker)), []*File{checked(t, new(Checker), "good.npy", goodFile)}))
	if got := root.texts("section", ""); len(got) != 2 || got[0] != "Files No file has findings." || got[1] != "1 file: 1 conforming, 0 nonconforming, 0 not checked" {
		t.Errorf("got %q, want nothing", got)
	}
	if got := len(root.find("form", "")); got != 0 {
		t.Errorf("got %d forms, want none", got)
	}
}

// TestHTMLVerdict covers the second line of the page. A page lists notes, so that its verdict counts them.
func TestHTMLVerdict(t *testing.T) {
	for _, test := range []struct {
		summary Summary
		failOn  spec.Severity
		want    string
	}{
		{Summary{Files: 2}, spec.Error, "OK: 2 files, no findings"},
		{Summary{Files: 9, Error: 3, Note: 7, Worst: [4]int64{0, 4, 0, 2}}, spec.Error, "Failed: 3 errors, 7 notes in 6 of 9 files"},
		{Summary{Files: 2, Note: 1, Worst: [4]int64{0, 1}}, spec.Error, "OK: 1 note in 1 of 2 files"},
		{Summary{Files: 2, Note: 1, Worst: [4]int64{0, 1}}, spec.Note, "Failed: 1 note in 1 of 2 files"},
		{Summary{Files: 1, Error: 3, Worst: [4]int64{0, 0, 0, 1}}, Never, "OK: 3 errors in 1 file (--fail-on never)"},
		{Summary{Files: 1, Links: 1, Others: 2, Known: 3, Interrupted: true}, spec.Error,
			"Incomplete: interrupted after 1 file; 3 known to the baseline; 1 link not followed (--follow); 2 other files skipped"},
	} {
		c := &Checker{Policy: Policy{FailOn: test.failOn}}
		var b strings.Builder
		test.summary.Decide(c.Policy.FailOn)
		if err := newTestHTML(c).End(&b, test.summary); err != nil {
			t.Fatal(err)
		}
		how, _, _ := strings.Cut(test.want, ":")
		if want := fmt.Sprintf(`<p id="verdict" class="%s"><strong>%[1]s:</strong>%s</p>`, how, test.want[len(how)+1:]); !strings.Contains(b.String(), want) {
			t.Errorf("%+v: got %.300s, want %q", test.summary, &b, want)
		}
	}
}

// The page loads nothing, and makes no markup of text.
func TestHTMLFiles(t *testing.T) {
	for name, text := range map[string]string{"report.css": htmlStyle, "report.js": htmlScript} {
		if m := regexp.MustCompile(`(?i)https?:|innerHTML|insertAdjacentHTML|outerHTML|document\.write|eval\(|@import|url\(`).FindString(text); m != "" || text == "" {
			t.Errorf("%s: got %q, want a page that loads nothing and makes no markup of data", name, m)
		}
	}
}

// TestHTMLRow covers marks where the text has carets: within a row, over its end, between two bytes, after the last.
func TestHTMLRow(t *testing.T) {
	row := []byte("abcdefghijklmnop")
	for _, test := range []struct {
		at             int64
		row            []byte
		offset, length int64
		want           string
	}{
		{32, row, 32, 2, "00000020 [61 62] 63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70+0 [ab]cdefghijklmnop"},
		{32, row, 39, 2, "00000020 61 62 63 64 65 66 67 [68  69] 6a 6b 6c 6d 6e 6f 70+0 abcdefg[hi]jklmnop"},
		{32, row, 46, 9, "00000020 61 62 63 64 65 66 67 68  69 6a 6b 6c 6d 6e [6f 70]+0 abcdefghijklmn[op]"},
		{32, row, 8, 26, "00000020 [61 62] 63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70+0 [ab]cdefghijklmnop"},
		{32, row, 34, 0, "00000020 61 62 []63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70+0 ab[]cdefghijklmnop"},
		{32, row, 48, 0, "00000020 61 62 63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70[]+0 abcdefghijklmnop[]"},
		{32, row, 99, 1, "00000020 61 62 63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70+0 abcdefghijklmnop"},
		{1 << 36, row[:2], 1<<36 + 2, 0, "1000000000 61 62[]+43 ab[]"},
		{0, []byte("<&\x00|"), 1, 1, "00000000 3c [26] 00 7c+37 <[&].|"},
	} {
		r := newHTMLRow(test.at, test.row, test.offset, test.length)
		if got := fmt.Sprintf("%s %s+%d %s", r.Offset, runs(r.Hex), len(r.Gap), runs(r.Text)); got != test.want {
			t.Errorf("offset %d, length %d:\n got %s\nwant %s", test.offset, test.length, got, test.want)
		}
	}
}

func runs(list []htmlRun) string {
	text := ""
	for _, r := range list {
		if r.Marked {
			text += "[" + r.Text + "]"
		} else {
			text += r.Text
		}
	}
	return text
}
