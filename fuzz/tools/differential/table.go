package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// row is a row of the table: disagreements that have a reason.
type row struct {
	reader string // or its first letters and "*"
	kind   string
	rule   string // that the file breaks, or "*" for any and for none
	what   *regexp.Regexp
	used   int64
	text   string
}

func readTable(name string) ([]*row, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var rows []*row
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.SplitN(line, " | ", 5)
		if len(cells) != 5 {
			return nil, fmt.Errorf("%s: line %d: got %d cells, expected 5", name, n, len(cells))
		}
		if _, ok := spec.Lookup(cells[2]); !ok && cells[2] != "*" {
			return nil, fmt.Errorf("%s: line %d: unknown rule %q", name, n, cells[2])
		}
		what, err := regexp.Compile(cells[3])
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		rows = append(rows, &row{reader: cells[0], kind: cells[1], rule: cells[2], what: what, used: 0, text: line})
	}
	return rows, lines.Err()
}

// matches reports whether the row has the reason of a disagreement about a file that breaks the rule.
func (r *row) matches(d *disagreement, rule string) bool {
	prefix, open := strings.CutSuffix(r.reader, "*")
	return (d.reader == prefix || open && strings.HasPrefix(d.reader, prefix)) &&
		(d.kind == r.kind || d.kind == reads && r.kind == hides) && (r.rule == "*" || r.rule == rule) && r.what.MatchString(d.what)
}

// found is the result of a run.
type found struct {
	mu      sync.Mutex
	rows    []*row
	classes map[string]map[string]int64 // by oracle and class, how many files
	known   map[string]int64            // by reader and kind
	groups  map[string]*group           // without a reason, by signature
}

type group struct {
	count  int64
	what   string
	file   []byte
	format string
}

func (f *found) count(oracle, class string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.classes == nil {
		f.classes = map[string]map[string]int64{}
	}
	if f.classes[oracle] == nil {
		f.classes[oracle] = map[string]int64{}
	}
	f.classes[oracle][class]++
}

func (f *found) add(d *disagreement, s *subject) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.explain(d) {
		if f.known == nil {
			f.known = map[string]int64{}
		}
		f.known[d.reader+" "+d.kind]++
		return
	}
	if f.groups == nil {
		f.groups = map[string]*group{}
	}
	signature := d.signature()
	g := f.groups[signature]
	if g == nil {
		g = &group{file: s.content, what: d.what, format: s.format}
		f.groups[signature] = g
	}
	g.count++
	if len(s.content) < len(g.file) {
		g.file, g.what = s.content, d.what
	}
}

// explain reports whether the table has the reason of a disagreement. A reader that reads a file although there are
// several reasons to reject it needs a row for each.
func (f *found) explain(d *disagreement) bool {
	find := func(rule, kind string) *row {
		at := slices.IndexFunc(f.rows, func(r *row) bool { return r.kind == kind && r.matches(d, rule) })
		if at < 0 {
			return nil
		}
		return f.rows[at]
	}
	if d.kind != reads {
		for _, rule := range append(slices.Clone(d.rules), "") {
			if r := find(rule, d.kind); r != nil {
				r.used++
				return true
			}
		}
		return false
	}
	for _, rule := range d.others {
		if r := find(rule, hides); r != nil {
			r.used++
			return true
		}
	}
	var used []*row
	for _, rule := range d.rules {
		r := find(rule, reads)
		if r == nil {
			return false
		}
		used = append(used, r)
	}
	for _, r := range used {
		r.used++
	}
	return len(used) > 0
}

func (f *found) printCounts(w io.Writer, oracle string) {
	for _, class := range slices.Sorted(maps.Keys(f.classes[oracle])) {
		fmt.Fprintf(w, "    %-24s %9d\n", class, f.classes[oracle][class])
	}
}

// report shows the disagreements, and puts the files of the new ones into a folder.
func (f *found) report(w io.Writer, out string) error {
	fmt.Fprintln(w, "disagreements with a reason:")
	for _, key := range slices.Sorted(maps.Keys(f.known)) {
		fmt.Fprintf(w, "    %-24s %9d\n", key, f.known[key])
	}
	for _, r := range f.rows {
		fmt.Fprintf(w, "    %9d  %s\n", r.used, r.text)
	}
	if len(f.groups) == 0 {
		return nil
	}
	signatures := slices.Collect(maps.Keys(f.groups))
	slices.SortFunc(signatures, func(a, b string) int {
		return cmp.Or(cmp.Compare(f.groups[b].count, f.groups[a].count), cmp.Compare(a, b))
	})
	fmt.Fprintf(w, "%d kinds of disagreements without one:\n", len(signatures))
	for i, signature := range signatures {
		g := f.groups[signature]
		fmt.Fprintf(w, "\n%3d. %d times: %s\n%+q\n%s", i, g.count, signature, g.what, hex.Dump(g.file[:min(len(g.file), 512)]))
		if out == "" {
			continue
		}
		if err := os.MkdirAll(out, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, fmt.Sprintf("%03d.%s", i, g.format)), g.file, 0o666); err != nil {
			return err
		}
	}
	return errNew
}

// rulesOfReport returns the rules that a file breaks, each once, of those to which a reader owes at least the given
// duty.
func rulesOfReport(report *validator.Report, duty spec.Duty) []string {
	var rules []string
	for _, finding := range report.Findings {
		if finding.Duty() >= duty {
			rules = append(rules, finding.Rule.String())
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// errNew says that there are disagreements that aren't in the table.
var errNew = errors.New("disagreements without a reason")
