package viewer

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestDoubts has files whose values may be wrong, with the places of the arrays and the rules, those that follow from
// other findings included. A place of -1 is the file or the archive itself.
func TestDoubts(t *testing.T) {
	for name, want := range map[string]string{
		"accept/npz/first-stored.npz":       "[]",
		"reject/zip/crc-data-changed.npz":   "[{{0 0} zip-crc}]",
		"either/data/trailing-0d.npy":       "[{{-1 0} data-trailing}]",
		"reject/zip/text-mode-shorter.npz":  "[{{-1 0} zip-end-record-mismatch} {{0 0} zip-overlap} {{0 0} zip-crc}]",
		"reject/zip/missing-in-data.npz":    "[{{1 0} zip-missing-member}]",
		"either/zip/size-deflated-less.npz": "[{{0 0} zip-size}]",
		"either/data/trailing-byte-0d.npy":  "[{{-1 0} data-trailing}]",
	} {
		b, err := fs.ReadFile(corpus.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		f := open(path.Base(name), b)
		f.Report(t.Context(), Options{})
		text, err := f.Fix(t.Context())
		var fix fixJSON
		if err != nil || json.Unmarshal(text, &fix) != nil {
			t.Fatalf("%s: got %s, %v", name, text, err)
		}
		if got := fmt.Sprint([]doubtJSON(fix.Doubts)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
