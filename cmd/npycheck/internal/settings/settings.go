// Package settings has the settings that flags and .npycheck.toml share.
package settings

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Settings are what flags and the configuration file can both say about a check.
type Settings struct {
	config   string // the file, if a flag names it
	noConfig bool

	failOn, show           string
	ignore, only, Severity []string
	allowImports           []string
	denyPickle             bool
	depth                  string
	maxHeaderSize          string
	baseline               string
	Include, Exclude       []string
	NoDefaultExcludes      bool

	Flags  *pflag.FlagSet
	File   *ConfigFile // nil if there is none
	Levels []ruleLevel // those of the file
	Kept   keptRules   // matched by patterns that can't turn them off; set by Policy
}

// Register adds the flags for the settings.
func (s *Settings) Register(flags *pflag.FlagSet) {
	s.RegisterFiles(flags)
	flags.StringSliceVar(&s.ignore, "ignore", nil, "neither show nor count findings of these `RULES`, separated by commas; 'header-*' matches every rule with that prefix but those of kind security")
	flags.StringSliceVar(&s.only, "only", nil, "show and count findings of these `RULES` only")
	flags.StringSliceVar(&s.Severity, "severity", nil, "report a rule at another level: `RULE=LEVEL`, several separated by commas; off ignores it")
	flags.StringSliceVar(&s.allowImports, "allow-import", nil, "in object arrays, don't report imports that match `PATTERN` and their calls: 'pandas.*'; dangerous or dotted names must be spelled out")
	flags.BoolVar(&s.denyPickle, "deny-pickle", false, "report arrays of Python objects (pickle-present) as errors")
	flags.StringVar(&s.baseline, "baseline", "", "count the findings that `FILE` knows instead of showing them; npycheck baseline writes it")
	flags.StringVar(&s.failOn, "fail-on", "error", "exit with 1 on findings of this `LEVEL` or above: error, warning, note or never")
	RegisterShow(flags, &s.show)
	flags.StringVar(&s.depth, "depth", defaultDepth, "check to this `DEPTH`: header (and the records of archives), structure (also lengths and pickles) or full (also checksums, booleans, text and padding); default is full for files, structure for URLs and buckets")
	flags.StringVar(&s.maxHeaderSize, "max-header-size", "1MiB", "don't read longer headers: `SIZE` in bytes, KiB, MiB or GiB")
	flags.Lookup("depth").DefValue = "" // as the usage says
	cli.Group(flags, cli.GroupRules, "ignore", "only", "severity", "allow-import", "deny-pickle", "baseline", "fail-on")
	cli.Group(flags, cli.GroupDepth, "depth", "max-header-size")
}

// RegisterShow adds the flag for the level from which on findings are listed.
func RegisterShow(flags *pflag.FlagSet, level *string) {
	flags.StringVar(level, "show", "warning", "list findings of this `LEVEL` or above, and those that fail the run, in text, compact and github: error, warning or note; other formats have all")
	cli.Group(flags, cli.GroupOutput, "show")
}

// RegisterFiles adds the flags for the settings that select files in folders.
func (s *Settings) RegisterFiles(flags *pflag.FlagSet) {
	s.Flags = flags
	flags.StringArrayVar(&s.Include, "include", nil, "in folders, check only files that match `GLOB`, by name, or with a slash by the path below the folder, with **; a suffix other than .npy and .npz, as in '*.dat', widens the search to files with it")
	flags.StringArrayVar(&s.Exclude, "exclude", nil, "in folders, leave out files and folders that match `GLOB`")
	flags.BoolVar(&s.NoDefaultExcludes, "no-default-excludes", false, "also go into "+strings.Join(files.DefaultExcludes(), ", ")+"; they are skipped without it, the last and .venv only if they have pyvenv.cfg")
	flags.StringVar(&s.config, "config", "", "take settings from `FILE` and not from the nearest "+files.ConfigName)
	flags.BoolVar(&s.noConfig, "no-config", false, "take no settings from a file")
	cli.Group(flags, cli.GroupCheck, "include", "exclude", "no-default-excludes")
	cli.Group(flags, cli.GroupConfig, "config", "no-config")
}

// setting is one of the settings.
type setting struct {
	Key   string // in the file, and the name of the flag
	Value any    // points to where the value is: a string, a bool or a list of strings
}

