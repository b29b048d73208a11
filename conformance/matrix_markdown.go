package conformance

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/validator/report"
)

// WriteMarkdown writes the matrix as a page: readers and writers, the worst first, and the readers
// by area.
func (m *Matrix) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	readers, writers := m.ranking(false), m.ranking(true)
	b.WriteString("# What readers and writers do with the corpus\n\n")
	fmt.Fprintf(&b, "%s and %s on the %s of corpus %s. This page is made from\n", report.Count(int64(len(readers)), "reader"),
		report.Count(int64(len(writers)), "writer"), report.Count(int64(len(m.Cases)), "case"), mdCode(m.Corpus))
	b.WriteString(`[matrix.json](matrix.json); [matrix.html](matrix.html) shows every case, and what each reader said of it.
[FINDINGS.md](FINDINGS.md) tells the defects behind the numbers, [protocol.md](protocol.md) what the
words mean.

The worst stand first: "failing" is the share of failures among the cases that an implementation
claims to support. It is no grade: a reader that claims little can fail little.

`)
	for _, table := range []struct {
		heading string
		columns []column
	}{{"Readers", readers}, {"Writers", writers}} {
		fmt.Fprintf(&b, "## %s\n\n", table.heading)
		mdRanking(&b, table.columns)
	}
	b.WriteString("## Readers by area\n\nFailures among the cases that the reader claims. A dash: it claims none.\n\n")
	mdAreas(&b, readers)
	for _, name := range areasOf(readers) {
		fmt.Fprintf(&b, "### %s\n\n", mdWord(name))
		narrowed := make([]column, 0, len(readers))
		for _, c := range readers {
			for _, a := range byArea(c.report.Results) {
				if a.name == name {
					narrowed = append(narrowed, column{c.item, c.report, newTally(a.results)})
				}
			}
		}
		mdRanking(&b, narrowed)
	}
	_, err := w.Write(append(bytes.TrimRight(b.Bytes(), "\n"), '\n'))
	return err
}

func mdRanking(b *bytes.Buffer, columns []column) {
	if len(columns) == 0 {
		b.WriteString("None.\n\n")
		return
	}
	b.WriteString("| implementation | language | failing |" + mdCellHeads() + "\n|---|---|--:|" + strings.Repeat("--:|", len(Cells())) + "\n")
	for _, c := range columns {
		share := "–"
		if c.all.claimed > 0 {
			share = fmt.Sprintf("%.1f %%", 100*c.all.share())
		}
		fmt.Fprintf(b, "| %s %s | %s | %s |%s\n", mdCode(c.item.Name), mdCode(c.item.Variant), mdWord(c.item.Language), share, mdCells(c.all.cells))
	}
	b.WriteString("\n")
}

// areasOf returns the areas in which one of the readers has results.
func areasOf(columns []column) []string {
	var all []Result
	for _, c := range columns {
		all = append(all, c.report.Results...)
	}
	var names []string
	for _, a := range byArea(all) {
		names = append(names, a.name)
	}
	return names
}

func mdAreas(b *bytes.Buffer, columns []column) {
	names := areasOf(columns)
	b.WriteString("| reader |")
	for _, name := range names {
		fmt.Fprintf(b, " %s |", mdWord(name))
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(names)) + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, "| %s %s |", mdCode(c.item.Name), mdCode(c.item.Variant))
		areas := byArea(c.report.Results)
		for _, name := range names {
			text := "–"
			for _, a := range areas {
				if t := newTally(a.results); a.name == name && t.claimed > 0 {
					text = fmt.Sprintf("%d/%d", t.failed, t.claimed)
				}
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}
