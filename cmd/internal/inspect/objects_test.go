package inspect_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/validator"
)

// array is an array of one object with that pickle.
func array(pickle string) string {
	header := "{'descr': '|O', 'fortran_order': False, 'shape': (), }"
	return "\x93NUMPY\x01\x00\x76\x00" + header + strings.Repeat(" ", 117-len(header)) + "\n" + pickle
}

// check returns the report on a file, as JSON, and fills trees unless they are nil.
func check(t testing.TB, trees *inspect.Trees, file string) string {
	t.Helper()
	var opt validator.Options
	if trees != nil {
		opt.Opcodes = trees.Opcodes
	}
	report, err := validator.Check(t.Context(), strings.NewReader(file), int64(len(file)), &opt)
	if err != nil {
		t.Fatal(err)
	}
	return string(report.AppendJSON(nil, "a.npy"))
}

// tree returns the tree of an array of one object with that pickle, or nil.
func tree(t testing.TB, pickle string, depth int) *inspect.Tree {
	t.Helper()
	trees := inspect.NewTrees(depth, 1)
	check(t, trees, array(pickle))
	return trees.Get(validator.NoMember, 0)
}

// The parts of pickles that tests share.
const (
	ndarray = "cnumpy._core.multiarray\n_reconstruct\n(cnumpy\nndarray\nK\x00\x85C\x01btR"
	float4  = "(K\x01K\x80K\x40\x86cnumpy\ndtype\n(X\x02\x00\x00\x00f4\x89\x88tR(K\x03X\x01\x00\x00\x00<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89C\x01xtb"
	one2j   = "cbuiltins\ncomplex\n(G?\xf0\x00\x00\x00\x00\x00\x00G\xc0\x00\x00\x00\x00\x00\x00\x00tR" // 1-2j
	scalar  = "cnumpy._core.multiarray\nscalar\n(cnumpy\ndtype\n(X\x02\x00\x00\x00i2\x89\x88tR(K\x03X\x01\x00\x00\x00<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tbC\x02\x80\x00tR"
	date    = "cdatetime\ndatetime\n(C\x0a\x07\xe8\x01\x02\x03\x04\x05\x00\x00\x07"
)

