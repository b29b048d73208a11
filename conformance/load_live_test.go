//go:build live

package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/validator"
)

// loadWork is what load.py has to know about an entry.
type loadWork struct {
	Name      string         `json:"name"`
	Path      string         `json:"path"`
	Call      string         `json:"call"`
	Arguments map[string]any `json:"arguments"`
	Key       *string        `json:"key,omitempty"`
	View      string         `json:"view"`
	Item      bool           `json:"item"`
	Needs     []string       `json:"needs"`
	Returns   string         `json:"returns"`
	Fails     string         `json:"fails"`
	Unsafe    bool           `json:"unsafe"`
	DType     string         `json:"dtype"`
	Itemsize  int64          `json:"itemsize"`
	Shape     []int64        `json:"shape"`
}

// TestLoadByNumPy lets each release load every file of the corpus, and files as Python 2 wrote them, exactly as npycheck
// says, and expects what it promises: an array, bytes, or an error.
func TestLoadByNumPy(t *testing.T) {
	dir := live.Cache(t, "load-files") // it stays for inspection
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	var work bytes.Buffer
	entries := 0
	add := func(name string, content []byte) {
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "+"))
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := validator.CheckFile(context.Background(), path, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, l := range report.Load() {
			line, err := json.Marshal(workOf(name, path, report, &l))
			if err != nil {
				t.Fatal(err)
			}
			work.Write(append(line, '\n'))
			entries++
		}
	}
	for _, c := range corpus.Cases() {
		content, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		if c.Withdrawn == "" {
			add(c.File, content)
		}
	}
	for _, f := range python2Files() {
		add(f.name, f.content)
	}
	if want := 1000; entries < want {
		t.Errorf("got %d entries, want at least %d", entries, want)
	}
	list := filepath.Join(dir, "work.jsonl")
	if err := os.WriteFile(list, work.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	environments := live.NumPy(t)
	releases, err := os.ReadFile(filepath.Join(live.Root(t), ".ci", "numpy", "releases.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for release := range strings.FieldsSeq(string(releases)) {
		t.Run(release, func(t *testing.T) {
			out := live.Output(t, filepath.Join(environments, release, "bin", "python"), "-I", "-B", "conformance/testdata/load/load.py", list)
			for line := range strings.Lines(out) {
				if problem, ok := strings.CutPrefix(line, "PROBLEM: "); ok {
					t.Error(strings.TrimSpace(problem))
				} else {
					t.Log(strings.TrimSpace(line))
				}
			}
		})
	}
}

func workOf(name, path string, report *validator.Report, l *validator.Load) loadWork {
	w := loadWork{
		Name: name, Path: path, Call: l.Call(), Arguments: map[string]any{}, View: l.View, Item: l.Item,
		Needs: append([]string{}, l.Needs...), Returns: l.Returns, Fails: l.Fails, Unsafe: l.Unsafe,
	}
	if l.AllowPickle {
		w.Arguments["allow_pickle"] = true
	}
	if l.Encoding != "" {
		w.Arguments["encoding"] = l.Encoding
	}
	if l.MaxHeaderSize > 0 {
		w.Arguments["max_header_size"] = l.MaxHeaderSize
	}
	a := report.Array
	if l.Member != validator.NoMember {
		a = report.Members[l.Member].Array
		w.Key = &l.Key
	}
	if a != nil {
		w.DType, w.Itemsize, w.Shape = a.DType.Descr(), a.DType.Itemsize, a.Shape
	}
	return w
}
