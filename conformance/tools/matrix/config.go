package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/results"
)

// config says what to do.
type config struct {
	folder string   // holds adapters and the results
	cache  string   // for what adapters install
	names  []string // of the implementations to run; all if there are none
	check  bool
	jobs   int
	adopt  bool               // this process starts nothing but what c runs
	suite  *conformance.Suite // the embedded corpus if nil
	out    io.Writer          // for a line for each run

	onlyNew bool // ask only what there is no result for
}

func (c *config) load() (*results.Matrix, error) {
	f, err := os.Open(filepath.Join(c.folder, "matrix.json"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := results.ReadMatrix(f)
	if err != nil {
		return nil, fmt.Errorf("matrix.json: %w", err)
	}
	return m, nil
}

// pages remakes the pages.
func (c *config) pages(context.Context) error {
	m, err := c.load()
	if err != nil {
		return err
	}
	return c.write(m)
}

// write writes all five files, or nothing if one of the files can't be made.
func (c *config) write(m *results.Matrix) error {
	if err := inCorpus(m); err != nil {
		return err
	}
	files := []struct {
		name  string
		write func(io.Writer) error
		text  bytes.Buffer
	}{
		{name: "matrix.json", write: m.WriteJSON},
		{name: "matrix.md", write: m.WriteMarkdown},
		{name: "matrix.html", write: m.WriteHTML},
		{name: "matrix.svg", write: m.WriteChart},
		{name: "core.txt", write: m.WriteCore},
	}
	for i := range files {
		if err := files[i].write(&files[i].text); err != nil {
			return fmt.Errorf("%s: %w", files[i].name, err)
		}
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(c.folder, files[i].name), files[i].text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// inCorpus returns an error for a case that the corpus doesn't have, which a page couldn't show.
func inCorpus(m *results.Matrix) error {
	ids := make(map[string]bool)
	for _, c := range corpus.Cases() {
		ids[c.ID] = true
	}
	for _, c := range m.Cases {
		if !ids[c.ID] {
			return fmt.Errorf("matrix.json has results for %s, which is not in the corpus: run all implementations", c.ID)
		}
	}
	return nil
}

// recordable leaves the messages that are recorded: those of failures, the same on every machine.
func recordable(r *conformance.Report) {
	for i := range r.Results {
		result := &r.Results[i]
		if result.Message = tidy(result.Message); !result.Cell.Failed() {
			result.Message = "" // all is well, and no reason is needed
		}
	}
}

// The paths of this machine in a message: one that was cut off with the message, and a whole one of
// three names or more, of which the last two say enough.
var (
	cutPath   = regexp.MustCompile(`(^|[^\w./-])(?:file://)?(?:/[\w.@+~=-]+)+/?…$`)
	wholePath = regexp.MustCompile(`(^|[^\w./-])(?:file://)?(?:/[\w.@+~=-]+)+(/[\w.@+~=-]+/[\w.@+~=-]+)`)
)

// tidy makes a message the same on every machine.
func tidy(message string) string {
	return wholePath.ReplaceAllString(cutPath.ReplaceAllString(message, "${1}…"), "${1}…$2")
}
