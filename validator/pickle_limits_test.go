package validator

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// repeated is a file of head and as many repetitions of a pattern as it has room for. It holds
// neither, so that the heap is that of the check alone, and takes note of its peak.
type repeated struct {
	head    []byte
	pattern []byte
	size    int64
	reads   int
	last    int64 // where the last read began
	peak    uint64
}

func (r *repeated) ReadAt(p []byte, off int64) (int, error) {
	if r.reads++; r.reads%8 == 0 {
		runtime.GC() // how far the collector is behind depends on what else the machine does
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		r.peak = max(r.peak, m.HeapAlloc)
	}
	r.last = max(r.last, off)
	n := 0
	for n < len(p) && off+int64(n) < r.size {
		at := off + int64(n)
		from := r.head[min(at, int64(len(r.head))):]
		if len(from) == 0 {
			from = r.pattern[(at-int64(len(r.head)))%int64(len(r.pattern)):]
		}
		n += copy(p[n:min(int64(len(p)), r.size-off)], from)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// TestPickleMemory repeats opcodes a million times and more. What is in use stays below 10 MiB, so
// that the heap is below 16 MiB with what waits for the collector.
func TestPickleMemory(t *testing.T) {
	text := strings.Repeat("t", 4000)
	wide := "(" + strings.Repeat("K\x01", 64) + "t"
	for _, test := range []struct{ name, head, pattern string }{
		{"marks", "", "("},
		{"marks and values", "", "(N"},
		{"values", "", "N"},
		{"POP and values", "", "NN0"},
		{"tuples in tuples", "N", "\x85"},
		{"pairs", "N", "N\x86"},
		{"lists", "", "]"},
		{"dicts", "", "}"},
		{"lists in lists", "", "]\x94"},
		{"copies", "N", "2"},
		{"copies of a text", str(text), "2"},
		{"stores", "N", "\x94"},
		{"texts", "", short("a text")},
		{"texts in the memo", "(", short("a text") + "\x94"},
		{"letters in the memo", "(", short("a") + "\x94"},
		{"long texts", "", str(text)},
		{"long texts in the memo", "", str(text) + "\x94"},
		{"long texts in frames", "", str(text) + "\x94("},
		{"long texts in tuples", "", str(text) + "\x94\x85\x94"},
		{"wide tuples", "", wide + "\x94"},
		{"wide tuples in frames", "", wide + "\x94(N"},
		{"wide tuples of long texts", "", "(" + strings.Repeat(str(text), 8) + "t"},
		{"slots far apart", "N", "r\x01\x00\x00\x00r\x03\x00\x00\x00"},
		{"imports", "", importOf("os", "system")},
		{"imports in the memo", "", importOf("mylib", "f") + "\x94"},
		{"imports of long names", "", importOf(text, text)},
		{"imports of long names in the memo", "", importOf(text, text) + "\x94"},
		{"calls", "", importOf("mylib", "f") + ")R"},
		{"dtypes in the memo", "", dtypeO + "\x94"},
		{"own dtypes in the memo", "", dtypeOf("M8", "<", "K\x00") + "\x94"},
		{"arrays in the memo", "", newND + "(K\x01" + wide + dtypeO + "\x89]tb\x94"},
		{"arrays of uneven lists", "", newND + "(K\x01K\x02\x85" + dtypeO + "\x89]tb0"},
		{"fields", "}", str("a") + dtypeO + "K\x00\x86s"},
		{"faults", "N", "h\xff0"},
		{"bad calls", "", importOf("builtins", "bytearray") + "K\x01\x85R0"},
		{"frames", "", frameOf(4) + "NNNN"},
		{"open sets of ints", "", "\x8f(" + many1(150, func(i int) string { return num(uint32(i << 8)) }) + "\x90"},
		{"keys of a dict", "}(", many1(100_000, func(i int) string { return binFloat(float64(i)/3) + "N" })},
		{"elements of a list", "](", many1(100_000, func(i int) string { return binFloat(float64(i) / 3) })},
		{"persistent ids", "", "P" + text + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			const size = 2 << 20
			head := payload(proto(4) + test.head)
			runtime.GC()
			var before runtime.MemStats
			runtime.ReadMemStats(&before)
			pattern := strings.Repeat(test.pattern, 1+4096/len(test.pattern))
			r := &repeated{head: head, pattern: []byte(pattern), size: size}
			report, err := Check(context.Background(), r, size, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.last < size-64<<10 {
				t.Errorf("got the last read at %d, want the whole file read", r.last)
			}
			if report.Verdict() == Conforming {
				t.Errorf("got verdict %s, want another", report.Verdict())
			}
			if used := int64(r.peak) - int64(before.HeapAlloc); used > 10<<20 {
				t.Errorf("heap grows by %d KiB, want at most 10 MiB", used>>10)
			} else {
				t.Logf("heap grows by %d KiB", used>>10)
			}
		})
	}
}

// TestPickleWorkIsLinear doubles pickles. Twice the bytes are twice the bytes read, and about twice the
// values gone through when the stack is thinned out.
func TestPickleWorkIsLinear(t *testing.T) {
	for _, pattern := range []string{"N", "(", "(N", "]", "N\x94", "2", short("abc") + "\x94", "N\x85", importOf("os", "system"), "(N1", "]Na", "h\x000"} {
		var moved [2]int64
		for i, n := range []int{1 << 16, 1 << 17} {
			file := payload(proto(4) + "N\x94" + strings.Repeat(pattern, n))
			r := &countingReader{r: bytes.NewReader(file)}
			w := &walk{ctx: context.Background(), source: source{ra: r, size: int64(len(file))}}
			p := &pickle{w: w, r: bufio.NewReaderSize(w.payload(128), pickleBuffer), at: 128}
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			if r.n.Load() > int64(len(file)) {
				t.Errorf("%q: read %d bytes of %d", pattern, r.n.Load(), len(file))
			}
			moved[i] = p.stack.moved
		}
		if moved[1] > 3*moved[0]+maxStack {
			t.Errorf("%q: moved %d values for %d repetitions and %d for twice as many", pattern, moved[0], 1<<16, moved[1])
		}
	}
}

// TestOpcodeWorkIsLinear repeats each opcode, on a stack on which it can work again and again, or that
// it soon finds empty. Twice as many cost about twice the memory and twice the values gone through.
func TestOpcodeWorkIsLinear(t *testing.T) {
	arguments := map[argument]string{
		argUint8: "\x00", argUint16: "\x00\x00", argInt32: "\x00\x00\x00\x00", argUint32: "\x00\x00\x00\x00",
		argUint64: "\x04\x00\x00\x00\x00\x00\x00\x00", argFloat64: "\x00\x00\x00\x00\x00\x00\x00\x00",
		argLine: "0\n", argQuoted: "'a'\n", argEscaped: "\\u0041\n", argNames: "os\nsystem\n", argID: "id\n",
		argCount8: "\x01a", argCount32: "\x01\x00\x00\x00a", argCount32s: "\x01\x00\x00\x00a", argCount64: "\x01\x00\x00\x00\x00\x00\x00\x00a",
	}
	// What must stand in front of some of them each time.
	before := map[byte]string{
		opReduce: "h\x01)", opNewObj: "h\x01)", opNewObjEx: "h\x01)}", opBuild: "]}", opStackGlobal: str("os") + str("system"), opInst: "(", opObj: "(h\x01",
		opAppend: "]N", opAppends: "](N", opSetItem: "}NN", opSetItems: "}(NN", opAddItems: "\x8f(N", opTuple: "(NN", opList: "(NN", opDict: "(NN", opFrozenSet: "(NN",
		opTuple2: "N", opTuple3: "NN", opPop: "N", opPopMark: "(N", opReadonlyBuffer: "N", opBinPersID: "N", opStop: "N0",
	}
	count := 0
	for c := range 256 {
		op := opcodes[c]
		if op.name == "" {
			continue
		}
		count++
		pattern := before[byte(c)] + string([]byte{byte(c)}) + arguments[op.arg]
		const n = 1 << 14
		var moved, allocated [3]int64
		for i, n := range []int{n, n, 2 * n} { // the first fills the pools
			file := payload(proto(5) + "N\x94" + importOf("os", "system") + "\x94" + "](" + strings.Repeat(pattern, n))
			w := &walk{ctx: context.Background(), source: source{ra: bytes.NewReader(file), size: int64(len(file))}}
			p := &pickle{w: w, r: bufio.NewReaderSize(w.payload(128), pickleBuffer), at: 128}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			allocated[i] = -int64(m.TotalAlloc)
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&m)
			allocated[i] += int64(m.TotalAlloc)
			moved[i] = p.stack.moved
		}
		if moved[2] > 3*moved[1]+maxStack || allocated[2] > 5*allocated[1]/2+4<<20 {
			t.Errorf("%s: moves %d values and allocates %d bytes for %d, %d and %d for twice as many", op.name, moved[1], allocated[1], n, moved[2], allocated[2])
		}
	}
	if count != 68 {
		t.Errorf("got %d opcodes, want 68", count)
	}
}

// TestNestedObjects finds objects in every place and spelling of a dtype, also where the array has no
// elements: what follows the header is a pickle then, and must be there.
func TestNestedObjects(t *testing.T) {
	for _, test := range []struct {
		descr, shape string
		object       bool
	}{
		{"'|O'", "(1,)", true},
		{"'O'", "(1,)", true},
		{"'|O8'", "(1,)", true},
		{"'<O'", "(1,)", true},
		{"'|O'", "(0,)", true},
		{"'|O'", "()", true},
		{"[('a', '|O')]", "(1,)", true},
		{"[('a', '<f8'), ('b', [('c', [('d', '|O')])])]", "(1,)", true},
		{"[('a', '|O', (2, 2))]", "(1,)", true},
		{"[('a', [('b', '|O', (3,))], (2,))]", "(0,)", true},
		{"[('a', '|V8')]", "(0,)", false},
		{"[('O', '<f8')]", "(0,)", false},
	} {
		got := ruleIDs(checkBytes(t, npy(1, dict(test.descr, "False", test.shape), ""), nil))
		if slices.Contains(got, "pickle-missing") != test.object {
			t.Errorf("%s with shape %s: got %v, want pickle-missing %t", test.descr, test.shape, got, test.object)
		}
	}
}

func TestPickleHeaderDepth(t *testing.T) {
	file := object1(importOf("os", "system"))
	report := checkBytes(t, file, &Options{Depth: Header})
	if len(report.Findings) > 0 || len(report.Imports) > 0 {
		t.Errorf("got %v and imports %v, want none", ruleIDs(report), report.Imports)
	}
	if got := ruleIDs(checkBytes(t, []byte(proto(4)+"N."), &Options{Depth: Header})); !slices.Equal(got, []string{"pickle-raw-file"}) {
		t.Errorf("bare pickle: got %v, want pickle-raw-file", got)
	}
}

// TestPickleImports compares the list of imports with what the pickle holds.
func TestPickleImports(t *testing.T) {
	file := payload(proto(3) + one("("+importOf("os", "system")+"q\x01)R"+importOf("mylib", "f")+"h\x01\x82\x05"+importOf("decimal", "Decimal")+str("1")+"\x85Rt") + ".")
	report := checkBytes(t, file, nil)
	want := []Import{
		{Module: "numpy.core.multiarray", Name: "_reconstruct", Offset: 130, Tier: TierNumPy, Called: true, Member: NoMember},
		{Module: "numpy", Name: "ndarray", Offset: 166, Tier: TierNumPy, Called: true, Member: NoMember},
		{Module: "numpy", Name: "dtype", Offset: 195, Tier: TierNumPy, Called: true, Member: NoMember},
		{Module: "os", Name: "system", Offset: 248, Tier: TierDangerous, Called: true, Member: NoMember},
		{Module: "mylib", Name: "f", Offset: 263, Tier: TierUnknown, Member: NoMember},
		{Offset: 274, Tier: TierUnknown, Member: NoMember},
		{Module: "decimal", Name: "Decimal", Offset: 276, Tier: TierStdlib, Called: true, Member: NoMember},
	}
	if !slices.Equal(report.Imports, want) {
		t.Errorf("got %+v, want %+v", report.Imports, want)
	}
	stream, err := CheckStream(context.Background(), bytes.NewReader(file), nil)
	if err != nil || !slices.Equal(stream.Imports, want) {
		t.Errorf("stream: got %+v, %v, want %+v", stream.Imports, err, want)
	}
	i := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "pickle-present" })
	if got := report.Findings[i].Message; !strings.Contains(got, "imports: 3 of NumPy (numpy.core.multiarray._reconstruct, numpy.ndarray, numpy.dtype), "+
		"1 of Python (decimal.Decimal), 2 unknown (mylib.f, an import without a name), 1 dangerous (os.system);") {
		t.Errorf("got message %q, want the imports counted", got)
	}
}

