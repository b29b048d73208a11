package results

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
)

// page is the content that the page shows without its script. The cases are in data, for the script.
type page struct {
	Title      string
	Corpus     string
	Profile    string
	Incomplete string // why cases are missing
	Result     pageResult
	Published  bool // it is in conformance/, next to the documents that it links to
	Cases      int
	Roles      []pageRole
	Conditions []condition

	data pageData
}

type pageRole struct {
	Name    string // "reader"
	Columns []pageColumn
}

// pageCells are the cells in the order of harm, as in columns and legends. Bars begin with failures, so that these
// begin at the same place in every row.
var pageCells = []conformance.Cell{
	conformance.CellWrongData, conformance.CellCrash, conformance.CellHang, conformance.CellOutOfMemory,
	conformance.CellException, conformance.CellWrongVerdict, conformance.CellEither, conformance.CellPass, conformance.CellUnsupported,
}

// html returns the page with the data for its script, in base64.
func (p *page) html(style, script, data string) shared.HTML {
	return shared.Format(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="npycheck">
<title>%s</title>
<style>`, shared.Policy(style, script), p.Title) + shared.HTML(style) + `</style>
</head>
<body>
<main id="home">
` + p.header() + `
<p id="notice" role="status"><noscript>The files and their results need JavaScript.</noscript></p>
<div class="choose"><div id="roles" role="group" aria-label="Readers or writers" hidden></div>
<p id="order" class="quiet" hidden>The worst come first. Select a column’s heading to sort by it.</p></div>
` + shared.Each(p.Roles, "", pageRole.html) + `
<section id="failures" aria-labelledby="failures-heading" hidden>
<h2 id="failures-heading"></h2>
</section>
<section id="matrix" aria-labelledby="matrix-heading" hidden>
<h2 id="matrix-heading">Areas and files</h2>
<form id="filters" role="search" aria-label="Filters"></form>
<p id="counted" role="status"></p>
<ul id="difference" class="legend" aria-label="How they differ" hidden></ul>
<div class="scroll tall" tabindex="0" role="region" aria-label="Table of areas and files"><table id="grid"></table></div>
</section>
` + p.conditions() + `
</main>
<main id="detail" hidden></main>
<script type="text/plain" id="data">` + shared.HTML(data) + `</script>
<script>` + shared.HTML(script) + `</script>
</body>
</html>
`
}

// header is the title, what came out, and the legend.
func (p *page) header() shared.HTML {
	links := shared.HTML("")
	if p.Published {
		links = `<p class="links"><a href="../README.md">npycheck</a> <a href="FINDINGS.md">Findings</a> <a href="matrix.md">The tables as text</a> <a href="matrix.json">Data</a>
<a href="protocol.md">The protocol</a> <a href="../corpus/README.md">The corpus</a> <a href="../spec/npy.md">The format</a></p>`
	}
	return shared.Format(`<header>
<h1 tabindex="-1">%s</h1>
%s<p class="words">%s</p>
%s%s
<ul class="legend" aria-label="Legend">%s</ul>
<p class="words"><dfn>Severe</dfn> means wrong data, a crash, a hang or running out of memory. A <dfn>wrong verdict</dfn>, a good file rejected or a broken one read, is counted apart,
and so is an <dfn>exception</dfn>: an error that the implementation doesn’t document or mean, which its caller can catch.
<dfn>Either</dfn>: a reader may accept or reject the file, and did so correctly. <dfn>Unsupported</dfn>: the file needs something that the implementation doesn’t claim to support;
percentages and bars leave these files out.</p>
</header>`, p.Title, p.Result.html(), p.about(), shared.With(p.Incomplete, "<p><strong>Incomplete: %s</strong></p>\n"), links,
		shared.Each(pageCells, "", func(c conformance.Cell) shared.HTML {
			return shared.Format(`<li><span class="sign %s" aria-hidden="true">%s</span> %s</li>`, c, symbol(c), c)
		}))
}

// about says what was tested.
func (p *page) about() shared.HTML {
	if !p.Published {
		return shared.Format("On %s of the npycheck corpus %s%s.", text.Count(int64(p.Cases), "file"), p.Corpus, shared.With(p.Profile, ", with the profile %s"))
	}
	roles := shared.Each(p.Roles, " and ", func(r pageRole) shared.HTML { return shared.Format("%s %ss", newest(r.Columns), r.Name) })
	return shared.Format(`How %s of NumPy’s <code>.npy</code> and <code>.npz</code> files handle the
%s files of the npycheck corpus %s: do they read the good files correctly, reject the broken ones and survive the rest?`, roles, group(p.Cases), p.Corpus)
}

func (r pageResult) html() shared.HTML {
	switch {
	case r.Text == "":
		return ""
	case r.Word == "":
		return shared.Format("<p id=\"verdict\">%s</p>\n", r.Text)
	}
	return shared.Format("<p id=\"verdict\" class=\"%s\"><strong>%s:</strong> %s</p>\n", r.Word, r.Word, r.Text)
}

// html is the ranking of readers or of writers.
func (r pageRole) html() shared.HTML {
	what := "arrays"
	columns := shared.HTML(`<th scope="col" class="n" data-sort="headline" title="failures among the arrays that it claims to support">failing</th>`)
	if r.reads() {
		what = "files"
		columns = `<th scope="col" class="n" data-sort="headline" title="wrong data, a crash, a hang or running out of memory, among the files that it claims to support">severe</th><th scope="col" class="n" data-sort="wrong" title="the wrong verdict, among the files that it claims to support">wrong verdict</th>`
	}
	return shared.Format(`<section class="ranking" data-role="%s" aria-label="%ss, worst first">
<div class="scroll" tabindex="0" role="region" aria-label="Table of %ss"><table>
<thead><tr><th scope="col" data-sort="name">%s</th><th scope="col" class="wide" data-sort="language">language</th><th scope="col" class="n wide" data-sort="claims" title="%s that it claims to support">claims</th>%s<th scope="col"><span class="hidden">results of what it claims</span></th>%s</tr></thead>
<tbody>%s
</tbody></table></div>
</section>`, r.Name, r.Name, r.Name, r.Name, what, columns,
		shared.Each(pageCells, "", func(c conformance.Cell) shared.HTML {
			return shared.Format(`<th scope="col" class="n" data-sort="%s">%s</th>`, c, c)
		}), shared.Each(r.Columns, "", r.row))
}

func (r pageRole) reads() bool { return r.Name == "reader" }

// row is the row of an implementation.
func (r pageRole) row(c pageColumn) shared.HTML {
	row := shared.Format("\n<tr data-id=\"%s\">", c.ID)
	if c.Newest != "" {
		row = shared.Format("\n<tr data-id=\"%s\" class=\"other\">", c.ID)
	}
	others := shared.HTML("")
	if c.Ran != nil && c.Ran.Elsewhere != "" {
		others = " <small>not run by us</small>"
	}
	row += shared.Format(`<th scope="row"><a href="#%s=%s">%s <span class="variant">%s</span></a>%s</th><td class="wide">%s</td><td class="n wide">%s</td><td class="n">%s</td>`,
		c.Role, fragment(c.ID), c.Name, c.Variant, others, c.Language, group(c.all.Claimed), share(c.all, c.headline))
	if r.reads() {
		row += shared.Format(`<td class="n">%s</td>`, share(c.all, c.all.Cells[conformance.CellWrongVerdict]))
	}
	return row + shared.Format(`
<td class="bar"><svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">%s</svg></td>%s</tr>`,
		shared.Each(bars(c.all), "", func(b bar) shared.HTML {
			return shared.Format(`<rect class="%s" x="%s" width="%s" height="10"/>`, b.Cell, b.At, b.Wide)
		}),
		shared.Each(pageCells, "", func(cell conformance.Cell) shared.HTML {
			n := c.all.Cells[cell]
			if n == 0 {
				return `<td class="n none">0</td>`
			}
			return shared.Format(`<td class="n">%s</td>`, group(n))
		}))
}

