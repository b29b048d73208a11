package export

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
	"github.com/npycheck/npycheck/validator"
)

// seed is a file for an engine to begin with.
type seed struct {
	name    string
	content []byte
}

// seeds returns the cases of the corpus that choose returns, and generated files that are like none
// before them. An error ends the sequence.
func seeds(ctx context.Context, opt Options) iter.Seq2[seed, error] {
	return func(yield func(seed, error) bool) {
		had := map[string]bool{}
		for _, c := range choose(corpus.Cases(), opt) {
			content, err := fs.ReadFile(corpus.FS, c.File)
			if err == nil {
				err = ctx.Err()
			}
			had[string(content)] = true
			name := strings.ReplaceAll(c.ID, "/", "-") + "." + c.Format
			if !yield(seed{name, content}, err) || err != nil {
				return
			}
		}
		for n := range uint64(opt.Generated) {
			content, format, kind, err := generate(ctx, opt.Seed, n)
			if err != nil {
				yield(seed{}, err)
				return
			}
			if int64(len(content)) > opt.MaxSize || !opt.wants(format) || had[kind] || had[string(content)] {
				continue
			}
			had[kind], had[string(content)] = true, true
			if !yield(seed{fmt.Sprintf("generated-%d-%d.%s", opt.Seed, n, format), content}, nil) {
				return
			}
		}
	}
}

func (o Options) wants(format validator.Format) bool { return o.Format == "" || o.Format == format }

// choose returns at most opt.Seeds cases, small ones first: one for each set of rules that files break, and
// then for each set of rules and features. An engine tries every seed before anything else, so that a second
// file with the same faults costs time and tells it nothing.
func choose(cases []corpus.Case, opt Options) []corpus.Case {
	slices.SortStableFunc(cases, func(a, b corpus.Case) int { return cmp.Compare(a.Size, b.Size) })
	var chosen []corpus.Case
	had := map[string]bool{}
	for _, kind := range []func(corpus.Case) string{
		func(c corpus.Case) string { return fmt.Sprintln(c.Format, c.Rules) },
		func(c corpus.Case) string { return fmt.Sprintln(c.Format, c.Rules, c.Features) },
	} {
		for _, c := range cases {
			if len(chosen) == opt.Seeds {
				return chosen
			}
			if c.Withdrawn != "" || c.Size > opt.MaxSize || !opt.wants(validator.Format(c.Format)) || had[c.ID] || had[kind(c)] {
				continue
			}
			had[c.ID], had[kind(c)] = true, true
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// generate returns a generated file and its kind: the rules that it breaks and the type of its elements.
func generate(ctx context.Context, seed, number uint64) (content []byte, format validator.Format, kind string, err error) {
	g := fuzz.Numbered(seed, number)
	if number%4 == 3 {
		content, format = g.Npz(), validator.Npz
	} else {
		content, format = g.Npy(), validator.Npy
	}
	report, err := validator.Check(ctx, bytes.NewReader(content), int64(len(content)), nil)
	if err != nil {
		return nil, "", "", err
	}
	var rules []string
	for _, f := range report.Findings {
		rules = append(rules, f.Rule.String())
	}
	slices.Sort(rules)
	kind = fmt.Sprintln(format, slices.Compact(rules))
	if report.Array != nil {
		kind += report.Array.DType.Descr()
	}
	for _, m := range report.Members {
		if m.Array != nil {
			kind += m.Array.DType.Descr()
		}
	}
	return content, format, kind, nil
}
