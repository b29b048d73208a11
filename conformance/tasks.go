package conformance

import (
	"context"
	"path/filepath"

	"github.com/npycheck/npycheck/corpus"
)

// task is one result to get.
type task struct {
	c       corpus.Case
	duty    corpus.Duty
	request request
	judge   func(context.Context, Answer) (Result, error)
}

// asked reports whether the adapter is asked for it: not if it doesn't claim the format.
func (t *task) asked(hello *greeting) bool { return hello.claims(t.c.Format, nil) }

// readerTasks returns what to ask a reader: every case but those that the profile leaves out.
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
			request: request{Op: opRead, Path: filepath.Join(r.folder.Name(), filepath.FromSlash(c.File)), maxAnswer: maxAnswer + 64*c.Size},
			judge: func(_ context.Context, a Answer) (Result, error) {
				return judgeRead(&c, duty, a, newVector(&c, r.vector)), nil
			},
		})
	}
	return tasks
}

// judgeRead makes a result of what a reader did with a case.
func judgeRead(c *corpus.Case, duty corpus.Duty, a Answer, v *vector) Result {
	result := Result{ID: c.ID, Duty: duty, Outcome: a.Outcome, Rules: c.Rules}
	if result.Rules == nil {
		result.Rules = []string{}
	}
	result.Cell, result.Message = judge(duty, a, v)
	return result
}
