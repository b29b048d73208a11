// Package settings has the settings that flags, .npycheck.toml and pyproject.toml share, in one table.
package settings

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/validator"
)

// Settings are what flags and the configuration file can both say about a check.
type Settings struct {
	config   string // the file, if a flag names it
	noConfig bool

	failOn, show           string
	ignore, only, severity []string
	allowImports           []string
	denyPickle             bool
	depth                  string
	maxHeaderSize          string
	baseline               string
	Include, Exclude       []string
	NoDefaultExcludes      bool

	Flags     *pflag.FlagSet // nil for those of some files only
	File      *ConfigFile    // nil if there is none
	table     map[string]any // of the file
	at        []string       // its path
	levels    []ruleLevel    // in it
	paths     []string       // of the files, if it is for some only
	overrides []*Settings    // for some files only; set by Resolve
	Kept      keptRules      // matched by patterns that can't turn them off; set by Resolve
}

// setting is one of the settings: a flag, a key of the file, and a line of npycheck config.
type setting struct {
	Key      string // of the file, and the name of the flag
	Value    any    // points to where the value is: a string, a bool or a list of strings
	kind     kind
	standard string         // the value of a string that nobody sets
	group    string         // of the flag in the help
	late     int            // flags with a lower number come before this one
	doc      string         // of the flag
	example  string         // a value in the file, as the help of config shows it
	complete cli.Completion // of the flag; nil for names of files
	override bool           // the file can set it for some files only
}

// kind says how a value is written, if not as others of its type: in a flag, a list has commas.
type kind uint8

const (
	usual  kind = iota
	size        // a string, or in the file a number
	globs       // a list of strings that can have commas, so that a flag has one
	levels      // a list of RULE=LEVEL, or in the file a table
)

// all returns the settings in the order in which npycheck config and its help have them. It is the only list of them.
func (s *Settings) all() []setting {
	none := cli.Words()
	return []setting{
		{Key: "ignore", Value: &s.ignore, group: cli.GroupRules, complete: cli.WordsOfList(RuleIDs), override: true,
			doc:     "neither show nor count findings of these `RULES`, separated by commas; 'header-*' matches every rule with that prefix but those of kind security",
			example: `["header-alignment-64"]`},
		{Key: "only", Value: &s.only, group: cli.GroupRules, complete: cli.WordsOfList(RuleIDs),
			doc:     "show and count findings of these `RULES` only",
			example: `[]`},
		{Key: "severity", Value: &s.severity, kind: levels, group: cli.GroupRules, complete: completeLevel, override: true,
			doc: "report a rule at another level: `RULE=LEVEL`, several separated by commas; off ignores it"},
		{Key: "fail-on", Value: &s.failOn, standard: "error", group: cli.GroupRules, late: 2, complete: CompleteFailOn,
			doc:     "exit with 1 on findings of this `LEVEL` or above: error, warning, note or never",
			example: `"warning"`},
		{Key: "show", Value: &s.show, standard: "warning", group: cli.GroupOutput, late: 3, complete: cli.Words("error", "warning", "note"),
			doc:     "list findings of this `LEVEL` or above, and those that fail the run, in text, compact and github: error, warning or note; other formats have all",
			example: `"note"`},
		{Key: "deny-pickle", Value: &s.denyPickle, group: cli.GroupRules, late: 1,
			doc:     "report arrays of Python objects (pickle-present) as errors",
			example: `true`},
		{Key: "allow-import", Value: &s.allowImports, group: cli.GroupRules, complete: none, override: true,
			doc:     "in object arrays, don't report imports that match `PATTERN` and their calls: 'pandas.*'; dangerous or dotted names must be spelled out",
			example: `["pandas.*"]`},
		{Key: "baseline", Value: &s.baseline, group: cli.GroupRules, late: 1,
			doc:     "count the findings that `FILE` knows instead of showing them; npycheck baseline writes it",
			example: `"known.jsonl"             # below the folder of this file`},
		{Key: "depth", Value: &s.depth, standard: defaultDepth, group: cli.GroupDepth, late: 3,
			complete: cli.Words(defaultDepth, validator.Header.String(), validator.Structure.String(), validator.Full.String()),
			doc:      "check to this `DEPTH`: header (and the records of archives), structure (also lengths and pickles) or full (also checksums, booleans, text and padding); default is full for files, structure for URLs and buckets",
			example:  `"full"`},
		{Key: "max-header-size", Value: &s.maxHeaderSize, kind: size, standard: "1MiB", group: cli.GroupDepth, late: 3, complete: none,
			doc:     "don't read longer headers: `SIZE` in bytes, KiB, MiB or GiB",
			example: `"64KiB"`},
		{Key: "include", Value: &s.Include, kind: globs, group: cli.GroupCheck, complete: none,
			doc:     "in folders, check only files that match `GLOB`, by name, or with a slash by the path below the folder, with **; a suffix other than .npy and .npz, as in '*.dat', widens the search to files with it",
			example: `["*.npy"]                  # from the folder of this file`},
		{Key: "exclude", Value: &s.Exclude, kind: globs, group: cli.GroupCheck, complete: none,
			doc:     "in folders, leave out files and folders that match `GLOB`",
			example: `["/build", "old/**/*.npz"]`},
		{Key: "no-default-excludes", Value: &s.NoDefaultExcludes, group: cli.GroupCheck,
			doc:     "also go into " + strings.Join(files.DefaultExcludes(), ", ") + "; they are skipped without it, the last and .venv only if they have pyvenv.cfg",
			example: `true`},
	}
}

