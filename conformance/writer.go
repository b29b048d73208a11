package conformance

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// writerTasks returns what to ask a writer: to write each array and each archive of the files that
// are to be accepted, once. read returns the file of a case.
func (r *runner) writerTasks(cases []corpus.Case, read func(*corpus.Case) ([]byte, error)) ([]task, error) {
	if r.profile != nil {
		cases = slices.DeleteFunc(slices.Clone(cases), func(c corpus.Case) bool { return r.profile.Verdict(c) == corpus.Unsupported })
	}
	var tasks []task
	for i, c := range judge.Asked(cases) {
		array, err := written(judge.NewVector(&c, read))
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", c.ID, err)
		}
		// Each has its own name, because writers may append to an existing file.
		out := filepath.Join(r.scratch, fmt.Sprintf("out-%d.%s", i+1, c.Format))
		tasks = append(tasks, task{
			c:       c,
			duty:    c.Duty,
			request: request{Request: protocol.Request{Op: protocol.Write, Path: out, Array: array}, maxAnswer: maxAnswer},
			judge: func(ctx context.Context, a Answer) (Result, error) {
				defer os.RemoveAll(out)
				result, err := judgeWrite(ctx, &c, a, out)
				if r.strict && result.Cell == CellEither {
					result.Cell = CellWrongVerdict
				}
				return result, err
			},
		})
	}
	return tasks, nil
}

// written returns the array or the archive of the file in the form that a writer has to write.
func written(v *judge.Vector) (*protocol.Written, error) {
	if v.Array != nil {
		return writtenMember(v, v.Array, -1)
	}
	archive := &protocol.Written{Members: map[string]protocol.Written{}}
	for i, m := range v.Members {
		a, err := writtenMember(v, m.Array, i)
		if err != nil {
			return nil, err
		}
		archive.Members[m.Key] = *a
	}
	return archive, nil
}

func writtenMember(v *judge.Vector, a *corpus.Array, member int) (*protocol.Written, error) {
	e, err := v.Elements(member)
	if err != nil {
		return nil, err
	}
	e.Settle()
	data := hex.EncodeToString(e.Data)
	shape := a.Shape
	if shape == nil {
		shape = []int64{}
	}
	return &protocol.Written{DType: a.DType, Shape: &shape, FortranOrder: &a.FortranOrder, Data: &data}, nil
}

// judgeWrite makes a result from what a writer did.
func judgeWrite(ctx context.Context, c *corpus.Case, a Answer, out string) (Result, error) {
	result := Result{ID: c.ID, Duty: c.Duty, Outcome: a.Outcome, Rules: []string{}, Message: a.Message}
	if cell, ok := badEnd(a.Outcome); ok {
		result.Cell = cell
		return result, nil
	}
	switch a.Outcome {
	case OutcomeUnsupported:
		result.Cell = CellUnsupported
		return result, nil
	case OutcomeReject:
		result.Cell = CellWrongVerdict
		if c.Duty == corpus.Either {
			result.Cell = CellEither
		}
		return result, nil
	}
	end := func(cell Cell, message string) (Result, error) {
		result.Cell, result.Message = cell, text.Line(message)
		return result, nil
	}
	info, err := os.Lstat(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return end(CellWrongVerdict, "no file was written")
	case err != nil:
		return result, err
	case !info.Mode().IsRegular():
		return end(CellWrongVerdict, "the output is not a regular file")
	}
	report, err := validator.CheckFile(ctx, out, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		return result, err
	}
	severity := spec.Severity(0)
	var messages []string
	for _, f := range report.Findings {
		if s := f.Severity(); s > spec.Note {
			severity = max(severity, s)
			result.Rules = append(result.Rules, f.Rule.String())
			messages = append(messages, fmt.Sprintf("%s [%v]", f.Message, f.Rule))
		}
	}
	slices.Sort(result.Rules)
	result.Rules = slices.Compact(result.Rules)
	if report.Format != validator.Format(c.Format) {
		problem := fmt.Sprintf("the file has format %s, expected %s", report.Format, c.Format)
		return end(CellWrongVerdict, strings.Join(slices.Insert(messages, 0, problem), "; "))
	}
	cell, d, err := readBack(c, out, info.Size())
	switch {
	case severity == spec.Error && err == nil && cell == CellWrongData:
		return end(cell, strings.Join(slices.Insert(messages, 0, d), "; ")) // a reader that accepts the header gets it
	case severity == spec.Error:
		return end(CellWrongVerdict, strings.Join(messages, "; "))
	case err != nil:
		return end(CellWrongVerdict, "the file can't be read back: "+err.Error())
	case d != "":
		return end(cell, d)
	case severity == spec.Warning:
		return end(CellEither, strings.Join(messages, "; "))
	}
	result.Cell = CellPass
	return result, nil
}

// readBack compares what was written with what was asked for, and returns the cell and how it differs.
func readBack(c *corpus.Case, out string, size int64) (Cell, string, error) {
	if size > judge.MaxWritten {
		return "", "", fmt.Errorf("it has %d bytes", size)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		return "", "", err
	}
	if c.Array != nil {
		return judgeWritten(c.Array, file, -1)
	}
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		return "", "", err
	}
	worst, worstText := CellPass, ""
	for _, m := range c.Members {
		at := slices.IndexFunc(report.Members, func(got validator.Member) bool { return got.Key == m.Key })
		if at < 0 {
			return CellWrongData, fmt.Sprintf("member %q is missing", m.Key), nil
		}
		cell, d, err := judgeWritten(m.Array, file, at)
		if err != nil {
			return "", "", fmt.Errorf("member %q: %w", m.Key, err)
		}
		if badness(cell) > badness(worst) {
			worst, worstText = cell, fmt.Sprintf("member %q: %s", m.Key, d)
		}
	}
	if worst != CellWrongData && len(report.Members) > len(c.Members) {
		return CellWrongData, fmt.Sprintf("the archive has %d members, expected %d", len(report.Members), len(c.Members)), nil
	}
	return worst, worstText, nil
}

// judgeWritten returns the cell of an array that a writer wrote, and how it differs from what was asked for.
func judgeWritten(want *corpus.Array, file []byte, member int) (Cell, string, error) {
	d, width, err := judge.Written(want, file, member)
	switch {
	case err != nil:
		return "", "", err
	case d == "":
		return CellPass, "", nil
	case width:
		return CellUnsupported, "written with another width: " + d, nil
	}
	return CellWrongData, d, nil
}
