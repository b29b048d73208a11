package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/pickle"
)

// shrinkTries bounds how often a release loads a smaller file.
const shrinkTries = 300

// shrink makes a file smaller as long as it is clean and fails in the same way in one release.
func (c *campaign) shrink(f *failure) []byte {
	made := pickle.HostileObject(c.seed, f.number)
	name := slices.Sorted(maps.Keys(f.results))[0]
	want := f.results[name]
	if want.Outcome == "hang" || want.Outcome == "memory" || want.Alone != nil && !*want.Alone {
		return made.Content // would take too long, or prove nothing
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := startRelease(ctx, name, filepath.Join(c.environments, name, "bin", "python"), c.loader, 1)
	if err != nil {
		return made.Content
	}
	results := make(chan result)
	defer func() {
		r.in.Close()
		for range results { // until the loader has ended
		}
	}()
	go func() {
		defer close(results)
		_ = r.read(func(res result) { results <- res })
	}()
	return made.Shrink(shrinkTries, func(content []byte) bool {
		if broken, err := judge(content); err != nil || len(broken) > 0 {
			return false
		}
		if err := r.send(ctx, &file{content: content}); err != nil {
			return false
		}
		got := <-results
		return got.Outcome == want.Outcome && got.Stage == want.Stage
	})
}
