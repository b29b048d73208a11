package pickle

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/validator/internal/finding"
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
		runtime.GC() // how late the collector is depends on what else the machine does
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

// TestPickleMemory repeats opcodes up to a million times. What is in use stays below 10 MiB, so
// that the heap is below 16 MiB with what waits for the collector.
func TestPickleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("collects garbage over and over")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // only what is in use counts
	text := strings.Repeat("t", 4000)
	wide := "(" + strings.Repeat("K\x01", 64) + "t"
	limited := []string{"marks", "marks and values", "wide tuples in frames"} // their stack is more than npycheck follows
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
			size := max(1<<20, 2*int64(len(test.pattern)))
			head := payload(proto(4) + test.head)
			runtime.GC()
			var before runtime.MemStats
			runtime.ReadMemStats(&before)
			pattern := strings.Repeat(test.pattern, 1+4096/len(test.pattern))
			r := &repeated{head: head, pattern: []byte(pattern), size: size}
			c := config(&oneObject, size)
			c.MaxFaults = 100
			report, err := Walk(context.Background(), io.NewSectionReader(r, start, size-start), c)
			if err != nil {
				t.Fatal(err)
			}
			if want := slices.Contains(limited, test.name); want != (report.Limit != "") {
				t.Errorf("got the limit %q, want one: %t", report.Limit, want)
			}
			if r.last < size-64<<10 && report.Limit == "" {
				t.Errorf("got the last read at %d, want the whole file read", r.last)
			}
			if len(report.Faults.Kept) == 0 && !report.Truncated && report.Limit == "" {
				t.Errorf("got nothing, want what is wrong")
			}
			if used := int64(r.peak) - int64(before.HeapAlloc); used > 10<<20 {
				t.Errorf("heap grows by %d KiB, want at most 10 MiB", used>>10)
			} else {
				t.Logf("heap grows by %d KiB", used>>10)
			}
		})
	}
}

