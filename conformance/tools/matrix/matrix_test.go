package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
)

const goodAdapter = `{"name":"fake","language":"sh","package":"fake","license":"0BSD","protocol":"exec","variants":["1.0","2.0-debug"],
"ops":["read"],"formats":["npy"],"timeout":"10s","memory":"1GiB","about":"refuses everything"}`

// tree makes a folder with an adapter, from files by name.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, "adapters", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// newConfig returns a run over two cases, one to read and one to refuse.
func newConfig(t *testing.T, folder string) (*config, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	return &config{folder: folder, cache: t.TempDir(), suite: newSuite(t, "prefix/plain", "prefix/magic-first-byte"), jobs: 1, out: &out}, &out
}

// newSuite returns cases of the corpus, with their files.
func newSuite(t *testing.T, ids ...string) *conformance.Suite {
	t.Helper()
	suite := &conformance.Suite{Version: corpus.Version(), Folder: t.TempDir()}
	for _, c := range corpus.Cases() {
		if !slices.Contains(ids, c.ID) {
			continue
		}
		suite.Cases = append(suite.Cases, c)
		text, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(suite.Folder, filepath.FromSlash(c.File))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return suite
}

func run(c *config, check bool, names ...string) string {
	c.check, c.names = check, names
	if err := c.run(context.Background()); err != nil {
		return err.Error()
	}
	return ""
}

// stamps are the hashes of what cases ask.
var stamps = regexp.MustCompile(`[0-9a-f]{12}`)

func needShell(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("adapters are shell scripts")
	}
}

