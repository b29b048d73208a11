package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// The assembler: functions that return opcodes.

func proto(n byte) string { return "\x80" + string([]byte{n}) }

func importOf(module, name string) string { return "c" + module + "\n" + name + "\n" }

// str is text in the form of protocol 1.
func str(s string) string {
	return "X" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
}

// short is text in the form of protocol 4.
func short(s string) string { return "\x8c" + string([]byte{byte(len(s))}) + s }

func raw8(s string) string { return "C" + string([]byte{byte(len(s))}) + s }

func num(n uint32) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, n)) }

func frameOf(n uint64) string { return "\x95" + string(binary.LittleEndian.AppendUint64(nil, n)) }

func dtypeCall(code string) string { return importOf("numpy", "dtype") + str(code) + "\x89\x88\x87R" }

// dtypeOf is a dtype without fields; the flags are an opcode.
func dtypeOf(code, order, flags string) string {
	return dtypeCall(code) + "(K\x03" + str(order) + "NNN" + num(1<<32-1) + num(1<<32-1) + flags + "tb"
}

var (
	dtypeO = dtypeOf("O8", "|", "K?")
	newND  = importOf("numpy.core.multiarray", "_reconstruct") + importOf("numpy", "ndarray") + "K\x00\x85" + raw8("b") + "\x87R"
)

// one is an array that holds one object.
func one(object string) string { return newND + "(K\x01K\x01\x85" + dtypeO + "\x89]" + object + "atb" }

// object1 is a file with an array of one object, whose opcodes are given.
func object1(object string) []byte { return payload(proto(3) + one(object) + ".") }

// payload is a file with a header for one object and the given pickle.
func payload(pickle string) []byte { return npy(1, dict("'|O'", "False", "(1,)"), pickle) }

const called = ")R" // without arguments

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
		{Module: "numpy.core.multiarray", Name: "_reconstruct", Offset: 130, Tier: spec.TierNumPy, Called: true, Member: NoMember},
		{Module: "numpy", Name: "ndarray", Offset: 166, Tier: spec.TierNumPy, Called: true, Member: NoMember},
		{Module: "numpy", Name: "dtype", Offset: 195, Tier: spec.TierNumPy, Called: true, Member: NoMember},
		{Module: "os", Name: "system", Offset: 248, Tier: spec.TierDangerous, Called: true, Member: NoMember},
		{Module: "mylib", Name: "f", Offset: 263, Tier: spec.TierUnknown, Member: NoMember},
		{Offset: 274, Tier: spec.TierUnknown, Member: NoMember},
		{Module: "decimal", Name: "Decimal", Offset: 276, Tier: spec.TierStdlib, Called: true, Member: NoMember},
	}
	if !slices.Equal(report.Imports, want) {
		t.Errorf("got %+v, want %+v", report.Imports, want)
	}
	stream, err := CheckStream(context.Background(), bytes.NewReader(file), nil)
	if err != nil || !slices.Equal(stream.Imports, want) {
		t.Errorf("stream: got %+v, %v, want %+v", stream.Imports, err, want)
	}
	i := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "pickle-present" })
	if got := report.Findings[i].Message; !strings.Contains(got, "imports: 3 from NumPy, 1 from Python, 2 unknown, 1 dangerous") {
		t.Errorf("got message %q, want the imports counted", got)
	}
}

// TestPickleManyImports covers more imports and findings than are listed: they are counted.
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

// TestPickleWithoutEffectOfOrder covers an array of one dimension, for which the order makes no difference.
func TestPickleWithoutEffectOfOrder(t *testing.T) {
	file := npy(1, dict("'|O'", "True", "(1,)"), proto(3)+one("N")+".")
	if got := ruleIDs(checkBytes(t, file, nil)); !slices.Equal(got, []string{"order-true-without-effect", "pickle-present"}) {
		t.Errorf("got %v, want order-true-without-effect and pickle-present", got)
	}
}

