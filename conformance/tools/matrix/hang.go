package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
)

const (
	patience = 4 // how many times the usual time a reader gets that hung unexpectedly
	haste    = 5 // what part of it a reader gets for the cases in which it always hangs
	few      = 8 // how many of these a run has
)

// hung returns the cases in which a check expects the implementation to hang.
func (r *running) hung(op string) map[string]bool {
	ids := make(map[string]bool)
	at := r.matrix.Find(r.variant.adapter.Name, r.variant.name)
	if !r.check || at < 0 {
		return ids
	}
	if report := r.matrix.Report(at, op == "write"); report != nil {
		for _, result := range report.Results {
			ids[result.ID] = result.Outcome == conformance.OutcomeHang
		}
	}
	return ids
}

// ask runs the cases. Those in which the implementation hung get less time than the others: it is lost if they hang as
// before, and whatever else they do shows at once or is a difference. They are run a few at a time, since a run in which
// every case hangs ends early.
func ask(ctx context.Context, opt conformance.Options, hung map[string]bool) (*conformance.Report, error) {
	hangs := slices.DeleteFunc(slices.Clone(opt.Cases), func(c corpus.Case) bool { return !hung[c.ID] })
	var got *conformance.Report
	if len(hangs) < len(opt.Cases) || len(hangs) == 0 {
		opt.Cases = slices.DeleteFunc(slices.Clone(opt.Cases), func(c corpus.Case) bool { return hung[c.ID] })
		var err error
		if got, err = conformance.Run(ctx, opt); err != nil {
			return got, err
		}
	}
	opt.Adapter.Timeout /= haste
	for opt.Cases = range slices.Chunk(hangs, few) {
		part, err := conformance.Run(ctx, opt)
		if err != nil {
			return nil, err
		}
		if got != nil {
			for cell, count := range got.Summary {
				part.Summary[cell] += count
			}
		}
		if got, err = merge(got, part); err != nil {
			return nil, err
		}
	}
	return got, nil
}

// askAgain repeats the cases in which a reader hung unexpectedly, one by one and with more time: on a busy machine
// everything is slow.
func (c *config) askAgain(ctx context.Context, opt conformance.Options, hung map[string]bool, got *conformance.Report) error {
	slow := make(map[string]*conformance.Result)
	for i := range got.Results {
		if r := &got.Results[i]; r.Outcome == conformance.OutcomeHang && !hung[r.ID] {
			slow[r.ID] = r
		}
	}
	if len(slow) == 0 {
		return nil
	}
	opt.Cases = slices.DeleteFunc(slices.Clone(opt.Cases), func(c corpus.Case) bool { return slow[c.ID] == nil })
	opt.Jobs, opt.Adapter.Timeout = 1, patience*opt.Adapter.Timeout
	again, err := conformance.Run(ctx, opt)
	if err != nil {
		return err
	}
	for _, r := range again.Results {
		was := slow[r.ID]
		got.Summary[was.Cell]--
		got.Summary[r.Cell]++
		*was = r
	}
	fmt.Fprintf(c.out, "%s without an answer run again\n", text.Count(int64(len(slow)), "case"))
	return nil
}
