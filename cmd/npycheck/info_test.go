package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/testing/schematest"
)

// hostileNames are names of members that mean something to the reader of some format.
var hostileNames = []string{
	"new\nline", "\x1b[31mred", "]]>", "::error::x", "##[error]x", "right\u202eypn", `"quoted", 'x'`, "<script>alert(1)</script>",
	"a|b", "a`b", `a\|b`, "%0A", "=1+1", "+1", "-1+1", "@SUM(A1)", "＝1", "\t=1", " blank ", "[link](http://x)", "*bold*", "é字",
}

// infoOn runs info on an archive whose members have hostile names.
func infoOn(t *testing.T, args ...string) string {
	t.Helper()
	var members []string
	for _, name := range hostileNames {
		members = append(members, name+".npy", goodFile)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(path, []byte(archive(t, members...)), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), append(append([]string{"info"}, args...), path), strings.NewReader(""), &stdout, &stderr); code != cli.ExitOK {
		t.Fatalf("got exit code %d, %s", code, &stderr)
	}
	return stdout.String()
}

// TestInfoExpansion has an array of 68 MB in 181 bytes of bzip2, as Python 3.11's bz2 writes it: its values are
// not read; those of a deflated member are.
func TestInfoExpansion(t *testing.T) {
	packed, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWXgYqN0FfkFfoPAQQORhUAEDQiCvRd8OCAAACCAAlA2qnpEMINGIyZB6ankgiqmEMEBgAEAQ/gUAVVEgEUAVVEh9QIoAgAhX2cZVL" +
		"krU0zTvzmjuSo6Udbay7fG6+kny2xy8659nxauLtU5np8GhjKSaVNm0E7vJwgSSAAQv5igrJMprPL+UwkAVKdgCGAAAIAABBAAGGYClNNKiRJsKokSeLuSKcKEgK5vvUA==")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	m, err := w.CreateRaw(&zip.FileHeader{Name: "a.npy", Method: 12, CompressedSize64: uint64(len(packed)), UncompressedSize64: 68_000_128})
	if err != nil {
		t.Fatal(err)
	}
	m.Write(packed)
	if m, err = w.CreateHeader(&zip.FileHeader{Name: "b.npy", Method: zip.Deflate}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(m, goodFile)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), []string{"info", "--stats", "--head", "1", path}, strings.NewReader(""), &stdout, &stderr)
	for _, want := range []string{
		fmt.Sprintf("\n    the archive expands to more than %d bytes, so these are not read\n", 64<<20+1032*b.Len()),
		"\n    min 0, max 0, mean 0, 0 NaN, 3 zeros\n",
	} {
		if code != cli.ExitIncomplete || strings.Count(stdout.String(), want) != 1 {
			t.Errorf("got exit code %d, %s%s, want %q once", code, &stdout, &stderr, want)
		}
	}
	if strings.Contains(stdout.String(), "68000000 zeros") {
		t.Errorf("got %s", &stdout)
	}
}

// TestInfoJSON parses the two JSON formats.
func TestInfoJSON(t *testing.T) {
	type file struct {
		Format  string
		Members []struct {
			Name  string
			Bytes int64
			Array struct{ Shape []int }
			Stats struct{ Count, Zero, Min int }
			Head  []float64
		}
	}
	check := func(f file) {
		t.Helper()
		if f.Format != "npz" || len(f.Members) != len(hostileNames) {
			t.Fatalf("got %+v", f)
		}
		for i, m := range f.Members {
			if m.Name != hostileNames[i]+".npy" || m.Bytes != int64(len(goodFile)) || m.Stats.Count != 3 || m.Stats.Zero != 3 || len(m.Head) != 2 {
				t.Errorf("got %+v, want the member %q", m, hostileNames[i])
			}
		}
	}
	var whole struct {
		Schema  int
		Files   []file
		Summary struct{ Files, NotChecked int }
	}
	if err := json.Unmarshal([]byte(infoOn(t, "--format", "json", "--stats", "--head", "2")), &whole); err != nil {
		t.Fatal(err)
	}
	if whole.Schema != 1 || len(whole.Files) != 1 || whole.Summary.Files != 1 || whole.Summary.NotChecked != 0 {
		t.Fatalf("got %+v", whole)
	}
	check(whole.Files[0])
	lines := strings.SplitAfter(infoOn(t, "--format", "jsonl", "--stats", "--head", "2"), "\n")
	var line file
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil {
		t.Fatal(err)
	}
	check(line)
	if want := `{"summary":{"files":1,"not_checked":0}}` + "\n"; len(lines) != 3 || lines[1] != want {
		t.Errorf("got %q at the end, want %q", lines[1:], want)
	}
}

