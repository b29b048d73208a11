// Pickles makes pickles with hostile states, or hostile arguments of calls, and has NumPy releases load those that
// npycheck calls clean. None may crash, hang, take much memory or reach beyond NumPy (fuzz/README.md).
//
//	pickles -environments DIR [-count N] [-seed S] [-out DIR] [-releases LIST] [-grammar states|calls] [FILE…]
//
// With files it takes those instead of generated ones. It exits with 1 if a clean file
// misbehaved, and with 2 if too few files were clean.
package main

import (
	"encoding/json"
	"flag"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("pickles: ")
	c := campaign{figures: newFigures()}
	var releases string
	flag.IntVar(&c.count, "count", 10_000, "files to make")
	flag.Uint64Var(&c.seed, "seed", 1, "the files to make: equal seeds make equal files")
	flag.StringVar(&c.environments, "environments", "", "folder with an environment for each NumPy release")
	flag.StringVar(&c.loader, "loader", "fuzz/tools/pickles/testdata/load.py", "the program that loads files")
	flag.StringVar(&releases, "releases", "1.26.4,2.0.2,2.5.2", "releases that load the clean files")
	flag.StringVar(&c.out, "out", "", "folder for the figures and for files that did what they must not")
	flag.IntVar(&c.shrinks, "shrink", 0, "how many causes of crashes to shrink a file for, for -out")
	flag.Float64Var(&c.minClean, "min-clean", 0.4, "share of the files that must be clean, if they are made")
	flag.StringVar(&c.grammar, "grammar", "states", "what the files have: states, or calls with wrong arguments")
	flag.Parse()
	c.names = flag.Args()
	if len(c.names) > 0 {
		c.count, c.minClean = len(c.names), 0
	}
	if c.grammar != "states" && c.grammar != "calls" {
		log.Printf("-grammar is %q, expected states or calls", c.grammar)
		os.Exit(3)
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
