package corpus

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"sync"
)

// packedFolder is the folder of the corpus, as internal/generate packs it.
//
//go:embed corpus.zip.gz
var packedFolder string

// archive unpacks the folder. Programs that have no use for the corpus don't wait for that.
var archive = sync.OnceValue(func() *zip.Reader {
	must := func(err error) {
		if err != nil {
			panic("corpus: " + err.Error()) // only a bug in the generator can cause it
		}
	}
	unpacked, err := gzip.NewReader(strings.NewReader(packedFolder))
	must(err)
	content, err := io.ReadAll(unpacked)
	must(err)
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	must(err)
	return z
})

// Folder is the corpus as a self-contained folder: vectors, manifest.json and its schema,
// profiles.json, README.md and LICENSE. The large vectors are in the gzip format; FS has them unpacked.
var Folder fs.FS = folder{}

type folder struct{}

// Open implements fs.FS.
func (folder) Open(name string) (fs.File, error) { return archive().Open(name) }

// sources has where the case of a vector is described, by the name of the vector in FS.
var sources = sync.OnceValue(func() map[string]string {
	all := make(map[string]string)
	for _, f := range archive().File {
		if name, ok := strings.CutPrefix(f.Name, "vectors/"); ok {
			all[strings.TrimSuffix(name, gzipSuffix)] = f.Comment
		}
	}
	return all
})

// Source returns where the bytes and the expectations of the case are written: a Go file of the
// repository, and the line with the ID.
func (c Case) Source() (file string, line int) {
	file, number, _ := strings.Cut(sources()[c.File], ":")
	line, _ = strconv.Atoi(number) // there is no number if there is no such case
	return file, line
}