// TestInfoAlignment has stored members with names of several lengths, which align their data, and a deflated one. A
// zip header has 30 bytes and the name, a descriptor after the content 16.
func TestInfoAlignment(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, member := range []struct {
		name   string
		method uint16
	}{{strings.Repeat("a", 30) + ".npy", zip.Store}, {"b.npy", zip.Store}, {"ccc.npy", zip.Store}, {"d.npy", zip.Deflate}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: member.name, Method: member.method})
		if err == nil {
			_, err = w.Write([]byte(goodFile))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.npz", b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string][]string{
		"text": {
			"aaa.npy] <f8 (3,), C order, version 1.0, 152 bytes, stored, mmap at 192 (aligned to 64 bytes)\n",
			"[b.npy] <f8 (3,), C order, version 1.0, 152 bytes, stored, mmap at 395 (not aligned)\n",
			"[ccc.npy] <f8 (3,), C order, version 1.0, 152 bytes, stored, mmap at 600 (aligned to 8 bytes)\n",
			"[d.npy] <f8 (3,), C order, version 1.0, 152 bytes, deflated to ",
		},
		"jsonl": {
			`aaa","method":0,"bytes":152,"packed":152,"ratio":1,"offset":64,"data_at":192,"alignment":64,"array":`,
			`"b","method":0,"bytes":152,"packed":152,"ratio":1,"offset":267,"data_at":395,"alignment":1,"array":`,
			`"ccc","method":0,"bytes":152,"packed":152,"ratio":1,"offset":472,"data_at":600,"alignment":8,"array":`,
		},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{"info", "--format", format, "a.npz"}, strings.NewReader(""), &stdout, &stderr); code != cli.ExitOK {
			t.Fatalf("got exit code %d, %s", code, &stderr)
		}
		for _, w := range want {
			if !strings.Contains(stdout.String(), w) {
				t.Errorf("got\n%s\nwant in it %s", &stdout, w)
			}
		}
		if n := strings.Count(stdout.String(), `"data_at"`); format == "jsonl" && n != 3 {
			t.Errorf("got %d places of data, want 3: none for what is deflated", n)
		}
	}
}

