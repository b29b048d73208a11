package results

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
)

// coreCases is how many cases the list has.
const coreCases = 150

// defect is what is wrong with the newest release of a reader, as its known failures or its messages describe it.
type defect struct{ reader, reason string }

// WriteCore writes the IDs of the cases with which a test finds most defects soonest, one per line: each shows the most
// defects of the readers that no case above it shows.
func (m *Matrix) WriteCore(w io.Writer) error {
	shown := m.defects()
	defects := make(map[defect]bool)
	for _, list := range shown {
		for _, d := range list {
			defects[d] = true
		}
	}
	order := mostFirst(shown)
	found := make(map[defect]bool)
	share := make([]int, len(order)) // in percent, with the case of the index
	for i, id := range order {
		for _, d := range shown[id] {
			found[d] = true
		}
		share[i] = 100 * len(found) / len(defects)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The cases that find most. The readers of conformance/matrix.md have %s that the corpus finds.\n",
		text.Count(int64(len(defects)), "known defect"))
	for _, n := range []int{50, coreCases, len(order)} {
		if n <= len(order) {
			fmt.Fprintf(&b, "# The first %d cases show %d%% of them.\n", n, share[n-1])
		}
	}
	for _, id := range order[:min(coreCases, len(order))] {
		b.WriteString(id + "\n")
	}
	_, err := b.WriteTo(w)
	return err
}

// defects returns the defects that each case shows.
func (m *Matrix) defects() map[string][]defect {
	shown := make(map[string][]defect)
	for _, c := range m.ranking(false) {
		if c.item != c.newest {
			continue
		}
		for _, message := range c.item.Reader.Messages {
			d := defect{c.item.Name, cmp.Or(message.Known, message.Text)}
			for _, id := range message.Cases {
				if !slices.Contains(shown[id], d) {
					shown[id] = append(shown[id], d)
				}
			}
		}
	}
	return shown
}

// mostFirst returns the cases that are needed to show all defects. Of equal cases the first by ID is taken.
func mostFirst(shown map[string][]defect) (order []string) {
	ids := slices.Sorted(maps.Keys(shown))
	found := make(map[defect]bool)
	for {
		best, most := "", 0
		for _, id := range ids {
			n := 0
			for _, d := range shown[id] {
				if !found[d] {
					n++
				}
			}
			if n > most {
				best, most = id, n
			}
		}
		if most == 0 {
			return order
		}
		order = append(order, best)
		for _, d := range shown[best] {
			found[d] = true
		}
	}
}
