package literal

import (
	"context"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// FuzzLiteral parses any text, of version 3.0 or below.
func FuzzLiteral(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, rule := range spec.Rules() {
		bad, _, ok := corpus.Example(rule.Name)
		if !ok || bad.Size > 1<<12 {
			continue
		}
		b, err := fs.ReadFile(corpus.FS, bad.File)
		if err != nil {
			f.Fatal(err)
		}
		if len(b) > 12 {
			f.Add(false, strings.TrimRight(string(b[10:]), "\x00 \n"))
		}
	}
	f.Add(true, "{'descr': [('中', '<i4', (2,))], 'fortran_order': False, 'shape': (), }")
	f.Add(false, "{'a': r'\\' \"it's\" # 1\n, b'\\x00': [1_0, 0x1F, -(3L), 1+2j], }")
	f.Fuzz(func(t *testing.T, v3 bool, text string) {
		tree, faults := parse(text, v3)
		for _, f := range faults.Kept {
			if f.Offset < 0 || f.Length < 0 || f.Offset+f.Length > int64(len(text)) {
				t.Errorf("%v: range %d+%d is not in the text", f.Rule, f.Offset, f.Length)
			}
			for _, s := range []string{f.Message, f.Pointer} {
				if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
					t.Errorf("%v: %q is not fit for a terminal", f.Rule, s)
				}
			}
		}
		if count := counts(faults); count[spec.HeaderNotALiteral] > 1 || count[spec.HeaderNotALiteral] > 0 && !tree.Malformed() {
			t.Errorf("got %d syntax errors, malformed %v", count[spec.HeaderNotALiteral], tree.Malformed())
		}
		if root := tree.Root(); root != 0 {
			checkNode(t, tree, root, 0, len(text))
		}
		checkFull(t, text, v3, tree, faults)
	})
}

// checkNode checks a node and what is in it: it lies between two positions, and so do its children, one
// after another. A value that is written again as Python writes it has nothing wrong with it.
func checkNode(t *testing.T, tree *Tree, n Node, from, to int) {
	if tree.Pos(n) < from || tree.End(n) < tree.Pos(n) || tree.End(n) > to {
		t.Errorf("node %d is at %d to %d, want it within %d to %d", n, tree.Pos(n), tree.End(n), from, to)
	}
	from = tree.Pos(n)
	for child := tree.First(n); child != 0; child = tree.Next(child) {
		checkNode(t, tree, child, from, tree.End(n))
		from = tree.End(child)
	}
	if tree.Kind(n) != String {
		return
	}
	value := tree.Value(n)
	if !utf8.ValidString(value) {
		return
	}
	again, faults := parse(string(text.AppendRepr(nil, value)), true)
	if len(faults.Kept) > 0 || again.Value(again.Root()) != value {
		t.Errorf("%q is read again as %q, with %v", value, again.Value(again.Root()), faults.Kept)
	}
}

// checkFull parses with a list that keeps nothing: what is counted and read is the same.
func checkFull(t *testing.T, text string, v3 bool, want *Tree, faults *finding.List) {
	var tree Tree
	full := &finding.List{}
	tree.Parse(context.Background(), Source{Text: []byte(text), Latin1: !v3, NoLong: v3, Faults: full}, 0)
	tree.Finish()
	if !maps.Equal(counts(full), counts(faults)) {
		t.Errorf("got %v, want %v", counts(full), counts(faults))
	}
	if tree.Root() != want.Root() || tree.Root() != 0 && show(&tree, tree.Root()) != show(want, want.Root()) {
		t.Errorf("got another tree")
	}
}

func counts(l *finding.List) map[spec.ID]int {
	count := maps.Clone(l.Omitted)
	if count == nil {
		count = map[spec.ID]int{}
	}
	for _, f := range l.Kept {
		count[f.Rule]++
	}
	return count
}
