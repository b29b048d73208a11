package hunt

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/validator/report"
)

// reportSchema is the version of the JSON form of a report, which is that of report.schema.json.
const reportSchema = 1

// AppendJSON appends the JSON form of a report, with a finding a line.
func (r *Report) AppendJSON(dst []byte) []byte {
	dst = report.AppendJSON(dst, struct {
		Schema int         `json:"schema"`
		Tool   report.Tool `json:"tool"`
		*Report
		Findings []*Finding `json:"findings"` // after all else
	}{reportSchema, report.Tool{Name: "npycheck", Version: report.Version}, r, []*Finding{}})
	dst = dst[:len(dst)-len("]}")]
	for i, f := range r.Findings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = report.AppendJSON(append(dst, '\n'), f)
	}
	return append(dst, "\n]}\n"...)
}

// CompareCells orders cells that are failures, the worst last.
func CompareCells(a, b Cell) int {
	at := func(c Cell) int { return slices.Index(failures(), c) }
	return cmp.Compare(at(a), at(b))
}
