package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
)

// runner is a run.
type runner struct {
	*launcher
	profile  *corpus.Profile
	folder   *os.Root    // with the vectors
	inode    fs.FileInfo // of the folder
	scratch  string      // for what is written
	repeat   int
	strict   bool // Options.FailOnWarning
	hangs    atomic.Int64
	answered atomic.Bool // a case ended in something other than a hang
	crashes  atomic.Int64
	needed   atomic.Bool  // a file that is to be accepted is among them
	survived atomic.Bool  // a case ended in something other than a crash
	invalid  atomic.Int64 // answers in a row
	valid    atomic.Bool  // a case ended in something other than an invalid answer
	nothing  atomic.Bool  // the run ended because all cases ended in the same one of these
	hello    greeting
	planned  int // results that are expected
	progress func()
}

func (r *runner) altered(err error) error {
	return &AdapterError{Command: r.name, Message: "changed the corpus: " + err.Error()}
}

// vector reads the file of a case.
func (r *runner) vector(c *corpus.Case) ([]byte, error) { return readFile(r.folder, c.File, maxVector) }

// verify compares the files of the cases with the manifest. The error names the first case whose
// file is not what it should be.
func (r *runner) verify(cases []corpus.Case) error {
	for _, c := range cases {
		if err := r.intact(&c); err != nil {
			return err
		}
	}
	return nil
}

// intact compares the file of a case with the manifest. The folder stays open, but the adapter gets its
// path, which must lead to the same folder.
func (r *runner) intact(c *corpus.Case) error {
	if now, err := os.Stat(r.folder.Name()); err != nil || !os.SameFile(now, r.inode) {
		return errors.New("the folder with the files was replaced")
	}
	content, err := r.vector(c)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("the file is missing")
		if _, gz := r.folder.Lstat(filepath.FromSlash(c.File) + ".gz"); gz == nil {
			err = errors.New("the file is compressed, as in the repository; use a folder that npycheck corpus copy wrote")
		}
	case err == nil && judge.SHA256(content) != c.SHA256:
		err = errors.New("the file was altered")
	}
	if err != nil {
		return fmt.Errorf("case %s: %s: %w", c.ID, c.File, err)
	}
	return nil
}

// close ends what the adapters left behind.
func (r *runner) close() {
	r.launcher.Close()
	if r.folder != nil {
		r.folder.Close()
	}
}
