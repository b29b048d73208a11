package fuzz_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// maxSeed is the size in bytes below which a file is a seed.
const maxSeed = 4 << 10

// files returns the files of areas that are seeds: those of the corpus.
func files(tb testing.TB, areas ...string) [][]byte {
	tb.Helper()
	var out [][]byte
	for _, area := range areas {
		for _, c := range corpus.Cases() {
			if strings.HasPrefix(c.ID, area+"/") && c.Size < maxSeed {
				b, err := fs.ReadFile(corpus.FS, c.File)
				if err != nil {
					tb.Fatal(err)
				}
				out = append(out, b)
			}
		}
	}
	return out
}

// texts returns the texts of the headers of those files, with their padding.
func texts(tb testing.TB, areas ...string) [][]byte {
	tb.Helper()
	var out [][]byte
	for _, b := range files(tb, areas...) {
		if text, _, ok := split(b); ok {
			out = append(out, text)
		}
	}
	return out
}

// split returns the text of a header and what follows it.
func split(b []byte) (text, data []byte, ok bool) {
	if len(b) < 12 || !strings.HasPrefix(string(b), spec.Magic) {
		return nil, nil, false
	}
	at, n := 10, int(b[8])|int(b[9])<<8
	if b[6] > 1 {
		at, n = 12, n|int(b[10])<<16|int(b[11])<<24
	}
	if n > len(b)-at {
		return nil, nil, false
	}
	return b[at : at+n], b[at+n:], true
}

var value = map[string]*regexp.Regexp{
	"descr": regexp.MustCompile(`(?s)['"]descr['"]\s*:\s*(.*?)\s*,?\s*(?:\}|['"](?:fortran_order|shape)['"])`),
	"order": regexp.MustCompile(`(?s)['"]fortran_order['"]\s*:\s*(.*?)\s*,?\s*(?:\}|['"](?:descr|shape)['"])`),
	"shape": regexp.MustCompile(`(?s)['"]shape['"]\s*:\s*(.*?)\s*,?\s*(?:\}|['"](?:descr|fortran_order)['"])`),
}

// values returns the values of a key in those files, as written.
func values(tb testing.TB, key string, areas ...string) [][]byte {
	tb.Helper()
	var out [][]byte
	for _, text := range texts(tb, areas...) {
		if m := value[key].FindSubmatch(text); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}
