package literal

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// parse parses a text as of version 1.0, or of 3.0 if v3 is set.
func parse(text string, v3 bool) (*Tree, *finding.List) {
	tree, faults := new(Tree), &finding.List{Max: 1000}
	tree.Parse(context.Background(), Source{Text: []byte(text), Latin1: !v3, NoLong: v3, Faults: faults}, 0)
	tree.Finish()
	return tree, faults
}

// show returns a tree in the manner of Python, with values for what was written. What is bad is ?, and
// parentheses without need are <>.
func show(t *Tree, n Node) string {
	var items []string
	for item := t.First(n); item != 0; item = t.Next(item) {
		items = append(items, show(t, item))
	}
	all := strings.Join(items, " ")
	switch t.Kind(n) {
	case Bad:
		return "?"
	case Dict:
		return "dict(" + all + ")"
	case List:
		return "[" + all + "]"
	case Tuple:
		return "(" + all + ")"
	case Set:
		return "{" + all + "}"
	case Group:
		return "<" + all + ">"
	case String:
		return fmt.Sprintf("%q", t.Value(n))
	case Int:
		if v, ok := t.Int(n); ok {
			return fmt.Sprint(v)
		}
		return "huge"
	}
	return string(t.Text(n))
}

// list returns faults as rule, position and length, pointer and message.
func list(faults []finding.Finding) string {
	var all []string
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%v %d+%d %s %s", f.Rule, f.Offset, f.Length, f.Pointer, f.Message))
	}
	return strings.Join(all, " | ")
}

// example is a text, what is read of it, and what is found wrong with it.
type example struct{ text, tree, faults string }

func run(t *testing.T, v3 bool, examples []example) {
	t.Helper()
	for _, e := range examples {
		tree, faults := parse(e.text, v3)
		got := "-"
		if tree.Root() != 0 {
			got = show(tree, tree.Root())
		}
		if got != e.tree || list(faults.Kept) != e.faults {
			t.Errorf("%q:\n got %s %s\nwant %s %s", e.text, got, list(faults.Kept), e.tree, e.faults)
		}
	}
}

// TestNesting covers as many brackets as there may be, and one more.
func TestNesting(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	run(t, false, []example{
		{deep(200), deep(200), ""},
		{deep(201), "-", "header-nesting-depth 200+1 " + strings.Repeat("/0", 200) + " brackets nested more than 200 deep"},
	})
}

// TestLongKey covers a key that is too long for a pointer.
func TestLongKey(t *testing.T) {
	for n, token := range map[int]string{
		198: strings.Repeat("k", 198),
		199: "'" + strings.Repeat("k", 59) + "… (201 bytes)",
	} {
		_, faults := parse("{'"+strings.Repeat("k", n)+"': 1L, }", false)
		want := fmt.Sprintf("literal-long-suffix %d+2 /%s integer 1 has the Python 2 suffix L, expected none", n+5, token)
		if got := list(faults.Kept); got != want {
			t.Errorf("key of %d characters: got %s, want %s", n, got, want)
		}
	}
}

