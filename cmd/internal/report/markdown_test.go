package report

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestMarkdown covers a report with files of every sort.
func TestMarkdown(t *testing.T) {
	files := samples(t)
	files[4].Omitted = append(files[4].Omitted, Omitted{spec.ShapeNegative, spec.Error, 2})
	got := written(t, NewMarkdown(), files)
	want := strings.ReplaceAll(`## ⚠️ Incomplete: npycheck found 5 errors, 3 warnings and 2 notes in 7 files

<sub>2 conforming, 3 nonconforming, 2 not checked</sub>

| severity | rule | file | findings | offset | first finding |
|---|---|---|--:|--:|---|
| not-checked |  | ¬missing.npy¬ | 1 |  | ¬file does not exist¬ |
| not-checked |  | ¬<stdin>¬ | 1 |  | ¬too large¬ |
| error | ¬prefix-magic¬ | ¬text.npy¬ | 1 | 0 | ¬file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array¬ |
| error | ¬header-padding-byte¬ | ¬not\xffutf8.npy¬ | 1 | 67 | ¬padding byte 0x09 at offset 67, expected 0x20¬ |
| error | ¬shape-negative¬ | ¬full.npz[a\x1b.npy]¬ | 3 | 61 | ¬shape[0] is -1¬ |
| warning | ¬literal-long-suffix¬ | ¬full.npz¬ | 3 |  | ¬not listed¬ |
| note | ¬npz-empty¬ | ¬empty.npz¬ | 1 | 0 | ¬archive has no members¬ |
| note | ¬npz-mixed-methods¬ | ¬full.npz¬ | 1 | 0 |  |
`, "¬", "`")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMarkdownSummary covers summaries of each outcome, and one with all its parts.
func TestMarkdownSummary(t *testing.T) {
	for _, test := range []struct {
		summary Summary
		want    string
	}{
		{Summary{Files: 1, Conforming: 1}, "## ✅ OK: npycheck found 0 errors, 0 warnings and 0 notes in 1 file\n\n<sub>1 conforming, 0 nonconforming, 0 not checked</sub>\n"},
		{Summary{Files: 1, Conforming: 1, Error: 2}, "## ❌ Failed: npycheck found 2 errors, 0 warnings and 0 notes in 1 file\n\n<sub>1 conforming, 0 nonconforming, 0 not checked</sub>\n"},
		{Summary{Files: 1, Conforming: 1, Stale: 2}, "## ❌ Failed: npycheck found 0 errors, 0 warnings and 0 notes in 1 file\n\n<sub>1 conforming, 0 nonconforming, 0 not checked</sub>\n\n**2 stale entries in the baseline.**\n"},
		{Summary{Files: 1, Nonconforming: 1, Missing: "shard 2 of 3 is"}, "## ⚠️ Incomplete: npycheck found 0 errors, 0 warnings and 0 notes in 1 file\n\n<sub>0 conforming, 1 nonconforming, 0 not checked</sub>\n\n**Shard 2 of 3 is missing.**\n"},
	} {
		var b strings.Builder
		test.summary.Decide(0)
		if err := NewMarkdown().End(&b, test.summary); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("got\n%s\nwant\n%s", &b, test.want)
		}
	}
	var b strings.Builder
	if err := NewMarkdown().End(&b, Summary{Files: 2, Conforming: 2, Known: 3, Unverified: 1, Links: 2, Others: 4, Interrupted: true}); err != nil {
		t.Fatal(err)
	}
	want := "## ⚠️ Incomplete: npycheck found 0 errors, 0 warnings and 0 notes in 2 files\n\n" +
		"<sub>2 conforming, 0 nonconforming, 0 not checked</sub>\n" +
		"\n3 findings known to the baseline not listed.\n\nChecksums of 1 archive not verified (`--depth full`).\n\n2 links not followed (`--follow`).\n" +
		"\n4 files of another kind not checked.\n\n**Interrupted: there were more files.**\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

// TestMarkdownCounts covers more files with a rule than are named, and files with several findings.
func TestMarkdownCounts(t *testing.T) {
	var files []*File
	for i := range 13 {
		f := &File{Path: fmt.Sprintf("%02d.npy", i)}
		for range i + 1 {
			f.Findings = append(f.Findings, Finding{Finding: validator.Finding{Rule: spec.DataTrailing, Message: "m", Offset: int64(i)}, Severity: spec.Warning})
		}
		files = append(files, f)
	}
	got := written(t, NewMarkdown(), files)
	for _, want := range []string{
		"\n| warning | `data-trailing` | `00.npy` | 1 | 0 | `m` |\n",
		"\n| warning | `data-trailing` | `09.npy` | 10 | 9 | `m` |\n| warning | `data-trailing` | … and 3 more files | 36 | | |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant in it\n%s", got, want)
		}
	}
	if rows := strings.Count(got, "\n| warning |"); rows != 11 {
		t.Errorf("got %d rows, want 11", rows)
	}
}

