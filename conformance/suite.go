package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/npycheck/npycheck/corpus"
)

// Suite is a corpus on disk.
type Suite struct {
	Version string
	Cases   []corpus.Case
	Folder  string // holds the file of each case under its name
}

// maxVector and maxManifest are the sizes in bytes of the largest vector and manifest of a copy
// that are read.
const (
	maxVector   = 64 << 20
	maxManifest = 64 << 20
)

// CopySuite writes the embedded corpus into a folder, for several runs.
func CopySuite(ctx context.Context, dir string) (*Suite, error) {
	s := &Suite{Version: corpus.Version(), Cases: corpus.Cases(), Folder: dir}
	return s, copyVectors(ctx, dir, s.Cases)
}

// copyVectors writes the files of cases of the embedded corpus into a folder.
func copyVectors(ctx context.Context, dir string, cases []corpus.Case) error {
	made := map[string]bool{}
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
		name := filepath.Join(dir, filepath.FromSlash(c.File))
		if parent := filepath.Dir(name); !made[parent] {
			if err := os.MkdirAll(parent, 0o777); err != nil {
				return err
			}
			made[parent] = true
		}
		if err := os.WriteFile(name, content, 0o444); err != nil {
			return err
		}
	}
	return nil
}

// OpenSuite opens a folder that npycheck corpus copy wrote.
func OpenSuite(dir string) (*Suite, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, err := readFile(root, "manifest.json", maxManifest)
	if err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	var m struct {
		Schema  int
		Version string
		Cases   []corpus.Case
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	if m.Schema != 1 {
		return nil, fmt.Errorf("manifest.json: schema %d, expected 1", m.Schema)
	}
	if len(m.Cases) == 0 {
		return nil, errors.New("manifest.json: no cases")
	}
	duties := []corpus.Duty{corpus.Accept, corpus.Reject, corpus.Either, corpus.Survive}
	ids := map[string]bool{}
	for _, c := range m.Cases {
		switch {
		case c.ID == "":
			return nil, fmt.Errorf("manifest.json: a case with the file %q has no ID", c.File)
		case ids[c.ID]:
			return nil, fmt.Errorf("manifest.json: two cases have the ID %q", c.ID)
		case c.File == "." || !fs.ValidPath(c.File):
			return nil, fmt.Errorf("manifest.json: %q is not a path below the folder vectors", c.File)
		case !slices.Contains(duties, c.Duty):
			return nil, fmt.Errorf("manifest.json: case %q has the duty %q, expected one of accept, reject, either, survive", c.ID, c.Duty)
		case c.Size < 0 || c.Size > maxVector:
			return nil, fmt.Errorf("manifest.json: case %q has %d bytes, expected at most %d", c.ID, c.Size, maxVector)
		}
		ids[c.ID] = true
	}
	return &Suite{Version: m.Version, Cases: m.Cases, Folder: filepath.Join(dir, "vectors")}, nil
}

// readFile reads a regular file of at most limit bytes. It follows no link and waits for no FIFO.
func readFile(root *os.Root, name string, limit int64) ([]byte, error) {
	info, err := root.Lstat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > limit:
		return nil, fmt.Errorf("more than %d bytes", limit)
	}
	// The name may refer to something else by now.
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil {
		return nil, err
	} else if !os.SameFile(info, now) {
		return nil, errors.New("it is being replaced")
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
