// Package config is the command config.
package config

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/internal/text"
)

// about is what the help says.
var about = `The settings are those of check, list and baseline, in the form of the file.
With flags of check, config shows the settings that these flags give.

The file is the nearest .npycheck.toml in the working directory or a folder
above it, up to the root: one in a folder replaces those above, and an empty
one switches them off. In a folder without one, pyproject.toml has the settings
if it has a table [tool.npycheck]; the tables below are then called
[tool.npycheck.severity] and [[tool.npycheck.overrides]]. A key is spelled as
its flag. A flag replaces the whole key, but --severity replaces only its rules.

` + settings.Example() + `
  [severity]                           # rule or pattern = level, or off
  data-trailing = "error"
  "zip-*" = "off"

  [[overrides]]                        # for some files, or all in some folders
  path = ["legacy", "*.npz"]           # patterns as in exclude
  ignore = ["descr-native-byte-order"] # in addition to the others
  severity = {data-trailing = "note"}  # instead of the others
  allow-import = ["mylib.Point"]       # in addition to the others

In severity the name of a rule takes precedence over a pattern, and a longer
pattern over a shorter one. A later override takes precedence over an earlier
one.

allow-import names imports that you trust in the pickles of object arrays: their
module and name, with "*" for any characters. Use "*" only if you trust whoever
made the files: allowing a whole package usually allows running code. The rules
pickle-import-unknown and pickle-call-unknown don't report them, whatever the
arguments of the call are. Dangerous imports (pickle-import-dangerous) and
dotted names (pickle-import-name) must be spelled out, without "*". Everything
else about the pickle is reported as before, and the verdict on the file stays.

The paths in a baseline that the file names are relative to the folder of the
file, so write that baseline there.

An untrusted file can hide findings but nothing else; that is why --follow
can't be set there: links in an untrusted folder can lead to any file of yours.`

func New() *cobra.Command {
	var s settings.Settings
	var format string
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Show check's settings and where each comes from",
		Long:    about,
		Example: "  npycheck config\n  npycheck config --no-config --depth full --format json",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.Load(); err != nil {
				return err
			}
			// What check would reject is rejected here.
			if _, err := s.Resolve(); err != nil {
				return err
			}
			if kept := s.Kept.String(); kept != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "npycheck: %s\n", kept)
			}
			var words []byte
			switch format {
			case "text":
				words = appendText(nil, &s)
			case "json":
				words = append(text.AppendJSON(nil, settingsJSON(&s)), '\n')
			default:
				return cli.Usagef("--format %s: expected text or json", cli.Quoted(format))
			}
			_, err := cmd.OutOrStdout().Write(words)
			return err
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	s.Register(cmd)
	flags.StringVar(&format, "format", "text", "`FORMAT` of the settings: text or json")
	cli.Group(flags, cli.GroupOutput, "format")
	cli.CompleteWords(cmd, "format", "text", "json")
	return cmd
}

type configJSON struct {
	Schema    int                      `json:"schema"`
	File      string                   `json:"file,omitempty"`
	Settings  []settings.Shown         `json:"settings"`
	Overrides []settings.ShownOverride `json:"overrides,omitempty"`
}

// settingsJSON returns what config shows. The settings were found to be right.
func settingsJSON(s *settings.Settings) configJSON {
	c := configJSON{Schema: report.Schema, Settings: s.Shown(), Overrides: s.ShownOverrides()}
	if s.File != nil {
		c.File = s.File.Name
	}
	return c
}

// appendText appends the settings in the form of the file, each with where it is from.
func appendText(dst []byte, s *settings.Settings) []byte {
	c := settingsJSON(s)
	line := func(setting settings.Shown) {
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
		line(settings.Shown{Key: "path", Value: o.Paths, From: "file", Line: o.Line})
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

// tomlString spells a string, with escapes for everything that a terminal or a log may obey.
func tomlString(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '[' && strings.Count(s, "#") > 1: // see text.Inert
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

// tomlComment makes a text safe in a comment.
func tomlComment(s string) string {
	quoted := tomlString(s)
	return quoted[1 : len(quoted)-1]
}