// TestPickleWorkIsLinear doubles pickles. Twice the bytes are about twice the
// values gone through when the stack is thinned out.
func TestPickleWorkIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("doubles pickles")
	}
	for _, pattern := range []string{"N", "(", "(N", "]", "N\x94", "2", short("abc") + "\x94", "N\x85", importOf("os", "system"), "(N1", "]Na", "h\x000"} {
		var moved [2]int64
		for i, n := range []int{1 << 15, 1 << 16} {
			file := payload(proto(4) + "N\x94" + strings.Repeat(pattern, n))
			p := newMachine(context.Background(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			moved[i] = p.stack.moved
		}
		if moved[1] > 3*moved[0]+maxStack {
			t.Errorf("%q: moved %d values for %d repetitions and %d for twice as many", pattern, moved[0], 1<<15, moved[1])
		}
	}
}

// TestOpcodeWorkIsLinear repeats each opcode, on a stack on which it can work again and again, or that
// it soon finds empty. Twice as many cost about twice the memory and twice the values gone through.
func TestOpcodeWorkIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("doubles what each opcode has to do")
	}
	arguments := map[argument]string{
		argUint8: "\x00", argUint16: "\x00\x00", argInt32: "\x00\x00\x00\x00", argUint32: "\x00\x00\x00\x00",
		argUint64: "\x04\x00\x00\x00\x00\x00\x00\x00", argFloat64: "\x00\x00\x00\x00\x00\x00\x00\x00",
		argLine: "0\n", argQuoted: "'a'\n", argEscaped: "\\u0041\n", argNames: "os\nsystem\n", argID: "id\n",
		argCount8: "\x01a", argCount32: "\x01\x00\x00\x00a", argCount32s: "\x01\x00\x00\x00a", argCount64: "\x01\x00\x00\x00\x00\x00\x00\x00a",
	}
	// What must precede some of them each time.
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
		const n = 1 << 12
		var moved, allocated [3]int64
		for i, n := range []int{n, n, 2 * n} { // the first fills the pools
			file := payload(proto(5) + "N\x94" + importOf("os", "system") + "\x94" + "](" + strings.Repeat(pattern, n))
			p := newMachine(context.Background(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
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
		if moved[2] > 3*moved[1]+maxStack || allocated[2] > 5*allocated[1]/2+1<<20 {
			t.Errorf("%s: moves %d values and allocates %d bytes for %d, %d and %d for twice as many", op.name, moved[1], allocated[1], n, moved[2], allocated[2])
		}
	}
	if count != 68 {
		t.Errorf("got %d opcodes, want 68", count)
	}
}

// TestPickleRenamedImports checks what Python 3 makes of a Python 2 name, for as long as it renames it.
func TestPickleRenamedImports(t *testing.T) {
	for _, test := range []struct{ pickle, want string }{
		{proto(2) + importOf("urllib2", "urlopen") + ".", "import of urllib2.urlopen (in Python 3 urllib.request.urlopen), which can"},
		{proto(2) + importOf("itertools", "imap") + ".", "import of itertools.imap (in Python 3 builtins.map), which can"},
		{importOf("tkMessageBox", "showinfo") + ".", "import of tkMessageBox.showinfo (in Python 3 tkinter.messagebox.showinfo), which can"},
		{proto(3) + importOf("urllib2", "urlopen") + ".", "import of urllib2.urlopen, which can"},
		{proto(2) + importOf("os", "system") + ".", "import of os.system, which can"},
	} {
		report := walk(t, payload(test.pickle))
		i := slices.IndexFunc(report.Faults.Kept, func(f finding.Finding) bool { return f.Rule.String() == "pickle-import-dangerous" })
		if i < 0 || !strings.HasPrefix(report.Faults.Kept[i].Message, test.want) {
			t.Errorf("%q: got %+v, want %q", test.pickle, report.Faults.Kept, test.want)
		}
	}
}

// TestPickleImportNames distinguishes a dotted name from a module.
func TestPickleImportNames(t *testing.T) {
	report := walk(t, object1(importOf("numpy", "core.multiarray.scalar")))
	want := "import of 'numpy' 'core.multiarray.scalar' has a dotted name, expected one without dots"
	if !slices.ContainsFunc(report.Faults.Kept, func(f finding.Finding) bool { return f.Rule.String() == "pickle-import-name" && f.Message == want }) {
		t.Errorf("got %+v, want %q", report.Faults.Kept, want)
	}
}

// TestPickleLimit covers more on the stack than is followed. The check says that it is incomplete.
func TestPickleLimit(t *testing.T) {
	import1 := proto(3) + importOf("os", "system")
	for _, test := range []struct{ what, pickle, want string }{
		{"marks", import1 + strings.Repeat("(", 1<<15), "pickle has more marks on its stack than npycheck follows at offset 16525; the rest was not checked"},
		{"values", import1 + strings.Repeat("(NNNN", 1<<15), "pickle has more on its stack than npycheck follows at offset 82060; the rest was not checked"},
		{"spans of slots", import1 + many1(maxSpans+2, func(i int) string { return "r" + string([]byte{byte(2 * i), byte(2 * i >> 8), 0, 0}) }), ""},
	} {
		file := payload(test.pickle)
		report := walk(t, file)
		if report.Limit != test.want {
			t.Errorf("%s: got %q, want %q", test.what, report.Limit, test.want)
		}
		if got := rules(report); !slices.Contains(got, "pickle-import-dangerous") || test.want != "" && !slices.Contains(got, "pickle-depth") {
			t.Errorf("%s: got %v, want what was found before", test.what, got)
		}
		sameStream(t, file)
	}
}

// TestPickleImportsListed lists two imports. A dangerous one takes the place of the last harmless one.
func TestPickleImportsListed(t *testing.T) {
	numpy, first, second := importOf("numpy", "ndarray"), importOf("os", "system"), importOf("posix", "system")
	for _, test := range []struct {
		what, pickle string
		want         []string
		omitted      int
	}{
		{"as many", first + numpy, []string{"os", "numpy"}, 0},
		{"dangerous at the end", numpy + numpy + first, []string{"numpy", "os"}, 1},
		{"dangerous first", first + numpy + numpy, []string{"os", "numpy"}, 1},
		{"all dangerous", first + second + first, []string{"os", "posix"}, 1},
		{"two dangerous ones after others", numpy + numpy + first + second, []string{"os", "posix"}, 2},
		{"harmless between", first + numpy + second, []string{"os", "posix"}, 1},
	} {
		pickle := proto(4) + "(" + test.pickle + "t."
		c := config(nil, start+int64(len(pickle)))
		c.MaxImports = 2
		result, err := Walk(context.Background(), strings.NewReader(pickle), c)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range result.Imports {
			got = append(got, i.Module)
		}
		if !slices.Equal(got, test.want) || result.Omitted != test.omitted {
			t.Errorf("%s: got %v and %d omitted, want %v and %d", test.what, got, result.Omitted, test.want, test.omitted)
		}
	}
}

// TestPickleLostSize hands on arguments that were let go, and that may decide on a size.
func TestPickleLostSize(t *testing.T) {
	for _, object := range []string{
		importOf("builtins", "bytearray") + slot40001 + "\x85R",
		importOf("decimal", "Decimal") + slot40001 + "\x85R",
	} {
		file := forgotten("N", num(1e9), many+object)
		report := walk(t, file)
		at := int64(len(file) - len("R"+"t"+"atb"+"."))
		if !slices.ContainsFunc(report.Faults.Kept, func(f finding.Finding) bool {
			return f.Rule.String() == "pickle-late-change" && f.Offset == at && f.Length == 1 && strings.Contains(f.Message, "that npycheck no longer keeps")
		}) {
			t.Errorf("%.40q: got %+v, want pickle-late-change at %d", object, report.Faults.Kept, at)
		}
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
		if _, err := Walk(ctx, io.NewSectionReader(c, start, c.size-start), config(&oneObject, c.size)); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: got error %v, want context.Canceled", pattern, err)
		}
	}
}

func TestPickleThatShrinks(t *testing.T) {
	file := object1(str("abcdef"))
	for _, cut := range []int{1, 5, 12, 30} {
		b := file[:len(file)-cut]
		if _, err := Walk(context.Background(), bytes.NewReader(b[start:]), config(&oneObject, int64(len(file)))); err != ErrShort {
			t.Errorf("%d bytes less: got error %v, want %v", cut, err, ErrShort)
		}
	}
}
