package main

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/results"
)

// recorded has the results of an implementation that still hold, by operation. An operation that isn't in it has none.
type recorded map[string]*conformance.Report

// recorded returns what need not be measured again: nothing unless only new cases are asked, or if the limits have changed.
func (c *config) recorded(m *results.Matrix, v variant) recorded {
	at := m.Find(v.adapter.Name, v.name)
	if !c.onlyNew || at < 0 || !reflect.DeepEqual(m.Implementations[at].Limits, v.item().Limits) {
		return nil
	}
	rules := make(map[string][]string)
	for _, c := range c.suite.Cases {
		rules[c.ID] = c.Rules
	}
	old := make(recorded)
	for _, op := range v.adapter.Ops {
		writer := op == "write"
		report := m.Report(at, writer)
		if report == nil {
			continue
		}
		asked := make(map[string]bool)
		for _, c := range askedOf(c.suite.Cases, op) {
			asked[c.ID] = true
		}
		report.Results = slices.DeleteFunc(report.Results, func(r conformance.Result) bool { return !asked[r.ID] })
		for i := range report.Results {
			r := &report.Results[i]
			r.Known = "" // the list of known failures says it
			if !writer {
				r.Rules = rules[r.ID]
			}
		}
		old[op] = report
	}
	return old
}

// askedOf returns the cases that a reader or a writer is asked about.
func askedOf(cases []corpus.Case, op string) []corpus.Case {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c corpus.Case) bool { return c.Withdrawn != "" })
	if op == "write" {
		return judge.Asked(cases)
	}
	return cases
}

// missing returns the cases that old has no result for.
func missing(cases []corpus.Case, op string, old *conformance.Report) []corpus.Case {
	have := make(map[string]bool)
	if old != nil {
		for _, r := range old.Results {
			have[r.ID] = true
		}
	}
	return slices.DeleteFunc(askedOf(cases, op), func(c corpus.Case) bool { return have[c.ID] })
}

// errOther says that what runs today is not what the recorded results are about.
var errOther = errors.New("its version, language, runtime or features are not the recorded ones")

// merge returns a report with the results of both.
func merge(old, got *conformance.Report) (*conformance.Report, error) {
	if old == nil {
		return got, nil
	}
	was, now := old.Implementation, got.Implementation
	if was.Version != now.Version || was.Language != now.Language || was.Runtime != now.Runtime || !slices.Equal(was.Features, now.Features) {
		return nil, errOther
	}
	got.Results = append(got.Results, old.Results...)
	slices.SortFunc(got.Results, func(a, b conformance.Result) int { return strings.Compare(a.ID, b.ID) })
	return got, nil
}
