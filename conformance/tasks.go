package conformance

import (
	"context"

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
