package conformance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
)

// Options says what to run on which cases.
type Options struct {
	Adapter
	FailOnWarning bool // a writer fails with a file that has a warning

	Cases   []corpus.Case   // those of the embedded corpus if nil
	Folder  string          // has their files; "" for a copy of the embedded corpus
	Corpus  string          // its version; that of the embedded one if empty
	Profile *corpus.Profile // nil for none

	Jobs   int // adapters that work at the same time; one for each CPU if 0
	Repeat int // how often each case is asked for; once if 0

	Planned  func(int) // called once, with the number of results that there will be; may be nil
	Progress func()    // called for each result, from several goroutines; may be nil

	tempDir string // for the tests; that of the system if empty
}

// Run runs an adapter over the corpus, and ends every process that it started. The error is an *AdapterError if the command
// can't be started, or if the adapter doesn't introduce itself as it should, changes the corpus, or crashes, hangs or breaks
// the protocol from the start in every case. An error in the middle of a run comes with a report of what was measured
// until then, which is Incomplete; otherwise there is none.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	scratch, err := os.MkdirTemp(o.tempDir, "npycheck-conform-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if removeErr := disk.RemoveAll(scratch); err == nil && removeErr != nil {
			err = fmt.Errorf("temporary files could not be removed: %w", removeErr)
		}
	}()
	if o.Cases == nil {
		o.Cases = corpus.Cases()
	}
	cases := slices.DeleteFunc(slices.Clone(o.Cases), func(c corpus.Case) bool { return c.Withdrawn != "" })
	r, err := newRunner(ctx, &o, scratch)
	if err != nil {
		return nil, err
	}
	defer r.close()
	first, err := r.introduce(ctx, &o)
	if err != nil {
		return nil, err
	}
	results, err := r.measure(ctx, &o, cases, first)
	if err == nil {
		if bad := r.verify(cases); bad != nil {
			err = r.altered(bad)
		}
	}
	if err != nil && (len(results) == 0 || r.nothing.Load()) {
		return nil, err
	}
	report = newReport(&o, &r.hello, results)
	if err != nil {
		report.Incomplete = text.Line(fmt.Sprintf("%d of %d cases ran: %s", len(results), r.planned, reason(ctx, err)))
	}
	return report, err
}

// reason returns why a run ended early, for a report.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return "interrupted"
	}
	return err.Error()
}

// measure gets the results of the cases. It uses first, and closes it.
func (r *runner) measure(ctx context.Context, o *Options, cases []corpus.Case, first tier) ([]Result, error) {
	tasks, err := r.prepare(ctx, o, cases)
	if err == nil && len(tasks) == 0 {
		err = errors.New("nothing to run: the profile, or what a writer can be asked for, excludes every case")
	}
	if err != nil {
		first.close()
		return nil, err
	}
	r.planned = len(tasks)
	if o.Planned != nil {
		o.Planned(r.planned)
	}
	return r.all(ctx, tasks, first, o.Jobs)
}

// prepare puts the files in place and makes tasks of the cases.
func (r *runner) prepare(ctx context.Context, o *Options, cases []corpus.Case) ([]task, error) {
	name := o.Folder
	if name == "" {
		name = filepath.Join(r.scratch, "vectors")
		if err := copyVectors(ctx, name, cases); err != nil {
			return nil, err
		}
	}
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if r.folder, err = os.OpenRoot(name); err != nil {
		return nil, err
	}
	if r.inode, err = r.folder.Stat("."); err != nil {
		return nil, err
	}
	if err := r.verify(cases); err != nil {
		return nil, err
	}
	if o.Writer {
		return r.writerTasks(cases, r.vector)
	}
	return r.readerTasks(cases), nil
}

func newRunner(ctx context.Context, o *Options, scratch string) (*runner, error) {
	l, err := newLauncher(ctx, &o.Adapter)
	if err != nil {
		return nil, err
	}
	r := &runner{launcher: l, profile: o.Profile, scratch: scratch, repeat: max(o.Repeat, 1), strict: o.FailOnWarning, progress: o.Progress}
	if r.progress == nil {
		r.progress = func() {}
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	return r, nil
}

// introduce exchanges hellos with the implementation, and returns the first way to ask it.
func (r *runner) introduce(ctx context.Context, o *Options) (tier, error) {
	first, hello, err := r.launcher.introduce(ctx, &o.Adapter)
	if err != nil {
		return nil, err
	}
	r.hello = hello
	return first, nil
}

func newReport(o *Options, hello *greeting, results []Result) *Report {
	report := &Report{Schema: 1, Implementation: hello.Implementation, Corpus: o.Corpus, Writer: o.Writer, FailOnWarning: o.FailOnWarning, Summary: map[Cell]int{}, Results: results}
	if report.Corpus == "" {
		report.Corpus = corpus.Version()
	}
	if o.Profile != nil {
		report.Profile = o.Profile.Name
	}
	if o.Repeat > 1 {
		report.Repeat = o.Repeat
	}
	for _, cell := range Cells() {
		report.Summary[cell] = 0
	}
	for _, r := range results {
		report.Summary[r.Cell]++
	}
	slices.SortFunc(report.Results, func(a, b Result) int { return strings.Compare(a.ID, b.ID) })
	return report
}
