package protocol

import (
	"errors"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
)

// CheckFeatures says what is wrong with the features that an implementation claims.
func CheckFeatures(features []string) error {
	known := map[string]bool{"npy": true, "npz": true}
	for _, f := range corpus.Features() {
		known[f.Name] = true
	}
	for _, f := range features {
		if !known[f] {
			return fmt.Errorf("unknown feature %q, expected npy, npz and features that protocol.md lists", f)
		}
	}
	if !slices.Contains(features, "npy") && !slices.Contains(features, "npz") {
		return errors.New("features include neither npy nor npz")
	}
	return nil
}

// CheckTraits says what is wrong with the traits of an implementation.
func CheckTraits(traits []string) error {
	for _, trait := range traits {
		if trait != judge.NoTrailingOnes {
			return fmt.Errorf("unknown trait %q, expected %s", trait, judge.NoTrailingOnes)
		}
	}
	return nil
}
