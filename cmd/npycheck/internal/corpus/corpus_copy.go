package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
)

// stampName is the file that a copy gets last, when it is complete. Until then it has the name
// partName.
const (
	stampName = "corpus-stamp.json"
	partName  = "corpus-stamp.json.part"
)

// stamp says which corpus a folder is a copy of.
type stamp struct {
	Schema  int               `json:"schema"`
	Version string            `json:"version"`
	Files   map[string]string `json:"files"` // SHA-256 of the files that the manifest doesn't list
}

// readStamp reads a stamp by one of its names. Its files may have any names.
func readStamp(root *os.Root, name string) (stamp, error) {
	var s stamp
	text, err := readRegular(root, name)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil || s.Schema != 1 || s.Files["manifest.json"] == "" {
		return s, notRegular("is not a stamp")
	}
	return s, nil
}

// attributesName is for git, which treats short vectors as text and changes their line endings.
const (
	attributesName = ".gitattributes"
	attributes     = "* -text\n"
)

func newCorpusCopy() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:     "copy DIR",
		Short:   "Copy the corpus into a folder",
		Example: "  npycheck corpus copy testdata/npy\n  npycheck corpus copy --force testdata/npy",
		Long: `The copy has the vectors, manifest.json and its schema, profiles.json,
README.md, LICENSE, and ` + stampName + ` with the version and the SHA-256 of
the manifest. All vectors are unpacked, 60 MB together. The stamp is written
last: a copy without it is incomplete.

The folder is created if it doesn't exist. If it isn't empty, --force is needed.
In a copy, complete or not, it overwrites files of these names, removes vectors
that only the manifest of the older copy lists, and leaves everything else
alone. In any other folder it adds files, but writes nothing if it would have to
overwrite a file with other content, such as a README.md of your own. Links that
lead out of the folder are not followed.

A .gitattributes keeps git from changing line endings in vectors.`,
		Args: files.OneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := copyCorpus(cmd.Context(), args[0], force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "corpus %s: copied %s\n", corpus.Version(), text.Count(int64(len(corpus.Cases())), "vector"))
			return err
		},
	}
	cmd.Flags().BoolVarP(&force, "force", "f", false, "write into a folder that isn't empty")
	return cmd
}

func copyCorpus(ctx context.Context, dir string, force bool) error {
	root, empty, err := files.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if !empty && !force {
		return cli.Usagef("%s is not empty: --force writes into it", cli.Quoted(dir))
	}
	files, err := copyFiles()
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	var old []copied
	if isCopy(root) {
		old, _ = readManifest(root) // without a manifest there is nothing to remove
	} else if err := mayWrite(root, dir, names, files); err != nil {
		return err
	}
	s := stamp{Schema: 1, Version: corpus.Version(), Files: map[string]string{}}
	for _, name := range names {
		if path.Dir(name) != "." {
			continue
		}
		words, err := files[name]()
		if err != nil {
			return err
		}
		s.Files[name] = hexDigest(words)
	}
	if err := replace(root, partName, append(text.AppendJSON(nil, s), '\n')); err != nil {
		return err
	}
	if err := remove(root, stampName); err != nil {
		return err
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return errors.New("interrupted; the copy is incomplete")
		}
		words, err := files[name]()
		if err != nil {
			return err
		}
		if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return err
		}
		if err := replace(root, name, words); err != nil {
			return err
		}
	}
	if err := removeOld(root, old); err != nil {
		return err
	}
	return root.Rename(partName, stampName)
}

// content reads the content for a file of a copy. All of them are 60 MB, too much to keep.
type content func() ([]byte, error)

// copyFiles returns the files of a copy except the stamp.
func copyFiles() (map[string]content, error) {
	files := map[string]content{attributesName: func() ([]byte, error) { return []byte(attributes), nil }}
	others, err := fs.Glob(corpus.Folder, "*.*")
	if err != nil {
		return nil, err
	}
	for _, name := range append(others, "LICENSE") {
		files[name] = func() ([]byte, error) { return fs.ReadFile(corpus.Folder, name) }
	}
	for _, c := range corpus.Cases() {
		files[path.Join("vectors", c.File)] = func() ([]byte, error) { return fs.ReadFile(corpus.FS, c.File) }
	}
	return files, nil
}

// isCopy reports whether a folder is a copy of a corpus, or was about to become one.
func isCopy(root *os.Root) bool {
	_, err := readStamp(root, stampName)
	_, part := readStamp(root, partName)
	return err == nil || part == nil
}

// mayWrite returns an error if a folder that is not a copy has something else in a file's place.
func mayWrite(root *os.Root, dir string, names []string, files map[string]content) error {
	for _, name := range append(slices.Clone(names), stampName, partName) {
		text, err := readRegular(root, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		own := cli.Usagef("%s is not a copy of the corpus and has its own file %s, which is not overwritten", cli.Quoted(dir), name)
		var other notRegular
		switch {
		case errors.As(err, &other):
			return own
		case err != nil:
			return err
		case files[name] == nil: // the stamp is not a copy's
			return own
		}
		want, err := files[name]()
		if err != nil {
			return err
		}
		if !bytes.Equal(text, want) {
			return own
		}
	}
	return nil
}

// replace writes a new file: what had its name, perhaps a link, is not written to.
func replace(root *os.Root, name string, content []byte) error {
	if err := remove(root, name); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// remove removes a file if there is one.
func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// removeOld removes the vectors of an older copy that the corpus no longer has.
func removeOld(root *os.Root, old []copied) error {
	current := map[string]bool{}
	for _, c := range corpus.Cases() {
		current[c.File] = true
	}
	for _, c := range old {
		if current[c.File] {
			continue
		}
		if err := remove(root, c.name()); err != nil {
			return err
		}
		root.Remove(path.Dir(c.name())) // fails unless it is empty now
	}
	return nil
}

func hexDigest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
