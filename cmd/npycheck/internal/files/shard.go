package files

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
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
