package conformance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/npycheck/npycheck/corpus"
)

// Options says what to run over what.
type Options struct {
	Adapter
	Writer        bool // test what it writes, not what it reads
	FailOnWarning bool // a writer fails with a file that has a warning

	// Cases are the cases to run, all of the embedded corpus if nil, and Folder has their files.
	// Without a folder they are copied from the embedded corpus, and removed in the end.
	Cases  []corpus.Case
	Folder string
	Corpus string // version of the corpus; that of the embedded one if empty

	Profile *corpus.Profile // nil for none

	Jobs   int // adapters that work at the same time; one for each processor if 0
	Repeat int // how often each case is asked for; once if 0

	Planned  func(int) // called once, with the number of results that there will be; may be nil
	Progress func()    // called for each result, from several goroutines; may be nil

	tempDir string // for the tests; that of the system if empty
}

// maxAnswer is what an answer may have in bytes, besides what the size of the file allows for.
// Longer arrays can be sent as a hash.
const maxAnswer = 32 << 20

// runner is a run.
type runner struct {
	*launcher
	profile  *corpus.Profile
	folder   *os.Root    // with the vectors
	inode    fs.FileInfo // of the folder
	scratch  string      // for what is written
	repeat   int
	strict   bool // Options.FailOnWarning
	hangs    atomic.Int64
	answered atomic.Bool // a case came to another end than a hang
	crashes  atomic.Int64
	needed   atomic.Bool  // a file that is to be accepted is among them
	survived atomic.Bool  // a case came to another end than a crash
	invalid  atomic.Int64 // answers in a row
	valid    atomic.Bool  // a case came to another end than an invalid answer
	nothing  atomic.Bool  // the run ended because all came to the same of these ends
	hello    greeting
	planned  int // results that there will be
	progress func()
}

// tier asks an adapter in the way of one protocol.
type tier interface {
	ask(context.Context, request) (Answer, error)
	another() tier // to be used at the same time

	// finish lets the adapter end. What it returns is what became of the last file, if that is known
	// only now; nil otherwise.
	finish(context.Context) (*Answer, error)
	close() // lets the adapter end, if it hasn't
}

// Run runs an adapter over the corpus. Before it returns it ends every process that it started, and
// what it can find of those that they started.
//
// The error is a *CommandError if the command can't be started, and an *AdapterError if the adapter
// doesn't introduce itself as it should, changes the corpus, or crashes, hangs or breaks the protocol from
// the start in every case. Otherwise there is nothing to run, or the corpus is damaged, the context done or
// the system at its end. An
// adapter that breaks the protocol now and then has results with the outcome OutcomeInvalid.
//
// With an error that ends a run on its way comes a report of what was measured until then. Its Incomplete
// tells that. There is none if nothing was measured.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	scratch, err := os.MkdirTemp(o.tempDir, "npycheck-conform-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if removeErr := removeAll(scratch); err == nil && removeErr != nil {
			err = fmt.Errorf("temporary files are left: %w", removeErr)
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
		report.Incomplete = line(fmt.Sprintf("%d of %d cases ran: %s", len(results), r.planned, reason(ctx, err)))
	}
	return report, err
}

// reason says in a report why a run has ended too early.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return "interrupted"
	}
	return err.Error()
}

func (r *runner) altered(err error) error {
	return &AdapterError{r.name, "changed the corpus: " + err.Error()}
}

// removeAll removes a folder with all that is in it, even with folders that an adapter has closed.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	filepath.WalkDir(dir, func(name string, entry fs.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			os.Chmod(name, 0o700) // before it is read
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// measure gets the results of the cases. It uses first, and closes it.
func (r *runner) measure(ctx context.Context, o *Options, cases []corpus.Case, first tier) ([]Result, error) {
	tasks, err := r.prepare(ctx, o, cases)
	if err == nil && len(tasks) == 0 {
		err = errors.New("nothing to run: the profile, or what a writer is asked for, leaves out every case")
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

// vector reads the file of a case.
func (r *runner) vector(c *corpus.Case) ([]byte, error) { return readFile(r.folder, c.File, maxVector) }

// verify compares the files of the cases with the manifest. The error names the first case whose
// file is not what it should be.
func (r *runner) verify(cases []corpus.Case) error {
	for _, c := range cases {
		if err := r.intact(&c); err != nil {
			return err
		}
	}
	return nil
}

// intact compares the file of a case with the manifest. The folder stays open, but the adapter gets its
// path, which must lead to the same folder.
func (r *runner) intact(c *corpus.Case) error {
	if now, err := os.Stat(r.folder.Name()); err != nil || !os.SameFile(now, r.inode) {
		return errors.New("another folder is in the place of that with the files")
	}
	content, err := r.vector(c)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("the file is missing")
		if _, gz := r.folder.Lstat(filepath.FromSlash(c.File) + ".gz"); gz == nil {
			err = errors.New("the file is compressed, as in the repository; use a folder that npycheck corpus copy wrote")
		}
	case err == nil && hexSum(content) != c.SHA256:
		err = errors.New("the file was altered")
	}
	if err != nil {
		return fmt.Errorf("case %s: %s: %w", c.ID, c.File, err)
	}
	return nil
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

// close ends what the adapters left behind.
func (r *runner) close() {
	r.launcher.close()
	if r.folder != nil {
		r.folder.Close()
	}
}

// introduce gets to know the implementation, and returns the first way to ask it.
func (r *runner) introduce(ctx context.Context, o *Options) (tier, error) {
	op := opRead
	if o.Writer {
		op = opWrite
	}
	first, hello, err := r.launcher.introduce(ctx, &o.Adapter, op)
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