// writeValues writes arrays whose values cover every spelling in JSON.
func writeValues(t *testing.T) {
	t.Helper()
	write := func(name, descr, shape, data string) {
		header := "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }"
		header += strings.Repeat(" ", 117-len(header)) + "\n"
		if err := os.WriteFile(name, []byte("\x93NUMPY\x01\x00\x76\x00"+header+data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nan, infinity, one := "\xc0\x7f", "\x80\x7f", "\x80\x3f" // the upper halves of float32
	write("bool.npy", "'|b1'", "(2,)", "\x00\x01")
	write("int64.npy", "'<i8'", "()", "\x01\x00\x00\x00\x00\x00\x00\x80")
	write("nan.npy", "'<f4'", "(2,)", "\x00\x00"+nan+"\x00\x00\x00\x80")
	write("only_nan.npy", "'<f4'", "(1,)", "\x00\x00"+nan)
	write("infinite.npy", "'<f4'", "(1,)", "\x00\x00"+infinity)
	write("tiny.npy", "'>f8'", "(3,)", "\x80\x00\x00\x00\x00\x00\x00\x01"+strings.Repeat("\x00", 16)) // the mean is -0
	write("complex.npy", "'<c8'", "(1,)", "\x00\x00"+one+"\x00\x00"+infinity)
	write("long.npy", "'<c32'", "(1,)", strings.Repeat("\x00\x00\x00\x00\x00\x00\x00\x80\xff\x3f\x00\x00\x00\x00\x00\x00", 2))
	write("other_long.npy", "'<f16'", "(1,)", "\x9a"+strings.Repeat("\x99", 13)+"\xfb\x3f")
	write("date.npy", "'<M8[D]'", "(2,)", strings.Repeat("\x00", 15)+"\x80")
	write("text.npy", "'<U1'", "(2,)", "a\x00\x00\x00\x00\x00\x11\x00")
	write("raw.npy", "'|V2'", "(2,)", "abcd")
	write("fields.npy", "[('a', '|i1', (2,)), ('b', '|S1')]", "(1,)", "\x01\x02x")
	write("objects.npy", "'|O'", "()", "]q\x01(h\x01K\x01}(K\x02X\x01\x00\x00\x00au(C\x02\x00\xff\x89NtG\x7f\xf8"+strings.Repeat("\x00", 6)+
		"cm\nC\n)\x81N}X\x01\x00\x00\x00wK\x01s\x86bcnumpy\nint8\ncnumpy\ndtype\n(X\x02\x00\x00\x00i1K\x00K\x01tRcos\nsystem\n(K\x01tRe")
	write("none.npy", "'<f8'", "(0,)", "")
	write("short.npy", "'<f8'", "(9,)", strings.Repeat("\x00", 17))
	write("absurd.npy", "'<f8'", "(4611686018427387904, 4611686018427387904)", "")
}

// TestInfoMatchesSchema validates info's JSON for every sort of file and value against the schema.
func TestInfoMatchesSchema(t *testing.T) {
	schema := schematest.Read(t, "../../validator/info.schema.json")
	paths := writeSamples(t)
	writeValues(t)
	outputs := make(map[string][]byte)
	for _, format := range []string{"json", "jsonl"} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"info", "--stats", "--head", "2", "--format", format}, paths...)
		if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != cli.ExitIncomplete {
			t.Errorf("%s: got exit code %d, want %d because of the missing file", format, code, cli.ExitIncomplete)
		}
		outputs[format] = stdout.Bytes()
	}
	schema.Check(t, outputs["json"])
	for line := range bytes.Lines(outputs["jsonl"]) {
		schema.Check(t, line)
	}
	for _, want := range []string{
		`"min":"-9223372036854775807"`, `"min":"-0.0","max":"-0.0","mean":0,"nan":1,"zero":1`, `"stats":{"count":1,"nan":1,"zero":0},"head":["NaN"]`,
		`"mean":"-0.0"`, `"mean":[1,"Infinity"]`, `"mean":[1,1]`, `"min":"1970-01-01","max":"1970-01-01","nat":1`, `"head":["a",[1114112]]`,
		`"head":["6162","6364"]`, `"head":[[[1,2],"x"]]`, `"stats":{"count":0,"nan":0,"zero":0}}`, `"note":"the data ends after 2 of 9 elements"`,
		`"objects":{"type":"list","length":9,"items":[{"type":"list","length":9,"same_as":"","cycle":true},{"type":"int","value":1},`,
		`{"type":"dict","length":1,"entries":[[{"type":"int","value":2},{"type":"str","value":"a","length":1}]]}`,
		`{"type":"bytes","value":"00ff","length":2},{"type":"bool","value":false},{"type":"NoneType"}`, `{"type":"float","value":"NaN"}`,
		`{"type":"m.C","import":"unknown","state":{`, `{"type":"import","name":"numpy.int8"}`, `{"type":"numpy.dtype","dtype":"|i1"}`,
		`{"type":"os.system","import":"dangerous","args":[{"type":"int","value":1}]}],"partial":true}`,
		`"rule":"shape-product-overflow"`, `"verdict":"not-checked","error":`, `"first_error":{`, `"path_base64":`,
	} {
		if !bytes.Contains(outputs["jsonl"], []byte(want)) {
			t.Errorf("%s is nowhere in\n%s", want, outputs["jsonl"])
		}
	}
}

