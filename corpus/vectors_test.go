package corpus

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func packed(t *testing.T, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestVectors(t *testing.T) {
	v := vectors{fstest.MapFS{
		"accept/data/b.npy.gz": {Data: packed(t, []byte("unpacked"))},
		"accept/data/b-c.npy":  {Data: []byte("plain")},
		"survive/zip/a.npz.gz": {Data: packed(t, nil)},
	}}
	if err := fstest.TestFS(v, "accept/data/b.npy", "accept/data/b-c.npy", "survive/zip/a.npz"); err != nil {
		t.Error(err)
	}
	if got, err := fs.ReadFile(v, "accept/data/b.npy"); err != nil || string(got) != "unpacked" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := fs.ReadFile(v, "accept/data/b.npy.gz"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got error %v for the packed form, want that there is no such file", err)
	}
}

func TestVectorsBounds(t *testing.T) {
	v := vectors{fstest.MapFS{
		"cut.npy.gz":   {Data: packed(t, []byte("unpacked"))[:20]},
		"plain.npy.gz": {Data: []byte("plain")},
		"bomb.npy.gz":  {Data: packed(t, make([]byte, maxVector+1))},
		"full.npy.gz":  {Data: packed(t, make([]byte, maxVector))},
	}}
	for name, want := range map[string]string{
		"cut.npy":   "unexpected EOF",
		"plain.npy": "EOF",
		"bomb.npy":  "unpacks to more than 33554432 bytes",
	} {
		if _, err := fs.ReadFile(v, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %q", name, err, want)
		}
	}
	if got, err := fs.ReadFile(v, "full.npy"); err != nil || len(got) != maxVector {
		t.Errorf("got %d bytes, %v, want %d", len(got), err, maxVector)
	}
}
