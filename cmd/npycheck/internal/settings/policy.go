package settings

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// defaultDepth lets the kind of the file decide the depth.
const defaultDepth = "default"

// Resolved is what the settings say about a check.
type Resolved struct {
	Options          validator.Options
	Policy           report.Policy
	Show             spec.Severity // the level from which on findings are listed
	Include, Exclude files.Globs
}

// Resolve returns what the settings say, or what is wrong with them.
func (s *Settings) Resolve() (r Resolved, err error) {
	if r.Include, r.Exclude, err = s.Globs(); err != nil {
		return r, err
	}
	if r.Options, err = s.options(); err != nil {
		return r, err
	}
	if r.Policy, err = s.policy(); err != nil {
		return r, err
	}
	r.Show, err = ParseShow(s.where("show")(0), s.show)
	return r, err
}

// options returns how to check.
func (s *Settings) options() (validator.Options, error) {
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

// policy returns what to show.
func (s *Settings) policy() (p report.Policy, err error) {
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
	if p.Severity, err = parseLevels(s.levels, &s.Kept); err != nil {
		return p, err
	}
	if p.Overrides, err = s.takeOverrides(); err != nil {
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
	for _, word := range s.severity {
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

// takeOverrides takes what the file says about some files.
func (s *Settings) takeOverrides() ([]report.Override, error) {
	if s.File == nil {
		return nil, nil
	}
	list, err := s.File.tables("overrides")
	if err != nil {
		return nil, err
	}
	var overrides []report.Override
	s.overrides = nil
	for i, table := range list {
		of := &Settings{File: s.File}
		if err := of.take(table, "overrides", index(i)); err != nil {
			return nil, err
		}
		o, err := of.override(&s.Kept)
		if err != nil {
			return nil, err
		}
		s.overrides, overrides = append(s.overrides, of), append(overrides, o)
	}
	return overrides, nil
}

// override returns what settings for some files say.
func (s *Settings) override(kept *keptRules) (o report.Override, err error) {
	if len(s.paths) == 0 {
		return o, cli.Usagef("%s: expected a path, as in path = [\"old/**\"]", s.File.where(s.at...))
	}
	if o.Paths, err = checkPaths(s.paths, s.where("path")); err != nil {
		return o, err
	}
	if o.Ignore, err = parseIgnored(s.ignore, s.where("ignore"), kept); err != nil {
		return o, err
	}
	if o.AllowImports, err = parseImports(s.allowImports, s.where("allow-import")); err != nil {
		return o, err
	}
	o.Applies = files.Globs{Patterns: o.Paths, From: s.File.base}.MatchBelow
	o.Severity, err = parseLevels(s.levels, kept)
	return o, err
}

// checkPaths rejects malformed patterns, and those that no path can match.
func checkPaths(patterns []string, where func(i int) string) ([]string, error) {
	for i, pattern := range patterns {
		switch {
		case strings.Trim(pattern, "/") == "" || !files.IsGlob(pattern):
			return nil, cli.Usagef("%s %s: not a pattern of file names", where(i), cli.Quoted(pattern))
		case path.Clean("/"+pattern) != "/"+strings.TrimPrefix(pattern, "/"):
			return nil, cli.Usagef("%s %s: no path is spelled so; expected one below the folder of the file, for example %s", where(i), cli.Quoted(pattern), cli.Quoted(strings.TrimPrefix(path.Clean("/"+pattern), "/")))
		}
	}
	return patterns, nil
}

func parseImports(words []string, where func(i int) string) ([]report.ImportPattern, error) {
	var patterns []report.ImportPattern
	for i, word := range words {
		pattern, err := report.ParseImportPattern(word)
		if err != nil {
			return nil, cli.Usagef("%s %s: %v", where(i), cli.Quoted(word), err)
		}
		patterns = append(patterns, pattern)
	}
	return patterns, nil
}

// ParseFailOn returns the level that --fail-on names.
func ParseFailOn(s string) (spec.Severity, bool) {
	if s == "never" {
		return report.Never, true
	}
	return parseSeverity(s)
}
