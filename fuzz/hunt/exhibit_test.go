package hunt

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func expectation(t testing.TB, name string, file []byte) *conformance.Expectation {
	t.Helper()
	e, err := conformance.Expect(context.Background(), file, name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// padded returns a version 1.0 file whose data begins at offset 128.
func padded(text, data string) []byte {
	return []byte("\x93NUMPY\x01\x00\x76\x00" + text + strings.Repeat(" ", 117-len(text)) + "\n" + data)
}

// shown returns what the files of a finding about that failure show.
func shown(t *testing.T, f *failure) *exhibit {
	t.Helper()
	x, err := f.exhibit(f.finding())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// negative is a reader, called for each file, that reads a negative dimension.
func negative(t *testing.T) *exhibit {
	e := expectation(t, "input.npy", padded("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", ""))
	x := shown(t, &failure{
		signature: Signature{Cell: conformance.CellWrongVerdict, Duty: e.Duty, Rules: []spec.ID{spec.ShapeNegative}},
		file:      e.File,
		format:    validator.Npy,
		expected:  e,
		answer: conformance.Answer{
			Outcome: conformance.OutcomeAccept,
			Array:   judge.NewArray("<f8", []int64{-1}, nil),
			Took:    3 * time.Millisecond,
		},
		account: "read as <f8 of shape [-1]",
	})
	x.Runs, x.Seed, x.Number, x.Size = 3, 7, 1234, 153
	x.implementation, x.command, x.protocol = conformance.Implementation{Name: "read npy"}, []string{"./read npy", "--fast"}, conformance.Exec
	x.path = "out/fail-shape-negative-9c1b/input.npy"
	return x
}

// swapped is a reader in a process that lives on, which swaps no bytes of arrays in archives.
func swapped(t *testing.T) *exhibit {
	member := padded("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", "\x00\x01\x00\x02")
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	raw, err := w.CreateRaw(&zip.FileHeader{
		Name: "a.npy", CRC32: crc32.ChecksumIEEE(member), CompressedSize64: uint64(len(member)), UncompressedSize64: uint64(len(member)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Write(member); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	e := expectation(t, "input.npz", b.Bytes())
	a := conformance.Answer{
		Outcome: conformance.OutcomeAccept,
		Array:   judge.NewArchive(map[string]*judge.Array{"a": judge.NewArray("<i2", []int64{2}, []byte("\x00\x01\x00\x02"))}),
		Message: "\x1b[31mread\x1b[0m",
	}
	cell, account := conformance.Judge(e, a)
	x := shown(t, &failure{
		signature: Signature{Cell: cell, Duty: e.Duty, Traits: []string{"big-endian", "npz"}, Message: "element # is …"},
		file:      e.File,
		format:    validator.Npz,
		expected:  e,
		answer:    a,
		account:   account,
	})
	x.Seed, x.Size = 1, 4000
	x.implementation = conformance.Implementation{Name: "zipnpy", Version: "0.3.1", Language: "Python", Runtime: "CPython 3.13.1"}
	x.command, x.protocol, x.path = []string{"python3", "adapter.py", "it's"}, conformance.JSONL, "out/wrong-data-big-endian-3f2a/input.npz"
	return x
}

// TestWrite writes findings and compares all that is written with files that were written by hand.
func TestWrite(t *testing.T) {
	for name, finding := range map[string]func(*testing.T) *exhibit{"negative": negative, "swapped": swapped} {
		t.Run(name, func(t *testing.T) {
			x, dir := finding(t), t.TempDir()
			if err := x.write(dir); err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 4 {
				t.Errorf("got %d files (%v), want 4", len(entries), err)
			}
			for _, file := range []string{"README.md", "finding.json", "draft.go.txt"} {
				got, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					t.Fatal(err)
				}
				golden := filepath.Join("testdata", "write", name, file)
				if os.Getenv("NPYCHECK_UPDATE") != "" {
					if err := os.WriteFile(golden, got, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
				}
			}
			if got, err := os.ReadFile(filepath.Join(dir, fileName(x.Format))); err != nil || !bytes.Equal(got, x.File) {
				t.Errorf("got the file %q (%v), want %q", got, err, x.File)
			}
			if err := x.write(dir); err == nil {
				t.Error("overwrote a finding")
			}
		})
	}
}

// TestWriteLinks makes sure that nothing is written through a link.
func TestWriteLinks(t *testing.T) {
	x := negative(t)
	for _, name := range []string{"input.npy", "README.md"} {
		outside, dir := filepath.Join(t.TempDir(), "outside"), t.TempDir()
		if err := os.Symlink(outside, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
		if err := x.write(dir); err == nil || err.Error() != name+" already exists" {
			t.Errorf("%s: got the error %v", name, err)
		}
		if _, err := os.Lstat(outside); err == nil {
			t.Errorf("%s: wrote through the link", name)
		}
	}
}

// TestKeepLink makes sure that a link instead of a finding's folder doesn't lead out of the folder of the run.
func TestKeepLink(t *testing.T) {
	x := negative(t)
	outside, dir := t.TempDir(), filepath.Join(t.TempDir(), "out")
	folder := openSome(t, dir)
	if err := os.Symlink(outside, filepath.Join(dir, x.Signature.folder())); err != nil {
		t.Skip(err)
	}
	if err := folder.keep(x); err == nil || !strings.HasSuffix(err.Error(), " is not a folder") {
		t.Errorf("got the error %v", err)
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("got %v through the link (%v)", entries, err)
	}
}

// TestWriteAnything writes findings about every third file of the corpus that is not large, by a reader that says what
// would harm a terminal or the layout of a page.
func TestWriteAnything(t *testing.T) {
	schema := schematest.Read(t, "finding.schema.json")
	const hostile = "\x1b]0;x\a```\n# x\u202e ##[error] <script> " + "longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer longer"
	cells := []Cell{conformance.CellWrongVerdict, conformance.CellWrongData, conformance.CellCrash, conformance.CellHang, conformance.CellOutOfMemory, CellUnstable, CellDiffers}
	for i, c := range corpus.Cases() {
		if c.Size >= 64<<10 || i%3 > 0 || testing.Short() && i%16 > 0 {
			continue
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		e, err := conformance.Expect(context.Background(), file, c.File)
		if err != nil {
			continue
		}
		f := newFailure(cells[i%len(cells)], e, validator.Format(c.Format), conformance.Answer{Outcome: conformance.OutcomeCrash, Message: hostile}, hostile)
		if f.other = hostile; i%5 == 0 {
			f.written = file
		}
		x := shown(t, f)
		x.implementation = conformance.Implementation{Name: hostile, Version: hostile, Language: hostile, Runtime: hostile}
		x.command, x.protocol, x.path = []string{hostile, "'"}, []conformance.Protocol{conformance.Exec, conformance.JSONL}[i%2], hostile
		readme, doc, draft := x.readme(), x.json(), x.draft()
		if err := schema.Validate(t, doc); err != nil {
			t.Errorf("%s: %v\n%s", c.ID, err, doc)
		}
		if lines := bytes.Count(readme, []byte("\n")); lines > 60 {
			t.Errorf("%s: the README has %d lines", c.ID, lines)
		}
		for name, text := range map[string][]byte{"README.md": readme, "finding.json": doc, "draft.go.txt": draft} {
			for _, r := range string(text) {
				if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0x202e {
					t.Fatalf("%s: %s has the character %U", c.ID, name, r)
				}
			}
		}
		if bytes.Contains(readme, []byte("##[")) || bytes.Contains(readme, []byte("\n# x")) || bytes.Contains(readme, []byte("\n```")) {
			t.Errorf("%s: markup of the reader is in the README\n%s", c.ID, readme)
		}
		builds(t, c.ID, draft, file)
	}
}

// TestDraftIsBounded covers files that are just small enough for a draft, and just too large.
func TestDraftIsBounded(t *testing.T) {
	for size, want := range map[int]bool{maxDraft: true, maxDraft + 1: false} {
		file := negative(t).File
		e := expectation(t, "input.npy", append(file, make([]byte, size-len(file))...))
		x := shown(t, newFailure(conformance.CellCrash, e, validator.Npy, conformance.Answer{}, ""))
		dir := t.TempDir()
		if err := x.write(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "draft.go.txt")); (err == nil) != want {
			t.Errorf("a file of %d bytes: got %v, want a draft: %t", size, err, want)
		}
	}
}

// TestCommands covers a finding about two readers: both are asked.
func TestCommands(t *testing.T) {
	x := swapped(t)
	x.Signature.Cell, x.Other, x.opponent = CellDiffers, "read_npz 2.0", []string{"./read npz"}
	const request = `printf '%s\n' '{"op":"hello","protocol":1}' '{"op":"read","id":1,"path":"out/wrong-data-big-endian-3f2a/input.npz"}' '{"op":"bye"}' |`
	want := []string{
		request, `  python3 adapter.py 'it'\''s'`,
		request, `  './read npz'`,
		"npycheck check --depth full out/wrong-data-big-endian-3f2a/input.npz",
	}
	if got := x.commands(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	x.protocol = conformance.Exec
	want = []string{
		`python3 adapter.py 'it'\''s' out/wrong-data-big-endian-3f2a/input.npz`,
		`'./read npz' out/wrong-data-big-endian-3f2a/input.npz`,
		"npycheck check --depth full out/wrong-data-big-endian-3f2a/input.npz",
	}
	if got := x.commands(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// builds parses a draft as Go, and makes sure that the strings in what builds the file have its bytes in their order.
func builds(t *testing.T, id string, draft, file []byte) {
	t.Helper()
	_, literal, _ := strings.Cut(string(draft), "\n")
	literal, _, _ = strings.Cut(literal, "\n\n//")
	entry, err := parser.ParseExpr("[]Case{" + literal + "}")
	if err != nil {
		t.Fatalf("%s: %v\n%s", id, err, draft)
	}
	ast.Inspect(entry, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok || pair.Key.(*ast.Ident).Name != "Bytes" {
			return true
		}
		rest := file
		ast.Inspect(pair.Value, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Value[0] != '"' {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			at := bytes.Index(rest, []byte(text))
			if err != nil || at < 0 {
				t.Errorf("%s: %s is not in what is left of the file, %q (%v)", id, lit.Value, rest, err)
				return true
			}
			rest = rest[at+len(text):]
			return true
		})
		return false
	})
}

// TestListIsBounded covers an archive of more members than finding.json lists, each with a finding.
func TestListIsBounded(t *testing.T) {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for range maxListed + 3 {
		if _, err := w.Create("a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	e := expectation(t, "input.npz", archive.Bytes())
	e.Members = make([]corpus.Member, maxListed+3)
	x := shown(t, newFailure(conformance.CellCrash, e, validator.Npz, conformance.Answer{Outcome: conformance.OutcomeCrash}, ""))
	var doc findingJSON
	text := x.json()
	if err := errors.Join(json.Unmarshal(text, &doc), schematest.Read(t, "finding.schema.json").Validate(t, text)); err != nil {
		t.Fatal(err)
	}
	if n := len(doc.Expected.Members); n != maxListed || doc.Expected.More != 3 {
		t.Errorf("got %d members and %d more, want %d and 3", n, doc.Expected.More, maxListed)
	}
	if n := len(x.report.Findings); len(doc.Findings) != maxListed || n <= maxListed || doc.More != n-maxListed {
		t.Errorf("got %d findings and %d more of %d, want %d and the rest", len(doc.Findings), doc.More, n, maxListed)
	}
}

// TestClause covers failures about which more than one clause says something.
func TestClause(t *testing.T) {
	const wrong, fail, hang = conformance.CellWrongData, conformance.CellWrongVerdict, conformance.CellHang
	for _, test := range []struct {
		text, data string // of the header, and after it
		cell       Cell
		want       string
	}{
		{"{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", "", fail, "npy-6.2"},
		// A newline matters more than the dimensions and the length of the data.
		{"{'descr': '|u1', 'fortran_order': False,\n'shape': (1, 1), }", "a", fail, "npy-3.4"},
		{"{'descr': '|u1', 'fortran_order': False,\n'shape': (0,), }", "", fail, "npy-3.4"},
		{"{'descr': '>f8', 'fortran_order': False,\n'shape': (1,), }", "12345678", wrong, "npy-3.4"},
		{"{'descr':'>f8', 'fortran_order': False, 'shape': (1,), }", "12345678", fail, "npy-3.5"},
		// So do the order of the keys, and a tab.
		{"{'fortran_order': False, 'descr': '|u1', 'shape': (1, 1), }", "a", fail, "npy-4.4"},
		{"{'fortran_order': False, 'descr': '|u1', 'shape': (1, 1), }", "a", wrong, "npy-4.4"},
		{"{'descr': '|u1', 'fortran_order':\tFalse, 'shape': (1, 1), }", "a", wrong, "npy-3.4"},
		// In the header that NumPy writes it is the type, the order or the shape.
		{"{'descr': '>f8', 'fortran_order': True, 'shape': (1, 2), }", "1234567812345678", wrong, "npy-5.4"},
		{"{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2), }", "1234567812345678", fail, "npy-6.7"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", "1234567812345678", fail, "npy-6.1"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", "1234567812345678", wrong, "npy-7.1"},
		// What nobody has to read is what a reader hangs in.
		{"{'descr': '|S0', 'fortran_order': False, 'shape': (2097152, 1), }", "", hang, "npy-5.8"},
	} {
		e := expectation(t, "input.npy", padded(test.text, test.data))
		x := shown(t, newFailure(test.cell, e, validator.Npy, conformance.Answer{Outcome: conformance.OutcomeAccept}, "element 0"))
		if got := x.clauseID(); got != test.want {
			t.Errorf("%s, %q: got clause %s, want %s; %v %v", test.cell, test.text, got, test.want, x.Signature.Rules, x.Signature.Traits)
		}
	}
}

// TestHex covers files with rows that repeat, and longer ones with something wrong far from the start.
func TestHex(t *testing.T) {
	row := func(c string, n int) string { return strings.Repeat(c, 16*n) }
	const (
		a     = "00000000  61 61 61 61 61 61 61 61  61 61 61 61 61 61 61 61  |aaaaaaaaaaaaaaaa|\n"
		b     = "00000010  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n"
		caret = "                                                  ^^ ^^\n"
	)
	for _, test := range []struct {
		what, file string
		at         int64 // of two bytes of which a finding is, or -1
		want       string
	}{
		{"no bytes", "", -1, "(no bytes)\n"},
		{"a part of a row", "aaa", -1, "00000000  61 61 61                                          |aaa|\n"},
		{"two rows", row("a", 1) + row("b", 1), -1, a + b},
		{"rows that repeat at the end", row("a", 1) + row("b", 3), -1, a + b + "*\n"},
		{"rows that repeat", row("a", 1) + row("b", 3) + "c", -1, a + b + "*\n" +
			"00000040  63                                                |c|\n"},
		{"repeats, and a finding", row("a", 1) + row("b", 4), 0x4d, a + b + "*\n" +
			"00000030  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n" +
			"00000040  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n" + caret},
		{"a finding after the end", row("a", 1), 16, a + "                                                            ^\n"},
		{"far rows", row("a", 1) + row("b", 64*maxHexRows+2), -1, a + b + "...\n"},
	} {
		x := &exhibit{content: []byte(test.file), report: &validator.Report{Format: validator.Npy}}
		if test.at >= 0 {
			x.report.Findings = []validator.Finding{{Rule: spec.DataTrailing, Offset: test.at, Length: 2}}
		}
		if got := string(x.hex()); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.what, got, test.want)
		}
	}
}

func TestReportJSON(t *testing.T) {
	schema := schematest.Read(t, "report.schema.json")
	found := someFinding(t, "\x93NUMPY")
	found.Folder, found.Seed, found.Number = found.Signature.folder(), 7, 3
	other := &Finding{
		Signature: Signature{Cell: CellDiffers, Duty: "either", Traits: []string{"2d"}, Message: "shape [#]"},
		Format:    validator.Npz,
		Account:   "shape [1]\x1b[31m",
		Other:     asStream,
	}
	r := &Report{
		Implementation: conformance.Implementation{Name: "reader"},
		Writer:         true,
		Seed:           7,
		Runs:           1000,
		Elapsed:        1500 * time.Millisecond,
		Share:          0.25,
		Incomplete:     "interrupted",
		Remarks:        []string{"there is no room for 1 finding: 1000 are kept, with 32 MiB of files in all"},
		Findings:       []*Finding{found, other},
	}
	text := string(r.AppendJSON(nil))
	const head = `{"schema":1,"npycheck":"0.1.0","implementation":{"name":"reader","version":"","language":""},"writer":true,` +
		`"seed":7,"runs":1000,"elapsed_ms":1500,"share":0.25,"known":0,"corpus_failures":0,"suspects":0,"late":0,"aside":0,"incomplete":"interrupted",` +
		`"remarks":["there is no room for 1 finding: 1000 are kept, with 32 MiB of files in all"],"findings":[` + "\n" +
		`{"signature":{"cell":"crash","duty":"reject","rules":["shape-bool"],"traits":[],"message":"panic"},"account":"got crash, expected reject: panic",` +
		`"folder":"crash-shape-bool-`
	const tail = `"account":"shape [1]\\x1b[31m","other":"the same reader, from a stream",` +
		`"file":{"name":"input.npz","format":"npz","size":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},` +
		`"first":{"seed":0,"number":0,"size":0},"runs":0}` + "\n]}\n"
	if !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) || strings.Count(text, "\n") != 4 {
		t.Errorf("got\n%s\nwant\n%s…%s", text, head, tail)
	}
	for _, text := range []string{text, string((&Report{Implementation: conformance.Implementation{Name: "r"}, Seed: 1}).AppendJSON(nil))} {
		schema.Check(t, []byte(text))
	}
}
