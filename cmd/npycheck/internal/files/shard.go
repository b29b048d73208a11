package files

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// Shard is one of several parts of the work that can be done in different places. The zero shard
// is all of it.
type Shard struct {
	index, count uint64 // index is in [1, count]
}

// MaxShards is the most parts that the work can have.
const MaxShards = 1 << 20

func ParseShard(s string) (Shard, error) {
	i, n, ok := strings.Cut(s, "/")
	index, err1 := strconv.ParseUint(i, 10, 31)
	count, err2 := strconv.ParseUint(n, 10, 31)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > count || count > MaxShards {
		return Shard{}, cli.Usagef("--shard %s: expected i/n with 1 <= i <= n, for example 1/8, or auto", cli.Quoted(s))
	}
	return Shard{index, count}, nil
}

// String returns the shard as --shard takes it, "" for all of the work.
func (s Shard) String() string {
	if s.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.count)
}

// Has reports whether a name belongs to the shard. The answer depends on nothing else, so that
// the shards of a set agree without talking to each other, on every machine and in every version:
// the first 8 bytes of the name's SHA-256, as a big-endian integer, modulo count.
func (s Shard) Has(name string) bool {
	if s.count <= 1 {
		return true
	}
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])%s.count == s.index-1
}

// hasLine reports whether the nth name of a list, counted from 0, belongs to the shard. Neighbours in a list go to
// different shards: they tend to be alike in size.
func (s Shard) hasLine(n uint64) bool { return s.count <= 1 || n%s.count == s.index-1 }

// The variables in which engines number their tasks. Kubernetes has none for the number of tasks, so the
// manifest of a job must set it, to spec.completions.
const (
	slurmID         = "SLURM_ARRAY_TASK_ID"
	slurmMin        = "SLURM_ARRAY_TASK_MIN"
	slurmStep       = "SLURM_ARRAY_TASK_STEP"
	slurmCount      = "SLURM_ARRAY_TASK_COUNT"
	kubernetesIndex = "JOB_COMPLETION_INDEX"
	kubernetesCount = "JOB_COMPLETIONS"
)

// AutoShard returns the shard that the engine assigns to this task, and says so.
func AutoShard(getenv func(string) string, stderr io.Writer) (Shard, error) {
	slurm, kubernetes := getenv(slurmID) != "", getenv(kubernetesIndex) != ""
	env := environment{getenv: getenv}
	var index, count uint64
	switch {
	case slurm && kubernetes:
		return Shard{}, cli.Usagef("--shard auto: both %s and %s are set; give --shard i/n", slurmID, kubernetesIndex)
	case slurm:
		index = env.number(slurmID)
		index -= env.number(slurmMin)
		step := uint64(1)
		if getenv(slurmStep) != "" {
			step = env.number(slurmStep)
		}
		count = env.number(slurmCount)
		if env.wrong == "" && (step == 0 || index%step != 0 || index/step >= count) {
			return Shard{}, cli.Usagef("--shard auto: %s doesn't say which task of the array it is: their numbers have gaps; give --shard i/n", env.read)
		}
		if env.wrong == "" {
			index /= step
		}
	case kubernetes:
		index, count = env.number(kubernetesIndex), env.number(kubernetesCount)
		if env.wrong == "" && index >= count {
			return Shard{}, cli.Usagef("--shard auto: %s: the index is not below the number of completions", env.read)
		}
	default:
		return Shard{}, cli.Usagef("--shard auto: neither %s nor %s is set: this is not a task of an array of Slurm or of an indexed job of Kubernetes", slurmID, kubernetesIndex)
	}
	switch {
	case env.wrong == kubernetesCount && getenv(kubernetesCount) == "":
		return Shard{}, cli.Usagef("--shard auto: %s is not set; Kubernetes doesn't set it: the manifest must, to spec.completions", kubernetesCount)
	case env.wrong != "" && getenv(env.wrong) == "":
		return Shard{}, cli.Usagef("--shard auto: %s is not set", env.wrong)
	case env.wrong != "":
		return Shard{}, cli.Usagef("--shard auto: %s is %s, expected a number", env.wrong, cli.Quoted(getenv(env.wrong)))
	}
	if count > MaxShards {
		return Shard{}, cli.Usagef("--shard auto: %s: more than %d shards", env.read, MaxShards)
	}
	s := Shard{index + 1, count}
	fmt.Fprintf(stderr, "npycheck: shard %s, from %s\n", s, env.read)
	return s, nil
}

// environment reads numbers from variables.
type environment struct {
	getenv func(string) string
	read   string // what was read, for a message
	wrong  string // the first variable that isn't a number
}

func (e *environment) number(name string) uint64 {
	n, err := strconv.ParseUint(e.getenv(name), 10, 31)
	if err != nil && e.wrong == "" {
		e.wrong = name
	}
	if e.read != "" {
		e.read += " "
	}
	e.read += fmt.Sprintf("%s=%d", name, n)
	return n
}

func ShardName(shard string) string {
	if shard == "" {
		return ""
	}
	return "shard " + validator.Quote(shard)
}

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
