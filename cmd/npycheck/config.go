package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/validator/report"
)

func newConfig() *cobra.Command {
	var s settings
	var format string
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings of check, and where each is from",
		Long: `config shows what check takes from the configuration file, and what the
defaults are. With flags of check it shows what holds with these flags. The
text has the form of the file.

The file is the nearest .npycheck.toml in the working directory or a folder
above it, up to the root: one in a folder replaces those above, and an empty
one switches them off. --config names another file, and --no-config takes none.
A flag takes the place of the whole key, but --severity only of its rules.

  ignore = ["header-*"]                # as --ignore, like the keys that follow
  only = []
  fail-on = "warning"
  deny-object = true
  allow-imports = ["pandas.*"]         # as --allow-import
  depth = "full"
  max-header-size = "64KiB"
  include = ["*.npy"]                  # from the folder of the file
  exclude = ["/build", "old/**/*.npz"]

  [severity]                           # rule or pattern = level, or off
  data-trailing = "error"
  "zip-*" = "off"

  [[overrides]]                        # for some files, or all in some folders
  path = ["legacy", "*.npz"]           # patterns as in exclude
  ignore = ["descr-native-byte-order"] # besides the others
  severity = {data-trailing = "note"}  # in place of the others
  allow-imports = ["mylib.Point"]      # besides the others

In severity the name of a rule goes before a pattern, and a longer pattern
before a shorter one. A later override goes before an earlier one.

allow-imports names imports that you trust in the pickles of object arrays:
their module and name, with "*" for any characters. Use "*" only if you trust
whoever made the files: with a whole package one can always run code. The rules
pickle-import-unknown and pickle-call-unknown don't report them, whatever the
arguments of the call are. Imports known to be dangerous
(pickle-import-dangerous) and dotted names (pickle-import-name) are allowed
only if they are spelled in full, without "*". Everything else about the pickle
is reported as before, and the verdict on the file stays as it is.

A file from a stranger can hide findings, and do nothing else. So --follow is
no key: in a stranger's folders, links can lead to any file of yours.`,
		Example: "  npycheck config\n  npycheck config --no-config --depth full --format json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.load(); err != nil {
				return err
			}
			// What check would reject is rejected here.
			if _, err := s.options(); err != nil {
				return err
			}
			if _, err := s.policy(); err != nil {
				return err
			}
			if _, _, err := s.globs(); err != nil {
				return err
			}
			var text []byte
			switch format {
			case "text":
				text = s.appendText(nil)
			case "json":
				text = append(report.AppendJSON(nil, s.json()), '\n')
			default:
				return usagef("--format %s: want text or json", quoted(format))
			}
			_, err := cmd.OutOrStdout().Write(text)
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&format, "format", "text", "`FORMAT` of the settings: text or json")
	s.register(flags)
	completeSettings(cmd)
	completeWords(cmd, "format", "text", "json")
	return cmd
}

// settingJSON is a setting as JSON has it.
type settingJSON struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	From  string `json:"from"` // "default", "file" or "flag"
	Line  int    `json:"line,omitempty"`
}

// overrideJSON is what the file says of some files.
type overrideJSON struct {
	Paths    []string      `json:"paths"`
	Settings []settingJSON `json:"settings"`
	Line     int           `json:"line"`
}

type configJSON struct {
	Schema    int            `json:"schema"`
	File      string         `json:"file,omitempty"`
	Settings  []settingJSON  `json:"settings"`
	Overrides []overrideJSON `json:"overrides,omitempty"`
}

