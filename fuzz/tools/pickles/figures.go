package main

import (
	"fmt"
	"io"
	"log"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

// figures are the results of a campaign. figures.json has all except failures.
type figures struct {
	Files        int
	Clean        int
	CleanMutated int            // clean files that differ from what NumPy writes
	Mutations    map[string]int // kinds of changes in clean files
	Broken       map[string]int // rules that files break, each once per file
	Outcomes     map[string]map[string]int
	Refusals     map[string]map[string]int // by release, the exceptions of the loader
	Imports      map[string]map[string]int // uses of imports in clean files, by way
	SlowestCheck time.Duration
	Seconds      float64

	mu       sync.Mutex
	failures map[int]*failure
}

// failure is a clean file that misbehaved.
type failure struct {
	number  int
	results map[string]result // by release
}

func newFigures() *figures {
	return &figures{
		Mutations: make(map[string]int),
		Broken:    make(map[string]int),
		Outcomes:  make(map[string]map[string]int),
		Refusals:  make(map[string]map[string]int),
		Imports:   make(map[string]map[string]int),
		failures:  make(map[int]*failure),
	}
}

func (fig *figures) file(f *file) {
	fig.mu.Lock()
	defer fig.mu.Unlock()
	fig.Files++
	fig.SlowestCheck = max(fig.SlowestCheck, f.took)
	if !f.clean() {
		slices.Sort(f.broken)
		for _, rule := range slices.Compact(f.broken) {
			fig.Broken[rule]++
		}
		return
	}
	fig.Clean++
	if len(f.mutations) > 0 {
		fig.CleanMutated++
	}
	for _, m := range f.mutations {
		fig.Mutations[m]++
	}
	for _, u := range f.uses {
		ways := fig.Imports[u.Module+" "+u.Name]
		if ways == nil {
			ways = make(map[string]int)
			fig.Imports[u.Module+" "+u.Name] = ways
		}
		ways[u.Way]++
	}
}

var digits = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+`)

// result counts what a release did with a file, and keeps it if that is a failure.
func (fig *figures) result(release string, res result) {
	fig.mu.Lock()
	defer fig.mu.Unlock()
	outcome := res.Outcome
	if res.Stage != "" {
		outcome += " " + res.Stage
	}
	count(fig.Outcomes, release, outcome)
	for _, kind := range res.Raised {
		count(fig.Outcomes, release, "raised in use: "+kind)
	}
	switch res.Outcome {
	case "loaded":
	case "refused":
		count(fig.Refusals, release, digits.ReplaceAllString(res.What, "#"))
	default:
		f := fig.failures[res.ID]
		if f == nil {
			f = &failure{number: res.ID, results: make(map[string]result)}
			fig.failures[res.ID] = f
		}
		f.results[release] = res
		log.Printf("file %d, NumPy %s: %s in %s: %s", res.ID, release, res.Outcome, res.Stage, res.What)
	}
}

func count(of map[string]map[string]int, release, what string) {
	if of[release] == nil {
		of[release] = make(map[string]int)
	}
	of[release][what]++
}

func (fig *figures) print(w io.Writer) {
	fmt.Fprintf(w, "%d files, %d clean (%d of them not as NumPy writes them), %.1f s, slowest check %v\n",
		fig.Files, fig.Clean, fig.CleanMutated, fig.Seconds, fig.SlowestCheck.Round(time.Millisecond))
	for _, release := range slices.Sorted(maps.Keys(fig.Outcomes)) {
		fmt.Fprintf(w, "NumPy %s:", release)
		for _, outcome := range slices.Sorted(maps.Keys(fig.Outcomes[release])) {
			if !strings.HasPrefix(outcome, "raised") {
				fmt.Fprintf(w, " %s %d", outcome, fig.Outcomes[release][outcome])
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "imports in clean files: %d of %d allowed", len(fig.Imports), len(pickle.Imports))
	for _, way := range pickle.Ways {
		n := 0
		for _, ways := range fig.Imports {
			if ways[way] > 0 {
				n++
			}
		}
		fmt.Fprintf(w, ", %d %s", n, way)
	}
	fmt.Fprintln(w)
	if len(fig.failures) > 0 {
		fmt.Fprintf(w, "%d clean files did what they must not\n", len(fig.failures))
	}
}