// TestInfoSchema checks that the schema rejects what info never prints.
func TestInfoSchema(t *testing.T) {
	const good = `{"path":"a","format":"npy","verdict":"conforming","bytes":1,"stats":{"count":1,"mean":[1,"NaN"]},"head":[1]}`
	schema := schematest.Read(t, "../../validator/info.schema.json")
	for _, test := range []struct{ old, new string }{
		{"", ""}, {`"path":"a",`, ``}, {`"bytes":1,`, ``}, {`conforming`, `not-checked`}, {`"count":1,`, ``}, {`"NaN"`, `"nan"`},
		{`[1,"NaN"]`, `[1]`}, {`"head":[1]`, `"head":[null]`}, {`"head":[1]`, `"heads":[1]`}, {`"head":[1]`, `"objects":{}`},
		{`"npy"`, `"npx"`},
	} {
		if err := schema.Validate(t, []byte(strings.Replace(good, test.old, test.new, 1))); (err == nil) != (test.old == "") {
			t.Errorf("%s for %s: got %v", test.new, test.old, err)
		}
	}
}

// shownName returns a name as a table shows it.
func shownName(name string) string { return cli.QuotedText(name + ".npy") }

// TestInfoCSV parses a table, with an apostrophe before whatever a spreadsheet would calculate.
func TestInfoCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(infoOn(t, "--format", "csv", "--stats", "--head", "1"))).ReadAll()
	if err != nil || len(rows) != 2+len(hostileNames) {
		t.Fatalf("got %d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], " "); got != "path member format verdict dtype shape order version bytes compression packed ratio min max mean nan zero head remark" {
		t.Errorf("got the columns %s", got)
	}
	for i, row := range rows[2:] {
		want := shownName(hostileNames[i])
		if strings.ContainsAny(want[:1], "=+-@") || strings.HasPrefix(want, "＝") {
			want = "'" + want
		}
		if row[1] != want || row[4] != "<f8" || row[5] != "(3,)" || row[8] != "152" || row[16] != "3" || row[17] != "[0, …]" {
			t.Errorf("got %q, want the member %q", row, want)
		}
		for _, cell := range row {
			if strings.IndexAny(cell, "=+-@") == 0 {
				t.Errorf("got the formula %q", cell)
			}
		}
	}
}

// TestInfoMarkdown parses a table as Markdown does: a bar ends a cell, and only code is in one.
func TestInfoMarkdown(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(infoOn(t, "--format", "markdown"), "\n"), "\n")
	if len(rows) != 3+len(hostileNames) {
		t.Fatalf("got %d rows", len(rows))
	}
	code := regexp.MustCompile("^ (?:`([^`|\\\\]+)`|<code>((?:[A-Za-z0-9]|&#[0-9]+;)+)</code>|) $")
	columns := strings.Count(rows[0], "|")
	for i, row := range rows[3:] {
		cells := strings.Split(row, "|")
		if len(cells)-1 != columns {
			t.Errorf("got %d cells in %s", len(cells), row)
			continue
		}
		for _, cell := range cells[1 : len(cells)-1] {
			if !code.MatchString(cell) {
				t.Errorf("got the cell %q in %s", cell, row)
			}
		}
		m := code.FindStringSubmatch(cells[2])
		if got := m[1] + html.UnescapeString(m[2]); got != shownName(hostileNames[i]) {
			t.Errorf("got the name %q, want %q", got, shownName(hostileNames[i]))
		}
	}
}