// keys returns the keys that the file can have, or those of its overrides.
func keys(override bool) []string {
	names := []string{"overrides"}
	if override {
		names = []string{"path"}
	}
	for _, setting := range new(Settings).all() {
		if setting.override || !override {
			names = append(names, setting.Key)
		}
	}
	return names
}

// Example returns lines of a file, as the help of config shows them.
func Example() string {
	var b strings.Builder
	for _, setting := range new(Settings).all() {
		if setting.example != "" {
			fmt.Fprintf(&b, "  %s = %s\n", setting.Key, setting.example)
		}
	}
	return b.String()
}

// selects reports whether a setting selects files in folders.
func (s setting) selects() bool { return s.group == cli.GroupCheck }

// Register adds the flags for the settings.
func (s *Settings) Register(cmd *cobra.Command) {
	s.RegisterFiles(cmd)
	register(cmd, slices.DeleteFunc(s.all(), setting.selects))
	cmd.Flags().Lookup("depth").DefValue = "" // as the usage says
}

// RegisterFiles adds the flags for the settings that select files in folders.
func (s *Settings) RegisterFiles(cmd *cobra.Command) {
	s.Flags = cmd.Flags()
	register(cmd, slices.DeleteFunc(s.all(), func(setting setting) bool { return !setting.selects() }))
	s.Flags.StringVar(&s.config, "config", "", "take settings from `FILE` and not from the nearest "+files.ConfigName)
	s.Flags.BoolVar(&s.noConfig, "no-config", false, "take no settings from a file")
	cli.Group(s.Flags, cli.GroupConfig, "config", "no-config")
	cli.CompleteFlag(cmd, "config", func(string) ([]string, cobra.ShellCompDirective) {
		return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
	})
}

// RegisterShow adds the flag for the level from which on findings are listed.
func RegisterShow(cmd *cobra.Command, level *string) {
	show, _ := new(Settings).setting("show")
	show.Value = level
	register(cmd, []setting{show})
}

