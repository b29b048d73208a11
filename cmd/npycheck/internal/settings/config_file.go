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
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator"
)

// maxConfig is the largest such file in bytes. It can come from anybody.
const maxConfig = 64 << 10

// findConfig returns the path of the nearest configuration file in a folder or above it, or "". Only the root ends
// the search: a file in a folder below replaces one above, and an empty one switches it off.
func findConfig(dir string) string {
	for {
		path := filepath.Join(dir, files.ConfigName)
		if _, err := os.Lstat(path); err == nil {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
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
	values map[string]any
	lines  map[string]int // of the keys and of the values in lists, by their paths
}

// openConfig reads and parses a configuration file.
func openConfig(path, workDir string) (*ConfigFile, error) {
	c := &ConfigFile{Name: path}
	if !filepath.IsAbs(path) {
		path = filepath.Join(workDir, path)
	} else if name, err := filepath.Rel(workDir, path); err == nil {
		c.Name = filepath.ToSlash(name) // the same on every system
	}
	c.base = &files.Base{Dir: filepath.Dir(path), WorkDir: workDir}
	text, err := readRegular(path, maxConfig)
	if err != nil {
		return nil, cli.Usagef("%s: %v", validator.Quote(c.Name), err)
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
	c.lines = tomlLines(text)
	return nil
}

// errorAt returns an error about a line.
func (c *ConfigFile) errorAt(line int, format string, args ...any) error {
	return cli.Usagef("%s:%d: "+format, slices.Concat([]any{validator.Quote(c.Name), line}, args)...)
}

// Line returns the line of a key, or of what it is part of.
func (c *ConfigFile) Line(path ...string) int {
	for ; len(path) > 0; path = path[:len(path)-1] {
		if line, ok := c.lines[joinKeys(path)]; ok {
			return line
		}
	}
	return 1
}

// where describes the place of a key for messages: the file, the line and the key.
func (c *ConfigFile) where(path ...string) string {
	name := ""
	for _, key := range path {
		switch {
		case strings.HasPrefix(key, "["): // which one of a list
		case name == "":
			name = validator.Quote(key)
		default:
			name += "." + validator.Quote(key)
		}
	}
	return validator.Quote(c.Name) + ":" + strconv.Itoa(c.Line(path...)) + ": " + name
}

// Index is an element's path below that of its list.
func Index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// joinKeys makes a key of a map of a path. TOML keys can't contain NUL.
func joinKeys(path []string) string { return strings.Join(path, "\x00") }

// tomlLines returns the lines of the keys, and of the values in lists, of a valid text.
func tomlLines(text []byte) map[string]int {
	w := tomlWalk{lines: map[string]int{}, tables: map[string]int{}}
	for i, c := range text {
		if c == '\n' {
			w.ends = append(w.ends, i)
		}
	}
	w.Reset(text)
	var table []string
	for w.NextExpression() {
		switch node := w.Expression(); node.Kind {
		case unstable.Table:
			table, _ = w.key(nil, node)
		case unstable.ArrayTable:
			list, line := w.key(nil, node)
			n := w.tables[joinKeys(list)]
			w.tables[joinKeys(list)]++
			table = append(list, Index(n))
			w.note(table, line)
		case unstable.KeyValue:
			path, _ := w.key(table, node)
			w.value(path, node.Value())
		}
	}
	return w.lines
}

type tomlWalk struct {
	unstable.Parser
	ends   []int // offsets of the newlines
	lines  map[string]int
	tables map[string]int // number of tables in each list of tables
}

// maxPath is the length of the longest path that a setting has: overrides, which one, severity, the rule. Below it
// nothing is recorded, since a stranger's file can have a key of thousands of parts.
const maxPath = 4

func (w *tomlWalk) note(path []string, line int) {
	if _, ok := w.lines[joinKeys(path)]; !ok {
		w.lines[joinKeys(path)] = line
	}
}

// lineOf returns the line of a part of the text.
func (w *tomlWalk) lineOf(part unstable.Range) int {
	before, _ := slices.BinarySearch(w.ends, int(part.Offset))
	return 1 + before
}

// key records the line of a key and returns its path. What follows a list of tables belongs to the last of them.
func (w *tomlWalk) key(of []string, node *unstable.Node) (path []string, line int) {
	path = slices.Clone(of)
	for keys := node.Key(); keys.Next() && len(path) < maxPath; {
		if n := w.tables[joinKeys(path)]; n > 0 {
			path = append(path, Index(n-1))
		}
		path = append(path, string(keys.Node().Data))
		line = w.lineOf(keys.Node().Raw)
		w.note(path, line)
	}
	return path, line
}

// value records the lines in a value.
func (w *tomlWalk) value(path []string, node *unstable.Node) {
	if len(path) == maxPath {
		return
	}
	switch node.Kind {
	case unstable.InlineTable:
		for children := node.Children(); children.Next(); {
			below, _ := w.key(path, children.Node())
			w.value(below, children.Node().Value())
		}
	case unstable.Array:
		i := 0
		for children := node.Children(); children.Next(); i++ {
			below := append(slices.Clip(path), Index(i))
			if raw := children.Node().Raw; raw.Length > 0 {
				w.note(below, w.lineOf(raw))
			}
			w.value(below, children.Node())
		}
	}
}
