package main

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// keys returns the keys of the file in the order of their lines.
func (c *configFile) keys() []string { return c.sortedKeys(c.values) }

// sortedKeys returns the keys of a table in the order of their lines.
func (c *configFile) sortedKeys(table map[string]any, of ...string) []string {
	var keys []string
	for key := range table {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	slices.SortStableFunc(keys, func(a, b string) int {
		return c.line(append(slices.Clip(of), a)...) - c.line(append(slices.Clip(of), b)...)
	})
	return keys
}

// unknown returns the error for a key that is none of ours.
func (c *configFile) unknown(known []string, keyPath ...string) error {
	return usagef("%s: unknown key%s", c.where(keyPath...), wantOneOf(keyPath[len(keyPath)-1], known))
}

// assign stores a value of the file where it belongs, if it has the type for it.
func (c *configFile) assign(into, value any, keyPath ...string) error {
	var err error
	switch into := into.(type) {
	case *[]string:
		*into, err = c.list(value, keyPath...)
		return err
	case *bool:
		if b, ok := value.(bool); ok {
			*into = b
			return nil
		}
		return usagef("%s: want true or false, got %s", c.where(keyPath...), tomlType(value))
	case *string:
		if n, ok := value.(int64); ok && keyPath[0] == "max-header-size" {
			value = strconv.FormatInt(n, 10)
		}
		if text, ok := value.(string); ok {
			*into = text
			return nil
		}
	}
	return usagef("%s: want a string, got %s", c.where(keyPath...), tomlType(value))
}

// list returns the strings of a list.
func (c *configFile) list(value any, keyPath ...string) ([]string, error) {
	values, ok := value.([]any)
	if !ok {
		return nil, usagef("%s: want a list of strings, as in [\"…\"], got %s", c.where(keyPath...), tomlType(value))
	}
	var words []string
	for i, v := range values {
		word, ok := v.(string)
		if !ok {
			return nil, usagef("%s: want a list of strings, got %s in it", c.where(append(slices.Clip(keyPath), index(i))...), tomlType(v))
		}
		words = append(words, word)
	}
	return words, nil
}

// levels returns the levels in a table of them.
func (c *configFile) levels(value any, keyPath ...string) ([]ruleLevel, error) {
	table, ok := value.(map[string]any)
	if !ok {
		return nil, usagef("%s: want a table of rules and their levels, got %s", c.where(keyPath...), tomlType(value))
	}
	var levels []ruleLevel
	for _, rules := range c.sortedKeys(table, keyPath...) {
		at := append(slices.Clip(keyPath), rules)
		level, ok := table[rules].(string)
		if !ok {
			return nil, usagef("%s: want a level, as in \"note\", got %s", c.where(at...), tomlType(table[rules]))
		}
		levels = append(levels, ruleLevel{rules, level, c.where(at...)})
	}
	return levels, nil
}

// tables returns the tables of a list of them.
func (c *configFile) tables(key string) ([]map[string]any, error) {
	value, ok := c.values[key]
	if !ok {
		return nil, nil
	}
	list, ok := value.([]any)
	if !ok {
		return nil, usagef("%s: want tables, as in [[%s]], got %s", c.where(key), key, tomlType(value))
	}
	var tables []map[string]any
	for i, v := range list {
		table, ok := v.(map[string]any)
		if !ok {
			return nil, usagef("%s: want tables, as in [[%s]], got %s", c.where(key, index(i)), key, tomlType(v))
		}
		tables = append(tables, table)
	}
	return tables, nil
}

// override returns what a table says of some files.
func (c *configFile) override(table map[string]any, of ...string) (o report.Override, err error) {
	at := func(key string) []string { return append(slices.Clip(of), key) }
	where := func(key string) func(i int) string {
		return func(i int) string { return c.where(append(at(key), index(i))...) }
	}
	for _, key := range c.sortedKeys(table, of...) {
		var words []string
		var levels []ruleLevel
		switch key {
		case "path", "ignore", "allow-imports":
			words, err = c.list(table[key], at(key)...)
		case "severity":
			levels, err = c.levels(table[key], at(key)...)
		default:
			err = c.unknown([]string{"path", "ignore", "severity", "allow-imports"}, at(key)...)
		}
		if err != nil {
			return o, err
		}
		switch key {
		case "path":
			o.Paths, err = checkPaths(words, where(key))
		case "ignore":
			o.Ignore, err = parseRules(words, where(key))
		case "allow-imports":
			o.AllowImports, err = parseImports(words, where(key))
		case "severity":
			o.Severity, err = parseLevels(levels)
		}
		if err != nil {
			return o, err
		}
	}
	if len(o.Paths) == 0 {
		return o, usagef("%s: want a path, as in path = [\"old/**\"]", c.where(of...))
	}
	o.Applies = globs{o.Paths, c.base}.matchBelow
	return o, nil
}

// checkPaths rejects patterns that are wrong, and those that no path can match.
func checkPaths(patterns []string, where func(i int) string) ([]string, error) {
	for i, pattern := range patterns {
		switch {
		case strings.Trim(pattern, "/") == "" || !isGlob(pattern):
			return nil, usagef("%s %s: not a pattern of file names", where(i), quoted(pattern))
		case path.Clean("/"+pattern) != "/"+strings.TrimPrefix(pattern, "/"):
			return nil, usagef("%s %s: no path is spelled so; want one below the folder of the file, for example %s", where(i), quoted(pattern), quoted(strings.TrimPrefix(path.Clean("/"+pattern), "/")))
		}
	}
	return patterns, nil
}

// tomlType names the type of a value for messages.
func tomlType(value any) string {
	switch v := value.(type) {
	case string:
		return "the string " + quoted(v)
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
