package corpus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

func newCorpusVerify() *cobra.Command {
	return &cobra.Command{
		Use:     "verify DIR",
		Short:   "Compare a copy of the corpus with its own manifest",
		Example: "  npycheck corpus verify testdata/npy",
		Long: `verify lists files of a copy that are missing or altered, by its manifest and
its stamp, and files below vectors that the manifest doesn't list. It ignores
other files in the folder.

Exit codes:
  0  the copy is unchanged
  1  something is missing, altered or extra
  3  something could not be read`,
		Args: files.OneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := os.OpenRoot(args[0])
			if err != nil {
				return err
			}
			defer root.Close()
			v := verification{root: root}
			if err := v.run(cmd.Context()); err != nil {
				return err
			}
			return v.report(cmd.OutOrStdout())
		},
	}
}

// maxCopied is the size in bytes of the largest file of a copy that is read. No corpus has larger
// ones.
const maxCopied = 64 << 20

// copied is what the manifest of a copy says about a vector.
type copied struct {
	File   string
	SHA256 string
	Size   int64
	Gzip   bool // it is compressed in the repository, and never in a copy
}

// name returns the path of the vector below the folder of the copy.
func (c copied) name() string { return path.Join("vectors", c.File) }

// readManifest reads the manifest of a copy, sorted by file. It comes from elsewhere and may name
// anything; the files that are returned are valid paths, all different.
func readManifest(root *os.Root) ([]copied, error) {
	text, err := readRegular(root, "manifest.json")
	if err != nil {
		return nil, fmt.Errorf("manifest.json: %s", report.ErrorText(err))
	}
	var m struct {
		Schema int
		Cases  []copied
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	if m.Schema != 1 {
		return nil, fmt.Errorf("manifest.json: schema %d, expected 1", m.Schema)
	}
	slices.SortFunc(m.Cases, func(a, b copied) int { return strings.Compare(a.File, b.File) })
	for i, c := range m.Cases {
		switch {
		case c.File == "." || !fs.ValidPath(c.File):
			return nil, fmt.Errorf("manifest.json: %s is not a path below the folder vectors", cli.Quoted(c.File))
		case i > 0 && m.Cases[i-1].File == c.File:
			return nil, fmt.Errorf("manifest.json: two cases have the file %s", cli.Quoted(c.File))
		}
	}
	return m.Cases, nil
}

// verification compares a copy with its manifest.
type verification struct {
	root     *os.Root
	vectors  int
	version  string
	problems []problem
	failed   bool // something could not be read
}

// problem is a file that isn't what it should be.
type problem struct {
	what string // missing, altered, extra or unreadable
	name string
	text string // more about it, or ""
}

func (v *verification) run(ctx context.Context) error {
	vectors, err := readManifest(v.root)
	if err != nil {
		return err
	}
	for _, c := range vectors {
		if _, err := v.root.Lstat(c.name() + ".gz"); c.Gzip && err == nil {
			return fmt.Errorf("%s is compressed, as in the repository; verify a folder that npycheck corpus copy wrote", cli.Quoted(c.name()+".gz"))
		}
	}
	v.vectors = len(vectors)
	v.checkStamp()
	known := make(map[string]bool, len(vectors))
	for _, c := range vectors {
		if ctx.Err() != nil {
			return errors.New("interrupted; the comparison is incomplete")
		}
		known[c.name()] = true
		v.compare(c.name(), c.SHA256, c.Size)
	}
	v.findExtra(known)
	slices.SortStableFunc(v.problems, func(a, b problem) int { return strings.Compare(a.name, b.name) })
	return nil
}

func (v *verification) add(what, name, format string, args ...any) {
	v.problems = append(v.problems, problem{what, name, fmt.Sprintf(format, args...)})
}

// checkStamp compares the files that the stamp lists.
func (v *verification) checkStamp() {
	s, err := readStamp(v.root, stampName)
	if err != nil {
		v.unread(stampName, err)
		return
	}
	v.version = s.Version
	for name, digest := range s.Files {
		if strings.Contains(name, "/") || !fs.ValidPath(name) {
			v.add("altered", stampName, "it names %s", cli.Quoted(name))
			continue
		}
		v.compare(name, digest, -1)
	}
}

// compare compares a file with its digest and its size, or -1 for any size.
func (v *verification) compare(name, digest string, size int64) {
	content, err := readRegular(v.root, name)
	switch got := int64(len(content)); {
	case err != nil:
		v.unread(name, err)
	case size >= 0 && got != size:
		v.add("altered", name, "%s, expected %d", text.Count(got, "byte"), size)
	case hexDigest(content) != digest:
		v.add("altered", name, "other bytes")
	}
}

// unread says why a file can't be compared: it doesn't exist, it is something else by now, or the
// system doesn't let us read it.
func (v *verification) unread(name string, err error) {
	var other notRegular
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.add("missing", name, "")
	case errors.As(err, &other):
		v.add("altered", name, "%s", other)
	default:
		v.failed = true
		v.add("unreadable", name, "%s", report.ErrorText(err))
	}
}

// findExtra finds files that a program that only lists folders would treat as vectors.
func (v *verification) findExtra(known map[string]bool) {
	err := fs.WalkDir(v.root.FS(), "vectors", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case name == "vectors" && errors.Is(err, fs.ErrNotExist):
			return nil // then every vector is reported as missing
		case err != nil:
			v.unread(name, err)
		case !entry.IsDir() && !known[name]:
			v.add("extra", name, "")
		}
		return nil
	})
	if err != nil {
		v.unread("vectors", err)
	}
}

func (v *verification) report(w io.Writer) error {
	var out []byte
	for _, p := range v.problems {
		out = fmt.Appendf(out, "%s: %s", p.what, text.Inert(validator.Quote(p.name)))
		if p.text != "" {
			out = fmt.Appendf(out, ": %s", text.Inert(p.text))
		}
		out = append(out, '\n')
	}
	if len(v.problems) == 0 {
		out = fmt.Appendf(out, "corpus %s: %s, nothing missing, altered or extra\n", validator.Quote(v.version), text.Count(int64(v.vectors), "vector"))
	} else {
		out = fmt.Appendf(out, "%s\n", text.Count(int64(len(v.problems)), "problem"))
	}
	if _, err := w.Write(out); err != nil {
		return err
	}
	switch {
	case v.failed:
		return cli.ExitCode(cli.ExitIncomplete)
	case len(v.problems) > 0:
		return cli.ExitCode(cli.ExitFindings)
	}
	return nil
}

// notRegular says what a file is that isn't regular.
type notRegular string

func (n notRegular) Error() string { return string(n) }

// readRegular reads a file of a copy. It never waits for a FIFO and never follows a link.
func readRegular(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, notRegular("is a folder")
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, notRegular("is a symbolic link")
	case !info.Mode().IsRegular():
		return nil, notRegular("is a " + files.FileType(info.Mode()))
	case info.Size() > maxCopied:
		return nil, notRegular(fmt.Sprintf("has more than %d bytes", maxCopied))
	}
	// The name may refer to something else by now.
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil {
		return nil, err
	} else if !os.SameFile(info, now) {
		return nil, notRegular("is being changed")
	}
	return io.ReadAll(io.LimitReader(f, maxCopied+1))
}