// TestPickleIncomplete covers more on the stack than is followed.
func TestPickleIncomplete(t *testing.T) {
	file := payload(proto(3) + importOf("os", "system") + strings.Repeat("(", 1<<15))
	report := checkBytes(t, file, nil)
	if report.Incomplete == "" || report.Verdict() != NotChecked {
		t.Errorf("got %q, %s, want an incomplete check", report.Incomplete, report.Verdict())
	}
	sameStream(t, file, nil)
}

// TestPickleFirst keeps one finding, and then two: what the data is comes first, then where it ends.
func TestPickleFirst(t *testing.T) {
	for _, test := range []struct {
		pickle  string
		max     int
		want    string
		omitted int
	}{
		{proto(3) + importOf("os", "system"), 1, "pickle-present", 2},
		{proto(3) + importOf("os", "system"), 2, "pickle-present pickle-truncated", 1},
		{proto(3) + one("N") + "." + "\n", 1, "pickle-present", 1},
		{proto(3) + one("N") + "." + "\n", 2, "pickle-present pickle-trailing", 0},
	} {
		report := checkBytes(t, payload(test.pickle), &Options{MaxFindings: test.max})
		omitted := 0
		for _, n := range report.Omitted {
			omitted += n
		}
		if got := strings.Join(ruleIDs(report), " "); got != test.want || omitted != test.omitted {
			t.Errorf("%q with %d findings: got %s and %d omitted, want %s and %d", test.pickle, test.max, got, omitted, test.want, test.omitted)
		}
	}
}

// TestPickleEnd holds where a pickle ends, and what is said about it.
func TestPickleEnd(t *testing.T) {
	file := payload(proto(3) + one("N") + ".ab")
	report := checkBytes(t, file, nil)
	end := int64(len(file)) - 2
	if f := report.Findings[len(report.Findings)-1]; f.Rule != spec.PickleTrailing || f.Offset != end || f.Length != 2 || f.Message != "2 extra bytes after the pickle, expected the end of the data" {
		t.Errorf("got %+v, want pickle-trailing at %d+2", f, end)
	}
	cut := payload(proto(3) + "J\x00\x00")
	report = checkBytes(t, cut, nil)
	if f := report.Findings[len(report.Findings)-1]; f.Rule != spec.PickleTruncated || f.Offset != 130 || f.Length != 3 || f.Message != "pickle truncated at offset 133, at least 2 bytes missing; fetch or write it again" {
		t.Errorf("got %+v, want pickle-truncated at 130+3", f)
	}
	if report.Array.DataBytes != 5 {
		t.Errorf("got %d bytes of data, want 5", report.Array.DataBytes)
	}
}