// TestMarkdownLimit makes sure that a summary fits where summaries go, whatever files are called.
func TestMarkdownLimit(t *testing.T) {
	m := NewMarkdown()
	worst := strings.Repeat("|", validator.DefaultMaxFindings)
	var sum Summary
	for n := range maxRows {
		f := &File{Path: strings.Repeat("|\x00", 100)}
		for _, rule := range spec.Rules() {
			f.Findings = append(f.Findings, Finding{Finding: validator.Finding{Rule: rule.ID, Message: worst, MemberName: strings.Repeat("\U000e0041", 200)}, Severity: rule.Level.Severity()})
		}
		sum.Add(f)
		if err := m.File(nil, int64(n), f); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := m.End(&b, sum); err != nil {
		t.Fatal(err)
	}
	if b.Len() < maxMarkdown || b.Len() > 1<<20 {
		t.Errorf("got %d bytes, want more than %d and at most 1 MiB", b.Len(), maxMarkdown)
	}
	if !regexp.MustCompile(`\| … and [0-9]+ more files? \| [0-9]+ \| \| \|\n\n… and the findings of [0-9]+ more rules\n$`).MatchString(b.String()) {
		t.Errorf("got the end\n%s", b.String()[b.Len()-200:])
	}
}

// TestMarkdownHostile renders the reports on files with hostile names as GitHub does, with HTML let through.
func TestMarkdownHostile(t *testing.T) {
	renderer := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(gmhtml.WithUnsafe()))
	cell := regexp.MustCompile(`<td(?: style="text-align:right")?>(.*?)</td>`)
	code := regexp.MustCompile(`^<code>([^<>]*)</code>$`)
	for _, test := range hostileNames {
		s := written(t, NewMarkdown(), []*File{hostileFile(test.name)})
		checkLog(t, s, nil)
		var page bytes.Buffer
		if err := renderer.Convert([]byte(s), &page); err != nil {
			t.Fatal(err)
		}
		if tag := regexp.MustCompile(`<(script|a|img|!)[^>]*`).FindString(page.String()); tag != "" {
			t.Errorf("%q: got %s", test.name, tag)
		}
		var got []string
		for _, m := range cell.FindAllStringSubmatch(page.String(), -1) {
			s := m[1]
			if c := code.FindStringSubmatch(s); c != nil {
				s = c[1]
			}
			got = append(got, html.UnescapeString(s))
		}
		noName := text.Inert(validator.Quote("no " + test.name))
		want := []string{
			"not-checked", "", test.shown, "1", "", noName,
			"error", "zip-header-mismatch", test.shown, "1", "30", "got " + test.shown,
			"warning", "data-trailing", test.shown + "[" + test.shown + "]", "1", "152", "got " + test.shown,
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%q: got\n%q\nwant\n%q", test.name, got, want)
		}
	}
}