func TestRunAndCheck(t *testing.T) {
	needShell(t)
	folder := tree(t, map[string]string{
		"fake/adapter.json":                 strings.Replace(goodAdapter, `"protocol"`, `"install":"../protocol/sh/install","protocol"`, 1),
		"fake/adapter":                      "#!/bin/sh\n[ \"$1\" = \"$(cat \"$2/installed\")\" ] || exit 9\necho nothing is good enough >&2\nexit 1\n",
		"fake/known-failures-1.0.txt":       "prefix/plain fail it refuses everything\n",
		"fake/known-failures-2.0-debug.txt": "prefix/p* fail it refuses everything\n",
		"protocol/sh/install":               "#!/bin/sh\ngrep -q fake adapter.json && echo \"$1\" >\"$2/installed\"\n", // in the folder of the adapter
	})
	c, out := newConfig(t, folder)
	if got := run(c, false); got != "" {
		t.Fatalf("got error %s", got)
	}
	if lines := regexp.MustCompile(`[0-9.]+ s`).ReplaceAllString(out.String(), "N s"); lines != `fake 1.0: installed in N s
fake 1.0: read: 1 pass, 1 wrong-verdict in N s
fake 2.0-debug: installed in N s
fake 2.0-debug: read: 1 pass, 1 wrong-verdict in N s
` {
		t.Errorf("got lines:\n%s", lines)
	}
	text, err := os.ReadFile(filepath.Join(folder, "matrix.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema":1,"corpus":"` + corpus.Version() + `","implementations":[
{"name":"fake","variant":"1.0","version":"1.0","language":"sh","license":"0BSD","package":"fake","about":"refuses everything","ops":["read"],"formats":["npy"],"limits":{"timeout_s":10,"memory_bytes":1073741824},
"reader":{"summary":{"crash":0,"either":0,"exception":0,"hang":0,"out-of-memory":0,"pass":1,"unsupported":0,"wrong-data":0,"wrong-verdict":1},"messages":[
{"text":"nothing is good enough","known":"it refuses everything","cases":["prefix/plain"]}]}},
{"name":"fake","variant":"2.0-debug","version":"2.0","language":"sh","license":"0BSD","package":"fake","about":"refuses everything","ops":["read"],"formats":["npy"],"limits":{"timeout_s":10,"memory_bytes":1073741824},
"reader":{"summary":{"crash":0,"either":0,"exception":0,"hang":0,"out-of-memory":0,"pass":1,"unsupported":0,"wrong-data":0,"wrong-verdict":1},"messages":[
{"text":"nothing is good enough","known":"it refuses everything","cases":["prefix/plain"]}]}}
],"cases":[
{"id":"prefix/magic-first-byte","duty":"reject","asked":"STAMP","read":"Pr Pr","write":"-- --"},
{"id":"prefix/plain","duty":"accept","asked":"STAMP","read":"Vr Vr","write":"-- --"}
]}
`
	if got := stamps.ReplaceAllString(string(text), "STAMP"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	page, err := os.ReadFile(filepath.Join(folder, "matrix.md"))
	if err != nil || !strings.Contains(string(page), "| `fake` `2.0-debug` | sh | 0.0% | 50.0% |") {
		t.Errorf("matrix.md, error %v:\n%s", err, page)
	}

	// The same again.
	if got := run(c, true); got != "" {
		t.Errorf("got error %s", got)
	}
	if got := run(c, true, "fake@1.0"); got != "" {
		t.Errorf("got error %s", got)
	}

	// Other results, and a list of known failures that is stale.
	edit(t, folder, "fake/adapter", "exit 1", "kill -9 $$")
	got := run(c, true, "fake@2.0-debug")
	if want := `4 problems:
fake/known-failures-2.0-debug.txt:1: prefix/plain: got crash, listed as wrong-verdict
fake/known-failures-2.0-debug.txt: 2 failures not in the list, the first is prefix/magic-first-byte
fake 2.0-debug: read: prefix/magic-first-byte: got crash, recorded pass (reject)
fake 2.0-debug: read: prefix/plain: got crash, recorded wrong-verdict (reject)`; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if after, _ := os.ReadFile(filepath.Join(folder, "matrix.json")); !bytes.Equal(after, text) {
		t.Error("--check changed matrix.json")
	}

	// Messages are not compared: nobody promises their wording.
	edit(t, folder, "fake/adapter", "kill -9 $$", "exit 1")
	edit(t, folder, "fake/adapter", "nothing is", "this is not")
	if got := run(c, true); got != "" {
		t.Errorf("got error %s", got)
	}

	// A run of one keeps the results of the other, and drops a variant that no longer exists.
	edit(t, folder, "fake/known-failures-1.0.txt", "it refuses everything", "another reason")
	if got := run(c, false, "fake@1.0"); got != "" {
		t.Errorf("got error %s", got)
	}
	text, _ = os.ReadFile(filepath.Join(folder, "matrix.json"))
	if strings.Count(string(text), "nothing is good enough") != 1 || strings.Count(string(text), "this is not good enough") != 1 {
		t.Errorf("got:\n%s\nwant new results of 1.0 and the old ones of 2.0-debug", text)
	}
	edit(t, folder, "fake/adapter.json", `"1.0",`, "")
	if got := run(c, false, "fake"); got != "" {
		t.Errorf("got error %s", got)
	}
	text, _ = os.ReadFile(filepath.Join(folder, "matrix.json"))
	if !strings.Contains(string(text), `"read":"Vr"`) {
		t.Errorf("got:\n%s\nwant one implementation", text)
	}
	if got, want := run(c, true, "fake@1.0"), `no implementation "fake@1.0"; there are: fake@2.0-debug`; got != want {
		t.Errorf("got error %s, want %s", got, want)
	}
}

// TestCheckBusyMachine has a reader that is too slow for what it usually answers at once. A check asks it again,
// with more time; one that hangs for good still fails.
func TestCheckBusyMachine(t *testing.T) {
	t.Parallel() // it mostly waits
	if testing.Short() {
		t.Skip("waits for seconds")
	}
	needShell(t)
	folder := tree(t, map[string]string{
		"fake/adapter.json":           strings.NewReplacer(`,"2.0-debug"`, "", "10s", "1s").Replace(goodAdapter),
		"fake/adapter":                "#!/bin/sh\n[ ! -e \"$2/busy\" ] || sleep $(cat \"$2/busy\")\necho nothing is good enough >&2\nexit 1\n",
		"fake/install":                "#!/bin/sh\nmkdir -p \"$2\"\n",
		"fake/known-failures-1.0.txt": "prefix/plain fail it refuses everything\n",
	})
	c, out := newConfig(t, folder)
	if got := run(c, false); got != "" {
		t.Fatalf("got error %s", got)
	}
	for _, test := range []struct{ seconds, line, want string }{
		{"1.5", "fake 1.0: read: 1 pass, 1 wrong-verdict in ", ""},
		{"9", "fake 1.0: read: 2 hang in ", "hang"},
	} {
		out.Reset()
		if err := os.WriteFile(filepath.Join(c.cache, "adapters", "fake-1.0", "busy"), []byte(test.seconds), 0o666); err != nil {
			t.Fatal(err)
		}
		got := run(c, true)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) || !strings.Contains(out.String(), "2 cases without an answer run again\n"+test.line) {
			t.Errorf("%s s: got %q and\n%s", test.seconds, got, out)
		}
	}
}

func edit(t *testing.T, folder, name, before, after string) {
	t.Helper()
	path := filepath.Join(folder, "adapters", filepath.FromSlash(name))
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(before)) {
		t.Fatalf("%s has no %q: %v", name, before, err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(before), []byte(after)), 0o777); err != nil {
		t.Fatal(err)
	}
}

// An implementation that can't be installed or run is reported, and the others' results are written.
func TestRunBroken(t *testing.T) {
	needShell(t)
	hello := `printf '{"op":"hello","name":"%s","version":"1.0","language":"sh"}\n' other`
	folder := tree(t, map[string]string{
		"bad/adapter.json":            strings.NewReplacer("fake", "bad", `,"2.0-debug"`, "").Replace(goodAdapter),
		"bad/install":                 "#!/bin/sh\nfor i in $(seq 40); do echo line $i; done\nprintf 'no \\033[31msuch package\\n' >&2\nexit 3\n",
		"fake/adapter.json":           strings.Replace(goodAdapter, `,"2.0-debug"`, "", 1),
		"fake/install":                "#!/bin/sh\n",
		"fake/adapter":                "#!/bin/sh\nexit 1\n",
		"fake/known-failures-1.0.txt": "prefix/plain fail it refuses everything\n",
		"liar/adapter.json":           strings.NewReplacer("fake", "liar", `,"2.0-debug"`, "", `"exec"`, `"jsonl"`).Replace(goodAdapter),
		"liar/install":                "#!/bin/sh\n",
		"liar/adapter":                "#!/bin/sh\n" + hello + "\n",
	})
	c, _ := newConfig(t, folder)
	got := run(c, false)
	for _, want := range []string{
		"2 problems:\nbad 1.0: install: exit status 3\n    line 22\n",
		"\n    line 40\n    no \\x1b[31msuch package\n",
		"\nliar 1.0: read: the adapter introduces itself as \"other\" \"1.0\", expected \"liar\" \"1.0\"",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	if strings.Contains(got, "line 21\n") {
		t.Error("more than the end of the output is shown")
	}
	text, _ := os.ReadFile(filepath.Join(folder, "matrix.json"))
	if !strings.Contains(string(text), `"name":"fake"`) || strings.Contains(string(text), `"name":"bad"`) {
		t.Errorf("got:\n%s\nwant the results of fake", text)
	}
	if got, want := run(c, true, "bad"), "1 problem:\nbad 1.0: install: exit status 3"; !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestCheckNeedsRecord(t *testing.T) {
	c := &config{folder: tree(t, map[string]string{"fake/adapter.json": goodAdapter})}
	if got := run(c, true); !strings.Contains(got, "matrix.json") {
		t.Errorf("got error %q, want one of matrix.json", got)
	}
}

func TestLoadAdapter(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"memory":"1GiB",`, ``, ""},
		{`"name":"fake"`, `"name":"other"`, `name: got "other", expected "fake", as the folder`},
		{`"language":"sh"`, `"language":""`, `language: got "", expected one line of text`},
		{`"about":"refuses everything"`, `"about":"a\nb"`, `about: got "a\nb", expected one line of text`},
		{`"license":"0BSD"`, `"license":"0BSD","install":""`, `install: got "", expected one line of text`},
		{`"protocol":"exec"`, `"protocol":"http"`, `protocol: got "http", expected "exec" or "jsonl"`},
		{`["1.0","2.0-debug"]`, `[]`, "variants: got nothing"},
		{`["1.0","2.0-debug"]`, `["../1.0"]`, `variants: got "../1.0", expected a version such as "1.2.3" or "1.2.3-debug"`},
		{`["1.0","2.0-debug"]`, `["1.0","1.0"]`, `variants: duplicate "1.0"`},
		{`["read"]`, `["reed"]`, `ops: got "reed", expected read or write`},
		{`["npy"]`, `["npy","zip"]`, `formats: got "zip", expected npy or npz`},
		{`"timeout":"10s"`, `"timeout":"10"`, `timeout: got "10", expected a time such as "10s"`},
		{`"timeout":"10s"`, `"timeout":"-1s"`, `timeout: got "-1s", expected a time such as "10s"`},
		{`"memory":"1GiB"`, `"memory":"1GB"`, `memory: got "1GB", expected a number of bytes, KiB, MiB or GiB, for example 64KiB`},
		{`"memory":"1GiB"`, `"memory":"1GiB","address_space":"0GiB"`, `address_space: got "0GiB", expected a number of bytes, KiB, MiB or GiB, for example 64KiB`},
		{`"memory":"1GiB"`, `"memry":"1GiB"`, `json: unknown field "memry"`},
		{goodAdapter, `{`, "unexpected EOF"},
	} {
		folder := tree(t, map[string]string{"fake/adapter.json": strings.Replace(goodAdapter, test.old, test.new, 1)})
		adapters, err := loadAdapters(filepath.Join(folder, "adapters"))
		switch {
		case test.want == "" && (err != nil || len(adapters) != 1):
			t.Errorf("%s: got %d adapters, error %v, want one", test.new, len(adapters), err)
		case test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "fake/adapter.json: "+test.want)):
			t.Errorf("%s: got error %v, want %s", test.new, err, test.want)
		}
	}
	if _, err := loadAdapters(t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), "no adapters in ") {
		t.Errorf("got error %v, want none found", err)
	}
}

