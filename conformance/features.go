package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
)

// checkFeatures tells what is wrong with the features that an implementation claims.
func checkFeatures(features []string) error {
	known := map[string]bool{"npy": true, "npz": true}
	for _, f := range corpus.Features() {
		known[f.Name] = true
	}
	for _, f := range features {
		if !known[f] {
			return fmt.Errorf("unknown feature %q, want npy, npz and features that protocol.md lists", f)
		}
	}
	if !slices.Contains(features, "npy") && !slices.Contains(features, "npz") {
		return errors.New("features include neither npy nor npz")
	}
	return nil
}

// claims reports whether the implementation claims the format, which may be "", and all of the features.
func (i *Implementation) claims(format string, features []string) bool {
	return len(i.Features) == 0 ||
		(format == "" || slices.Contains(i.Features, format)) &&
			!slices.ContainsFunc(features, func(f string) bool { return !slices.Contains(i.Features, f) })
}

// claimsArray reports whether the implementation claims any file of the corpus that holds an array.
// Whatever one that doesn't rejects would be unsupported.
func (i *Implementation) claimsArray() bool {
	return slices.ContainsFunc(corpus.Cases(), func(c corpus.Case) bool {
		return c.Duty == corpus.Accept && (c.Array != nil || len(c.Members) > 0) && i.claims(c.Format, c.Features)
	})
}

// settle returns the answer of the implementation about a file with the format and the features. A
// rejection is unsupported if the implementation doesn't claim what the file takes.
func (i *Implementation) settle(a Answer, format string, features []string) Answer {
	for _, rank := range []string{"0d", "1d"} {
		a.anyRank = a.anyRank || slices.Contains(features, rank) && !i.claims("", []string{rank})
	}
	if a.Outcome == OutcomeReject && !i.claims(format, features) {
		a.Outcome = OutcomeUnsupported
	}
	return a
}
