//go:build live

package conformance_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/fuzz/hunt"
)

// plantedLimit is in how many files a bug may hide.
const plantedLimit = 600_000

// TestFuzzPlantedRight fuzzes readers without a bug with NPYCHECK_RUNS files each, by default 40,000.
func TestFuzzPlantedRight(t *testing.T) {
	runs, err := strconv.ParseInt(cmp.Or(os.Getenv("NPYCHECK_RUNS"), "40000"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	fuzzRight(t, hunt.Options{Seed: plantedSeed(t), Runs: runs})
}

// TestFuzzPlantedBugs looks for the bugs that NPYCHECK_PLANTED names, or for that many, spread over the list, by default
// 40. It begins with NPYCHECK_SEED, by default 1. One job asks about the same files in every run.
func TestFuzzPlantedBugs(t *testing.T) {
	type search struct {
		bug   string
		lax   bool
		files int64
		took  time.Duration
	}
	var found []search
	for _, bug := range plantedBugs(t) {
		begin := time.Now()
		s := search{bug: bug}
		seed := plantedSeed(t)
		// A reader that reads little hides what is wrong with the rest, so the two take turns.
		for share := int64(plantedLimit / 8); s.took == 0 && s.files < plantedLimit; seed++ {
			o := hunt.Options{Seed: seed, Runs: min(share, plantedLimit-s.files), Findings: 1, Jobs: 1}
			if s.lax { // npycheck alone isn't enough to say what a file with a fault contains
				o.Against = []hunt.Opponent{{Open: openPlanted("", true)}}
			}
			report := fuzzPlanted(t, bug, s.lax, o)
			s.files += report.Runs
			if len(report.Findings) > 0 {
				s.took = time.Since(begin)
				break
			}
			if s.lax = !s.lax; !s.lax {
				share *= 2
			}
		}
		if s.took == 0 {
			t.Errorf("%s: not found in %d files and %s", bug, s.files, time.Since(begin).Round(time.Second))
			continue
		}
		found = append(found, s)
		fmt.Printf("%-28s %-6s %7d files %6.1f s\n", bug, map[bool]string{true: "lax", false: "strict"}[s.lax], s.files, s.took.Seconds())
	}
	if len(found) == 0 {
		return
	}
	half := len(found) / 2
	slices.SortFunc(found, func(a, b search) int { return cmp.Compare(a.files, b.files) })
	files := found[half].files
	slices.SortFunc(found, func(a, b search) int { return cmp.Compare(a.took, b.took) })
	fmt.Printf("%d bugs found, the median after %d files and %.1f s, the last after %.1f s\n", len(found), files, found[half].took.Seconds(), found[len(found)-1].took.Seconds())
}

func plantedSeed(t *testing.T) uint64 {
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("NPYCHECK_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

// plantedBugs returns the names of the bugs that NPYCHECK_PLANTED asks for: so many of them, spread over the
// list, or those that it names.
func plantedBugs(t *testing.T) []string {
	var all, some []string
	for _, b := range planted.ReaderBugs {
		all = append(all, b.Name)
	}
	asked := cmp.Or(os.Getenv("NPYCHECK_PLANTED"), "40")
	if n, err := strconv.Atoi(asked); err == nil {
		for i := range min(n, len(all)) {
			some = append(some, all[i*len(all)/min(n, len(all))])
		}
		return some
	}
	for _, name := range strings.Fields(asked) {
		if !slices.Contains(all, name) {
			t.Fatalf("no bug is called %s", name)
		}
		some = append(some, name)
	}
	return some
}
