package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator"
)

// projectName is the name of the file that Python's tools share, and projectTable is our part of it.
const projectName = "pyproject.toml"

var projectTable = []string{"tool", "npycheck"}

// The largest files in bytes. They can come from anybody, and parsing takes quadratic time.
const (
	maxConfig  = 64 << 10
	maxProject = 128 << 10
)

// errNoTable is about a pyproject.toml without our table.
var errNoTable = errors.New("has no table [tool.npycheck]")

// findConfig opens the nearest configuration file in a folder or above it, if there is one. Only the root ends
// the search: a file in a folder below replaces one above, and an empty one switches it off.
func findConfig(workDir string) (*ConfigFile, error) {
	for dir := workDir; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, files.ConfigName)
		if _, err := os.Lstat(path); err == nil {
			return openConfig(path, workDir)
		}
		path = filepath.Join(dir, projectName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			if c, err := openConfig(path, workDir); err != errNoTable {
				return c, err
			}
		}
		if dir == filepath.Dir(dir) {
			return nil, nil
		}
	}
}

// readRegular returns the content of a file of at most that many bytes. It never waits: only regular files are opened.
func readRegular(path string, most int64) ([]byte, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	defer f.Close()
	return readAll(io.NewSectionReader(f, 0, math.MaxInt64), most)
}

// readAll returns what a reader has, at most that many bytes.
func readAll(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("has more than %d bytes", most)
	}
	return text, nil
}

// ConfigFile is the text of a configuration file, as TOML has it. It can come from a stranger's repository, so it
// can only choose which findings are shown, and for which files, and its text is quoted before it is shown.
type ConfigFile struct {
	Name   string // as messages call it
	base   *files.Base
	table  []string // the path of the table with the settings
	values map[string]any
	lines  map[string]int // of the keys and of the values in lists, by their paths
}

// openConfig reads and parses a configuration file. If that is a pyproject.toml without our table, it returns
// errNoTable.
func openConfig(path, workDir string) (*ConfigFile, error) {
	c, most := &ConfigFile{Name: path}, int64(maxConfig)
	if filepath.Base(path) == projectName {
		c.table, most = projectTable, maxProject
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(workDir, path)
	} else if name, err := filepath.Rel(workDir, path); err == nil {
		c.Name = filepath.ToSlash(name) // the same on every system
	}
	c.base = &files.Base{Dir: filepath.Dir(path), WorkDir: workDir}
	text, err := readRegular(path, most)
	if err != nil {
		return nil, cli.Usagef("%s: %v", validator.Quote(c.Name), err)
	}
	if c.table != nil && !bytes.Contains(text, []byte("npycheck")) {
		return nil, errNoTable // whatever is wrong with it is the business of others
	}
	return c, c.parse(text)
}

func (c *ConfigFile) parse(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return c.errorAt(1+bytes.Count(text[:i], []byte("\n")), "byte 0x%02x is not UTF-8", text[i])
		}
		i += n
	}
	if err := toml.Unmarshal(text, &c.values); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			if hint := lineHint(text, line); hint != "" {
				return c.errorAt(line, "not TOML; %s", validator.Quote(hint))
			}
			return c.errorAt(line, "%s", validator.Quote(strings.TrimPrefix(err.Error(), "toml: ")))
		}
		return cli.Usagef("%s: %s", validator.Quote(c.Name), validator.Quote(err.Error()))
	}
	c.lines = tomlLines(text, c.table)
	for i, key := range c.table {
		value, ok := c.values[key]
		if !ok {
			return errNoTable
		}
		if c.values, ok = value.(map[string]any); !ok {
			return c.errorAt(c.lines[joinKeys(c.table[:i+1])], "%s: expected a table, got %s", strings.Join(c.table[:i+1], "."), tomlType(value))
		}
	}
	return nil
}

// errorAt returns an error about a line.
func (c *ConfigFile) errorAt(line int, format string, args ...any) error {
	return cli.Usagef("%s:%d: "+format, slices.Concat([]any{validator.Quote(c.Name), line}, args)...)
}

