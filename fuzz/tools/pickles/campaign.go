package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

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
	grammar      string
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
		made := pickle.HostileObject(c.seed, number)
		if c.grammar == "calls" {
			made = pickle.HostileCall(c.seed, number)
		}
		f.content, f.mutations, f.uses = made.Content, made.Mutations, made.Uses()
	}
	var err error
	start := time.Now()
	f.broken, err = judge(f.content)
	f.took = time.Since(start)
	return f, err
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
			if err := r.read(func(res result) { c.figures.result(name, res) }); err != nil {
				cancel(fmt.Errorf("NumPy %s: %w", name, err))
			}
		})
	}
	err := c.feed(ctx, readers)
	for _, r := range readers {
		r.in.Close()
	}
	reading.Wait()
	// The error of a loader says more than that of writing to it.
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

// parallel calls f with the numbers up to n on all CPUs, and returns one of its errors.
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