// All returns the settings in the order in which they are shown.
func (s *Settings) All() []setting {
	return []setting{
		{"ignore", &s.ignore},
		{"only", &s.only},
		{"severity", &s.Severity},
		{"fail-on", &s.failOn},
		{"show", &s.show},
		{"deny-pickle", &s.denyPickle},
		{"allow-import", &s.allowImports},
		{"baseline", &s.baseline},
		{"depth", &s.depth},
		{"max-header-size", &s.maxHeaderSize},
		{"include", &s.Include},
		{"exclude", &s.Exclude},
		{"no-default-excludes", &s.NoDefaultExcludes},
	}
}

// Load finds the configuration file and takes the settings that no flag sets.
func (s *Settings) Load() error {
	if s.Flags.Changed("config") {
		if s.noConfig {
			return cli.Usagef("--config and --no-config exclude each other")
		}
		if s.config == "" {
			return cli.Usagef("--config: the name of the file is empty")
		}
	}
	if s.noConfig {
		return nil
	}
	workDir, err := os.Getwd()
	path := s.config
	if path == "" {
		if err != nil {
			return nil // nothing is above a removed folder
		}
		if path = findConfig(workDir); path == "" {
			return nil
		}
	}
	if s.File, err = openConfig(path, workDir); err != nil {
		return err
	}
	return s.take(s.File)
}

// take takes the settings that no flag sets from a file, and rejects what isn't a setting.
func (s *Settings) take(file *ConfigFile) error {
	known := map[string]setting{}
	names := []string{"overrides"}
	for _, setting := range s.All() {
		known[setting.Key] = setting
		names = append(names, setting.Key)
	}
	for _, key := range file.keys() {
		setting, ok := known[key]
		switch {
		case key == "overrides":
		case !ok:
			return file.unknown(names, key)
		case key == "severity":
			levels, err := file.Levels(file.values[key], key)
			if err != nil {
				return err
			}
			s.Levels = levels
		default:
			into := setting.Value
			if s.Flags.Changed(setting.Key) { // the file must still be valid
				into = discard(into)
			}
			if err := file.assign(into, file.values[key], key); err != nil {
				return err
			}
		}
	}
	return nil
}

// discard returns a place for a value that isn't needed.
func discard(like any) any {
	switch like.(type) {
	case *string:
		return new(string)
	case *bool:
		return new(bool)
	}
	return new([]string)
}

// FromFile reports whether a setting is from the file.
func (s *Settings) FromFile(key string) bool {
	if s.File == nil || s.Flags.Changed(key) {
		return false
	}
	_, ok := s.File.values[key]
	return ok
}

// where describes the place of a setting, or of the ith value in its list, for messages.
func (s *Settings) where(key string) func(i int) string {
	return func(i int) string {
		if s.FromFile(key) {
			return s.File.where(key, Index(i))
		}
		return "--" + key
	}
}

// defaultDepth lets the kind of the file decide the depth.
const defaultDepth = "default"

// Options returns how to check.
func (s *Settings) Options() (validator.Options, error) {
	o := validator.Options{Decompressors: decompress.Methods()}
	if s.depth == defaultDepth {
		o.Depth = 0
	} else if err := o.Depth.UnmarshalText([]byte(s.depth)); err != nil {
		return o, cli.Usagef("%s %s: %v", s.where("depth")(0), cli.Quoted(s.depth), err)
	}
	var err error
	if o.MaxHeaderSize, err = text.ParseSize(s.maxHeaderSize); err != nil {
		return o, cli.Usagef("%s %s: %v", s.where("max-header-size")(0), cli.Quoted(s.maxHeaderSize), err)
	}
	return o, nil
}

// Policy returns what to show.
func (s *Settings) Policy() (p report.Policy, err error) {
	p.DenyPickle, s.Kept = s.denyPickle, keptRules{map[spec.ID]bool{}, s.denyPickle}
	if s.Flags.Changed("only") && len(s.only) == 0 {
		return p, cli.Usagef("--only names no rule")
	}
	if p.Only, err = parseRules(s.only, s.where("only")); err != nil {
		return p, err
	}
	if p.Ignore, err = parseIgnored(s.ignore, s.where("ignore"), &s.Kept); err != nil {
		return p, err
	}
	if p.AllowImports, err = parseImports(s.allowImports, s.where("allow-import")); err != nil {
		return p, err
	}
	severity, ok := ParseFailOn(s.failOn)
	if !ok {
		return p, cli.Usagef("%s %s: expected error, warning, note or never", s.where("fail-on")(0), cli.Quoted(s.failOn))
	}
	p.FailOn = severity
	if p.Severity, err = parseLevels(s.Levels, &s.Kept); err != nil {
		return p, err
	}
	if p.Overrides, err = s.overrides(); err != nil {
		return p, err
	}
	byFlag, err := s.flagLevels()
	if err != nil {
		return p, err
	}
	for _, levels := range slices.Concat([]map[spec.ID]spec.Severity{p.Severity}, overrideLevels(p.Overrides)) {
		maps.DeleteFunc(levels, func(rule spec.ID, _ spec.Severity) bool {
			_, flag := byFlag[rule]
			return flag || rule == spec.PicklePresent && s.denyPickle && s.Flags.Changed("deny-pickle")
		})
	}
	maps.Copy(p.Severity, byFlag)
	return p, nil
}

