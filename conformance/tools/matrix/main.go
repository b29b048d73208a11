// Command matrix runs the adapters in conformance/adapters over the corpus, and writes the results
// to conformance/matrix.json, matrix.md, matrix.html, matrix.svg and core.txt.
//
//	go run ./conformance/tools/matrix [--check | --new] [--jobs N] [NAME[@VARIANT]...]
//	go run ./conformance/tools/matrix --only-page
//	go run ./conformance/tools/matrix --take CONDITIONS REPORT...
//
// Implementations that are not named keep their recorded results. With --check nothing is
// written: it fails if a result differs from the recorded one, by cell and outcome. It also fails
// if an adapter can't be installed or run, if a list of known failures is stale or misses a failure.
// With --new an implementation is asked only about cases without a result, or whose file or expectation has changed since;
// what is written is the same as after a whole run. A change to an adapter needs a whole run.
// --only-page remakes the pages from matrix.json, with what the corpus, the rules and the validator
// say about the files today. --take adds the results of an implementation that ran elsewhere.
//
// What adapters need is installed below NPYCHECK_CACHE, by default .ci/cache. The working directory is the
// root of the checkout, and that of go generate the folder of the package conformance.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

func main() {
	c := config{folder: "conformance", cache: os.Getenv("NPYCHECK_CACHE"), out: os.Stdout, adopt: true}
	if c.cache == "" {
		c.cache = filepath.Join(".ci", "cache")
	}
	onlyPage := flag.Bool("only-page", false, "make the pages from matrix.json and run nothing")
	take := flag.Bool("take", false, "add the results of an implementation that ran elsewhere, from a file with the conditions and reports of npycheck conform --format json")
	flag.BoolVar(&c.check, "check", false, "compare with matrix.json and write nothing")
	flag.BoolVar(&c.onlyNew, "new", false, "ask only about cases without a result, or that have changed since")
	flag.IntVar(&c.jobs, "jobs", 0, "run this `NUMBER` of processes of an adapter at a time; 0 for one per CPU")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: matrix [--check | --new] [--jobs N] [NAME[@VARIANT]...]\n       matrix --only-page\n       matrix --take CONDITIONS REPORT...")
		flag.PrintDefaults()
	}
	flag.Parse()
	c.names = flag.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	run := c.run
	switch {
	case c.check && c.onlyNew:
		fmt.Fprintln(os.Stderr, "matrix: --check asks about every case, so it can't be combined with --new")
		os.Exit(2)
	case *take:
		if c.check || c.onlyNew || *onlyPage || len(c.names) < 2 {
			fmt.Fprintln(os.Stderr, "matrix: --take needs a file with conditions and one or two reports, and no other flags")
			os.Exit(2)
		}
		run = func(context.Context) error { return c.take(c.names) }
	case *onlyPage:
		if c.check || c.onlyNew || len(c.names) > 0 {
			fmt.Fprintln(os.Stderr, "matrix: --only-page can't be combined with other arguments")
			os.Exit(2)
		}
		if os.Getenv("GOFILE") != "" { // go generate, in the folder of the package
			c.folder = "."
		}
		run = c.pages
	}
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "matrix: %v\n", err)
		os.Exit(1)
	}
}

// run runs the chosen implementations. An error of one doesn't keep the others from being run.
func (c *config) run(ctx context.Context) error {
	adapters, err := loadAdapters(filepath.Join(c.folder, "adapters"))
	if err != nil {
		return err
	}
	chosen, err := choose(adapters, c.names)
	if err != nil {
		return err
	}
	m, err := c.load()
	if errors.Is(err, os.ErrNotExist) && !c.check {
		m, err = &results.Matrix{Schema: 1}, nil
	}
	if err != nil {
		return err
	}
	if c.suite == nil {
		dir, err := os.MkdirTemp("", "npycheck-matrix-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if c.suite, err = conformance.CopySuite(ctx, dir); err != nil {
			return err
		}
	}
	if !c.check {
		m.Forget(c.suite.Cases)
	}
	var problems []string
	for _, v := range chosen {
		reader, writer, found, err := c.measure(ctx, m, v, c.recorded(m, v))
		if ctx.Err() != nil {
			return errors.New("interrupted; nothing was written")
		}
		if err != nil {
			found = append(found, fmt.Sprintf("%s: %s", v, err))
		}
		problems = append(problems, found...)
		switch {
		case err != nil:
		case c.check:
			problems = append(problems, differences(m, v, reader, writer)...)
		default:
			m.Put(v.item(), reader, writer)
		}
	}
	if !c.check {
		m.Corpus = c.suite.Version
		m.Stamp(c.suite.Cases)
		m.Remove(func(item *results.Item) bool { return item.Elsewhere != nil || has(adapters, item.Name, item.Variant) })
		if err := c.write(m); err != nil {
			return err
		}
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s:\n%s", text.Count(int64(len(problems)), "problem"), strings.Join(problems, "\n"))
	}
	return nil
}

