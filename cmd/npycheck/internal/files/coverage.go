package files

import (
	"encoding/hex"
	"hash"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/text"
)

// Coverage counts what All finds and skips. The counts may be read at any time.
type Coverage struct {
	Links  atomic.Int64 // links to folders, and to files by their names, that were not followed
	Others atomic.Int64 // files whose names have other suffixes

	Excluded atomic.Int64 // folders that DefaultExcludes names
	excluded excludedNames

	line     []byte
	names    hash.Hash // of all files, those of other shards included, each with a NUL after it
	keys     hash.Hash // of what their shards are chosen by, likewise; nil if there are no shards
	complete bool      // all names were found
}

// add records the name of a file, and what its shard is chosen by, "" for one of a list.
func (c *Coverage) add(name, key string) {
	c.write(c.names, name)
	if c.keys != nil {
		c.write(c.keys, key)
	}
}

func (c *Coverage) write(to hash.Hash, text string) {
	c.line = append(append(c.line[:0], text...), 0)
	to.Write(c.line)
}

// Sums returns the hashes of the names and of the keys in hexadecimal, once all were found. That of the keys is "" if
// there are no shards.
func (c *Coverage) Sums() (names, keys string) {
	if !c.complete {
		return "", ""
	}
	if c.keys != nil {
		keys = hex.EncodeToString(c.keys.Sum(nil))
	}
	return hex.EncodeToString(c.names.Sum(nil)), keys
}

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
	return text.Count(n, "folder") + " skipped by default (" + strings.Join(names, ", ") + ")"
}

// defaultExcludes are the names of folders with the files of version control, of tools and of installed packages, which
// are nobody's data. Packages have test files that are broken on purpose. Names that people give to folders of data,
// such as build and env, are not among them.
var defaultExcludes = []string{
	".bzr", ".git", ".hg", ".svn", ".direnv", ".eggs", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache",
	".ruff_cache", ".tox", ".venv", "__pycache__", "node_modules", "site-packages", "venv",
}

// DefaultExcludes returns the names of folders that a walk doesn't enter, unless they are given. Those that end in venv
// it enters, too, unless Python made them.
func DefaultExcludes() []string { return slices.Clone(defaultExcludes) }
