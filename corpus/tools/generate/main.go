// Command generate writes the generated files of the corpus to the current folder: the vectors, manifest.json,
// profiles.json, and the archive of the folder that package corpus embeds. Its output depends on nothing but its source
// and the recorded runs of NumPy. It removes vectors that no case describes anymore. If the tables of findings don't fit
// the cases, it writes nothing: command accept writes the tables.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/corpus/internal/cases"
)

func main() {
	if err := generate("."); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(dir string) error {
	runs, err := readRecorded(filepath.Join(dir, "recorded", "numpy.json"))
	if err != nil {
		return err
	}
	all := cases.All()
	found, err := cases.Findings(all)
	if err != nil {
		return err
	}
	files, err := tree(all, found, runs)
	if err != nil {
		return err
	}
	if err := removeStale(dir, files); err != nil {
		return err
	}
	for name, content := range files {
		if err := write(filepath.Join(dir, filepath.FromSlash(name)), content); err != nil {
			return err
		}
	}
	packed, err := archive(dir)
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, archiveName), packed)
}

// tree returns the content of all generated files by their paths below the folder of the corpus.
func tree(all []cases.Case, found map[string][]cases.Finding, runs recorded) (map[string][]byte, error) {
	if err := cases.Check(all); err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(all)+2)
	var err error
	for _, c := range all {
		name, content := "vectors/"+c.File(), c.Bytes
		if len(content) > maxPlain {
			name += gzipSuffix
			if content, err = pack(content); err != nil {
				return nil, err
			}
		}
		files[name] = content
	}
	if files["manifest.json"], err = manifest(all, found, runs); err != nil {
		return nil, err
	}
	files["profiles.json"], err = profiles()
	return files, err
}

// write leaves a file alone that already has the content, so that nothing is rebuilt for it.
func write(name string, content []byte) error {
	if old, err := os.ReadFile(name); err == nil && same(name, old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}

// removeStale removes the vectors that are not among the files, and the folders that held nothing
// else.
func removeStale(dir string, files map[string][]byte) error {
	var folders []string
	err := filepath.WalkDir(filepath.Join(dir, "vectors"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			folders = append(folders, path)
			return nil
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if _, ok := files[filepath.ToSlash(name)]; ok {
			return nil
		}
		return os.Remove(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	// The inner folders follow the outer ones.
	for i := len(folders) - 1; i >= 0; i-- {
		entries, err := os.ReadDir(folders[i])
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			if err := os.Remove(folders[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