// TestPickleRenamedImports tells what Python 3 makes of a name of Python 2, as long as it renames it.
func TestPickleRenamedImports(t *testing.T) {
	for _, test := range []struct{ pickle, want string }{
		{proto(2) + importOf("urllib2", "urlopen") + ".", "import of urllib2.urlopen (in Python 3 urllib.request.urlopen), which can"},
		{proto(2) + importOf("itertools", "imap") + ".", "import of itertools.imap (in Python 3 builtins.map), which can"},
		{importOf("tkMessageBox", "showinfo") + ".", "import of tkMessageBox.showinfo (in Python 3 tkinter.messagebox.showinfo), which can"},
		{proto(3) + importOf("urllib2", "urlopen") + ".", "import of urllib2.urlopen, which can"},
		{proto(2) + importOf("os", "system") + ".", "import of os.system, which can"},
	} {
		report := checkBytes(t, payload(test.pickle), nil)
		i := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "pickle-import-dangerous" })
		if i < 0 || !strings.HasPrefix(report.Findings[i].Message, test.want) {
			t.Errorf("%q: got %+v, want %q", test.pickle, report.Findings, test.want)
		}
	}
}

// TestPickleImportNames tells a dotted name from a module.
func TestPickleImportNames(t *testing.T) {
	report := checkBytes(t, object1(importOf("numpy", "core.multiarray.scalar")), nil)
	want := "import of 'numpy' 'core.multiarray.scalar' takes an attribute of an attribute, want a name without dots"
	if !slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "pickle-import-name" && f.Message == want }) {
		t.Errorf("got %+v, want %q", report.Findings, want)
	}
}