func TestTidy(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		{"got 1/2/3, expected a/b/c", "got 1/2/3, expected a/b/c"},
		{"no such file: /dev/null", "no such file: /dev/null"},
		{"panicked at /home/me/.cargo/registry/src/host-12/npyz-0.8.4/src/read.rs:12:5: no", "panicked at …/src/read.rs:12:5: no"},
		{`File "/opt/lib/python3/site-packages/numpy/format.py", line 3`, `File "…/numpy/format.py", line 3`},
		{"at parse (file:///opt/node_modules/npyjs/index.js:3:1)", "at parse (…/npyjs/index.js:3:1)"},
		{"/opt/a/b/adapter: 5: Syntax error", "…/b/adapter: 5: Syntax error"},
		{"panicked at /home/me/.cargo/registry/src/ho…", "panicked at …"},
		{"panicked at /home/…", "panicked at …"},
	} {
		if got := tidy(test.message); got != test.want {
			t.Errorf("%s: got %s, want %s", test.message, got, test.want)
		}
	}
}

// TestAdapters validates every adapter of the checkout.
func TestAdapters(t *testing.T) {
	adapters, err := loadAdapters("../../adapters")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range adapters {
		for _, name := range []string{a.Install, "adapter"} {
			info, err := os.Stat(filepath.Join(a.folder, name))
			if err != nil {
				t.Errorf("%s: %v", a.Name, err)
			} else if info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
				t.Errorf("%s/%s is not executable", a.Name, name)
			}
		}
	}
}

