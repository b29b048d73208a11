// Package emit writes generated files with a manifest in the schema of the corpus, so that they can be run like the
// corpus.
package emit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Mode says which files are made.
type Mode string

// The modes.
const (
	Valid    Mode = "valid"    // files that conform
	Fault    Mode = "fault"    // files with one fault, each after the file without it
	Anything Mode = "anything" // files with several mutations, in threes, each after the file they are made from
	All      Mode = "all"      // a file that conforms, then the same with one fault, and two mutations of it
)

// Modes returns every mode.
func Modes() []Mode { return []Mode{All, Valid, Fault, Anything} }

// MaxCount is the number of files that fit into a manifest that conformance.OpenSuite can open.
const MaxCount = 20_000

// Options says what Write writes.
type Options struct {
	Seed     uint64   // equal options make equal files, in every release with the same golden hashes of package fuzz
	Count    int      // files, at most MaxCount
	Mode     Mode     // All if it is ""
	Areas    []string // in which the files are unusual or faulty; all if it is empty
	Progress func()   // called after each file; may be nil
}

// Write makes files and writes them into a folder, which must be empty: below vectors as in the corpus, with a
// README.md and, last, manifest.json. For files that conform or have one planted fault, the manifest has the arrays
// that the generator put there; for others, what npycheck itself reads.
//
// An error other than the context's means that a file can't be written.
func Write(ctx context.Context, root *os.Root, o Options) error {
	if o.Mode == "" {
		o.Mode = All
	}
	w := &writer{Options: o, root: root, folders: map[string]bool{}, version: fmt.Sprintf("0.0.%d", o.Seed)}
	if err := w.write("README.md", fmt.Appendf(nil, readme, o.Count, o.Seed, o.Mode)); err != nil {
		return err
	}
	return w.all(ctx)
}

const readme = "%d files that `npycheck fuzz emit` made with the seed %d and the mode %s, in the form of the npycheck corpus.\n"

// writer writes one folder.
type writer struct {
	Options
	root     *os.Root
	folders  map[string]bool // that there are
	version  string
	manifest *bufio.Writer
	written  int
}

const (
	manifestName = "manifest.json"
	partName     = "manifest.json.part" // until it is whole
)

func (w *writer) all(ctx context.Context) error {
	f, err := w.root.OpenFile(partName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	w.manifest = bufio.NewWriter(f)
	fmt.Fprintf(w.manifest, "{\"schema\":1,\"version\":%q,\"cases\":[", w.version)
	areas := slices.Clone(w.Areas)
	if len(areas) == 0 {
		areas = spec.Areas()
	}
	slices.Sort(areas) // the manifest is sorted
	areas = slices.Compact(areas)
	for i, area := range areas {
		count := w.Count / len(areas)
		if i < w.Count%len(areas) {
			count++
		}
		if err := w.area(ctx, area, count); err != nil {
			return err
		}
	}
	w.manifest.WriteString("\n]}\n")
	if err := w.manifest.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return w.root.Rename(partName, manifestName)
}

// area writes the files of an area, in groups that begin with a file that conforms.
func (w *writer) area(ctx context.Context, area string, count int) error {
	var rules []spec.ID
	for _, id := range fuzz.Plantable() {
		if id.Rule().Area() == area {
			rules = append(rules, id)
		}
	}
	var last fuzz.File
	for n, groups := 0, 0; n < count; groups++ {
		first, faulty := w.first(area, rules, groups)
		twin, err := w.file(ctx, area, made{File: first, comment: "conforming, unusual in the area " + area})
		if err != nil {
			return err
		}
		n++
		if faulty != nil && n < count {
			faulty.twin = twin
			if _, err := w.file(ctx, area, *faulty); err != nil {
				return err
			}
			n++
		}
		for range w.mutations() {
			if n == count {
				break
			}
			if err := w.mutation(ctx, area, first, last.Content, twin); err != nil {
				return err
			}
			n++
		}
		last = first
	}
	return nil
}

// generator returns the generator for the next file. It differs from try to try.
func (w *writer) generator(try int) *fuzz.Gen {
	return fuzz.Numbered(w.Seed, uint64(w.written)|uint64(try)<<32)
}

// first returns the file that a group begins with, and the same with a fault if there is to be one: each rule in
// turn.
func (w *writer) first(area string, rules []spec.ID, group int) (fuzz.File, *made) {
	g := w.generator(0)
	if (w.Mode == Fault || w.Mode == All) && len(rules) > 0 {
		rule := rules[group%len(rules)]
		if faulty, twin, ok := g.Fault(rule); ok {
			return twin, &made{File: faulty, comment: "conforming except that it breaks the rule " + rule.String()}
		}
	}
	return g.Valid(area), nil
}

// mutations returns how many of them a group has.
func (w *writer) mutations() int { return map[Mode]int{Anything: 3, All: 2}[w.Mode] }

// tries is how often to try to make a file that npycheck can check completely.
const tries = 100

// mutation writes a file with up to four mutations, which may take parts from the last one that another group began
// with.
func (w *writer) mutation(ctx context.Context, area string, first fuzz.File, other []byte, twin *corpus.Case) error {
	for try := range tries {
		g := w.generator(try)
		count := 1 + rand.New(rand.NewPCG(w.Seed, uint64(w.written))).IntN(4)
		content := first.Content
		for range count {
			content = g.Mutate(area, first.Format, content, other)
		}
		m := made{
			File:    fuzz.File{Content: content, Format: first.Format},
			comment: fmt.Sprintf("conforming but for %s in the area %s", text.Count(int64(count), "mutation"), area),
			twin:    twin,
		}
		_, err := w.file(ctx, area, m)
		var unchecked *uncheckedError
		if !errors.As(err, &unchecked) {
			return err
		}
	}
	return fmt.Errorf("no mutation of %s can be checked to its end", twin.ID)
}

// uncheckedError means that it is unknown what is required of a reader for a file.
type uncheckedError struct{ error }

// file writes a file, and its case into the manifest.
func (w *writer) file(ctx context.Context, area string, m made) (*corpus.Case, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e, err := conformance.Expect(ctx, m.Content, "input."+string(m.Format))
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &uncheckedError{err}
	}
	c := describe(fmt.Sprintf("%s/g%d-%06d", area, w.Seed, w.written), w.version, &m, e)
	name := path.Join("vectors", c.File)
	if folder := path.Dir(name); !w.folders[folder] {
		if err := w.root.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		w.folders[folder] = true
	}
	if err := w.write(name, m.Content); err != nil {
		return nil, err
	}
	line := text.AppendJSON([]byte("\n"), c)
	if w.written > 0 {
		line = slices.Concat([]byte(","), line)
	}
	if _, err := w.manifest.Write(line); err != nil {
		return nil, err
	}
	w.written++
	if w.Progress != nil {
		w.Progress()
	}
	return c, nil
}

func (w *writer) write(name string, content []byte) error {
	f, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
