package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// archiveName is the file that package corpus embeds.
const archiveName = "corpus.zip.gz"

// folderFiles are the files of the corpus besides the vectors.
var folderFiles = []string{"LICENSE", "README.md", "manifest.json", "manifest.schema.json", "profiles.json"}

// archive returns the corpus in dir as one file: an archive in the ZIP format with stored members, which is then
// compressed as a whole, since its files are small and much alike. The comment of a vector says where its case is
// described.
func archive(dir string) ([]byte, error) {
	described, err := places(dir)
	if err != nil {
		return nil, err
	}
	names, err := vectorNames(dir)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range append(folderFiles, names...) {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		header := zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE(content), CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content))}
		if _, at := described.of(caseOf(name)); len(at) > 0 {
			header.Comment = at[0]
		}
		f, err := w.CreateRaw(&header)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packParts(b.Bytes())
}

// vectorNames returns the paths of the vectors below dir, sorted.
func vectorNames(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(filepath.Join(dir, "vectors"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	return names, err
}

// caseOf returns the ID of the case whose vector has a path: "vectors/<duty>/<area>/<name>.npy", for example.
func caseOf(path string) string {
	_, id, _ := strings.Cut(strings.TrimPrefix(path, "vectors/"), "/")
	id, _, _ = strings.Cut(id, ".")
	return id
}

// packParts returns content in the gzip format, as many members of it. Each ends with a line whose checksum says so:
// a changed line leaves the other members as they are, and git stores only what changed.
func packParts(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(content) {
		_, err = w.Write(line)
		if crc32.ChecksumIEEE(line)%128 == 0 {
			err = errors.Join(err, w.Close())
			w.Reset(&b)
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}
