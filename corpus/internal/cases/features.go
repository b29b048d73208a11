package cases

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus/internal/header"
)

// Needs returns the features that a reader needs, in the order of Features: those that the header of the file
// states, or for an archive, or where the header can't be read, those that are written by hand.
func (c Case) Needs() (needs []string) {
	stated, ok := header.Features(c.Bytes)
	if !ok {
		return strings.Fields(c.Features)
	}
	for _, f := range Features() {
		if slices.Contains(stated, f.Name) {
			needs = append(needs, f.Name)
		}
	}
	return needs
}
