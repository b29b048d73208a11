package main

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// settings are what flags and the configuration file can both say of a check.
type settings struct {
	config   string // the file, if a flag names it
	noConfig bool

	failOn                 string
	ignore, only, severity []string
	allowImports           []string
	denyObject             bool
	depth                  string
	maxHeaderSize          string
	include, exclude       []string

	flags  *pflag.FlagSet
	file   *configFile // nil if there is none
	levels []ruleLevel // those of the file
}

// register adds the flags for the settings.
func (s *settings) register(flags *pflag.FlagSet) {
	s.flags = flags
	flags.StringVar(&s.failOn, "fail-on", "error", "exit with 1 on findings of this `LEVEL` or above: error, warning, note or never")
	flags.StringSliceVar(&s.ignore, "ignore", nil, "neither show nor count findings of these `RULES`, separated by commas; 'header-*' is all that begin so")
	flags.StringSliceVar(&s.only, "only", nil, "show and count findings of these `RULES` only")
	flags.StringSliceVar(&s.severity, "severity", nil, "report a rule at another level: `RULE=LEVEL`, several separated by commas; off ignores it")
	flags.StringSliceVar(&s.allowImports, "allow-import", nil, "in object arrays, don't report imports that match `PATTERN` and their calls: 'pandas.*'; dangerous ones and dotted names only if spelled in full")
	flags.BoolVar(&s.denyObject, "deny-object", false, "report arrays of Python objects (pickle-present) as errors")
	flags.StringVar(&s.depth, "depth", "structure", "check to this `DEPTH`: header (and the records of archives), structure (also lengths and pickles) or full (also every byte of the data)")
	flags.StringVar(&s.maxHeaderSize, "max-header-size", "1MiB", "don't read longer headers: `SIZE` in bytes, KiB, MiB or GiB")
	s.registerFiles(flags)
}

// registerFiles adds the flags for the settings that say which files of folders to take.
func (s *settings) registerFiles(flags *pflag.FlagSet) {
	s.flags = flags
	flags.StringArrayVar(&s.include, "include", nil, "in folders, check only files that match `GLOB`: by name, or with a slash by the path below the folder, with **")
	flags.StringArrayVar(&s.exclude, "exclude", nil, "in folders, leave out files and folders that match `GLOB`")
	flags.StringVar(&s.config, "config", "", "take settings from `FILE` and not from the nearest "+configName)
	flags.BoolVar(&s.noConfig, "no-config", false, "take no settings from a file")
}

// setting is one of the settings.
type setting struct {
	key   string // in the file
	flag  string
	value any // points to where the value is: a string, a bool or a list of strings
}

// all returns the settings in the order in which they are shown.
func (s *settings) all() []setting {
	return []setting{
		{"ignore", "ignore", &s.ignore},
		{"only", "only", &s.only},
		{"severity", "severity", &s.severity},
		{"fail-on", "fail-on", &s.failOn},
		{"deny-object", "deny-object", &s.denyObject},
		{"allow-imports", "allow-import", &s.allowImports},
		{"depth", "depth", &s.depth},
		{"max-header-size", "max-header-size", &s.maxHeaderSize},
		{"include", "include", &s.include},
		{"exclude", "exclude", &s.exclude},
	}
}

// load finds the configuration file and takes over what no flag says.
func (s *settings) load() error {
	if s.flags.Changed("config") {
		if s.noConfig {
			return usagef("--config and --no-config exclude each other")
		}
		if s.config == "" {
			return usagef("--config: the name of the file is empty")
		}
	}
	if s.noConfig {
		return nil
	}
	workDir, err := os.Getwd()
	path := s.config
	if path == "" {
		if err != nil {
			return nil // there is nothing above a folder that was removed
		}
		if path = findConfig(workDir); path == "" {
			return nil
		}
	}
	if s.file, err = openConfig(path, workDir); err != nil {
		return err
	}
	return s.take(s.file)
}

// take takes over what no flag says from a file, and rejects what isn't a setting.
func (s *settings) take(file *configFile) error {
	known := map[string]setting{}
	names := []string{"overrides"}
	for _, setting := range s.all() {
		known[setting.key] = setting
		names = append(names, setting.key)
	}
	for _, key := range file.keys() {
		setting, ok := known[key]
		switch {
		case key == "overrides":
		case !ok:
			return file.unknown(names, key)
		case key == "severity":
			levels, err := file.levels(file.values[key], key)
			if err != nil {
				return err
			}
			s.levels = levels
		default:
			into := setting.value
			if s.flags.Changed(setting.flag) { // still the file must be right
				into = discard(into)
			}
			if err := file.assign(into, file.values[key], key); err != nil {
				return err
			}
		}
	}
	return nil
}

