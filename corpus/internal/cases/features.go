package cases

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus/internal/header"
)

// Needs returns the features that a reader needs to read the file, or to get as far as its fault: those that
// its header states, in the order of Features. For an archive, and where the header can't be read, they are
// those that are written by hand, or if there are none, those of the twin.
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

// needLikeTwins gives the features of the twin to the cases that have none and whose header can't be read.
func needLikeTwins(all []Case) {
	byID := make(map[string]Case, len(all))
	for _, c := range all {
		byID[c.ID] = c
	}
	for i, c := range all {
		if c.Features == "" && c.Twin != "" && len(c.Needs()) == 0 {
			all[i].Features = strings.Join(byID[c.Twin].Needs(), " ")
		}
	}
}
