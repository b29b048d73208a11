package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// picky rejects every file, with its size, and writes nothing. It notes what it is asked.
var picky = map[string]string{
	"fake/adapter.json": strings.Replace(goodAdapter, `["read"]`, `["read","write"]`, 1),
	"fake/install":      "#!/bin/sh\n",
	"fake/adapter": `#!/bin/sh
case "$3" in
*/out-*) echo write >>"$2/asked"; echo can write nothing >&2 ;;
*) echo "${3##*vectors/}" | sed 's|.*/||' >>"$2/asked"; echo "$(wc -c <"$3" | tr -d ' ') bytes are too many" >&2 ;;
esac
exit 1
`,
}

// TestNew compares what --new writes after changes to a corpus with what a whole run writes. The corpus before lacks a
// case, which then stands for one with the same array when the writer is asked; has one more; and has two cases with another
// duty and another file.
func TestNew(t *testing.T) {
	needShell(t)
	before := newSuite(t, "header/aligned-16-at-80", "header/aligned-at-256", "prefix/magic-first-byte", "prefix/plain")
	after := newSuite(t, "header/aligned-16-at-112", "header/aligned-16-at-80", "prefix/magic-first-byte", "prefix/plain")
	change(t, after, "header/aligned-16-at-80", func(c *corpus.Case, _ *[]byte) { c.Duty = corpus.Reject })
	change(t, after, "prefix/magic-first-byte", func(c *corpus.Case, file *[]byte) { *file = append(*file, 0) })

	folder := tree(t, picky)
	listKnown(t, folder, "prefix/plain wrong-verdict it is picky\nheader/* wrong-verdict it is picky, too\n", "header/* wrong-verdict it has no pen\n")
	c, out := newConfig(t, folder)
	c.suite = before
	if got := run(c, false); got != "" {
		t.Fatal(got)
	}

	lists := [2]string{"prefix/plain wrong-verdict it is picky\nheader/*-112 wrong-verdict another reason\n", "header/aligned-16-at-112 wrong-verdict it has no pen\n"}
	whole := tree(t, picky)
	listKnown(t, whole, lists[0], lists[1])
	w, _ := newConfig(t, whole)
	w.suite = after
	if got := run(w, false); got != "" {
		t.Fatal(got)
	}

	listKnown(t, folder, lists[0], lists[1])
	c.suite, c.onlyNew = after, true
	asked(t, c) // forgets
	if got := run(c, false); got != "" {
		t.Fatal(got)
	}
	sameFiles(t, folder, whole)
	for variant, got := range asked(t, c) {
		if want := "aligned-16-at-112.npy aligned-16-at-80.npy magic-first-byte.npy write"; got != want {
			t.Errorf("%s was asked %q, expected %q", variant, got, want)
		}
	}

	// Nothing is installed where there is nothing to ask. A new implementation is asked everything.
	edit(t, folder, "fake/install", "#!/bin/sh", "#!/bin/sh\nexit 3")
	for name, text := range picky {
		path := filepath.Join(folder, "adapters", strings.Replace(name, "fake", "other", 1))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.NewReplacer(`"fake"`, `"other"`, `,"2.0-debug"`, "").Replace(text)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	out.Reset()
	got := run(c, false)
	if want := "2 problems:\nother/known-failures-1.0.txt: 2 failures not in the list, the first is header/aligned-16-at-112\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
	if got, want := asked(t, c)["other-1.0"], "aligned-16-at-112.npy aligned-16-at-80.npy magic-first-byte.npy plain.npy write"; got != want {
		t.Errorf("other was asked %q, expected %q", got, want)
	}
	if want := "fake 1.0: read: nothing new\nfake 1.0: write: nothing new\nfake 2.0-debug: read: nothing new\nfake 2.0-debug: write: nothing new\nother 1.0: installed in "; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got lines:\n%s\nexpected:\n%s", out, want)
	}
	edit(t, folder, "fake/install", "exit 3", "")

	// Lists of known failures are compared with all results.
	listKnown(t, folder, "prefix/plain wrong-verdict it is picky\nprefix/gone wrong-verdict it is picky\n", lists[1])
	got = run(c, false, "fake@1.0")
	if want := `2 problems:
fake/known-failures-1.0.txt:2: prefix/gone: stale: no case in this run has this ID
fake/known-failures-1.0.txt: 1 failure not in the list, the first is header/aligned-16-at-112`; got != want {
		t.Errorf("got:\n%s\nexpected:\n%s", got, want)
	}
	listKnown(t, folder, lists[0], lists[1])
}