// TestPickleManyImports has more imports and findings than are listed: they are counted.
func TestPickleManyImports(t *testing.T) {
	file := object1("(" + strings.Repeat(importOf("os", "system"), 600) + strings.Repeat(importOf("mylib", "f"), 600) + "t")
	report := checkBytes(t, file, nil)
	if len(report.Imports) != 1000 || report.ImportsOmitted != 203 {
		t.Errorf("got %d imports and %d omitted, want 1000 and 203", len(report.Imports), report.ImportsOmitted)
	}
	n := 0
	for _, f := range report.Findings {
		if strings.HasPrefix(f.Rule.String(), "pickle-import-") {
			n++
		}
	}
	if n += report.Omitted[spec.PickleImportUnknown] + report.Omitted[spec.PickleImportDangerous]; n != 1200 {
		t.Errorf("got %d findings on imports, want 1200", n)
	}
	if report.Findings[0].Rule.String() != "pickle-present" {
		t.Errorf("got %s first, want pickle-present", report.Findings[0].Rule.String())
	}
}

// TestPickleLimit has more on the stack than is followed. The check says that it is incomplete.
func TestPickleLimit(t *testing.T) {
	for _, file := range [][]byte{
		payload(proto(3) + importOf("os", "system") + strings.Repeat("(", 1<<15)),
		payload(proto(3) + importOf("os", "system") + strings.Repeat("(NNNN", 1<<15)),
	} {
		report := checkBytes(t, file, nil)
		if report.Incomplete == "" || report.Verdict() != Unreadable {
			t.Errorf("got %q, %s, want an incomplete check", report.Incomplete, report.Verdict())
		}
		if got := ruleIDs(report); !slices.Contains(got, "pickle-import-dangerous") || !slices.Contains(got, "pickle-depth") {
			t.Errorf("got %v, want what was found before", got)
		}
		sameStream(t, file, nil)
	}
}