// conditions is what the implementations ran with, if that is known.
func (p *page) conditions() shared.HTML {
	if len(p.Conditions) == 0 {
		return ""
	}
	return shared.Format(`<details id="conditions"><summary>The conditions of the runs</summary>
<p>Corpus %s with %s files, each implementation in a process of its own. The limits apply to each file.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Conditions of the runs"><table>
<thead><tr><th scope="col">implementation</th><th scope="col">runtime</th><th scope="col" class="n">time</th><th scope="col" class="n">memory</th><th scope="col" class="n">address space</th></tr></thead>
<tbody>%s
</tbody></table></div>
</details>`, p.Corpus, group(p.Cases), shared.Each(p.Conditions, "", func(c condition) shared.HTML {
		return shared.Format(`
<tr><th scope="row">%s <span class="variant">%s</span></th><td>%s%s</td><td class="n">%s</td><td class="n">%s</td><td class="n">%s</td></tr>`,
			c.Name, shortVariant(c.Variant), c.Runtime, shared.With(c.Elsewhere, "; not run by us, but by %s"), c.Time, c.Memory, c.AddressSpace)
	}))
}

// fragment returns an ID as a URL has it after #.
func fragment(id string) string { return strings.ReplaceAll(url.QueryEscape(id), "+", "%20") }

// newest returns the number of implementations, each of which may have several releases.
func newest(columns []pageColumn) int {
	n := 0
	for _, c := range columns {
		if c.Newest == "" {
			n++
		}
	}
	return n
}

// symbol returns the sign of a cell: failures have the letter of their code, the rest is quiet.
func symbol(c conformance.Cell) string {
	switch c {
	case conformance.CellPass:
		return "·"
	case conformance.CellEither:
		return "~"
	case conformance.CellUnsupported:
		return "–"
	}
	return cellLetter(c)
}

// bar is a part of the bar of an implementation, in thousandths.
type bar struct {
	Cell     conformance.Cell
	At, Wide string
}

// bars returns the bars for what an implementation claims.
func bars(t tally) []bar {
	var list []bar
	at := 0
	for _, cell := range pageCells {
		if n := t.Cells[cell]; n > 0 && cell != conformance.CellUnsupported {
			list = append(list, bar{cell, thousandths(at, t.Claimed), thousandths(n, t.Claimed)})
			at += n
		}
	}
	return list
}

func thousandths(n, total int) string { return fmt.Sprintf("%.1f", 1000*float64(n)/float64(total)) }
