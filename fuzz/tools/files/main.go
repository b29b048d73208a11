// Files checks generated files for the properties of package fuzz/internal/properties, in one process and without an engine,
// for a given time (fuzz/README.md).
//
//	files [-format npy|npz|pickle] [-duration D] [-count N] [-seed S] [-from N] [-out DIR]
//
// Equal seeds and numbers give equal files. It prints how often each property was checked, and exits with 1 if one
// was violated; DIR gets the files. An interrupt ends it early, with the figures so far.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"time"

	"github.com/npycheck/npycheck/fuzz/internal/properties"
)

// figures are what a campaign counts.
type figures struct {
	Format     string
	Seed       uint64
	First      uint64 // number of the first file
	Files      int64  // that the generator made
	Derived    int64  // cut, changed or written again from those
	Checks     int64  // calls of the validator
	Seconds    float64
	Properties map[string]int64 // how often each was checked
	Violations map[string]int64 // how often each was violated
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("files: ")
	var (
		format   = flag.String("format", "npy", "what to make: npy, npz or pickle")
		duration = flag.Duration("duration", time.Minute, "make files for at most this long")
		count    = flag.Uint64("count", math.MaxUint64, "make at most this many files, in whole batches of 1024")
		seed     = flag.Uint64("seed", 1, "the seed of the files")
		from     = flag.Uint64("from", 0, "the number of the first file")
		out      = flag.String("out", "", "folder for figures.json, and for files for which a property doesn't hold")
		profile  = flag.String("cpuprofile", "", "file for a profile of the campaign itself")
	)
	flag.Parse()
	if formats[*format] == nil || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(3)
	}
	if *out != "" {
		if err := os.MkdirAll(*out, 0o777); err != nil {
			fail(err)
		}
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			fail(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			fail(err)
		}
		defer pprof.StopCPUProfile()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ctx, cancel := context.WithTimeout(ctx, *duration)
	c := newCampaign(*format, *seed, *out)
	fig := c.run(ctx, *from, *count, c.next)
	cancel()
	stop()
	fig.Format = *format
	fig.print(os.Stdout)
	if err := fig.save(*out); err != nil {
		fail(err)
	}
	if len(fig.Violations) > 0 {
		pprof.StopCPUProfile()
		os.Exit(1)
	}
}

func fail(err error) {
	log.Print(err)
	os.Exit(3)
}

// batch is how many files are made between two looks at the clock.
const batch = 1 << 10

// run calls next, which makes and checks a file, count times or until the context is done.
func (c *campaign) run(ctx context.Context, from, count uint64, next func() error) *figures {
	debug.SetGCPercent(1600) // little is alive, and nearly everything is garbage
	start := time.Now()
	said := start
	for c.number = from; c.number-from < count && ctx.Err() == nil; {
		for range batch {
			if err := next(); err != nil {
				c.violated(err)
			}
		}
		if time.Since(said) > time.Minute {
			said = time.Now()
			log.Printf("%d files in %.0f s", c.number-from, time.Since(start).Seconds())
		}
	}
	fig := &figures{
		Seed: c.seed, First: from, Files: int64(c.number - from), Checks: c.Checks, Seconds: time.Since(start).Seconds(),
		Properties: map[string]int64{}, Violations: c.violations,
	}
	for _, p := range properties.All() {
		if n := c.Ran[p]; n > 0 {
			fig.Properties[p.String()] = n
		}
	}
	fig.Derived = c.Ran[properties.PrefixFails] + c.Ran[properties.ChangeShows] + c.Ran[properties.CanonicalSame] + c.twins
	return fig
}

// maxKept is how many files are kept for each property.
const maxKept = 10

// violated counts a violation, and keeps the file.
func (c *campaign) violated(err error) {
	name := "error"
	var v *properties.Violation
	if errors.As(err, &v) {
		name = v.Property.String()
	}
	c.violations[name]++
	if c.violations[name] > maxKept {
		return
	}
	log.Printf("file %d of seed %d: %.2000v", c.number-1, c.seed, err)
	if c.out == "" {
		return
	}
	path := filepath.Join(c.out, fmt.Sprintf("%s-%d-%d", name, c.seed, c.number-1))
	if err := os.WriteFile(path, c.content, 0o666); err != nil {
		log.Print(err)
	}
}

func (fig *figures) print(w io.Writer) {
	fmt.Fprintf(w, "%s, seed %d from %d: %d files and %d derived from them, %d checks in %.1f s, %.0f files a second\n",
		fig.Format, fig.Seed, fig.First, fig.Files, fig.Derived, fig.Checks, fig.Seconds, float64(fig.Files+fig.Derived)/fig.Seconds)
	for _, p := range properties.All() {
		if n := fig.Properties[p.String()]; n > 0 {
			fmt.Fprintf(w, "%14d %s\n", n, p)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fig.Violations)) {
		fmt.Fprintf(w, "%s doesn't hold for %d files\n", name, fig.Violations[name])
	}
}

// save writes the figures, if there is a folder for them.
func (fig *figures) save(out string) error {
	if out == "" {
		return nil
	}
	text, err := json.MarshalIndent(fig, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "figures.json"), append(text, '\n'), 0o666)
}
