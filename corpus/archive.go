package corpus

import (
	"archive/zip"
	"compress/gzip"
	_ "embed"
	"io"
	"io/fs"
	"strings"
	"sync"
)

// packedFolder is the folder of the corpus, as internal/generate packs it.
//
//go:embed corpus.zip.gz
var packedFolder string

// archive unpacks the folder. Programs that have no use for the corpus don't wait for that.
var archive = sync.OnceValue(func() (a struct {
	*zip.Reader
	text string // all of it
}) {
	unpacked, err := gzip.NewReader(strings.NewReader(packedFolder))
	must(err)
	var content strings.Builder
	content.Grow(8 * len(packedFolder)) // enough, so that it isn't copied
	_, err = io.Copy(&content, unpacked)
	must(err)
	a.text = content.String()
	a.Reader, err = zip.NewReader(strings.NewReader(a.text), int64(len(a.text)))
	must(err)
	return a
})

func must(err error) {
	if err != nil {
		panic("corpus: " + err.Error()) // only a bug in the generator can cause it
	}
}

// Folder is the corpus as a self-contained folder: vectors, manifest.json and its schema,
// profiles.json, README.md and LICENSE. The large vectors are in the gzip format; FS has them unpacked.
var Folder fs.FS = folder{}

type folder struct{}

// Open implements fs.FS.
func (folder) Open(name string) (fs.File, error) { return archive().Open(name) }
