package results

import (
	"bytes"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

// TestWriteCore has four defects of two readers. One case shows three of them, one shows the fourth, and the older
// release doesn't count.
func TestWriteCore(t *testing.T) {
	results := func(messages ...Message) *Results {
		return &Results{Summary: map[conformance.Cell]int{}, Messages: messages}
	}
	m := &Matrix{Implementations: []*Item{
		{Name: "a", Variant: "1.0", Reader: results(Message{Text: "old", Cases: []string{"data/old"}})},
		{Name: "a", Variant: "2.0", Reader: results(
			Message{Text: "x", Known: "one", Cases: []string{"data/few", "data/most"}},
			Message{Text: "y", Known: "one", Cases: []string{"data/few"}},
			Message{Text: "two", Cases: []string{"data/most"}})},
		{Name: "b", Variant: "1.0", Reader: results(
			Message{Text: "one", Cases: []string{"data/most"}},
			Message{Text: "three", Cases: []string{"data/last", "data/second"}})},
	}}
	var b bytes.Buffer
	if err := m.WriteCore(&b); err != nil {
		t.Fatal(err)
	}
	want := `# The cases that find most. The readers of conformance/matrix.md have 4 known defects that the corpus finds.
# The first 2 cases show 100% of them.
data/most
data/last
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
