package record

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/table"
)

// column is the results of one reader or writer of a matrix.
type column struct {
	item   *Item
	report *conformance.Report
	all    table.Tally
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
		c := column{item: item, report: report, all: table.NewTally(report.Results)}
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
