// Pickles makes pickles with hostile states and lets releases of NumPy load those that npycheck
// calls clean. None may crash, hang, take much memory or reach beyond NumPy (fuzz/CAMPAIGNS.md).
//
//	pickles -environments DIR [-count N] [-seed S] [-out DIR] [-releases LIST] [FILE…]
//
// With files it takes those instead of what the generator makes. It exits with 1 if a clean file did
// what it must not, and with 2 if too few of them were clean.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// file is one that was checked.
type file struct {
	number    int
	name      string // of a file that was given
	content   []byte
	mutations []string
	uses      []fuzz.Use
	broken    []string // rules of the findings that keep it from being clean
	took      time.Duration
}

func (f *file) clean() bool { return len(f.broken) == 0 }

func main() {
	log.SetFlags(0)
	log.SetPrefix("pickles: ")
	c := campaign{figures: newFigures()}
	var releases string
	flag.IntVar(&c.count, "count", 10_000, "files to make")
	flag.Uint64Var(&c.seed, "seed", 1, "the files to make: equal seeds make equal files")
	flag.StringVar(&c.environments, "environments", "", "folder with an environment for each release of NumPy")
	flag.StringVar(&c.loader, "loader", ".ci/pickle/load.py", "the program that loads files")
	flag.StringVar(&releases, "releases", "1.23.5,1.26.4,2.0.2,2.4.6", "releases that load the clean files")
	flag.StringVar(&c.out, "out", "", "folder for the figures and for files that did what they must not")
	flag.IntVar(&c.shrinks, "shrink", 0, "causes of which a file that crashes is made smaller, for -out")
	flag.Float64Var(&c.minClean, "min-clean", 0.4, "share of the files that must be clean, if they are made")
	flag.Parse()
	c.names = flag.Args()
	if len(c.names) > 0 {
		c.count, c.minClean = len(c.names), 0
	}
	if releases != "" {
		c.releases = strings.Split(releases, ",")
	}
	start := time.Now()
	if err := c.run(); err != nil {
		log.Print(err)
		os.Exit(3)
	}
	c.figures.Seconds = time.Since(start).Round(100 * time.Millisecond).Seconds()
	if err := c.report(os.Stdout); err != nil {
		log.Print(err)
		os.Exit(3)
	}
	switch {
	case len(c.figures.failures) > 0:
		os.Exit(1)
	case float64(c.figures.Clean) < c.minClean*float64(c.figures.Files):
		os.Exit(2)
	}
}

type campaign struct {
	count        int
	seed         uint64
	names        []string
	environments string
	loader       string
	releases     []string
	out          string
	shrinks      int
	minClean     float64
	figures      *figures
}

// file makes or reads a file, and checks it.
func (c *campaign) file(number int) (*file, error) {
	f := &file{number: number}
	if len(c.names) > 0 {
		content, err := os.ReadFile(c.names[number])
		if err != nil {
			return nil, err
		}
		f.name, f.content = filepath.Base(c.names[number]), content
	} else {
		made := fuzz.HostileObject(c.seed, number)
		f.content, f.mutations, f.uses = made.Content, made.Mutations, made.Uses()
	}
	var err error
	start := time.Now()
	f.broken, err = judge(f.content)
	f.took = time.Since(start)
	return f, err
}

// judge returns the rules of the findings that keep a file from being clean.
func judge(content []byte) (broken []string, err error) {
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full})
	if err != nil {
		return nil, err
	}
	for _, finding := range report.Findings {
		if finding.Severity() >= spec.Warning {
			broken = append(broken, finding.Rule.String())
		}
	}
	if report.Incomplete != "" {
		broken = append(broken, "incomplete")
	}
	return broken, nil
}

// batch is how many files a process loads.
const batch = 64

// run has the releases load the clean ones of the files.
func (c *campaign) run() error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	var readers []*release
	var reading sync.WaitGroup
	for _, name := range c.releases {
		r, err := startRelease(ctx, name, filepath.Join(c.environments, name, "bin", "python"), c.loader, batch)
		if err != nil {
			return err
		}
		readers = append(readers, r)
		reading.Go(func() {
			if err := r.read(func(res result) { c.figures.result(c, name, res) }); err != nil {
				cancel(fmt.Errorf("NumPy %s: %w", name, err))
			}
		})
	}
	err := c.feed(ctx, readers)
	for _, r := range readers {
		r.in.Close()
	}
	reading.Wait()
	// What became of a loader says more than that it takes nothing.
	return cmp.Or(context.Cause(ctx), err)
}

// feed makes the files in order and sends the clean ones to the releases.
func (c *campaign) feed(ctx context.Context, readers []*release) error {
	const chunk = 256 // files that are made at a time
	slots := make([]*file, chunk)
	for first := 0; first < c.count; first += chunk {
		n := min(chunk, c.count-first)
		if err := parallel(n, func(i int) (err error) {
			slots[i], err = c.file(first + i)
			return err
		}); err != nil {
			return err
		}
		for _, f := range slots[:n] {
			c.figures.file(f)
			if !f.clean() {
				continue
			}
			for _, r := range readers {
				if err := r.send(ctx, f); err != nil {
					return fmt.Errorf("NumPy %s: %w", r.name, err)
				}
			}
		}
	}
	return nil
}

// parallel calls f with the numbers up to n on all processors, and returns an error of it.
func parallel(n int, f func(int) error) error {
	numbers := make(chan int, n)
	for i := range n {
		numbers <- i
	}
	close(numbers)
	var workers sync.WaitGroup
	errs := make(chan error, n)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range numbers {
				if err := f(i); err != nil {
					errs <- err
				}
			}
		})
	}
	workers.Wait()
	close(errs)
	return <-errs
}

func (c *campaign) report(w io.Writer) error {
	c.figures.print(w)
	if c.out == "" {
		return nil
	}
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	text, err := json.MarshalIndent(c.figures, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(c.out, "figures.json"), append(text, '\n'), 0o666); err != nil {
		return err
	}
	return c.keepFailures()
}