// TestPickleCut cuts each pickle of the corpus that conforms after each of its bytes, alone and as a member: whatever the
// cut is in, the pickle is truncated and not malformed, and the message doesn't claim that more is missing than is.
func TestPickleCut(t *testing.T) {
	missing := regexp.MustCompile(`at least (\d+) bytes? missing`)
	cuts, counted := 0, 0
	for _, c := range corpus.Cases() {
		if !strings.HasPrefix(c.ID, "pickle/") || c.Size > 700 {
			continue
		}
		file := readCase(t, c)
		report := checkBytes(t, file, &Options{Depth: Full})
		if report.Array == nil || !report.Array.DType.HasObject() || len(report.Arrays) > 1 ||
			report.Array.DataOffset+report.Array.DataBytes < int64(len(file)) || slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Severity() == spec.Error }) {
			continue
		}
		for at := int(report.Array.DataOffset) + 1; at < len(file); at++ {
			cuts++
			report := checkBytes(t, file[:at], &Options{Depth: Full})
			rules := ruleIDs(report)
			i := slices.Index(rules, "pickle-truncated")
			if i < 0 || slices.Contains(rules, "pickle-malformed") {
				t.Errorf("%s, %d of %d bytes: got %v, want pickle-truncated and not pickle-malformed", c.ID, at, len(file), rules)
				continue
			}
			if n := missing.FindStringSubmatch(report.Findings[i].Message); n != nil {
				counted++
				if least, err := strconv.Atoi(n[1]); err != nil || least < 1 || least > len(file)-at {
					t.Errorf("%s, %d of %d bytes: got %q, want at most %d", c.ID, at, len(file), report.Findings[i].Message, len(file)-at)
				}
			}
			if cuts%50 == 0 {
				member := checkBytes(t, build.Archive("", build.File{Name: "a.npy", Content: file[:at]}), &Options{Depth: Full})
				if rules := ruleIDs(member); !slices.Contains(rules, "pickle-truncated") || slices.Contains(rules, "pickle-malformed") {
					t.Errorf("%s, a member of %d of %d bytes: got %v, want pickle-truncated and not pickle-malformed", c.ID, at, len(file), rules)
				}
			}
		}
	}
	if cuts < 5000 || counted < 500 {
		t.Errorf("got %d cuts, %d with a number, want at least 5000 and 500", cuts, counted)
	}
	two := slices.Concat(plainFile, payload(proto(3)+one(str("text"))))
	report := checkBytes(t, two[:len(two)-5], &Options{Depth: Full})
	want := fmt.Sprintf("pickle truncated at offset %d, at least 2 bytes missing; fetch or write it again (the array before it is whole)", len(two)-5)
	if !slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Message == want && f.Remedy && f.Array == 2 }) {
		t.Errorf("got %v, want %s", report.Findings, want)
	}
}

// TestOpcodes has a member with two arrays of objects, the second of them cut off, and one without objects. Each opcode
// is passed once, with the place of its array, also if a file turns out to be too large to be read at once.
func TestOpcodes(t *testing.T) {
	const descr = "'|O'"
	whole := npy(1, dict(descr, "False", "()"), "\x80\x02]q\x01K\x05ah\x01X\x02\x00\x00\x00\xc3\xa9cm\nn\n\x87.")
	cut := npy(1, dict(descr, "False", "()"), "\x80\x02T\x88\x13\x00\x00"+zeros(4999))
	files := map[string][]byte{
		"a.npz": build.Archive("", build.File{Name: "a.npy", Content: plainFile}, build.File{Name: "b.npy", Content: slices.Concat(whole, cut)}),
		"a.npy": slices.Concat(whole, cut),
	}
	dir := t.TempDir()
	for name, want := range map[string]string{
		"a.npz": "begin 1 0 b.npy; %send 1 0 b.npy; begin 1 2 b.npy; PROTO \"\\x02\" 1; end 1 2 b.npy",
		"a.npy": "begin -1 0 ; %send -1 0 ; begin -1 2 ; PROTO \"\\x02\" 1; end -1 2 ",
	} {
		want = fmt.Sprintf(want, `PROTO "\x02" 1; EMPTY_LIST "" 0; BINPUT "\x01" 1; BININT1 "\x05" 1; APPEND "" 0; BINGET "\x01" 1; `+
			`BINUNICODE "\u00e9" 1; GLOBAL "m\nn\n" 4; TUPLE3 "" 0; STOP "" 0; `)
		if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o666); err != nil {
			t.Fatal(err)
		}
		var got []string
		opt := &Options{Opcodes: func(member, array int, in string) (func(string, []byte, int64), func()) {
			place := fmt.Sprintf("%d %d %s", member, array, in)
			got = append(got, "begin "+place)
			return func(op string, arg []byte, n int64) { got = append(got, fmt.Sprintf("%s %+q %d", op, arg, n)) },
				func() { got = append(got, "end "+place) }
		}}
		if _, err := Check(t.Context(), openListed(t, dir, name), 0, opt); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		opt.Opcodes = func(int, int, string) (func(string, []byte, int64), func()) { return nil, nil }
		if got := ruleIDs(checkBytes(t, files[name], opt)); !slices.Contains(got, "pickle-truncated") {
			t.Errorf("%s: got, with functions that are nil, %v, want pickle-truncated among them", name, got)
		}
	}
}
