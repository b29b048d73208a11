package record

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/conformance/internal/table"
	"github.com/npycheck/npycheck/validator/report"
)

// WriteMarkdown writes the matrix as a page: readers and writers, the worst first, and the readers
// by area.
func (m *Matrix) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	readers, writers := m.ranking(false), m.ranking(true)
	b.WriteString("# What readers and writers do with the corpus\n\n")
	fmt.Fprintf(&b, "%s and %s on the %s of corpus %s. This page is made from\n", report.Count(int64(len(readers)), "reader"),
		report.Count(int64(len(writers)), "writer"), report.Count(int64(len(m.Cases)), "case"), table.Code(m.Corpus))
	b.WriteString(`[matrix.json](matrix.json); [matrix.html](matrix.html) shows every case and what each reader said of it.
[FINDINGS.md](FINDINGS.md) describes the defects behind the numbers, and [protocol.md](protocol.md) says
what the words mean.

The worst come first: "failing" is the share of failures among the cases that an implementation
claims to support. It is not a grade: a reader that claims little can fail little.

`)
	for _, part := range []struct {
		heading string
		columns []column
	}{{"Readers", readers}, {"Writers", writers}} {
		fmt.Fprintf(&b, "## %s\n\n", part.heading)
		mdRanking(&b, part.columns)
	}
	b.WriteString("## Readers by area\n\nFailures among the cases that the reader claims. A dash: it claims none.\n\n")
	mdAreas(&b, readers)
	for _, name := range areasOf(readers) {
		fmt.Fprintf(&b, "### %s\n\n", table.Word(name))
		narrowed := make([]column, 0, len(readers))
		for _, c := range readers {
			for _, a := range table.ByArea(c.report.Results) {
				if a.Name == name {
					narrowed = append(narrowed, column{c.item, c.report, table.NewTally(a.Results)})
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
	b.WriteString("| implementation | language | failing |" + table.CellHeads() + "\n|---|---|--:|" + strings.Repeat("--:|", len(conformance.Cells())) + "\n")
	for _, c := range columns {
		share := "–"
		if c.all.Claimed > 0 {
			share = fmt.Sprintf("%.1f %%", 100*c.all.Share())
		}
		fmt.Fprintf(b, "| %s %s | %s | %s |%s\n", table.Code(c.item.Name), table.Code(c.item.Variant), table.Word(c.item.Language), share, table.CellCounts(c.all.Cells))
	}
	b.WriteString("\n")
}

// areasOf returns the areas in which one of the readers has results.
func areasOf(columns []column) []string {
	var all []conformance.Result
	for _, c := range columns {
		all = append(all, c.report.Results...)
	}
	var names []string
	for _, a := range table.ByArea(all) {
		names = append(names, a.Name)
	}
	return names
}

func mdAreas(b *bytes.Buffer, columns []column) {
	names := areasOf(columns)
	b.WriteString("| reader |")
	for _, name := range names {
		fmt.Fprintf(b, " %s |", table.Word(name))
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(names)) + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, "| %s %s |", table.Code(c.item.Name), table.Code(c.item.Variant))
		areas := table.ByArea(c.report.Results)
		for _, name := range names {
			text := "–"
			for _, a := range areas {
				if t := table.NewTally(a.Results); a.Name == name && t.Claimed > 0 {
					text = fmt.Sprintf("%d/%d", t.Failed, t.Claimed)
				}
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}
