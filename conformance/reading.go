package conformance

import (
	"context"
	"path/filepath"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
)

// readerTasks returns what to ask a reader: every case except those that the profile leaves out.
func (r *runner) readerTasks(cases []corpus.Case) []task {
	var tasks []task
	for _, c := range cases {
		duty := c.Duty
		if r.profile != nil {
			if duty = r.profile.Verdict(c); duty == corpus.Unsupported {
				continue
			}
		}
		tasks = append(tasks, task{
			c:       c,
			duty:    duty,
			request: request{Request: protocol.Request{Op: protocol.Read, Path: filepath.Join(r.folder.Name(), filepath.FromSlash(c.File))}, name: c.ID, maxAnswer: maxAnswer + 64*c.Size},
			judge: func(_ context.Context, a Answer) (Result, error) {
				return judgeRead(&c, duty, a, judge.NewVector(&c, r.vector)), nil
			},
		})
	}
	return tasks
}

// judgeRead makes a result from what a reader did with a case.
func judgeRead(c *corpus.Case, duty corpus.Duty, a Answer, v *judge.Vector) Result {
	result := Result{ID: c.ID, Duty: duty, Outcome: a.Outcome, Rules: c.Rules}
	if result.Rules == nil {
		result.Rules = []string{}
	}
	result.Cell, result.Message = judgeAnswer(duty, a, v)
	return result
}
