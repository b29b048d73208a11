package results

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
)

// WriteMarkdown writes the matrix as a page: readers and writers, the worst first, and the readers
// by area.
func (m *Matrix) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	readers, writers := m.ranking(false), m.ranking(true)
	b.WriteString("# What readers and writers do with the corpus\n\n")
	fmt.Fprintf(&b, "%s and %s on the %s of corpus %s. This page is made from\n", text.Count(int64(len(readers)), "reader"),
		text.Count(int64(len(writers)), "writer"), text.Count(int64(len(m.Cases)), "case"), code(m.Corpus))
	b.WriteString(`[matrix.json](matrix.json); [matrix.html](matrix.html) shows every case and what each reader said about it.
[FINDINGS.md](FINDINGS.md) describes each defect, [fairness.md](fairness.md) lists the files that no reader gets right, and
[protocol.md](protocol.md) defines the words.

Percentages count the cases that an implementation claims to support. A failure of a reader is severe if it
harms whoever reads the file: wrong data, a crash, a hang or running out of memory. A wrong verdict, which is a good
file rejected or a broken one read, is counted separately, and so is an exception: an error that the reader doesn't
document or mean, which its caller can catch. All failures of a writer count alike. The worst come first; the newest
release represents an implementation, with the others below it. This is not a grade: a reader that claims little can
fail little.

`)
	for _, part := range []struct {
		heading string
		columns []column
	}{{"Readers", readers}, {"Writers", writers}} {
		fmt.Fprintf(&b, "## %s\n\n", part.heading)
		mdRanking(&b, part.columns)
	}
	mdConditions(&b, m.conditions())
	b.WriteString("## Readers by area\n\nFailures among the cases that the reader claims. A dash means that it claims none.\n\n")
	mdAreas(&b, readers)
	for _, name := range areasOf(readers) {
		fmt.Fprintf(&b, "### %s\n\n", plainWord(name))
		narrowed := make([]column, 0, len(readers))
		for _, c := range readers {
			for _, a := range ByArea(c.report.Results) {
				if a.Name == name {
					narrowed = append(narrowed, column{item: c.item, report: c.report, all: newTally(a.Results)})
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
	shares, rules := " failing |", "--:|"
	if !columns[0].report.Writer {
		shares, rules = " severe | wrong verdict |", "--:|--:|"
	}
	b.WriteString("| implementation | language |" + shares + cellHeads() + "\n|---|---|" + rules + strings.Repeat("--:|", len(conformance.Cells())) + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, "| %s %s%s | %s | %s |", code(c.item.Name), code(c.item.Variant), mark(c.item), plainWord(c.item.Language), share(c.all, c.headline()))
		if !c.report.Writer {
			fmt.Fprintf(b, " %s |", share(c.all, c.all.Cells[conformance.CellWrongVerdict]))
		}
		b.WriteString(cellCounts(c.all.Cells) + "\n")
	}
	b.WriteString("\n")
}

// mark returns what a name is followed by if others ran the implementation.
func mark(item *Item) string {
	if item.Elsewhere == nil {
		return ""
	}
	return ", not run by us"
}

// areasOf returns the areas in which one of the readers has results.
func areasOf(columns []column) []string {
	var all []conformance.Result
	for _, c := range columns {
		all = append(all, c.report.Results...)
	}
	var names []string
	for _, a := range ByArea(all) {
		names = append(names, a.Name)
	}
	return names
}

func mdAreas(b *bytes.Buffer, columns []column) {
	names := areasOf(columns)
	b.WriteString("| reader |")
	for _, name := range names {
		fmt.Fprintf(b, " %s |", plainWord(name))
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(names)) + "\n")
	for _, c := range columns {
		fmt.Fprintf(b, "| %s %s |", code(c.item.Name), code(c.item.Variant))
		areas := ByArea(c.report.Results)
		for _, name := range names {
			text := "–"
			for _, a := range areas {
				if t := newTally(a.Results); a.Name == name && t.Claimed > 0 {
					text = fmt.Sprintf("%d/%d", t.Failed, t.Claimed)
				}
			}
			fmt.Fprintf(b, " %s |", text)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

func mdConditions(b *bytes.Buffer, conditions []condition) {
	if len(conditions) == 0 {
		return
	}
	b.WriteString("## Conditions\n\nThe limits apply to each file: its time, and the memory of the process that reads it.\n\n")
	b.WriteString("| implementation | runtime | time | memory | address space |\n|---|---|--:|--:|--:|\n")
	for _, c := range conditions {
		runtime := code(c.Runtime)
		if c.Elsewhere != "" {
			runtime += ", not run by us, but by " + code(c.Elsewhere)
		}
		fmt.Fprintf(b, "| %s %s | %s | %s | %s | %s |\n", code(c.Name), code(c.Variant), runtime, c.Time, c.Memory, c.AddressSpace)
	}
	b.WriteString("\n")
}

// column is the results of one reader or writer of a matrix.
type column struct {
	item   *Item
	report *conformance.Report
	all    tally
	newest *Item // the newest release of the implementation in the same role; item itself for that one
}

// headline returns the number of failures that an implementation is ranked by. Of a reader they are the severe ones. A
// writer gives no verdict: all its failures are files that others can't read correctly.
func (c column) headline() int {
	if c.report.Writer {
		return c.all.Failed
	}
	return c.all.Severe
}

// ranking returns the readers or the writers, the worst first: by the share of the headline among what
// they claim, then by that of all failures. The newest release stands for an implementation, and the
// others follow it, newer ones first.
func (m *Matrix) ranking(writer bool) []column {
	var columns []column
	newest := make(map[string]column)
	for i, item := range m.Implementations {
		report := m.Report(i, writer)
		if report == nil {
			continue
		}
		c := column{item: item, report: report, all: newTally(report.Results)}
		columns = append(columns, c)
		if other, ok := newest[item.Name]; !ok || compareReleases(item.Variant, other.item.Variant) > 0 {
			newest[item.Name] = c
		}
	}
	for i := range columns {
		columns[i].newest = newest[columns[i].item.Name].item
	}
	slices.SortFunc(columns, func(a, b column) int {
		if a.item.Name == b.item.Name {
			return compareReleases(b.item.Variant, a.item.Variant)
		}
		x, y := newest[a.item.Name], newest[b.item.Name]
		return cmp.Or(
			cmp.Compare(y.all.Share(y.headline()), x.all.Share(x.headline())),
			cmp.Compare(y.all.Share(y.all.Failed), x.all.Share(x.all.Failed)),
			strings.Compare(a.item.Name, b.item.Name))
	})
	return columns
}

var releaseForm = regexp.MustCompile(`^\d+(\.\d+)*`)

// compareReleases compares two variants of an implementation: first the numbers that they begin with;
// of one version, that without a suffix is the newest, so that 2.5.0 comes after 2.5.0rc1.
func compareReleases(a, b string) int {
	x, y := releaseForm.FindString(a), releaseForm.FindString(b)
	numbers := func(text string) (list []uint64) {
		for number := range strings.SplitSeq(text, ".") {
			n, _ := strconv.ParseUint(number, 10, 64) // the largest number if it is larger
			list = append(list, n)
		}
		return list
	}
	if n := slices.Compare(numbers(x), numbers(y)); n != 0 {
		return n
	}
	if plainA, plainB := x == a, y == b; plainA != plainB {
		if plainA {
			return 1
		}
		return -1
	}
	return strings.Compare(a, b)
}
