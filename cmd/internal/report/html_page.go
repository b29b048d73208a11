package report

import (
	_ "embed"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// htmlStyle follows the style that all pages have.
//
//go:embed html/report.css
var htmlStyle string

//go:embed html/report.js
var htmlScript string

// htmlBegin is the part of a page before the files.
func htmlBegin(head Head) page.HTML {
	style := page.Style + htmlStyle
	o := head.Options
	depth := page.HTML("default depth")
	if o.Depth != "default" {
		depth = page.Format("depth %s", o.Depth)
	}
	depth += page.With(head.Shard, ", part %s of the files")
	if o.Overrides != nil {
		depth += "; some paths have settings of their own"
	}
	return page.Format(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="%s"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="npycheck"/>
<title>npycheck report</title>
<style>`, page.Policy(style, htmlScript)) + page.HTML(style) + page.Format(`</style>
</head>
<body>
<a class="skip" href="#files">Skip to the files</a>
<main>
<header><h1>npycheck report</h1></header>
<div id="about">
<p id="cut"><strong>This report was cut off: its summary is missing, and perhaps some files.</strong></p>
<p class="quiet">npycheck %s, %s</p>
%s%s</div>
<section id="files" aria-labelledby="files-heading" tabindex="-1">
<h2 id="files-heading">Files</h2>
`, head.Tool.Version, depth, htmlNames("reported", o.Only), htmlNames("ignored", o.Ignore))
}

// htmlNames is a line with rules, if there are any.
func htmlNames(what page.HTML, rules []string) page.HTML {
	if len(rules) == 0 {
		return ""
	}
	return page.Format("<p class=\"quiet\">Rules %s: %s</p>\n", what, page.Each(rules, ", ", func(rule string) page.HTML {
		return page.Format("<code>%s</code>", rule)
	}))
}

// htmlFile is a file on the page.
type htmlFile struct {
	Number   int // from 1
	Open     bool
	Path     string
	About    string // a one-line description
	Counts   []htmlSeverity
	Error    string
	Findings []htmlFinding
	More     []htmlCount // findings that a report as JSON has
	Counted  []htmlCount // those that no report has
	Trees    []htmlTree
}

// htmlSeverity is the number of findings of a severity, whether they are shown or not.
type htmlSeverity struct {
	Severity spec.Severity
	Count    int64
}

// htmlCount is the number of findings of a rule.
type htmlCount struct {
	Rule  spec.ID
	Count int
}

func (f *htmlFile) markup() page.HTML {
	details := page.HTML(`<details class="file">`)
	if f.Open {
		details = `<details class="file" open="">`
	}
	return page.Format(`%s
<summary><h3>%s</h3> <span class="quiet">%s</span>%s</summary>
<a class="here" href="#f%s">link</a>
<ul id="f%s">
%s%s</ul>
%s%s%s</details>
`, details, f.Path, f.About,
		page.Each(f.Counts, "", func(c htmlSeverity) page.HTML {
			return page.Format(` <span class="severity %s">%s</span>`, c.Severity, text.Count(c.Count, c.Severity.String()))
		}),
		f.Number, f.Number,
		page.With(f.Error, "<li data-severity=\"unchecked\"><p><span class=\"severity unchecked\">not checked</span> %s</p></li>\n"),
		page.Each(f.Findings, "", htmlFinding.markup), page.Each(f.Trees, "", htmlTree.markup),
		htmlMore("Not on this page, but in a JSON report", f.More), htmlMore("Counted, but not listed", f.Counted))
}

// htmlMore is a line with counts, if there are any.
func htmlMore(what page.HTML, counts []htmlCount) page.HTML {
	if len(counts) == 0 {
		return ""
	}
	return page.Format("<p class=\"more\">%s: %s</p>\n", what, page.Each(counts, ", ", func(c htmlCount) page.HTML {
		return page.Format(`%s more <a href="#rule-%s">%s</a>`, c.Count, c.Rule, c.Rule)
	}))
}

// htmlFinding is a finding on the page.
type htmlFinding struct {
	Severity spec.Severity
	Rule     spec.ID
	Message  string
	Member   string
	Place    string
	Pointer  string
	Rows     []htmlRow
	Help     string // of the rule, at its first finding
}

func (f htmlFinding) markup() page.HTML {
	rows := page.Each(f.Rows, "", htmlRow.markup)
	return page.Format(`<li data-severity="%s" data-rule="%s"><p><span class="severity %s">%s</span> %s <a href="#rule-%s">%s</a></p>
<p class="place">%s%s%s</p>%s%s</li>
`, f.Severity, f.Rule, f.Severity, f.Severity, f.Message, f.Rule, f.Rule,
		page.With(f.Member, "member <code>%s</code>, "), f.Place, page.With(f.Pointer, ", <code>%s</code> in the header"),
		page.With(rows, "\n<pre class=\"hex\">%s</pre>"), page.With(f.Help, "\n<p class=\"help\"><b>Help:</b> %s</p>"))
}
