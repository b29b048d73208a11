package conformance_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

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
	want := []string{"npy: a file that is no archive"}
	for _, f := range corpus.Features() {
		want = append(want, f.Name+": "+f.Doc)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