// samples are the values that NumPy and Python pickle, in the opcodes of several protocols, with their lines. A state of
// the wrong size is a finding, and doesn't matter here.
var samples = map[string]struct{ pickle, want string }{
	"None":     {"\x80\x04N.", "None"},
	"the last": {"\x80\x04K\x01K\x02.", "2"},
	"bools":    {"\x80\x04\x88\x89\x86.", "tuple of 2: True, False"},
	"ints":     {"(K\x05M\x00\xffJ\xff\xff\xff\xff\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x80\x00I7\nL-8L\nI01\nt.", "tuple of 7: 5, 65280, -1, 9223372036854775808, 7, -8, True"},
	"longs":    {"(\x8a\x00\x8a\x01\x80\x8a\x02\xff\x7f\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80t.", "tuple of 4: 0, -128, 32767, -9223372036854775808"},
	"large":    {"\x80\x02\x8a\xff" + strings.Repeat("\x01", 255) + ".", "int of 255 bytes"},
	"floats":   {"(G?\xf8\x00\x00\x00\x00\x00\x00F1e-05\nG\x7f\xf0\x00\x00\x00\x00\x00\x00G\x43\x41\xc3\x79\x37\xe0\x80\x00t.", "tuple of 4: 1.5, 1e-05, inf, 1e+16"},
	"text":     {"X\x03\x00\x00\x00it'.", `"it'"`},
	"controls": {"X\x05\x00\x00\x00\x1b[m\x0a\x07.", `'\x1b[m\n\x07'`},
	"long": {"X\xe8\x03\x00\x00" + strings.Repeat("resnet", 166) + "text.",
		"'resnetresnetresnetresnetresnetresnetresn…' (1000 characters)"},
	"very long": {"X\x88\x13\x00\x00" + strings.Repeat("ü", 2500) + ".", "'" + strings.Repeat("ü", 40) + "…' (2500 characters)"},
	"bytes":     {"\x80\x03C\x03\x00'\xff.", `b"\x00'\xff"`},
	"Python 2":  {"U\x02\xe9a.", "'éa'"},
	"latin1":    {"\x80\x02c_codecs\nencode\n(X\x02\x00\x00\x00\xc3\xa9X\x06\x00\x00\x00latin1tR.", `b'\xe9'`},
	"list":      {"](K\x01K\x02e.", "list of 2: 1, 2"},
	"long list": {"](" + strings.Repeat("M\xe8\x03", 500) + "e.", "list of 500: 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, …"},
	"lists":     {"](](K\x01e]]a]}ae.", "list of 3\n  [0]: list of 1: 1\n  [1]: list of 1\n    [0]: empty list\n  [2]: list of 1\n    [0]: empty dict"},
	"dict": {"}(X\x01\x00\x00\x00aK\x01K\x02}X\x01\x00\x00\x00bNsu.",
		"dict of 2 keys\n  'a': 1\n  2: dict of 1 key\n    'b': None"},
	// NEWOBJ doesn't initialize what it makes: these are empty, and the last has no default.
	"deque by NEWOBJ":       {"\x80\x02ccollections\ndeque\n](K\x01K\x02e\x85\x81.", "collections.deque.__new__\n  argument 1: list of 2: 1, 2"},
	"OrderedDict by NEWOBJ": {"\x80\x02ccollections\nOrderedDict\n}K\x01K\x02s\x85\x81.", "collections.OrderedDict.__new__\n  argument 1: dict of 1 key\n    1: 2"},
	"bytearray by NEWOBJ":   {"\x80\x02cbuiltins\nbytearray\nC\x03abc\x85\x81.", "bytearray.__new__(b'abc')"},
	"defaultdict by NEWOBJ": {"\x80\x02ccollections\ndefaultdict\ncbuiltins\nlist\n\x85\x81.", "collections.defaultdict.__new__\n  argument 1: import of list"},
	"set":                   {"\x80\x04\x8f(K\x01\x90.", "set of 1: 1"},
	"frozenset":             {"\x80\x04(K\x01\x91.", "frozenset of 1: 1"},
	"array":                 {ndarray + float4 + ".", "array <f4 (128, 64)"},
	"arrays":                {"]" + ndarray + float4 + "q\x01ah\x01a.", "list of 2\n  [0]: array <f4 (128, 64)\n  [1]: array <f4 (128, 64) (shared, see above)"},
	"bytearray":             {"\x80\x05\x96\x02\x00\x00\x00\x00\x00\x00\x00ab.", "bytearray b'ab'"},
	"scalar":                {scalar + ".", "128 (<i2)"},
	"dtype":                 {"cnumpy\ndtype\n(X\x02\x00\x00\x00f4\x89\x88tR.", "dtype =f4"},
	"import":                {"cnumpy\nfloat64\n.", "import of numpy.float64"},
	"imports":               {"]cmylib\nf\na.", "list of 1\n  [0]: import of mylib.f (unknown)"},
	"class":                 {"cmylib\nModel\n)\x81}X\x01\x00\x00\x00wK\x01sb.", "mylib.Model (unknown class; state: dict of 1 key)\n  'w': 1"},
	"call":                  {"cmylib\nmake\n(K\x01X\x01\x00\x00\x00atR.", "mylib.make(1, 'a') (unknown)"},
	"dangerous":             {"cos\nsystem\n(X\x02\x00\x00\x00idtR.", "os.system('id') (can run code)"},
	"date":                  {date + "tR.", "datetime.datetime 2024-01-02T03:04:05.000007"},
	"zoned": {date + "cdatetime\ntimezone\n(cdatetime\ntimedelta\n(K\x00K\x00K\x00tRtRtR.",
		"datetime.datetime 2024-01-02T03:04:05.000007, datetime.timezone(datetime.timedelta 0:00:00)"},
	"span":        {"cdatetime\ntimedelta\n(K\x02K\x3dK\x00tR.", "datetime.timedelta 2 days, 0:01:01"},
	"complex":     {one2j + ".", "(1-2j)"},
	"Fraction":    {"cfractions\nFraction\n(K\x01K\x03tR.", "fractions.Fraction 1/3"},
	"path":        {"cpathlib\nPosixPath\n(X\x01\x00\x00\x00/X\x03\x00\x00\x00a bX\x01\x00\x00\x00ctR.", "pathlib.PosixPath '/a b/c'"},
	"Decimal":     {"cdecimal\nDecimal\n(X\x04\x00\x00\x001.50tR.", "decimal.Decimal 1.50"},
	"not Decimal": {"cdecimal\nContext\n(X\x04\x00\x00\x001.50tR.", "decimal.Context('1.50') (unknown)"},
	"dotted":      {"cnumpy\ncore._internal._convert_to_stringdtype_kwargs\n(K\x00tR.", "numpy.core._internal._convert_to_stringdtype_kwargs(0) (unknown)"},
	"shared":      {"](](K\x01eq\x01h\x01e.", "list of 2\n  [0]: list of 1: 1\n  [1]: list of 1 (shared, see above)"},
	"cycle":       {"]q\x01h\x01a.", "list of 1\n  [0]: list of 1 (contains itself)"},
	"cyclic":      {"}q\x01X\x01\x00\x00\x00ah\x01s.", "dict of 1 key\n  'a': dict of 1 key (contains itself)"},
	"own state":   {"cmylib\nModel\n)\x81q\x01h\x01b.", "mylib.Model (unknown class; state: mylib.Model (unknown class; state: mylib.Model (unknown class; state: mylib.Model)))"},
	"of an atom":  {"K\x05q\x01h\x01b.", "5"},
	"truncated":   {"](K\x01K\x02ea", "list of 2: 1, 2\n… the rest of the pickle was not followed"},
	"not stored":  {"]h\x07a.", "list of 1: a value that npycheck didn't keep"},
}

