package conformance_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// TestRequests compares requests with the form that protocol.md promises to adapters without a JSON parser.
func TestRequests(t *testing.T) {
	t.Parallel()
	got := conformance.FixedRequests()
	written, err := conformance.WriteRequests(casesByID(t, "order/c-1d"))
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, written...)
	for i, want := range []string{
		`{"op":"hello","protocol":1}`,
		`{"op":"read","id":1,"path":"/tmp/a.npy"}`,
		`{"op":"bye"}`,
		`{"op":"write","id":1,"path":"/tmp/out-1.npy","array":{"dtype":"\u003cf8","shape":[3],"fortran_order":false,"data":"000000000000e03f000000000000f83f0000000000000440"}}`,
	} {
		if string(got[i]) != want+"\n" {
			t.Errorf("got %q, want %q", got[i], want)
		}
	}
}

// TestProtocolFeatures compares the list in protocol.md with the words that adapters may claim.
func TestProtocolFeatures(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)\n### Features\n.*?\n### `).Find(page)
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(.+?)` \\| (.+) \\|$").FindAllSubmatch(section, -1) {
		got = append(got, string(row[1])+": "+string(row[2]))
	}
	want := []string{"npy: a plain array file, not an archive"}
	for _, f := range corpus.Features() {
		want = append(want, f.Name+": "+f.Doc)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
