package fuzz

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// seed is a file for an engine to start with.
type seed struct {
	name    string
	content []byte
}

// all returns the cases of the corpus that choose returns, and generated files of new kinds. An
// error ends the sequence.
func (o *exportOptions) all(ctx context.Context) iter.Seq2[seed, error] {
	return func(yield func(seed, error) bool) {
		had := map[string]bool{}
		for _, c := range choose(corpus.Cases(), *o) {
			content, err := fs.ReadFile(corpus.FS, c.File)
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && had[string(content)] {
				continue // of an empty .npy and an empty .npz file, for example
			}
			had[string(content)] = true
			name := strings.ReplaceAll(c.ID, "/", "-") + "." + c.Format
			if !yield(seed{name, content}, err) || err != nil {
				return
			}
		}
		for n := range uint64(o.generated) {
			f := generate(o.seed, n)
			if int64(len(f.Content)) > o.maxSize || !o.wants(f.Format) {
				continue
			}
			kind, err := kindOf(ctx, f)
			if err == nil && (had[kind] || had[string(f.Content)]) {
				continue
			}
			had[kind], had[string(f.Content)] = true, true
			name := fmt.Sprintf("generated-%d-%d.%s", o.seed, n, f.Format)
			if !yield(seed{name, f.Content}, err) || err != nil {
				return
			}
		}
	}
}

// choose returns at most opt.seeds cases, small ones first: one for each set of rules that files break, then one for
// each set of rules and features, and then the remaining important ones. An engine tries every seed before anything
// else, so a redundant one costs time.
func choose(cases []corpus.Case, opt exportOptions) []corpus.Case {
	cases = slices.DeleteFunc(cases, func(c corpus.Case) bool {
		return c.Withdrawn != "" || c.Size > opt.maxSize || !opt.wants(validator.Format(c.Format))
	})
	slices.SortStableFunc(cases, func(a, b corpus.Case) int { return cmp.Compare(a.Size, b.Size) })
	var chosen []corpus.Case
	had := map[string]bool{"": true} // a case without a kind is never new
	for _, kind := range []func(corpus.Case) string{
		func(c corpus.Case) string { return fmt.Sprintln(c.Format, c.Rules) },
		func(c corpus.Case) string { return fmt.Sprintln(c.Format, c.Rules, c.Features) },
		func(c corpus.Case) string {
			if c.Importance == "high" {
				return c.ID
			}
			return ""
		},
	} {
		for _, c := range cases {
			if len(chosen) < opt.seeds && !had[c.ID] && !had[kind(c)] {
				had[c.ID], had[kind(c)] = true, true
				chosen = append(chosen, c)
			}
		}
	}
	return chosen
}

// generate returns a conforming file for an even number, and one with any faults for an odd one. The areas
// take turns.
func generate(seed, number uint64) fuzz.File {
	g := fuzz.Numbered(seed, number)
	areas := spec.Areas()
	area := areas[number/2%uint64(len(areas))]
	if number%2 == 0 {
		return g.Valid(area)
	}
	return g.Anything(area)
}

// kindOf returns the rules that a file breaks and the types of its elements, as a key.
func kindOf(ctx context.Context, f fuzz.File) (string, error) {
	report, err := validator.Check(ctx, bytes.NewReader(f.Content), int64(len(f.Content)), nil)
	if err != nil {
		return "", err
	}
	var rules []string
	for _, found := range report.Findings {
		rules = append(rules, found.Rule.String())
	}
	slices.Sort(rules)
	kind := fmt.Sprintln(f.Format, slices.Compact(rules))
	if report.Array != nil {
		kind += report.Array.DType.Descr()
	}
	for _, m := range report.Members {
		if m.Array != nil {
			kind += m.Array.DType.Descr() + "\n"
		}
	}
	return kind, nil
}
