package settings

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/validator"
)

// keys returns the keys of the file in the order of their lines.
func (c *ConfigFile) keys() []string { return c.SortedKeys(c.values) }

// SortedKeys returns the keys of a table in the order of their lines.
func (c *ConfigFile) SortedKeys(table map[string]any, of ...string) []string {
	var keys []string
	for key := range table {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	slices.SortStableFunc(keys, func(a, b string) int {
		return c.Line(append(slices.Clip(of), a)...) - c.Line(append(slices.Clip(of), b)...)
	})
	return keys
}

// unknown returns the error for an unknown key.
func (c *ConfigFile) unknown(known []string, keyPath ...string) error {
	return cli.Usagef("%s: unknown key%s", c.where(keyPath...), cli.WantOneOf(keyPath[len(keyPath)-1], known))
}

// assign stores a value of the file where it belongs, if it has the type for it.
func (c *ConfigFile) assign(into, value any, keyPath ...string) error {
	var err error
	switch into := into.(type) {
	case *[]string:
		*into, err = c.List(value, keyPath...)
		return err
	case *bool:
		if b, ok := value.(bool); ok {
			*into = b
			return nil
		}
		return cli.Usagef("%s: expected true or false, got %s", c.where(keyPath...), tomlType(value))
	case *string:
		if n, ok := value.(int64); ok && keyPath[0] == "max-header-size" {
			value = strconv.FormatInt(n, 10)
		}
		if text, ok := value.(string); ok {
			*into = text
			return nil
		}
	}
	return cli.Usagef("%s: expected a string, got %s", c.where(keyPath...), tomlType(value))
}

// List returns the strings of a list.
func (c *ConfigFile) List(value any, keyPath ...string) ([]string, error) {
	values, ok := value.([]any)
	if !ok {
		return nil, cli.Usagef("%s: expected a list of strings, as in [\"…\"], got %s", c.where(keyPath...), tomlType(value))
	}
	var words []string
	for i, v := range values {
		word, ok := v.(string)
		if !ok {
			return nil, cli.Usagef("%s: expected a list of strings, got %s in it", c.where(append(slices.Clip(keyPath), Index(i))...), tomlType(v))
		}
		words = append(words, word)
	}
	return words, nil
}

// Levels returns the levels in a table of them.
func (c *ConfigFile) Levels(value any, keyPath ...string) ([]ruleLevel, error) {
	table, ok := value.(map[string]any)
	if !ok {
		return nil, cli.Usagef("%s: expected a table of rules and their levels, got %s", c.where(keyPath...), tomlType(value))
	}
	var levels []ruleLevel
	for _, rules := range c.SortedKeys(table, keyPath...) {
		at := append(slices.Clip(keyPath), rules)
		level, ok := table[rules].(string)
		if !ok {
			return nil, cli.Usagef("%s: expected a level, as in \"note\", got %s", c.where(at...), tomlType(table[rules]))
		}
		levels = append(levels, ruleLevel{rules, level, c.where(at...)})
	}
	return levels, nil
}

// Tables returns the tables of a list of them.
func (c *ConfigFile) Tables(key string) ([]map[string]any, error) {
	value, ok := c.values[key]
	if !ok {
		return nil, nil
	}
	list, ok := value.([]any)
	if !ok {
		return nil, cli.Usagef("%s: expected tables, as in [[%s]], got %s", c.where(key), key, tomlType(value))
	}
	var tables []map[string]any
	for i, v := range list {
		table, ok := v.(map[string]any)
		if !ok {
			return nil, cli.Usagef("%s: expected tables, as in [[%s]], got %s", c.where(key, Index(i)), key, tomlType(v))
		}
		tables = append(tables, table)
	}
	return tables, nil
}

// override returns what a table says about some files.
func (c *ConfigFile) override(table map[string]any, kept *keptRules, of ...string) (o report.Override, err error) {
	at := func(key string) []string { return append(slices.Clip(of), key) }
	where := func(key string) func(i int) string {
		return func(i int) string { return c.where(append(at(key), Index(i))...) }
	}
	for _, key := range c.SortedKeys(table, of...) {
		var words []string
		var levels []ruleLevel
		switch key {
		case "path", "ignore", "allow-import":
			words, err = c.List(table[key], at(key)...)
		case "severity":
			levels, err = c.Levels(table[key], at(key)...)
		default:
			err = c.unknown([]string{"path", "ignore", "severity", "allow-import"}, at(key)...)
		}
		if err != nil {
			return o, err
		}
		switch key {
		case "path":
			o.Paths, err = checkPaths(words, where(key))
		case "ignore":
			o.Ignore, err = parseIgnored(words, where(key), kept)
		case "allow-import":
			o.AllowImports, err = parseImports(words, where(key))
		case "severity":
			o.Severity, err = parseLevels(levels, kept)
		}
		if err != nil {
			return o, err
		}
	}
	if len(o.Paths) == 0 {
		return o, cli.Usagef("%s: expected a path, as in path = [\"old/**\"]", c.where(of...))
	}
	o.Applies = files.Globs{Patterns: o.Paths, From: c.base}.MatchBelow
	return o, nil
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

// tomlType names the type of a value for messages.
func tomlType(value any) string {
	switch v := value.(type) {
	case string:
		return "the string " + cli.Quoted(v)
	case bool:
		return strconv.FormatBool(v)
	case int64, float64:
		return "the number " + validator.Quote(fmt.Sprint(v))
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
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