// TestLines has each of the samples in a tree of its own.
func TestLines(t *testing.T) {
	for name, test := range samples {
		got := strings.Join(tree(t, test.pickle, 3).Lines(), "\n")
		if want := "objects: " + test.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestDepth opens as many levels as it is asked to. What fits on a line is not a level.
func TestDepth(t *testing.T) {
	const pickle = "}X\x01\x00\x00\x00a}X\x01\x00\x00\x00b}X\x01\x00\x00\x00c](K\x01K\x02esss."
	for depth, want := range []string{
		1: "objects: dict of 1 key\n  'a': dict of 1 key",
		2: "objects: dict of 1 key\n  'a': dict of 1 key\n    'b': dict of 1 key",
		3: "objects: dict of 1 key\n  'a': dict of 1 key\n    'b': dict of 1 key\n      'c': list of 2: 1, 2",
	} {
		if depth > 0 {
			if got := strings.Join(tree(t, pickle, depth).Lines(), "\n"); got != want {
				t.Errorf("%d: got\n%s\nwant\n%s", depth, got, want)
			}
		}
	}
}

// TestJSON has a tree in JSON, with a cycle, a value that comes again and one that isn't shown to its end.
func TestJSON(t *testing.T) {
	pickle := "](K\x01X\x03\x00\x00\x00\xe2\x82\xac]q\x02K\x05ah\x02cmylib\nModel\n)\x81}X\x01\x00\x00\x00wh\x02sb](](" + "]" + "eee."
	var got any
	if err := json.Unmarshal(tree(t, pickle, 1).AppendJSON(nil), &got); err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal([]byte(`{"type": "list", "length": 5, "items": [
		{"type": "int", "value": 1},
		{"type": "str", "value": "€", "length": 1},
		{"type": "list", "length": 1, "items": [{"type": "int", "value": 5}]},
		{"type": "list", "length": 1, "same_as": "/items/2"},
		{"type": "mylib.Model", "import": "unknown", "cut": true, "state": {"type": "dict", "length": 1, "cut": true}}
	]}`), &want); err != nil {
		t.Fatal(err)
	}
	want.(map[string]any)["length"] = 6.0
	want.(map[string]any)["items"] = append(want.(map[string]any)["items"].([]any), map[string]any{"type": "list", "length": 1.0, "cut": true})
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

// hostile are pickles that stand for far more than they take, or nest deeply.
func hostile() map[string]string {
	slot := func(n int) string { return string([]byte{'r', byte(n), byte(n >> 8), byte(n >> 16), 0}) }
	get := func(n int) string { return string([]byte{'j', byte(n), byte(n >> 8), byte(n >> 16), 0}) }
	var doubling, chain strings.Builder
	doubling.WriteString("]" + slot(0))
	for i := range 5000 {
		doubling.WriteString("](" + strings.Repeat(get(i), 50) + "e" + slot(i+1))
	}
	chain.WriteString("cm\nC\n)\x81" + slot(0))
	for i := range 5000 {
		chain.WriteString("cm\nC\n(" + get(i) + get(i) + "t\x81" + get(i) + "b" + slot(i+1))
	}
	zoned := "cm\nC\n)\x81" + slot(0)
	for i := range 150 {
		zoned += date + get(i) + "tR" + slot(i+1)
	}
	zoned += "(" + strings.Repeat(get(150), 100) + "t" + slot(1000)
	names := "(" + strings.Repeat("X\x01\x00\x00\x00a", 100) + "t"
	return map[string]string{
		"exponential":  doubling.String() + ".",
		"objects":      chain.String() + ".",
		"deep lists":   strings.Repeat("]", 50_000) + strings.Repeat("a", 49_999) + ".",
		"deep tuples":  "N" + strings.Repeat("\x85", 100_000) + ".",
		"wide":         "(" + strings.Repeat("]", 150_000) + "l.",
		"wide dict":    "(" + strings.Repeat("K\x01}", 100_000) + "d.",
		"appended":     "]" + strings.Repeat("]a", 100_000) + ".",
		"stack":        strings.Repeat("N", 100_000) + ".",
		"marks":        strings.Repeat("(", 100_000) + ".",
		"gets":         "]q\x00" + strings.Repeat("h\x000", 100_000) + ".",
		"memo":         strings.Repeat("]\x940", 100_000) + "N.",
		"memo of much": "]" + strings.Repeat("(NNNNNNNNt\x94a", 40_000) + ".",
		"many cycles":  "]q\x00" + strings.Repeat("]q\x01h\x01ah\x00aa", 40_000) + ".",
		"dtypes":       "]" + strings.Repeat("cnumpy\ndtype\n(X\x02\x00\x00\x00V8\x89\x88tR(K\x03X\x01\x00\x00\x00|N"+names+"}K\x08K\x01K\x00tba", 3000) + ".",
		"own zone":     date + "cm\nC\n)\x81q\x00tRq\x01h\x00h\x01b0h\x01h\x00b.",
		"zones":        zoned + "](" + strings.Repeat("cm\nC\n"+get(1000)+"R", 80) + "e.",
		"own import":   "cm\nC\nq\x002h\x00ah\x00h\x00s0h\x00.",
		"own dtype":    "cnumpy\ndtype\n(X\x02\x00\x00\x00f4\x89\x88tRq\x00h\x00b.",
		"states":       "cm\nC\n)\x81q\x00" + strings.Repeat("h\x00b", 100_000) + ".",
		"paths":        "]" + strings.Repeat("cpathlib\nPosixPath\n("+strings.Repeat("X\x04\x00\x00\x00abcd", 90)+"tRa", 2000) + ".",
		"complex memo": complexInMemo,
		"complex many": complexMany,
		"complex dict": complexInDict,
		"text":         "X\x00\x00\x80\x00" + strings.Repeat("a", 1<<23) + ".",
	}
}

// bounded reports how a tree exceeds what its limits promise.
func bounded(t testing.TB, name string, tree *inspect.Tree) {
	t.Helper()
	if tree == nil {
		return
	}
	lines := tree.Lines()
	size := 0
	for _, line := range lines {
		size += len(line)
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Errorf("%s: got a line with a control character: %q", name, line)
		}
	}
	// 500 values, each on a line with what was left out below it, of 20 levels at most.
	if len(lines) > 1100 || size > 1100*1000 {
		t.Errorf("%s: got %d lines of %d bytes", name, len(lines), size)
	}
	out := tree.AppendJSON(nil)
	if len(out) > 2<<20 || !json.Valid(out) {
		t.Errorf("%s: got %d bytes of JSON", name, len(out))
	}
}

// TestHostile expects all trees to be small, at all depths. What they allocate is bounded by the bytes of the pickle, and a
// walk of all that it stands for doesn't end.
func TestHostile(t *testing.T) {
	for name, pickle := range hostile() {
		for _, depth := range []int{1, inspect.MaxDepth} {
			before := allocated()
			made := tree(t, pickle, depth)
			if work, most := allocated()-before, 1<<20+1000*uint64(len(pickle)); work > most {
				t.Errorf("%s: got %d bytes allocated at depth %d, want at most %d", name, work, depth, most)
			}
			bounded(t, name, made)
		}
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestMemory expects a walk to keep a bounded number of values, and with them the outermost ones.
func TestMemory(t *testing.T) {
	pickle := "}X\x01\x00\x00\x00a](" + strings.Repeat("(NK\x01t\x94", 200_000) + "esX\x01\x00\x00\x00bK\x07s."
	lines := tree(t, pickle, 3).Lines()
	if len(lines) != 14 || lines[1] != "  'a': list of 200000" || lines[12] != "    … 199990 more" || lines[13] != "  'b': 7" {
		t.Errorf("got %q", lines)
	}
}

// TestArrays looks at two arrays of a file.
func TestArrays(t *testing.T) {
	trees := inspect.NewTrees(1, 2)
	check(t, trees, array("K\x01.")+array("K\x02."))
	var got []string
	trees.Each(func(name string, array int, tree *inspect.Tree) {
		got = append(got, fmt.Sprintf("%s%d %s", name, array, strings.Join(tree.Lines(), "\n")))
	})
	if want := []string{"0 objects: 1", "2 objects: 2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var none *inspect.Trees
	if none.Get(0, 0) != nil {
		t.Error("got a tree of no trees")
	}
	none.Each(func(string, int, *inspect.Tree) { t.Error("got a tree of no trees") })
}

// FuzzTree expects the tree of any pickle to be bounded and the same for each walk, and the report to be the same without
// it.
func FuzzTree(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, pickle := range hostile() {
		if len(pickle) < 10_000 {
			f.Add(pickle, uint8(3))
		}
	}
	f.Add(complexInMemo, uint8(3)) // longer, since trim looks only after many values
	f.Add(complexMany, uint8(3))
	f.Add(complexInDict, uint8(3))
	f.Add("}(X\x01\x00\x00\x00aK\x01K\x02}X\x01\x00\x00\x00bNsu.", uint8(3))
	f.Add("]"+ndarray+float4+"q\x01ah\x01a.", uint8(2))
	f.Add("cmylib\nModel\n)\x81q\x01h\x01b.", uint8(20))
	f.Add("]q\x01(h\x01K\x01](K\x01\x8c\x01aee.", uint8(20))
	f.Add(date+"tR.", uint8(1))
	f.Fuzz(func(t *testing.T, pickle string, depth uint8) {
		if len(pickle) > 1<<16 {
			return
		}
		levels := 1 + int(depth)%inspect.MaxDepth
		once := tree(t, pickle, levels)
		bounded(t, "a pickle", once)
		again := tree(t, pickle, levels)
		if (once == nil) != (again == nil) || once != nil && !slices.Equal(once.Lines(), again.Lines()) {
			t.Errorf("got different trees")
		}
		file := array(pickle)
		with, without := check(t, inspect.NewTrees(levels, 1), file), check(t, nil, file)
		if with != without {
			t.Errorf("got the report\n%s\nand without a tree\n%s", with, without)
		}
	})
}