// TestPickleLostSize hands on arguments that were let go, and that may decide on a size.
func TestPickleLostSize(t *testing.T) {
	for _, object := range []string{
		importOf("builtins", "bytearray") + slot40001 + "\x85R",
		importOf("decimal", "Decimal") + slot40001 + "\x85R",
	} {
		file := forgotten("N", num(1e9), many+object)
		report := checkBytes(t, file, nil)
		at := int64(len(file) - len("R"+"t"+"atb"+"."))
		if !slices.ContainsFunc(report.Findings, func(f Finding) bool {
			return f.Rule.String() == "pickle-not-followed" && f.Offset == at && f.Length == 1 && strings.Contains(f.Message, "that npycheck did not keep")
		}) {
			t.Errorf("%.40q: got %+v, want pickle-not-followed at %d", object, report.Findings, at)
		}
	}
}

func TestBarePickle(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{proto(2) + "N.", "pickle-raw-file"},
		{proto(0) + "N.", "pickle-protocol pickle-raw-file"},
		{proto(4) + frameOf(2) + "N.", "pickle-frame pickle-raw-file"},
		{importOf("numpy.core.multiarray", "_reconstruct") + ".", "pickle-raw-file"},
		{importOf("os", "system") + "(" + str("id") + "tR.", "pickle-import-dangerous pickle-raw-file"},
		{"((" + str("id") + importOf("os", "system") + "o.", "prefix-magic"},
		{"(" + importOf("os", "system") + str("id") + "o.", "pickle-import-dangerous pickle-raw-file"},
		{"(ios\nsystem\n.", "pickle-import-dangerous pickle-raw-file"},
		{importOf("copy_reg", "_reconstructor") + "N.", "pickle-malformed pickle-raw-file"},
		{"column\nvalue\n1\n", "prefix-magic"},
		{"cos\nsystem", "prefix-magic"},
		{"", "prefix-too-short"},
		{proto(4) + importOf("os", "system") + ")R.", "pickle-import-dangerous pickle-raw-file"},
		{proto(4) + importOf("os", "system"), "pickle-import-dangerous pickle-raw-file pickle-truncated"},
		{proto(4) + "N.x", "pickle-raw-file pickle-trailing"},
		{proto(6) + "N.", "prefix-magic"},
		{proto(4) + "\xff", "prefix-magic"},
		{proto(4), "prefix-magic"},
		{"N.", "prefix-magic"},
	} {
		report := checkBytes(t, []byte(test.file), nil)
		if got := ruleIDs(report); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%q: got %v, want %s", test.file, got, test.want)
		}
		if report.Verdict() != Nonconforming || report.Format != Unknown {
			t.Errorf("%q: got %s, %s, want nonconforming, unknown", test.file, report.Verdict(), report.Format)
		}
		sameStream(t, []byte(test.file), nil)
	}
}

