package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/corpus"
)

// stampName is the file that stands in a copy when all others do.
const stampName = "corpus-stamp.json"

// stamp says which corpus a folder is a copy of.
type stamp struct {
	Schema  int               `json:"schema"`
	Version string            `json:"version"`
	Files   map[string]string `json:"files"` // SHA-256 of the files that the manifest doesn't list
}

// attributesName is for git, which takes short vectors for text and changes the ends of lines.
const (
	attributesName = ".gitattributes"
	attributes     = "* -text\n"
)

func newCorpusCopy() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "copy DIR",
		Short: "Copy the corpus into a folder",
		Long: `copy writes the corpus into a folder: the vectors, manifest.json and its schema,
profiles.json, README.md, LICENSE, and ` + stampName + ` with the version and
the SHA-256 of the manifest. The stamp is written last: a copy without it is not whole.

The folder is made if there is none. If it holds something, --force is needed:
it writes over files of these names, removes vectors that only the manifest of an
older copy lists, and leaves everything else alone. Links that lead out of the
folder are not followed.

A .gitattributes keeps git from changing the ends of lines in vectors.`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := copyCorpus(cmd.Context(), args[0], force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "corpus %s: copied %s\n", corpus.Version(), plural(int64(len(corpus.Cases())), "vector"))
			return err
		},
	}
	cmd.Flags().BoolVarP(&force, "force", "f", false, "write into a folder that isn't empty")
	return cmd
}

func oneFolder(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) != 1:
		return usagef("%s needs one folder, got %s", cmd.Name(), plural(int64(len(args)), "argument"))
	case args[0] == "":
		return usagef("the name of the folder is empty")
	}
	return nil
}

func copyCorpus(ctx context.Context, dir string, force bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	if len(entries) > 0 && !force {
		return usagef("%s is not empty: --force writes into it", quoted(dir))
	}
	old, _ := readManifest(root) // without a manifest there is nothing to remove
	if err := remove(root, stampName); err != nil {
		return err
	}
	s := stamp{Schema: 1, Version: corpus.Version(), Files: map[string]string{}}
	write := func(name string, content []byte) error {
		if path.Dir(name) == "." {
			s.Files[name] = hexDigest(content)
		}
		return replace(root, name, content)
	}
	err = fs.WalkDir(corpus.Folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return errors.New("interrupted; the copy is not whole")
		case entry.IsDir():
			return root.MkdirAll(name, 0o777)
		}
		content, err := fs.ReadFile(corpus.Folder, name)
		if err != nil {
			return err
		}
		return write(name, content)
	})
	if err != nil {
		return err
	}
	if err := write(attributesName, []byte(attributes)); err != nil {
		return err
	}
	if err := removeOld(root, old); err != nil {
		return err
	}
	return replace(root, stampName, append(appendJSON(nil, s), '\n'))
}

// replace writes a file anew: what stood there under its name, perhaps a link, is not written to.
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

// removeOld removes the vectors of an older copy that the corpus doesn't have any more.
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
		root.Remove(path.Dir(c.name())) // fails unless it is empty now, and then nobody misses it
	}
	return nil
}

func hexDigest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
