package report

import (
	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// htmlEnd is what is known once all files were written.
type htmlEnd struct {
	Outcome    string
	Verdict    string
	Summary    Summary
	Fixable    []string
	Findings   int64
	With       int64 // files that have them
	Files      int   // on the page
	Shown      int64 // findings on the page
	LeftOut    string
	Severities []htmlSeverity
	Unchecked  int64 // files
	Rules      []*htmlRule
}

// htmlFirstRules is how many rules are not folded.
const htmlFirstRules = 10

func (e *htmlEnd) markup() page.HTML {
	none, links := page.HTML("<p>No file has findings.</p>\n"), page.HTML("")
	if e.Files > 0 {
		none, links = "", page.HTML(`<nav class="links" aria-label="Parts of this page"><a href="#files">Files</a> <a href="#rules">Rules</a></nav>
<noscript><p>The filters need JavaScript.</p></noscript>
`)
	}
	return page.Format(`%s</section>
<p id="verdict" class="%s"><strong>%s:</strong> %s</p>
<section id="top" aria-label="Summary">
<p class="quiet">%s: %s conforming, %s nonconforming, %s not checked</p>
%s%s%s</section>
%s%s</main>
<script>`, none, e.Outcome, e.Outcome, e.Verdict,
		text.Count(e.Summary.Files, "file"), e.Summary.Conforming, e.Summary.Nonconforming, e.Summary.NotChecked,
		page.Each(e.Fixable, "", func(line string) page.HTML { return page.Format("<p>%s</p>\n", line) }),
		page.With(e.LeftOut, "<p>To stay usable, this page leaves out %s. A JSON report has everything.</p>\n"), links,
		e.filters(), e.rules()) + page.HTML(htmlScript) + "</script>\n</body>\n</html>\n"
}

// filters is the form that the script uses.
func (e *htmlEnd) filters() page.HTML {
	if e.Files == 0 {
		return ""
	}
	return page.Format(`<form id="filters" role="search" aria-label="Filters" autocomplete="off" hidden="">
<div class="chips" role="group" aria-label="Severity">%s%s</div>
<label><span class="hidden">Rule</span><select name="rule"><option value="">all rules</option>%s</select></label>
<label class="search"><span class="hidden">Text in names, messages and places</span><input name="text" type="search" placeholder="search"/></label>
<button type="reset" id="reset">Reset</button>
<p id="counted" role="status">%s in %s%s</p>
<button type="button" id="open">Open all</button>
<button type="button" id="fold">Fold all</button>
</form>
`, page.Each(e.Severities, "", func(c htmlSeverity) page.HTML {
		return page.Format(`<button type="button" data-severity="%s" aria-pressed="false"><span class="severity %s">%s</span> %s</button>`, c.Severity, c.Severity, c.Severity, c.Count)
	}),
		page.With(e.Unchecked, `<button type="button" data-severity="unchecked" aria-pressed="false"><span class="severity unchecked">not checked</span> %s</button>`),
		page.Each(e.Rules, "", func(r *htmlRule) page.HTML { return page.Format("<option>%s</option>", r.Name) }),
		text.Count(e.Findings, "finding"), text.Count(e.With, "file"), e.part())
}

// part says how many findings are on the page, if not all are.
func (e *htmlEnd) part() page.HTML {
	if e.Shown == e.Findings {
		return ""
	}
	return page.Format(", %s of them on this page", e.Shown)
}

// rules is the table of rules, the last of which are folded.
func (e *htmlEnd) rules() page.HTML {
	if len(e.Rules) == 0 {
		return ""
	}
	first := min(htmlFirstRules, len(e.Rules))
	more := page.HTML("")
	if rest := e.Rules[first:]; len(rest) > 0 {
		more = page.Format(`<details id="more-rules"><summary>%s</summary>
<ul>
%s</ul>
</details>
`, text.Count(int64(len(rest)), "more rule"), page.Each(rest, "", (*htmlRule).markup))
	}
	return page.Format(`<section id="rules" aria-labelledby="rules-heading">
<h2 id="rules-heading">Rules</h2>
<ul>
%s</ul>
%s</section>
`, page.Each(e.Rules[:first], "", (*htmlRule).markup), more)
}

// htmlRule is a rule on the page.
type htmlRule struct {
	Name     string
	Severity spec.Severity // the highest, since files can have settings of their own
	Findings int64
	Files    int64
	Title    string
	Kind     spec.Kind
	Clause   string
	Page     string // of the clause
	Doc      []string
	Help     string
	last     int64 // number of the last file with it, from 1
	helped   bool  // its help is on the page, at a finding
}

func (r *htmlRule) markup() page.HTML {
	found := text.Count(r.Files, "file")
	if r.Findings != r.Files {
		found = text.Count(r.Findings, "finding") + " in " + found
	}
	return page.Format(`<li class="rule"><a href="#rule-%s"><span class="severity %s">%s</span> <b>%s</b> <span><code>%s</code> %s</span></a>
<details><summary>Explain</summary>
<div id="rule-%s" class="doc">
%s%s<p class="quiet"><a href="`+repository+`/blob/main/spec/%s" rel="noreferrer">Clause %s</a>, %s</p>
</div></details></li>
`, r.Name, r.Severity, r.Severity, r.Title, r.Name, found, r.Name,
		page.Each(r.Doc, "", func(s string) page.HTML { return page.Format("<p>%s</p>\n", s) }),
		page.With(r.Help, "<p><b>Help:</b> %s</p>\n"), r.Page, r.Clause, r.Kind)
}
