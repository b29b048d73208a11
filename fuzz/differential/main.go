// Differential compares what npycheck says of generated files with what others read in them: NumPy in arrays,
// Python's zipfile, Java's ZipFile and Go's archive/zip in archives, and Python's unpickler in pickles.
//
//	differential -environments DIR [-arrays N] [-archives N] [-pickles N] [-seed S] [-out DIR] [-table FILE]
//
// Where they disagree, the table has to have the reason (disagreements.txt). It exits with 1 if it doesn't, and shows
// the smallest file of each kind of disagreement.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/fuzz"
)

// batch is how many files a reader gets at a time.
const batch = 128

// errNew says that there are disagreements that the table doesn't have.
var errNew = errors.New("disagreements without a reason")

func main() {
	log.SetFlags(0)
	log.SetPrefix("differential: ")
	var r run
	var arrays, archives, pickles uint64
	var table string
	flag.Uint64Var(&arrays, "arrays", 10_000, "arrays and archives of arrays to read with NumPy")
	flag.Uint64Var(&archives, "archives", 1_000, "archives to read with zipfile, ZipFile and archive/zip")
	flag.Uint64Var(&pickles, "pickles", 1_000, "pickles to read with Python's unpickler")
	flag.Uint64Var(&r.seed, "seed", 1, "the files to make: equal seeds make equal files")
	flag.DurationVar(&r.duration, "duration", 0, "time for arrays, archives and pickles each; 0 for no limit")
	flag.IntVar(&r.jobs, "jobs", runtime.GOMAXPROCS(0), "processes of each reader")
	flag.StringVar(&r.environments, "environments", "", "folder with an environment for each release of NumPy")
	flag.StringVar(&r.programs, "programs", ".ci/fuzz", "folder of reader.py and Reader.java")
	flag.StringVar(&r.out, "out", "", "folder for the smallest file of each new disagreement")
	flag.StringVar(&table, "table", "fuzz/differential/disagreements.txt", "the disagreements that have a reason")
	flag.Parse()
	err := func() error {
		rows, err := readTable(table)
		if err != nil {
			return err
		}
		r.found = found{rows: rows}
		for _, o := range []struct {
			oracle
			files uint64
		}{{r.arrays(), arrays}, {r.archives(), archives}, {r.pickles(), pickles}} {
			if o.files > 0 {
				if err := r.all(o.oracle, o.files); err != nil {
					return fmt.Errorf("%s: %w", o.name, err)
				}
			}
		}
		return r.found.report(os.Stdout, r.out)
	}()
	switch {
	case errors.Is(err, errNew):
		os.Exit(1)
	case err != nil:
		log.Print(err)
		os.Exit(3)
	}
}

// run is one run of the program.
type run struct {
	seed         uint64
	duration     time.Duration
	jobs         int
	environments string
	programs     string
	out          string
	found        found
}

// subject is a file that is read.
type subject struct {
	content []byte
	format  string
	sent    []byte // what the readers get; nil if there is nothing for them
	judge   func(reader string, a *answer) *disagreement
	class   string // for the counts
}

// oracle makes files and lets somebody else read them.
type oracle struct {
	name    string
	readers []command
	subject func(ctx context.Context, g *fuzz.Gen, number uint64) (*subject, error)
}

// all lets an oracle read that many files, in several lanes of which each has its own readers.
func (r *run) all(o oracle, files uint64) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	start := time.Now()
	var next, read atomic.Uint64
	errs := make(chan error, r.jobs)
	var lanes sync.WaitGroup
	for range r.jobs {
		lanes.Go(func() {
			if err := r.lane(ctx, o, files, start, &next, &read); err != nil {
				errs <- err
				cancel()
			}
		})
	}
	lanes.Wait()
	close(errs)
	if err := <-errs; err != nil {
		return err
	}
	took := time.Since(start)
	fmt.Printf("%s: %d files in %s, %.0f a second\n", o.name, read.Load(), took.Round(time.Second), float64(read.Load())/took.Seconds())
	r.found.printCounts(os.Stdout, o.name)
	return nil
}

// lane makes batches and judges what the readers say of them, until somebody has taken the last or the time is over.
func (r *run) lane(ctx context.Context, o oracle, files uint64, start time.Time, next, read *atomic.Uint64) error {
	g := fuzz.Numbered(r.seed, 0)
	var readers []*reader
	for _, c := range o.readers {
		reader := &reader{command: c}
		defer reader.close()
		readers = append(readers, reader)
	}
	for {
		first := next.Add(batch) - batch
		if first >= files || r.duration > 0 && time.Since(start) > r.duration {
			return nil
		}
		var subjects []*subject
		var sent [][]byte
		for number := first; number < min(first+batch, files); number++ {
			g.Restart(r.seed, number)
			s, err := o.subject(ctx, g, number)
			if err != nil {
				return fmt.Errorf("file %d: %w", number, err)
			}
			r.found.count(o.name, s.class)
			if s.sent != nil {
				subjects = append(subjects, s)
				sent = append(sent, s.sent)
			}
		}
		answers := make([][]answer, len(readers))
		errs := make([]error, len(readers))
		var asking sync.WaitGroup
		for i, reader := range readers {
			asking.Go(func() { answers[i], errs[i] = reader.read(ctx, sent) })
		}
		asking.Wait()
		for i, err := range errs {
			if errors.Is(err, errLater) {
				r.found.add(&disagreement{reader: readers[i].name, kind: dies, what: err.Error()}, &subject{content: framed(sent), format: "batch"})
			} else if err != nil {
				return err
			}
		}
		read.Add(min(batch, files-first))
		for i, reader := range readers {
			for n, s := range subjects {
				if d := s.judge(reader.name, &answers[i][n]); d != nil {
					r.found.add(d, s)
				}
			}
		}
	}
}

// python returns the command of a reader in Python.
func (r *run) python(name, program, what string) command {
	return command{name: name, args: []string{program, "-B", filepath.Join(r.programs, "reader.py"), what}}
}
