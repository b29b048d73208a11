package main

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/npycheck/npycheck/fuzz"
)

// figures are what a campaign found out. All but failures is what figures.json holds.
type figures struct {
	Files        int
	Clean        int
	CleanMutated int            // clean files that differ from what NumPy writes
	Mutations    map[string]int // kinds of changes in clean files
	Broken       map[string]int // rules that files break, each once a file
	Outcomes     map[string]map[string]int
	Refusals     map[string]map[string]int // by release, the exceptions of the loader
	Uses         map[fuzz.Use]int          `json:"-"` // of imports in clean files
	Imports      map[string]map[string]int // the same, by import and way
	SlowestCheck time.Duration
	Seconds      float64

	mu       sync.Mutex
	failures map[int]*failure
}

// failure is a clean file that did what it must not.
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
		Uses:      make(map[fuzz.Use]int),
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
		fig.Uses[u]++
		ways := fig.Imports[u.Module+" "+u.Name]
		if ways == nil {
			ways = make(map[string]int)
			fig.Imports[u.Module+" "+u.Name] = ways
		}
		ways[u.Way]++
	}
}

var digits = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+`)

// result counts what a release did with a file, and keeps it if it was not right.
func (fig *figures) result(c *campaign, release string, res result) {
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
}

// cause is what failures have in common that are likely one fault.
func (c *campaign) cause(f *failure, of *file) string {
	seen := make(map[string]bool)
	for _, res := range f.results {
		seen[res.Outcome+" in "+res.Stage+" "+strings.Fields(digits.ReplaceAllString(res.What, "#") + " -")[0]] = true
	}
	mutations := slices.Compact(slices.Sorted(slices.Values(of.mutations)))
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ") + " | " + strings.Join(mutations, ", ") + of.name
}

// keepFailures writes each failed file, smallest first, and a list of them by cause.
func (c *campaign) keepFailures() error {
	type kept struct {
		*failure
		*file
	}
	causes := make(map[string][]kept)
	for number, f := range c.figures.failures {
		of, err := c.file(number)
		if err != nil {
			return err
		}
		causes[c.cause(f, of)] = append(causes[c.cause(f, of)], kept{f, of})
	}
	var list strings.Builder
	const examples = 3
	order := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(causes[b]), len(causes[a])), strings.Compare(a, b))
	})
	for _, cause := range order {
		files := causes[cause]
		slices.SortFunc(files, func(a, b kept) int {
			return cmp.Or(cmp.Compare(len(a.content), len(b.content)), a.file.number-b.file.number)
		})
		fmt.Fprintf(&list, "%d files: %s\n", len(files), cause)
		for _, k := range files[:min(examples, len(files))] {
			name := k.name
			if name == "" {
				name = fmt.Sprintf("%d-%06d.npy", c.seed, k.file.number)
			}
			if err := os.WriteFile(filepath.Join(c.out, name), k.content, 0o666); err != nil {
				return err
			}
			text, err := json.Marshal(k.results)
			if err != nil {
				return err
			}
			fmt.Fprintf(&list, "\t%s, %d bytes: %s\n", name, len(k.content), text)
		}
		if short := files[0].content; len(short) < 1024 {
			fmt.Fprintf(&list, "\t%s\n", hex.EncodeToString(short))
		}
	}
	return os.WriteFile(filepath.Join(c.out, "failures.txt"), []byte(list.String()), 0o666)
}
