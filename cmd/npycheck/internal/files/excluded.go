package files

import (
	"strings"
	"sync"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/plural"
)

// maxExcluded is the number of skipped folders that are named; the others are counted.
const maxExcluded = 3

// excludedNames are the paths of the first folders that DefaultExcludes names. They may be read at any time, as after
// an interrupt, when the walk hasn't ended.
type excludedNames struct {
	mu    sync.Mutex
	first []string
}

// exclude records a folder that is skipped.
func (c *Coverage) exclude(path string) {
	c.excluded.mu.Lock()
	defer c.excluded.mu.Unlock()
	if c.Excluded.Add(1) <= maxExcluded {
		c.excluded.first = append(c.excluded.first, path)
	}
}

// SkippedFolders returns how many folders DefaultExcludes left out, with the paths of the first, or "" if there are
// none: anybody can put a file into one of them, where no check finds it.
func (c *Coverage) SkippedFolders() string {
	c.excluded.mu.Lock()
	defer c.excluded.mu.Unlock()
	n := c.Excluded.Load()
	if n == 0 {
		return ""
	}
	var names []string
	for _, path := range c.excluded.first {
		names = append(names, cli.QuotedText(path))
	}
	if n > maxExcluded {
		names = append(names, "…")
	}
	return plural.Count(n, "folder") + " skipped by default (" + strings.Join(names, ", ") + ")"
}
