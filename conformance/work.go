package conformance

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
)

// maxHangs is the number of cases after which a run ends if all of them hang: the adapter may not
// flush its answers, and thousands of cases would take hours.
const maxHangs = 20

// maxCrashes is the number of cases after which a run ends if all of them crash or raise an exception, files among them that
// every reader reads: the adapter may lack its library, or not exist.
const maxCrashes = 25

// all gets the results of the tasks, with an error those that there are. It uses first, and closes it.
func (r *runner) all(ctx context.Context, tasks []task, first tier, jobs int) ([]Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]Result, len(tasks))
	var next atomic.Int64
	var workers sync.WaitGroup
	for job := range min(jobs, max(len(tasks), 1)) {
		t := first
		if job > 0 {
			t = first.another()
		}
		workers.Go(func() {
			defer t.close()
			if err := r.work(ctx, t, tasks, &next, results); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	results = slices.DeleteFunc(results, func(result Result) bool { return result.ID == "" })
	return results, context.Cause(ctx)
}

// work gets results of tasks, one after the other, as long as there are any.
func (r *runner) work(ctx context.Context, t tier, tasks []task, next *atomic.Int64, results []Result) error {
	last := -1 // the task that t was asked for last
	blame := func(late *Answer) error {
		if late == nil || last < 0 {
			return nil
		}
		result, err := r.judge(ctx, &tasks[last], *late)
		if err != nil {
			return err
		}
		results[last] = results[last].blamed(result)
		return nil
	}
	for ctx.Err() == nil {
		i := int(next.Add(1)) - 1
		if i >= len(tasks) {
			late, err := t.finish(ctx)
			if err != nil {
				return err
			}
			return blame(late)
		}
		result, late, err := r.one(ctx, t, &tasks[i])
		if err != nil {
			return err
		}
		if err := blame(late); err != nil {
			return err
		}
		results[i] = result
		if tasks[i].asked(&r.hello) {
			last = i
		}
		r.progress()
	}
	return nil
}

// one gets the result of one task, and what became of the one before it if that is known only now.
func (r *runner) one(ctx context.Context, t tier, task *task) (Result, *Answer, error) {
	if !task.asked(&r.hello) {
		result, err := r.judge(ctx, task, Answer{Outcome: OutcomeUnsupported, Message: "the implementation doesn't claim to know " + task.c.Format})
		return result, nil, err
	}
	var late *Answer
	var tries tries
	for n := range r.repeat {
		a, err := r.ask(ctx, t, task)
		if err != nil {
			return Result{}, nil, err
		}
		switch {
		case a.Late == nil:
		case n == 0:
			late = a.Late
		default: // of this case itself
			result, err := r.judge(ctx, task, *a.Late)
			if err != nil {
				return Result{}, nil, err
			}
			tries.add(*a.Late, result)
		}
		result, err := r.judge(ctx, task, a)
		if err != nil {
			return Result{}, nil, err
		}
		tries.add(a, result)
	}
	return tries.result(), late, nil
}

// ask asks for a case once. The file is compared with the manifest before and after.
func (r *runner) ask(ctx context.Context, t tier, task *task) (Answer, error) {
	intact := func() error {
		if task.request.Op == protocol.Write {
			return nil // its file is not handed out
		}
		if err := r.intact(&task.c); err != nil {
			return r.altered(err)
		}
		return nil
	}
	if err := intact(); err != nil {
		return Answer{}, err
	}
	a, err := t.ask(ctx, task.request)
	if err != nil {
		return a, fmt.Errorf("case %s: %w", task.c.ID, err)
	}
	if err := intact(); err != nil {
		return a, err
	}
	return a, r.hopeless(task, a)
}

func (r *runner) judge(ctx context.Context, task *task, a Answer) (Result, error) {
	result, err := task.judge(ctx, r.hello.settle(a, task.c.Format, task.c.Features))
	if err != nil {
		return result, fmt.Errorf("case %s: %w", task.c.ID, err)
	}
	result.Importance, result.Features = task.c.Importance, task.c.Features
	result.Remark, result.PeakBytes = a.Remark, a.Peak
	result.DurationMS = float64(a.Took.Microseconds()) / 1000
	return result, nil
}

// hopeless counts an answer, and returns an error if so many were of one kind that the rest would be, too.
func (r *runner) hopeless(task *task, a Answer) error {
	if a.Outcome != OutcomeCrash && a.Outcome != OutcomeException {
		r.survived.Store(true)
	} else {
		if task.duty == corpus.Accept {
			r.needed.Store(true)
		}
		if r.crashes.Add(1) >= maxCrashes*int64(r.repeat) && r.needed.Load() && !r.survived.Load() {
			r.nothing.Store(true)
			return &AdapterError{Command: r.name, Message: fmt.Sprintf("crashed or raised an exception in each of %d cases; does it run by itself? %s", maxCrashes, a.Message)}
		}
	}
	if a.Outcome != OutcomeHang {
		r.answered.Store(true)
	} else if r.hangs.Add(1) >= maxHangs && !r.answered.Load() {
		r.nothing.Store(true)
		return &AdapterError{Command: r.name, Message: fmt.Sprintf("answered none of %d cases in %s each", maxHangs, r.timeout)}
	}
	if a.Late != nil && a.Late.Outcome == OutcomeInvalid {
		a = *a.Late
	}
	if a.Outcome != OutcomeInvalid {
		r.invalid.Store(0)
		r.valid.Store(true)
	} else if r.invalid.Add(1) >= judge.MaxInvalid {
		r.nothing.Store(!r.valid.Load())
		return &AdapterError{Command: r.name, Message: fmt.Sprintf("broke the protocol in %d cases in a row: %s", judge.MaxInvalid, a.Message)}
	}
	return nil
}
