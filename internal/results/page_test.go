package results

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// decodePage returns the data of a page, and checks what is true of every page: no request, and only
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

func TestHTML(t *testing.T) {
	r := sample()
	r.Implementation.Name = `</script><img src=x onerror=alert(1)>"'` + "\x1b\u202e"
	// A case of the corpus stands for itself, one that it doesn't have for what the report says.
	r.Results = append(r.Results, conformance.Result{ID: "shape/negative-1", Duty: corpus.Reject, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash, Message: foreign})
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\u202e\x1b") {
		t.Error("the name of the implementation has controls")
	}
	if strings.Contains(b.String(), "<img") {
		t.Error("the name of the implementation is markup")
	}
	data := decodePage(t, b.String())
	if len(data.Columns) != 1 || len(data.Cases) != 7 || data.Published {
		t.Fatalf("got %d columns, %d cases, published %v; want 1, 7, false", len(data.Columns), len(data.Cases), data.Published)
	}
	// prefix/a e f, header/d, descr/b c, shape/negative-1
	if got, want := data.Columns[0].Codes, "PaUuErHhVaWaCc"; got != want {
		t.Errorf("got codes %s, want %s", got, want)
	}
	wantMessages := []said{
		{Text: `got |x|\x0a@team <b>` + "`c`" + `</b> ]]>\x00\x1b[31m\u202e##[error]`, Cases: []int{4, 6}},
		{Text: "got 1, expected 2", Known: "known <since> 0.5", Cases: []int{5}},
		{Text: "no complex", Cases: []int{1}},
	}
	if got := data.Columns[0].Messages; !reflect.DeepEqual(got, wantMessages) {
		t.Errorf("got messages %+v, want %+v", got, wantMessages)
	}
	// The causes have the rules of the report, also for cases that the corpus doesn't have.
	wantCauses := []pageCause{
		{Text: "got hang, expected accept or reject", Cases: []int{3}},
		{Text: `got crash, expected reject: got |x|\x0a@team <b>` + "`c`" + `</b> ]]>\x00\x1b[31m\u202e##[error]`, Cases: []int{6}},
		{Text: "got accept, expected the array of the file: got 1, expected 2", Cases: []int{5}},
		{Text: `got accept, expected reject: got |x|\x0a@team <b>` + "`c`" + `</b> ]]>\x00\x1b[31m\u202e##[error]`, Rules: []string{"descr-a", "descr-b"}, Cases: []int{4}},
	}
	if got := data.Columns[0].Causes; !reflect.DeepEqual(got, wantCauses) {
		t.Errorf("got causes %+v, want %+v", got, wantCauses)
	}
	if c := data.Cases[0]; c.ID != "prefix/a" || c.Known || c.Duty != corpus.Accept {
		t.Errorf("got %+v, want prefix/a, which the corpus doesn't have", c)
	}
	c := data.Cases[6]
	if c.ID != "shape/negative-1" || !c.Known || c.Conforms || c.Twin == "" || !slices.Equal(c.Rules, []string{"shape-negative"}) {
		t.Errorf("got %+v, want shape/negative-1 of the corpus", c)
	}
	if file, err := hex.DecodeString(c.Bytes); err != nil || !bytes.HasPrefix(file, []byte("\x93NUMPY")) || int64(len(file)) != c.Size {
		t.Errorf("got %d digits %.20s, error %v, want a file of %d bytes", len(c.Bytes), c.Bytes, err, c.Size)
	}
	// The magic is the first region, the version begins where it ends.
	if len(c.Regions) < 6 || !slices.Equal(c.Regions[:6], []int64{0, 6, 0, 0, 2, 1}) || !slices.Equal(data.Names[:2], []string{"magic", "format version 1.0"}) {
		t.Errorf("got regions %v named %.40q, want the magic first", c.Regions, data.Names)
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

// The causes on the page of a matrix have the rules of the corpus, and the cases are named in the order of their IDs.
func TestPageCauses(t *testing.T) {
	read := func(id string, message string) conformance.Result {
		return conformance.Result{ID: id, Duty: corpus.Reject, Outcome: conformance.OutcomeAccept, Cell: conformance.CellWrongVerdict, Message: message}
	}
	m := &Matrix{Schema: 1}
	report := &conformance.Report{Results: []conformance.Result{
		read("shape/negative-1", "read as <f8 of shape [-1]"),
		read("shape/bool-true", "read as <f8 of shape [1]"),
		read("shape/negative-3", "read as <f8 of shape [-3]"),
	}}
	m.Put(Item{Name: "a", Variant: "1.0"}, report, nil)
	var b bytes.Buffer
	if err := m.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	// In the order of the page: shape/bool-true, shape/negative-1, shape/negative-3.
	want := []pageCause{
		{Text: "got accept, expected reject: read as …", Rules: []string{"shape-negative"}, Cases: []int{1, 2}},
		{Text: "got accept, expected reject: read as <f8 of shape [1]", Rules: []string{"shape-bool"}, Cases: []int{0}},
	}
	if got := decodePage(t, b.String()).Columns[0].Causes; !reflect.DeepEqual(got, want) {
		t.Errorf("got causes %+v, want %+v", got, want)
	}
}

// The links to clauses are those that renderers of Markdown make of the headings.
func TestClauseLinks(t *testing.T) {
	page := newPage(&Matrix{Schema: 1, Cases: []*Case{{ID: "header/padding-tab"}, {ID: "header/length-10001"}, {ID: "pickle/import-sys-modules"}}}, nil)
	links := make(map[string]string)
	for id, clause := range page.data.Clauses {
		links[id] = clause.Link
	}
	want := map[string]string{
		"npy-2.8":  "../spec/npy.md#npy-28-padding",
		"npy-2.13": "../spec/npy.md#npy-213-headers-over-10000-characters",
		"npy-8.8":  "../spec/pickle.md#npy-88-imports",
	}
	for id, link := range want {
		if links[id] != link {
			t.Errorf("%s: got link %q, want %q; there are %v", id, links[id], link, slices.Sorted(maps.Keys(links)))
		}
	}
}

// A finding on the archive has its place in the file; one inside of a member has none there.
func TestPageArchive(t *testing.T) {
	page := newPage(&Matrix{Schema: 1, Cases: []*Case{{ID: "npz/first-deflated"}}}, nil)
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
	names, err := fs.Glob(pageFiles, "page/*")
	if err != nil || len(names) != len(scripts)+1 {
		t.Fatalf("got %q, error %v, want page.css and %q", names, err, scripts)
	}
	for _, name := range names {
		text, err := pageFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`(?i)https?:|innerHTML|insertAdjacentHTML|outerHTML|document\.write|eval\(|@import|url\(`).Find(text); m != nil {
			t.Errorf("%s: got %q, want a page that loads nothing and makes no markup of data", name, m)
		}
	}
}
