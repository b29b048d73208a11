package checking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// FileJobs is the number of files that are checked at a time.
func FileJobs() int { return max(8, 2*runtime.GOMAXPROCS(0)) }

// Exit returns how a program ends whose report was written.
func Exit(o outcome.Outcome) error {
	if o == outcome.OK {
		return nil
	}
	return cli.ExitCode(o.ExitCode())
}

// PartSuffix ends the name of the new report until it replaces the old one, and OldSuffix
// that of the old one if it is kept.
const (
	PartSuffix = ".part"
	OldSuffix  = ".old"
)

// ResumedFile returns the name of the report that --resume names, following links: a link stays one.
func ResumedFile(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// ResumedFiles returns the names of all files that a run with --resume may write, perhaps a link among them.
func ResumedFiles(name string) []string {
	if name == "" {
		return nil
	}
	file := ResumedFile(name)
	return []string{name, file + PartSuffix, file + OldSuffix}
}

// OtherRun returns how the old report was made, if a run would make a different one now.
func OtherRun(before, now report.Head) string {
	switch {
	case before.Tool != now.Tool || before.Schema != now.Schema || before.Rules != now.Rules:
		return "by another version of npycheck, " + validator.Quote(before.Tool.Version)
	case before.Shard != now.Shard:
		return "of " + cmp.Or(files.ShardName(before.Shard), "all files")
	}
	if option := otherOption(before.Options, now.Options); option != "" {
		return "with other options: " + option
	}
	return ""
}

// otherOption names an option in which two heads differ.
func otherOption(a, b report.HeadOptions) string {
	var in [2]map[string]json.RawMessage
	for i, options := range []report.HeadOptions{a, b} {
		if json.Unmarshal(text.AppendJSON(nil, options), &in[i]) != nil {
			return "" // it was JSON a moment ago
		}
	}
	names := map[string]bool{}
	for _, options := range in {
		for name := range options {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if x, y := string(in[0][name]), string(in[1][name]); x != y {
			return fmt.Sprintf("%s is %s and %s", name, validator.Quote(cmp.Or(x, "not set")), validator.Quote(cmp.Or(y, "not set")))
		}
	}
	return ""
}
