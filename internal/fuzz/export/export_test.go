package export

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// list returns the files below a folder, by their paths.
func list(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// folder returns a new folder.
func folder(t *testing.T) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func write(t *testing.T, engine Engine, opt Options) (map[string]string, Written) {
	t.Helper()
	root := folder(t)
	done, err := Write(context.Background(), root, engine, opt)
	if err != nil {
		t.Fatal(err)
	}
	return list(t, root.Name()), done
}

// TestWrite writes for every engine: bounded seeds, no two alike, and nothing of ours in a harness.
func TestWrite(t *testing.T) {
	opt := Options{Seeds: 40, Generated: 30, Seed: 3, MaxSize: 1000}
	for _, engine := range Engines() {
		t.Run(string(engine), func(t *testing.T) {
			files, done := write(t, engine, opt)
			seeds, contents := 0, map[string]string{}
			for name, content := range files {
				if strings.Contains(content, "npycheck") {
					t.Errorf("%s names npycheck", name)
				}
				if strings.Contains(content, "MAX_SIZE") {
					t.Errorf("%s: a place to fill is empty", name)
				}
				if strings.HasSuffix(name, templateSuffix) {
					t.Errorf("%s has the ending of a template", name)
				}
				if !strings.HasSuffix(name, ".npy") && !strings.HasSuffix(name, ".npz") {
					continue
				}
				seeds++
				if other := contents[content]; other != "" {
					t.Errorf("%s and %s are alike", name, other)
				}
				contents[content] = name
				if engine != Go && len(content) > 1000 {
					t.Errorf("%s has %d bytes, want at most 1000", name, len(content))
				}
			}
			if seeds != done.Seeds || seeds < 40 || seeds > 70 {
				t.Errorf("got %d seeds and a report of %d, want 40 and some of 30", seeds, done.Seeds)
			}
			again, _ := write(t, engine, opt)
			if len(again) != len(files) {
				t.Errorf("got %d files the second time, want %d", len(again), len(files))
			}
			for name, content := range files {
				if again[name] != content {
					t.Errorf("%s: the second time differs", name)
				}
			}
		})
	}
}

// TestWriteErrors covers an engine that doesn't exist, and a run that is interrupted.
func TestWriteErrors(t *testing.T) {
	if _, err := Write(context.Background(), folder(t), "honggfuzz", Default()); err == nil {
		t.Error("an unknown engine: got no error")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Write(done, folder(t), AFL, Default()); err != context.Canceled {
		t.Errorf("interrupted: got %v, want context.Canceled", err)
	}
}

// TestChoose expects every set of rules that a small file breaks, once before anything comes twice.
func TestChoose(t *testing.T) {
	opt := Options{Seeds: 1 << 20, MaxSize: 2048, Format: validator.Npy}
	chosen := choose(corpus.Cases(), opt)
	sets := map[string]bool{}
	for _, c := range corpus.Cases() {
		if c.Withdrawn == "" && c.Size <= 2048 && c.Format == "npy" {
			sets[strings.Join(c.Rules, " ")] = true
		}
	}
	first := map[string]bool{}
	for _, c := range chosen[:len(sets)] {
		first[strings.Join(c.Rules, " ")] = true
	}
	if len(sets) < 200 || len(first) != len(sets) {
		t.Errorf("the first %d cases have %d sets of rules", len(sets), len(first))
	}
	for _, c := range chosen {
		if c.Size > 2048 || c.Format != "npy" || c.Withdrawn != "" {
			t.Errorf("%s: size %d, format %s, withdrawn %q", c.ID, c.Size, c.Format, c.Withdrawn)
		}
	}
	opt.Seeds = 10
	if got := choose(corpus.Cases(), opt); len(got) != 10 || got[0].ID != "prefix/empty-file" {
		t.Errorf("got %d cases and %s first, want 10 and prefix/empty-file", len(got), got[0].ID)
	}
}

// TestDictionary writes tokens as AFL and libFuzzer read them.
func TestDictionary(t *testing.T) {
	got := appendDictionary(nil, []string{"\x93NUMPY\x01\x00v", `"\`, "é\n"})
	want := `"\x93NUMPY\x01\x00v"` + "\n" + `"\"\\"` + "\n" + `"\xc3\xa9\x0a"` + "\n"
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, format := range []validator.Format{validator.Npy, validator.Npz, ""} {
		tokens := dictionary(format)
		sorted := slices.Sorted(slices.Values(tokens))
		if n := len(slices.Compact(sorted)); n != len(tokens) {
			t.Errorf("%q: %d of %d tokens are different", format, n, len(tokens))
		}
		for _, token := range tokens {
			if token == "" || len(token) > 128 { // AFL takes no longer ones
				t.Errorf("%q: token %q", format, token)
			}
		}
		if archive := slices.Contains(tokens, "PK\x01\x02"); archive != (format != validator.Npy) {
			t.Errorf("%q: records of archives: %t", format, archive)
		}
	}
}

// TestGoCorpus reads a seed for go test as the form says.
func TestGoCorpus(t *testing.T) {
	files, _ := write(t, Go, Options{Seeds: 60, MaxSize: 4096})
	raw, _ := write(t, Atheris, Options{Seeds: 60, MaxSize: 4096})
	for name, content := range raw {
		seed, ok := strings.CutPrefix(name, "seeds/")
		if !ok {
			continue
		}
		got := files["testdata/fuzz/FuzzNpy/"+seed]
		if want := string(goCorpus([]byte(content))); got != want || !strings.HasPrefix(got, "go test fuzz v1\n[]byte(\"") {
			t.Errorf("%s: got %q, want %q", seed, got, want)
		}
	}
	if got, want := goCorpus([]byte("a\"\x93\n")), []byte("go test fuzz v1\n[]byte(\"a\\\"\\x93\\n\")\n"); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
