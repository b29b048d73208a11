package conformance

import (
	"slices"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
)

// Implementation is the program in an adapter, as it introduces itself.
type Implementation struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Language string   `json:"language"`
	Runtime  string   `json:"runtime,omitempty"`  // what it ran on: "CPython 3.11.7"
	Features []string `json:"features,omitempty"` // those it claims; none for all
	Traits   []string `json:"traits,omitempty"`   // what its language does to arrays: "no-trailing-ones"
}

// claims reports whether the implementation claims the format, which may be "", and all of the features.
func (i *Implementation) claims(format string, features []string) bool {
	return len(i.Features) == 0 ||
		(format == "" || slices.Contains(i.Features, format)) &&
			!slices.ContainsFunc(features, func(f string) bool { return !slices.Contains(i.Features, f) })
}

// claimsArray reports whether the implementation claims any file of the corpus that holds an array.
// If it doesn't, all that it rejects would be unsupported.
func (i *Implementation) claimsArray() bool {
	return len(i.Features) == 0 || slices.ContainsFunc(corpus.Cases(), func(c corpus.Case) bool {
		return c.Duty == corpus.Accept && (c.Array != nil || len(c.Members) > 0) && i.claims(c.Format, c.Features)
	})
}

// greeting is how an adapter introduces its implementation.
type greeting struct {
	Implementation
	ops []string
}

// readGreeting reads the answer to hello.
func readGreeting(text []byte) (greeting, error) {
	m, err := protocol.ReadGreeting(text)
	if err != nil {
		return greeting{}, err
	}
	h := greeting{Implementation{Name: m.Name, Version: m.Version, Language: m.Language, Runtime: m.Runtime, Traits: m.Traits}, *m.Ops}
	if m.Features != nil {
		h.Features = *m.Features
	}
	return h, nil
}
