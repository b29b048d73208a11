package corpus

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	_ "embed"
	"io/fs"
	"strings"
	"sync"
)

// packedFolder is the folder of the corpus, as tools/generate packs it.
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
	content := bytes.NewBuffer(make([]byte, 0, 8*len(packedFolder))) // enough, so that it isn't copied
	_, err = content.ReadFrom(unpacked)
	must(err)
	z, err := zip.NewReader(bytes.NewReader(content.Bytes()), int64(content.Len()))
	must(err)
	return z
})

// Folder is the corpus as a self-contained folder: vectors, manifest.json and its schema,
// profiles.json, README.md and LICENSE. The large vectors are in the gzip format; FS has them unpacked.
var Folder fs.FS = folder{}

type folder struct{}

// Open implements fs.FS.
func (folder) Open(name string) (fs.File, error) { return archive().Open(name) }