// line returns the line of a key, or of what it is part of.
func (c *ConfigFile) line(path ...string) int {
	for path = slices.Concat(c.table, path); len(path) > 0; path = path[:len(path)-1] {
		if line, ok := c.lines[joinKeys(path)]; ok {
			return line
		}
	}
	return 1
}

// where describes the place of a key for messages: the file, the line and the key.
func (c *ConfigFile) where(path ...string) string {
	return validator.Quote(c.Name) + ":" + strconv.Itoa(c.line(path...)) + ": " + c.nameOf(path...)
}

// nameOf returns the name of a key for messages.
func (c *ConfigFile) nameOf(path ...string) string {
	var names []string
	for _, key := range slices.Concat(c.table, path) {
		if !strings.HasPrefix(key, "[") { // which one of a list
			names = append(names, validator.Quote(key))
		}
	}
	return strings.Join(names, ".")
}

// sortedKeys returns the keys of a table in the order of their lines.
func (c *ConfigFile) sortedKeys(table map[string]any, of ...string) []string {
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

// unknown returns the error for an unknown key.
func (c *ConfigFile) unknown(known []string, keyPath ...string) error {
	return cli.Usagef("%s: unknown key%s", c.where(keyPath...), cli.WantOneOf(keyPath[len(keyPath)-1], known))
}

// assign stores a value of the file where it belongs, if it has the type for it.
func (c *ConfigFile) assign(setting setting, value any, keyPath ...string) (err error) {
	want, ok := "a string", false
	switch into := setting.Value.(type) {
	case *[]string:
		*into, err = c.list(value, keyPath...)
		return err
	case *bool:
		want = "true or false"
		*into, ok = value.(bool)
	case *string:
		if n, isNumber := value.(int64); isNumber && setting.kind == size {
			value = strconv.FormatInt(n, 10)
		}
		*into, ok = value.(string)
	}
	if !ok {
		return cli.Usagef("%s: expected %s, got %s", c.where(keyPath...), want, tomlType(value))
	}
	return nil
}

// list returns the strings of a list.
func (c *ConfigFile) list(value any, keyPath ...string) ([]string, error) {
	values, ok := value.([]any)
	if !ok {
		return nil, cli.Usagef("%s: expected a list of strings, as in [\"…\"], got %s", c.where(keyPath...), tomlType(value))
	}
	var words []string
	for i, v := range values {
		word, ok := v.(string)
		if !ok {
			return nil, cli.Usagef("%s: expected a list of strings, got %s in it", c.where(append(slices.Clip(keyPath), index(i))...), tomlType(v))
		}
		words = append(words, word)
	}
	return words, nil
}

// levels returns the levels in a table of them.
func (c *ConfigFile) levels(value any, keyPath ...string) ([]ruleLevel, error) {
	table, ok := value.(map[string]any)
	if !ok {
		return nil, cli.Usagef("%s: expected a table of rules and their levels, got %s", c.where(keyPath...), tomlType(value))
	}
	var levels []ruleLevel
	for _, rules := range c.sortedKeys(table, keyPath...) {
		at := append(slices.Clip(keyPath), rules)
		level, ok := table[rules].(string)
		if !ok {
			return nil, cli.Usagef("%s: expected a level, as in \"note\", got %s", c.where(at...), tomlType(table[rules]))
		}
		levels = append(levels, ruleLevel{rules, level, c.where(at...)})
	}
	return levels, nil
}

// tables returns the tables of a list of them.
func (c *ConfigFile) tables(key string) ([]map[string]any, error) {
	value, ok := c.values[key]
	if !ok {
		return nil, nil
	}
	list, ok := value.([]any)
	if !ok {
		return nil, cli.Usagef("%s: expected tables, as in [[%s]], got %s", c.where(key), c.nameOf(key), tomlType(value))
	}
	var tables []map[string]any
	for i, v := range list {
		table, ok := v.(map[string]any)
		if !ok {
			return nil, cli.Usagef("%s: expected tables, as in [[%s]], got %s", c.where(key, index(i)), c.nameOf(key), tomlType(v))
		}
		tables = append(tables, table)
	}
	return tables, nil
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
