package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Schema is the version of the schema of reports.
const Schema = 1

// Tool is the program that made a report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

func thisTool() Tool { return Tool{"npycheck", validator.Version} }

// Head is the first line of a report as JSON Lines: everything that the other lines depend on besides the files.
// Reports can only be merged if their heads agree in all but the shard.
type Head struct {
	Schema  int         `json:"schema"`
	Tool    Tool        `json:"tool"`
	Rules   string      `json:"rules_sha256"` // see RulesSHA256
	Options HeadOptions `json:"options"`
	Shard   string      `json:"shard,omitempty"` // which part it is, as "1/8", or "1-3,5/8" of several that were merged
}

// HeadOptions are the options and the policy of a run as JSON has them. Lists are sorted.
type HeadOptions struct {
	Depth         string            `json:"depth"`
	MaxHeaderSize int64             `json:"max_header_size"`       // bytes
	MaxMembers    int               `json:"max_members,omitempty"` // 0 for the default, as in what follows
	MaxSpool      int64             `json:"max_spool,omitempty"`   // bytes
	MaxFindings   int               `json:"max_findings,omitempty"`
	Ignore        []string          `json:"ignore,omitempty"`
	Only          []string          `json:"only,omitempty"`
	Severity      map[string]string `json:"severity,omitempty"`
	DenyPickle    bool              `json:"deny_pickle,omitempty"`
	Baseline      string            `json:"baseline_sha256,omitempty"`
	AllowImports  []ImportPattern   `json:"allow_import,omitempty"`
	FailOn        string            `json:"fail_on"`
	Overrides     []HeadOverride    `json:"overrides,omitempty"` // in their order

	// The caller of a Checker decides which files of folders are checked.
	Include []string `json:"include,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
	Follow  bool     `json:"follow,omitempty"`

	NoDefaultExcludes bool `json:"no_default_excludes,omitempty"`
}

// failOn returns the severity that fails a run, or Never.
func (o *HeadOptions) failOn() spec.Severity {
	var severity spec.Severity
	if severity.UnmarshalText([]byte(o.FailOn)) != nil {
		return Never
	}
	return severity
}

// defaultDepth is the depth of a head if none was asked for: it depends on the file.
const defaultDepth = "default"

func headDepth(d validator.Depth) string {
	if d == 0 {
		return defaultDepth
	}
	return d.String()
}

// HeadOverride is an Override as JSON has it.
type HeadOverride struct {
	Paths        []string          `json:"paths"`
	Ignore       []string          `json:"ignore,omitempty"`
	Severity     map[string]string `json:"severity,omitempty"`
	AllowImports []ImportPattern   `json:"allow_import,omitempty"`
}

// Head returns the head of a report on what c checks.
func (c *Checker) Head() Head {
	o := HeadOptions{
		Depth:         headDepth(c.Options.Depth),
		MaxHeaderSize: cmp.Or(max(c.Options.MaxHeaderSize, 0), validator.DefaultMaxHeaderSize),
		MaxMembers:    other(c.Options.MaxMembers, validator.DefaultMaxMembers),
		MaxSpool:      other(c.Options.MaxSpool, validator.DefaultMaxSpool),
		MaxFindings:   other(c.Options.MaxFindings, validator.DefaultMaxFindings),
		Ignore:        ruleNames(c.Policy.Ignore),
		Only:          ruleNames(c.Policy.Only),
		Severity:      levelNames(c.Policy.Severity),
		DenyPickle:    c.Policy.DenyPickle,
		AllowImports:  sorted(c.Policy.AllowImports),
		FailOn:        "never",
	}
	if c.Baseline != nil {
		o.Baseline = c.Baseline.sum
	}
	if severity := c.Policy.failOn(); severity != Never {
		o.FailOn = severity.String()
	}
	for _, over := range c.Policy.Overrides {
		o.Overrides = append(o.Overrides, HeadOverride{
			Paths:        sorted(over.Paths),
			Ignore:       ruleNames(over.Ignore),
			Severity:     levelNames(over.Severity),
			AllowImports: sorted(over.AllowImports),
		})
	}
	return Head{Schema: Schema, Tool: thisTool(), Rules: RulesSHA256(), Options: o}
}

// other returns a limit, or 0 if it is the default, given or not.
func other[N int | int64](limit, byDefault N) N {
	if limit <= 0 || limit == byDefault {
		return 0
	}
	return limit
}

func ruleNames(rules []spec.ID) []string {
	var names []string
	for _, rule := range rules {
		names = append(names, rule.String())
	}
	return sorted(names)
}

// levelNames returns the levels of rules, or nil if there are none.
func levelNames(of map[spec.ID]spec.Severity) map[string]string {
	var names map[string]string
	for rule, severity := range of {
		if names == nil {
			names = make(map[string]string)
		}
		names[rule.String()] = LevelName(severity)
	}
	return names
}

// LevelName returns the name of a severity, and "off" for Off.
func LevelName(severity spec.Severity) string {
	if severity == Off {
		return "off"
	}
	return severity.String()
}

// sorted returns the words of a list in order, each once.
func sorted[S ~string](list []S) []S { return slices.Compact(slices.Sorted(slices.Values(list))) }

// RulesSHA256 returns the SHA-256, in hexadecimal, of the parts of the rule table that a report depends on: a line for
// each rule with its name, level, kind and duty. Rewording a text doesn't change it.
func RulesSHA256() string { return rulesSHA256(spec.Rules()) }

func rulesSHA256(rules []spec.Rule) string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintf(h, "%s %s %s %s\n", r.Name, r.Level, r.Kind, r.Reader)
	}
	return hex.EncodeToString(h.Sum(nil))
}