// TestPicklePrefixes cuts a pickle at every byte: each piece is nonconforming.
func TestPicklePrefixes(t *testing.T) {
	file := payload(proto(4) + frameOf(uint64(len(one(short("abc")))+1)) + one(short("abc")) + ".")
	for cut := 128; cut < len(file); cut++ {
		report := checkBytes(t, file[:cut], nil)
		got := slices.DeleteFunc(ruleIDs(report), func(id string) bool { return id == "pickle-present" })
		if len(got) != 1 || report.Verdict() != Nonconforming {
			t.Errorf("first %d bytes: got %v, %s, want one finding", cut, got, report.Verdict())
		}
	}
	if got := ruleIDs(checkBytes(t, file, nil)); !slices.Equal(got, []string{"pickle-present"}) {
		t.Errorf("whole: got %v, want pickle-present", got)
	}
}

// cancelling ends its context in the middle of a file.
type cancelling struct {
	repeated
	cancel context.CancelFunc
}

func (c *cancelling) ReadAt(p []byte, off int64) (int, error) {
	if off > c.size/2 {
		c.cancel()
	}
	return c.repeated.ReadAt(p, off)
}

func TestPickleCancelled(t *testing.T) {
	for _, pattern := range []string{"N0", "B\xff\xff\xff\x7f", "X\xff\xff\xff\x7f"} {
		ctx, cancel := context.WithCancel(context.Background())
		c := &cancelling{repeated{head: payload(proto(3)), pattern: []byte(pattern), size: 4 << 20}, cancel}
		if pattern[0] != 'N' {
			c.head, c.pattern = append(c.head, pattern...), []byte("a")
		}
		if _, err := Check(ctx, c, c.size, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: got error %v, want context.Canceled", pattern, err)
		}
	}
}

func TestPickleThatShrinks(t *testing.T) {
	file := object1(str("abcdef"))
	for _, cut := range []int{1, 5, 12, 30} {
		b := file[:len(file)-cut]
		if _, err := Check(context.Background(), bytes.NewReader(b), int64(len(file)), nil); err != ErrChanged {
			t.Errorf("%d bytes less: got error %v, want %v", cut, err, ErrChanged)
		}
	}
}