// measure returns the results of an implementation, as a reader and as a writer. Results in old are not measured again.
// Problems are those of the lists of known failures.
func (c *config) measure(ctx context.Context, m *results.Matrix, v variant, old recorded) (reader, writer *conformance.Report, problems []string, err error) {
	r := running{config: c, matrix: m, variant: v}
	for _, op := range v.adapter.Ops {
		got, found, err := r.results(ctx, op, old[op])
		if errors.Is(err, errOther) {
			fmt.Fprintf(c.out, "%s: %s: every case is asked again, because %v\n", v, op, err)
			return c.measure(ctx, m, v, nil)
		}
		if err != nil {
			return nil, nil, problems, err
		}
		problems = append(problems, found...)
		recordable(got)
		if got.Writer {
			writer = got
		} else {
			reader = got
		}
	}
	return reader, writer, problems, nil
}

// running is an implementation that is installed when it is needed.
type running struct {
	*config
	matrix  *results.Matrix
	variant variant
	dir     string // where it is installed; "" for not yet
}

// install installs it if it isn't yet.
func (r *running) install(ctx context.Context) (err error) {
	if r.dir != "" {
		return nil
	}
	begin := time.Now()
	if r.dir, err = r.variant.install(ctx, r.cache); err == nil {
		fmt.Fprintf(r.out, "%s: installed in %.1f s\n", r.variant, time.Since(begin).Seconds())
	}
	return err
}

// results returns the results of an operation, those in old among them, and the mistakes of the list of known failures.
func (r *running) results(ctx context.Context, op string, old *conformance.Report) (*conformance.Report, []string, error) {
	v, cases := r.variant, missing(r.suite.Cases, op, old)
	if len(cases) == 0 && old != nil {
		fmt.Fprintf(r.out, "%s: %s: nothing new\n", v, op)
		found, err := v.known(old, r.suite.Cases)
		return old, found, err
	}
	if err := r.install(ctx); err != nil {
		return nil, nil, err
	}
	begin := time.Now()
	opt := v.options(r.config, r.dir, op)
	opt.Cases = cases
	hung := r.hung(op)
	got, err := ask(ctx, opt, hung)
	if err == nil {
		err = v.introduced(got.Implementation)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s", op, validator.Quote(err.Error()))
	}
	fresh := got.Summary
	if got, err = merge(old, got); err != nil {
		return nil, nil, err
	}
	found, err := v.known(got, r.suite.Cases)
	if err == nil && r.check {
		if err = r.askAgain(ctx, opt, hung, got); err == nil {
			found, err = v.known(got, r.suite.Cases)
		}
	}
	fmt.Fprintf(r.out, "%s: %s: %s in %.1f s\n", v, op, counts(fresh), time.Since(begin).Seconds())
	return got, found, err
}

func counts(summary map[conformance.Cell]int) string {
	var parts []string
	for _, cell := range conformance.Cells() {
		if summary[cell] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", summary[cell], cell))
		}
	}
	return strings.Join(parts, ", ")
}

// maxDifferences is the number of different results that are listed for a run.
const maxDifferences = 20

// differences returns how results differ from the recorded ones.
func differences(m *results.Matrix, v variant, reader, writer *conformance.Report) []string {
	at := m.Find(v.adapter.Name, v.name)
	if at < 0 {
		return []string{fmt.Sprintf("%s: not in matrix.json", v)}
	}
	var list []string
	for i, got := range []*conformance.Report{reader, writer} {
		op := []string{"read", "write"}[i]
		recorded := m.Report(at, op == "write")
		switch {
		case got == nil && recorded == nil:
			continue
		case got == nil:
			list = append(list, fmt.Sprintf("%s: %s: results are recorded, but adapter.json doesn't have it in ops", v, op))
			continue
		case recorded == nil:
			list = append(list, fmt.Sprintf("%s: %s: no results in matrix.json", v, op))
			continue
		}
		g, err := results.Compare(recorded, got)
		if err != nil {
			list = append(list, fmt.Sprintf("%s: %s: %v", v, op, err))
			continue
		}
		var lines []string
		for _, changes := range [][]results.Change{g.Failing, g.Passing, g.Changed} {
			for _, change := range changes {
				lines = append(lines, fmt.Sprintf("%s: %s: %s: got %s, recorded %s", v, op, change.ID, change.New, change.Old))
			}
		}
		for _, result := range g.Added {
			lines = append(lines, fmt.Sprintf("%s: %s: %s: got %s, nothing recorded", v, op, result.ID, result.Cell))
		}
		for _, result := range g.Removed {
			lines = append(lines, fmt.Sprintf("%s: %s: %s: not run, recorded %s", v, op, result.ID, result.Cell))
		}
		if rest := len(lines) - maxDifferences; rest > 0 {
			lines = append(lines[:maxDifferences], fmt.Sprintf("%s: %s: %s", v, op, text.Count(int64(rest), "more difference")))
		}
		list = append(list, lines...)
	}
	return list
}