// TestPublished compares the published files with the measurements. The page also shows what the corpus,
// the rules and the validator say about each file: those words change with them, and the page gets the new
// ones when go generate ./conformance remakes it.
func TestPublished(t *testing.T) {
	c := &config{folder: "../.."}
	m, err := c.load()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
		part  func(*testing.T, string) string
	}{
		{"matrix.json", m.WriteJSON, func(_ *testing.T, text string) string { return text }},
		{"matrix.md", m.WriteMarkdown, func(_ *testing.T, text string) string { return text }},
		{"matrix.html", m.WriteHTML, measured},
		{"matrix.svg", m.WriteChart, func(_ *testing.T, text string) string { return text }},
		{"core.txt", m.WriteCore, func(_ *testing.T, text string) string { return text }},
	} {
		var b bytes.Buffer
		if err := file.write(&b); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join("../..", file.name))
		if err != nil {
			t.Fatal(err)
		}
		if file.part(t, string(text)) != file.part(t, b.String()) {
			t.Errorf("%s is not what matrix.json gives: go generate ./conformance", file.name)
		}
		if size := 2000 << 10; len(text) > size {
			t.Errorf("%s has %d bytes, want at most %d", file.name, len(text), size)
		}
	}
}

// measured returns the part of a page from matrix.json, and the page around it.
func measured(t *testing.T, page string) string {
	t.Helper()
	before, rest, _ := strings.Cut(page, `id="data">`)
	data, after, ok := strings.Cut(rest, "<")
	compressed, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !ok {
		t.Fatalf("no data in the page: %v", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Columns json.RawMessage
		Cases   []struct {
			ID   string
			Duty corpus.Duty
		}
	}
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		t.Fatal(err)
	}
	if len(all.Columns) == 0 || len(all.Cases) == 0 {
		t.Fatal("the page has no results")
	}
	return fmt.Sprintf("%s%s%v%s", before, all.Columns, all.Cases, after)
}