// ShownLevel returns the level from which on findings are listed.
func (s *Settings) ShownLevel() (spec.Severity, error) {
	return ParseShow(s.where("show")(0), s.show)
}

// ParseShow returns the level that --show names, in a place that messages name.
func ParseShow(where, level string) (spec.Severity, error) {
	severity, ok := parseSeverity(level)
	if !ok {
		return 0, cli.Usagef("%s %s: expected error, warning or note", where, cli.Quoted(level))
	}
	return severity, nil
}

func overrideLevels(overrides []report.Override) []map[spec.ID]spec.Severity {
	var levels []map[spec.ID]spec.Severity
	for _, o := range overrides {
		levels = append(levels, o.Severity)
	}
	return levels
}

// flagLevels returns the levels of --severity.
func (s *Settings) flagLevels() (map[spec.ID]spec.Severity, error) {
	var wishes []ruleLevel
	for _, word := range s.Severity {
		rules, level, ok := strings.Cut(word, "=")
		if !ok {
			return nil, cli.Usagef("--severity %s: expected RULE=LEVEL, for example header-alignment-64=error", cli.Quoted(word))
		}
		wishes = append(wishes, ruleLevel{rules, level, "--severity"})
	}
	return parseLevels(wishes, &s.Kept)
}

// Globs returns the patterns of files in folders. Those of the file are relative to its folder.
func (s *Settings) Globs() (include, exclude files.Globs, err error) {
	for _, of := range []struct {
		key      string
		patterns []string
		globs    *files.Globs
	}{{"include", s.Include, &include}, {"exclude", s.Exclude, &exclude}} {
		of.globs.Patterns = of.patterns
		if s.FromFile(of.key) {
			of.globs.From = s.File.base
		}
		for i, glob := range of.patterns {
			if !files.IsGlob(glob) {
				return include, exclude, cli.Usagef("%s %s: not a pattern of file names", s.where(of.key)(i), cli.Quoted(glob))
			}
		}
	}
	return include, exclude, nil
}

// overrides returns what the file says about some files.
func (s *Settings) overrides() ([]report.Override, error) {
	if s.File == nil {
		return nil, nil
	}
	list, err := s.File.Tables("overrides")
	if err != nil {
		return nil, err
	}
	var overrides []report.Override
	for i, table := range list {
		o, err := s.File.override(table, &s.Kept, "overrides", Index(i))
		if err != nil {
			return nil, err
		}
		overrides = append(overrides, o)
	}
	return overrides, nil
}

// Complete completes the words of settings in a shell.
func Complete(cmd *cobra.Command) {
	cli.CompleteList(cmd, "ignore", RuleIDs)
	cli.CompleteList(cmd, "only", RuleIDs)
	cli.CompleteFlag(cmd, "severity", func(word string) ([]string, cobra.ShellCompDirective) {
		before, last := cli.CutList(word)
		rule, _, ok := strings.Cut(last, "=")
		if ok {
			return cli.WithPrefix(before+rule+"=", cli.LevelNames()), cobra.ShellCompDirectiveNoFileComp
		}
		words := cli.WithPrefix(before, RuleIDs())
		for i := range words {
			words[i] += "="
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	cli.CompleteWords(cmd, "fail-on", cli.FailOnWords...)
	cli.CompleteWords(cmd, "show", cli.ShowWords...)
	cli.CompleteWords(cmd, "depth", defaultDepth, validator.Header.String(), validator.Structure.String(), validator.Full.String())
	cli.CompleteWords(cmd, "allow-import")
	cli.CompleteWords(cmd, "max-header-size")
	cli.CompleteFiles(cmd)
}

// ParseFailOn returns the level that --fail-on names.
func ParseFailOn(s string) (spec.Severity, bool) {
	if s == "never" {
		return report.Never, true
	}
	return parseSeverity(s)
}