func TestBegins(t *testing.T) {
	for text, want := range map[string]bool{
		"{": true, "(": true, "[": true, "dict(": true, "a.b9(": true, "a9": false, "a9(": true, "9(": true,
		"'a'": true, "'a' ": true, "'a": false, "'": false, "u'a'": true, "rb'a'": true, "abc'a'": false, "'a\"": false, "x = {": false, "u": false, "}": false,
	} {
		if got := Begins([]byte(text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestPlaces covers a text that neither begins its file nor is parsed from its beginning.
func TestPlaces(t *testing.T) {
	var tree Tree
	faults := &finding.List{Max: 2}
	tree.Parse(context.Background(), Source{Text: []byte("x = {'a': 3L, }  "), Offset: 100, Faults: faults}, 4)
	root := tree.Root()
	if key := tree.First(root); tree.Pos(root) != 4 || tree.End(root) != 15 || tree.Pos(key) != 5 || tree.End(key) != 8 || string(tree.Text(tree.Next(key))) != "3L" || tree.Next(tree.Next(key)) != 0 {
		t.Errorf("got %d to %d with %q", tree.Pos(root), tree.End(root), tree.Text(key))
	}
	if !tree.Complete() || tree.Malformed() || tree.Kind(root).String() != "a dictionary" {
		t.Errorf("got complete %v, malformed %v, %s", tree.Complete(), tree.Malformed(), tree.Kind(root))
	}
	tree.Fault(spec.HeaderNotADictionary, root, "/p", "%s", tree.Excerpt(root))
	if got, want := list(faults.Kept), "literal-long-suffix 110+2 /a integer 3 has the Python 2 suffix L, expected none | header-not-a-dictionary 104+11 /p {'a': 3L, }"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The list is full: nobody reads what is said now.
	tree.Fault(spec.HeaderNotADictionary, root, "/p", "again")
	if got := tree.Excerpt(root); got != "" || faults.Omitted[spec.HeaderNotADictionary] != 1 {
		t.Errorf("got %q and %v omitted", got, faults.Omitted)
	}
}

// TestExplain covers parentheses that somebody has reported otherwise.
func TestExplain(t *testing.T) {
	var tree Tree
	faults := &finding.List{Max: 10}
	tree.Parse(context.Background(), Source{Text: []byte("(((3)), (4), ((x)))"), Faults: faults}, 0)
	tree.Explain(tree.First(tree.Root()))
	tree.Finish()
	if got, want := list(faults.Kept), "header-not-a-literal 15+1 /2/0/0 header is not a Python literal: unexpected name x | literal-parentheses 8+3  parentheses around an integer, expected none"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCancelled parses with a context that is done, which is looked at every 16,384 tokens.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for items, complete := range map[int]bool{8000: true, 9000: false} {
		var tree Tree
		text := "[" + strings.Repeat("1, ", items) + "2]"
		tree.Parse(ctx, Source{Text: []byte(text), Faults: &finding.List{}}, 0)
		if tree.Complete() != complete || tree.Malformed() == complete {
			t.Errorf("%d items: got complete %v, malformed %v", items, tree.Complete(), tree.Malformed())
		}
	}
}

// TestMemory parses again in the memory of a parse before.
func TestMemory(t *testing.T) {
	var tree Tree
	src := Source{Text: []byte("{'descr': [('a', '<i4'), ('b', '<f8', (2, 3))], 'fortran_order': False, 'shape': (3,), }"), Faults: &finding.List{Max: 1}}
	allocs := testing.AllocsPerRun(10, func() {
		tree.Reset(1 << 10)
		tree.Parse(context.Background(), src, 0)
	})
	if allocs > 0 || len(src.Faults.Kept) > 0 || !tree.Complete() {
		t.Errorf("got %v allocations and %v", allocs, src.Faults.Kept)
	}
	if tree.Reset(smallNodes); tree.Root() != 0 || cap(tree.nodes) != smallNodes {
		t.Errorf("got root %d and %d nodes, want none and %d", tree.Root(), cap(tree.nodes), smallNodes)
	}
	if tree.Reset(smallNodes - 1); tree.nodes != nil {
		t.Errorf("got memory for %d nodes, want none", cap(tree.nodes))
	}
	// Commas in a string could be items, brackets that are never closed can't.
	for text, most := range map[string]int{strings.Repeat("[", 1<<16): 300, strings.Repeat("[1,", 1000): 1300} {
		var tree Tree
		tree.Parse(context.Background(), Source{Text: []byte(text), Faults: &finding.List{}}, 0)
		if cap(tree.nodes) > most {
			t.Errorf("%.10q…: got memory for %d nodes, want at most %d", text, cap(tree.nodes), most)
		}
	}
}
