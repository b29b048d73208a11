package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// batch is how many files a reader gets at a time.
const batch = 128

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

// all has an oracle read that many files, in several lanes with their own readers.
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

// lane makes batches and judges the readers' answers, until the last batch is taken or the time is over.
func (r *run) lane(ctx context.Context, o oracle, files uint64, start time.Time, next, read *atomic.Uint64) error {
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
			s, err := o.subject(ctx, r.seed, number)
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

// python returns the command of a Python reader.
func (r *run) python(name, program, what string) command {
	return command{name: name, args: []string{program, "-B", filepath.Join(r.programs, "reader.py"), what}}
}
