package hunt

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// reportSchema is the version of the JSON form of a report. Its schema is report.schema.json.
const reportSchema = 1

// reportJSON is a report without its findings. Text of the reader is quoted in it.
type reportJSON struct {
	Schema         int                        `json:"schema"`
	Npycheck       string                     `json:"npycheck"` // its version
	Implementation conformance.Implementation `json:"implementation"`
	Writer         bool                       `json:"writer,omitempty"`
	Seed           uint64                     `json:"seed"`
	Runs           int64                      `json:"runs"`
	ElapsedMS      int64                      `json:"elapsed_ms"`
	Share          float64                    `json:"share"`
	Known          int64                      `json:"known"`
	CorpusFailures int                        `json:"corpus_failures"`
	Suspects       int64                      `json:"suspects"`
	Late           int64                      `json:"late"`
	Aside          int64                      `json:"aside"`
	Incomplete     string                     `json:"incomplete,omitempty"`
	Remarks        []string                   `json:"remarks,omitempty"`
}

// foundJSON is a finding in a report. finding.json has more.
type foundJSON struct {
	Signature signatureJSON `json:"signature"`
	Account   string        `json:"account"`
	Other     string        `json:"other,omitempty"`
	Folder    string        `json:"folder,omitempty"`
	File      fileJSON      `json:"file"`
	First     firstJSON     `json:"first"`
	Runs      int64         `json:"runs"`
}

// AppendJSON appends the JSON form of a report, with a finding a line.
func (r *Report) AppendJSON(dst []byte) []byte {
	doc := reportJSON{
		Schema:         reportSchema,
		Npycheck:       validator.Version,
		Implementation: quotedImplementation(r.Implementation),
		Writer:         r.Writer,
		Seed:           r.Seed,
		Runs:           r.Runs,
		ElapsedMS:      r.Elapsed.Milliseconds(),
		Share:          r.Share,
		Known:          r.Known,
		CorpusFailures: r.CorpusFailures,
		Suspects:       r.Suspects,
		Late:           r.Late,
		Aside:          r.Aside,
		Incomplete:     validator.Quote(r.Incomplete),
		Remarks:        r.Remarks,
	}
	o := text.Reopen(text.AppendJSON(dst, doc)).Lines("findings", len(r.Findings), func(dst []byte, i int) []byte {
		f := r.Findings[i]
		return text.AppendJSON(dst, foundJSON{
			Signature: newSignatureJSON(&f.Signature),
			Account:   validator.Quote(f.Account),
			Other:     validator.Quote(f.Other),
			Folder:    f.Folder,
			File:      newFileJSON(fileName(f.Format), f.Format, f.File),
			First:     firstJSON{f.Seed, f.Number, f.Size},
			Runs:      f.Runs,
		})
	})
	return append(o.End(), '\n')
}

// CompareCells orders cells that are failures, the worst last.
func CompareCells(a, b Cell) int {
	at := func(c Cell) int { return slices.Index(failures(), c) }
	return cmp.Compare(at(a), at(b))
}