// register adds the flags for some settings.
func register(cmd *cobra.Command, settings []setting) {
	flags := cmd.Flags()
	slices.SortStableFunc(settings, func(a, b setting) int { return cmp.Compare(a.late, b.late) })
	for _, setting := range settings {
		switch value := setting.Value.(type) {
		case *string:
			flags.StringVar(value, setting.Key, setting.standard, setting.doc)
		case *bool:
			flags.BoolVar(value, setting.Key, false, setting.doc)
		case *[]string:
			if setting.kind == globs {
				flags.StringArrayVar(value, setting.Key, nil, setting.doc)
			} else {
				flags.StringSliceVar(value, setting.Key, nil, setting.doc)
			}
		}
		cli.Group(flags, setting.group, setting.Key)
		if setting.complete != nil {
			cli.CompleteFlag(cmd, setting.Key, setting.complete)
		}
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
	switch {
	case s.config != "":
		if s.File, err = openConfig(s.config, workDir); err == errNoTable {
			err = cli.Usagef("%s: %v", validator.Quote(s.config), err)
		}
	case err != nil:
		return nil // nothing is above a removed folder
	default:
		s.File, err = findConfig(workDir)
	}
	if err != nil || s.File == nil {
		return err
	}
	return s.take(s.File.values)
}

// take takes the settings that no flag sets from a table of the file, and rejects what isn't a setting.
func (s *Settings) take(table map[string]any, at ...string) error {
	s.table, s.at = table, at
	some := len(at) > 0 // files only
	for _, key := range s.File.sortedKeys(table, at...) {
		path, value := append(slices.Clip(at), key), table[key]
		setting, ok := s.setting(key)
		var err error
		switch {
		case key == "overrides" && !some:
		case key == "path" && some:
			s.paths, err = s.File.list(value, path...)
		case !ok || some && !setting.override:
			err = s.File.unknown(keys(some), path...)
		case setting.kind == levels:
			s.levels, err = s.File.levels(value, path...)
		case s.fromFlag(key): // the file must still be valid
			setting, _ = new(Settings).setting(key)
			fallthrough
		default:
			err = s.File.assign(setting, value, path...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setting returns the setting with a key, if there is one.
func (s *Settings) setting(key string) (setting, bool) {
	for _, setting := range s.all() {
		if setting.Key == key {
			return setting, true
		}
	}
	return setting{}, false
}

func (s *Settings) fromFlag(key string) bool { return s.Flags != nil && s.Flags.Changed(key) }

// FromFile reports whether a setting is from the file.
func (s *Settings) FromFile(key string) bool {
	_, ok := s.table[key]
	return ok && !s.fromFlag(key)
}

// where describes the place of a setting, or of the ith value in its list, for messages.
func (s *Settings) where(key string) func(i int) string {
	return func(i int) string {
		if s.FromFile(key) {
			return s.File.where(append(slices.Clip(s.at), key, index(i))...)
		}
		return "--" + key
	}
}

// Shown is a setting as npycheck config shows it.
type Shown struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	From  string `json:"from"` // "default", "file" or "flag"
	Line  int    `json:"line,omitempty"`
}

// Shown returns the settings, or what the file says about some files.
func (s *Settings) Shown() (all []Shown) {
	names := keys(false)[1:]
	if len(s.at) > 0 {
		names = s.File.sortedKeys(s.table, s.at...)
	}
	for _, key := range names {
		setting, ok := s.setting(key)
		switch {
		case !ok: // the paths
			continue
		case setting.kind == levels:
			all = append(all, s.shownLevels(key)...)
			continue
		}
		shown := Shown{Key: key, From: "default"}
		switch value := setting.Value.(type) {
		case *[]string:
			shown.Value = append([]string{}, *value...)
		case *string:
			shown.Value = *value
		case *bool:
			shown.Value = *value
		}
		switch {
		case s.fromFlag(key):
			shown.From = "flag"
		case s.FromFile(key):
			shown.From, shown.Line = "file", s.line(key)
		}
		all = append(all, shown)
	}
	return all
}

// shownLevels returns the levels of the file and those of flags, which go before them.
func (s *Settings) shownLevels(key string) (all []Shown) {
	for _, level := range s.levels {
		all = append(all, Shown{key + "." + level.Rules, level.Level, "file", s.line(key, level.Rules)})
	}
	for _, word := range s.severity {
		rules, level, _ := strings.Cut(word, "=")
		all = append(all, Shown{key + "." + rules, level, "flag", 0})
	}
	return all
}

func (s *Settings) line(path ...string) int { return s.File.line(slices.Concat(s.at, path)...) }

// ShownOverride is what npycheck config shows about some files.
type ShownOverride struct {
	Paths    []string `json:"paths"`
	Settings []Shown  `json:"settings"`
	Line     int      `json:"line"`
}

// ShownOverrides returns what the file says about some files.
func (s *Settings) ShownOverrides() (all []ShownOverride) {
	for _, o := range s.overrides {
		all = append(all, ShownOverride{o.paths, o.Shown(), o.line("path")})
	}
	return all
}

// completeLevel completes a rule, or its level after "=".
func completeLevel(word string) ([]string, cobra.ShellCompDirective) {
	before, last := cli.CutList(word)
	rule, _, ok := strings.Cut(last, "=")
	if ok {
		return cli.WithPrefix(before+rule+"=", []string{"error", "warning", "note", "off"}), cobra.ShellCompDirectiveNoFileComp
	}
	words := cli.WithPrefix(before, RuleIDs())
	for i := range words {
		words[i] += "="
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// CompleteFailOn completes the level of --fail-on.
var CompleteFailOn = cli.Words("error", "warning", "note", "never")