// discard returns a place for a value that nobody wants.
func discard(like any) any {
	switch like.(type) {
	case *string:
		return new(string)
	case *bool:
		return new(bool)
	}
	return new([]string)
}

// fromFile reports whether a setting is from the file.
func (s *settings) fromFile(key, flag string) bool {
	if s.file == nil || s.flags.Changed(flag) {
		return false
	}
	_, ok := s.file.values[key]
	return ok
}

// where returns what messages call a setting, or the ith value in its list.
func (s *settings) where(key, flag string) func(i int) string {
	return func(i int) string {
		if s.fromFile(key, flag) {
			return s.file.where(key, index(i))
		}
		return "--" + flag
	}
}

// options returns how to check.
func (s *settings) options() (validator.Options, error) {
	o := validator.Options{Inflate: inflate}
	if err := o.Depth.UnmarshalText([]byte(s.depth)); err != nil {
		return o, usagef("%s %s: %v", s.where("depth", "depth")(0), quoted(s.depth), err)
	}
	var err error
	if o.MaxHeaderSize, err = conformance.ParseSize(s.maxHeaderSize); err != nil {
		return o, usagef("%s %s: %v", s.where("max-header-size", "max-header-size")(0), quoted(s.maxHeaderSize), err)
	}
	return o, nil
}

// policy returns what to show.
func (s *settings) policy() (p report.Policy, err error) {
	p.DenyObject = s.denyObject
	if s.flags.Changed("only") && len(s.only) == 0 {
		return p, usagef("--only names no rule")
	}
	if p.Only, err = parseRules(s.only, s.where("only", "only")); err != nil {
		return p, err
	}
	if p.Ignore, err = parseRules(s.ignore, s.where("ignore", "ignore")); err != nil {
		return p, err
	}
	if p.AllowImports, err = parseImports(s.allowImports, s.where("allow-imports", "allow-import")); err != nil {
		return p, err
	}
	severity, ok := parseFailOn(s.failOn)
	if !ok {
		return p, usagef("%s %s: want error, warning, note or never", s.where("fail-on", "fail-on")(0), quoted(s.failOn))
	}
	p.FailOn = severity
	if p.Severity, err = parseLevels(s.levels); err != nil {
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
			return flag || rule == spec.PicklePresent && s.denyObject && s.flags.Changed("deny-object")
		})
	}
	maps.Copy(p.Severity, byFlag)
	return p, nil
}

func overrideLevels(overrides []report.Override) []map[spec.ID]spec.Severity {
	var levels []map[spec.ID]spec.Severity
	for _, o := range overrides {
		levels = append(levels, o.Severity)
	}
	return levels
}

// flagLevels returns the levels of --severity.
func (s *settings) flagLevels() (map[spec.ID]spec.Severity, error) {
	var wishes []ruleLevel
	for _, word := range s.severity {
		rules, level, ok := strings.Cut(word, "=")
		if !ok {
			return nil, usagef("--severity %s: want RULE=LEVEL, for example header-alignment-64=error", quoted(word))
		}
		wishes = append(wishes, ruleLevel{rules, level, "--severity"})
	}
	return parseLevels(wishes)
}

func parseImports(words []string, where func(i int) string) ([]report.ImportPattern, error) {
	var patterns []report.ImportPattern
	for i, word := range words {
		pattern, err := report.ParseImportPattern(word)
		if err != nil {
			return nil, usagef("%s %s: %v", where(i), quoted(word), err)
		}
		patterns = append(patterns, pattern)
	}
	return patterns, nil
}

// globs returns the patterns of files in folders. Those of the file count from its folder.
func (s *settings) globs() (include, exclude globs, err error) {
	for _, of := range []struct {
		key      string
		patterns []string
		globs    *globs
	}{{"include", s.include, &include}, {"exclude", s.exclude, &exclude}} {
		of.globs.patterns = of.patterns
		if s.fromFile(of.key, of.key) {
			of.globs.from = s.file.base
		}
		for i, glob := range of.patterns {
			if !isGlob(glob) {
				return include, exclude, usagef("%s %s: not a pattern of file names", s.where(of.key, of.key)(i), quoted(glob))
			}
		}
	}
	return include, exclude, nil
}

// overrides returns what the file says of some files.
func (s *settings) overrides() ([]report.Override, error) {
	if s.file == nil {
		return nil, nil
	}
	list, err := s.file.tables("overrides")
	if err != nil {
		return nil, err
	}
	var overrides []report.Override
	for i, table := range list {
		o, err := s.file.override(table, "overrides", index(i))
		if err != nil {
			return nil, err
		}
		overrides = append(overrides, o)
	}
	return overrides, nil
}