// TestNewAsksAll has implementations of which no result holds any longer: the limits have changed, or what runs is another
// than the recorded one, which shows when it is asked about a new case.
func TestNewAsksAll(t *testing.T) {
	needShell(t)
	for _, test := range []struct {
		name, old, new, asked, line string
	}{
		{"limit", "10s", "9s", "magic-first-byte.npy plain.npy write", "fake 1.0: read: 1 pass, 1 wrong-verdict in "},
		{"another implementation", `"sh"`, `"dash"`, "magic-first-byte.npy magic-first-byte.npy plain.npy write", "fake 1.0: read: every case is asked again, because its version, language, runtime or features are not the recorded ones\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := tree(t, picky)
			listKnown(t, folder, "prefix/plain wrong-verdict it is picky\n", "prefix/plain wrong-verdict it has no pen\n")
			c, out := newConfig(t, folder)
			whole := c.suite
			c.suite = newSuite(t, "prefix/plain")
			if got := run(c, false, "fake@1.0"); got != "" {
				t.Fatal(got)
			}
			edit(t, folder, "fake/adapter.json", test.old, test.new)
			asked(t, c)
			out.Reset()
			c.suite, c.onlyNew = whole, true
			if got := run(c, false, "fake@1.0"); got != "" {
				t.Fatal(got)
			}
			if got := asked(t, c)["fake-1.0"]; got != test.asked {
				t.Errorf("was asked %q, expected %q", got, test.asked)
			}
			if !strings.Contains(out.String(), test.line) {
				t.Errorf("got lines:\n%s\nexpected:\n%s", out, test.line)
			}
		})
	}
}

// listKnown writes the lists of both variants.
func listKnown(t *testing.T, folder, reader, writer string) {
	t.Helper()
	for _, variant := range []string{"1.0", "2.0-debug"} {
		for name, text := range map[string]string{".txt": reader, "-writer.txt": writer} {
			path := filepath.Join(folder, "adapters", "fake", "known-failures-"+variant+name)
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// change changes a case and its file.
func change(t *testing.T, suite *conformance.Suite, id string, edit func(*corpus.Case, *[]byte)) {
	t.Helper()
	at := slices.IndexFunc(suite.Cases, func(c corpus.Case) bool { return c.ID == id })
	c := &suite.Cases[at]
	path := filepath.Join(suite.Folder, filepath.FromSlash(c.File))
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edit(c, &file)
	sum := sha256.Sum256(file)
	c.SHA256, c.Size = hex.EncodeToString(sum[:]), int64(len(file))
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
}

// asked returns what picky was asked since the last call, sorted, by implementation.
func asked(t *testing.T, c *config) map[string]string {
	t.Helper()
	all := make(map[string]string)
	logs, err := filepath.Glob(filepath.Join(c.cache, "adapters", "*", "asked"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("nothing was asked, error %v", err)
	}
	for _, name := range logs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(filepath.Dir(name))] = strings.Join(slices.Sorted(strings.FieldsSeq(string(text))), " ")
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// sameFiles compares what two runs wrote.
func sameFiles(t *testing.T, got, want string) {
	t.Helper()
	for _, name := range []string{"matrix.json", "matrix.md", "matrix.html", "matrix.svg", "core.txt"} {
		a, err := os.ReadFile(filepath.Join(got, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(want, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs from that of a whole run", name)
			if name == "matrix.json" {
				t.Errorf("got:\n%s\nexpected:\n%s", a, b)
			}
		}
	}
}