// json returns what config shows. The settings were found to be right.
func (s *settings) json() configJSON {
	c := configJSON{Schema: report.Schema}
	if s.file != nil {
		c.File = s.file.name
	}
	for _, setting := range s.all() {
		if setting.key == "severity" {
			c.Settings = append(c.Settings, s.severityJSON()...)
			continue
		}
		j := settingJSON{Key: setting.key, From: "default"}
		switch value := setting.value.(type) {
		case *[]string:
			j.Value = append([]string{}, *value...)
		case *string:
			j.Value = *value
		case *bool:
			j.Value = *value
		}
		switch {
		case s.flags.Changed(setting.flag):
			j.From = "flag"
		case s.fromFile(setting.key, setting.flag):
			j.From, j.Line = "file", s.file.line(setting.key)
		}
		c.Settings = append(c.Settings, j)
	}
	if s.file != nil {
		c.Overrides = s.file.overridesJSON()
	}
	return c
}

// overridesJSON returns the overrides of the file, which were found to be right.
func (c *configFile) overridesJSON() []overrideJSON {
	var overrides []overrideJSON
	tables, _ := c.tables("overrides")
	for i, table := range tables {
		at := []string{"overrides", index(i)}
		o := overrideJSON{Line: c.line(append(slices.Clip(at), "path")...)}
		o.Paths, _ = c.list(table["path"], at...)
		for _, key := range c.sortedKeys(table, at...) {
			keyPath := append(slices.Clip(at), key)
			switch key {
			case "path":
			case "severity":
				levels, _ := c.levels(table[key], keyPath...)
				for _, level := range levels {
					o.Settings = append(o.Settings, settingJSON{"severity." + level.rules, level.level, "file", c.line(append(slices.Clip(keyPath), level.rules)...)})
				}
			default:
				words, _ := c.list(table[key], keyPath...)
				o.Settings = append(o.Settings, settingJSON{key, append([]string{}, words...), "file", c.line(keyPath...)})
			}
		}
		overrides = append(overrides, o)
	}
	return overrides
}

// severityJSON returns the levels of the file and those of flags, which go before them.
func (s *settings) severityJSON() []settingJSON {
	var levels []settingJSON
	for _, level := range s.levels {
		levels = append(levels, settingJSON{"severity." + level.rules, level.level, "file", s.file.line("severity", level.rules)})
	}
	for _, word := range s.severity {
		rules, level, _ := strings.Cut(word, "=")
		levels = append(levels, settingJSON{"severity." + rules, level, "flag", 0})
	}
	return levels
}

// appendText appends the settings in the form of the file, each with where it is from.
func (s *settings) appendText(dst []byte) []byte {
	c := s.json()
	line := func(setting settingJSON) {
		from := setting.From
		if from == "file" {
			from = c.File + ":" + strconv.Itoa(setting.Line)
		}
		dst = fmt.Appendf(dst, "%s = %s  # %s\n", tomlKey(setting.Key), tomlValue(setting.Value), tomlComment(from))
	}
	for _, setting := range c.Settings {
		line(setting)
	}
	for _, o := range c.Overrides {
		dst = append(dst, "\n[[overrides]]\n"...)
		line(settingJSON{"path", o.Paths, "file", o.Line})
		for _, setting := range o.Settings {
			line(setting)
		}
	}
	return dst
}

// tomlKey spells a key, whose second part is a rule or a pattern of rules.
func tomlKey(key string) string {
	table, rules, ok := strings.Cut(key, ".")
	if ok && strings.Contains(rules, "*") {
		return table + "." + tomlString(rules)
	}
	return key
}

func tomlValue(value any) string {
	switch v := value.(type) {
	case string:
		return tomlString(v)
	case []string:
		words := make([]string, len(v))
		for i, word := range v {
			words[i] = tomlString(word)
		}
		return "[" + strings.Join(words, ", ") + "]"
	}
	return fmt.Sprint(value)
}

// tomlString spells a string, with escapes for everything that a terminal or a log may act on.
func tomlString(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '[' && strings.Count(s, "#") > 1: // see report.Inert
			b.WriteString(`\u005b`)
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// tomlComment makes a text fit for a comment.
func tomlComment(s string) string {
	quoted := tomlString(s)
	return quoted[1 : len(quoted)-1]
}
