package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
)

// Implementation is the program behind an adapter, as it introduces itself.
type Implementation struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Language string   `json:"language"`
	Runtime  string   `json:"runtime,omitempty"`  // what it ran on: "CPython 3.11.7"
	Features []string `json:"features,omitempty"` // those it claims; none for all
	Traits   []string `json:"traits,omitempty"`   // what its language does to arrays: NoTrailingOnes
}

// NoTrailingOnes is the trait of a language that drops dimensions of 1 at the end of a shape, as MATLAB and Octave do.
const NoTrailingOnes = "no-trailing-ones"

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

// checkTraits tells what is wrong with the traits of an implementation.
func checkTraits(traits []string) error {
	for _, trait := range traits {
		if trait != NoTrailingOnes {
			return fmt.Errorf("unknown trait %q, expected %s", trait, NoTrailingOnes)
		}
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
