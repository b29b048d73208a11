package corpus

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"
)

// Profile describes a kind of reader. It turns the duty of a case into what its readers do.
type Profile struct {
	Name        string   `json:"name"`
	Doc         string   `json:"doc"`
	Accepts     []string `json:"accepts"`     // flags that don't keep its readers from reading a file
	Rejects     []string `json:"rejects"`     // flags for which they reject it
	Unsupported []string `json:"unsupported"` // features that they don't support
}

// Verdict returns what a reader of the profile must do with the file: Unsupported if it lacks a
// feature, otherwise the duty. For Either it is Reject if the profile rejects one of the flags,
// Accept if it accepts all of them, and stays Either otherwise.
func (p Profile) Verdict(c Case) Duty {
	switch {
	case slices.ContainsFunc(c.Features, func(f string) bool { return slices.Contains(p.Unsupported, f) }):
		return Unsupported
	case c.Duty != Either:
		return c.Duty
	case slices.ContainsFunc(c.Flags, func(f string) bool { return slices.Contains(p.Rejects, f) }):
		return Reject
	case slices.ContainsFunc(c.Flags, func(f string) bool { return !slices.Contains(p.Accepts, f) }):
		return Either
	}
	return Accept
}

// Term is a flag, a reason why a reader may either read a file or reject it, or a feature, which a reader may lack.
type Term struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

type vocabulary struct {
	Flags    []Term
	Features []Term
	Profiles []Profile
}

// profiles is a file of Folder, which every command of npycheck needs: to unpack the archive would take too long.
//
//go:embed profiles.json
var profiles []byte

var words = sync.OnceValue(func() (v vocabulary) {
	if err := json.Unmarshal(profiles, &v); err != nil {
		panic("corpus: profiles.json: " + err.Error()) // only a bug in the generator can cause it
	}
	return v
})

// Profiles returns the profiles.
func Profiles() []Profile { return slices.Clone(words().Profiles) }

// Flags returns every flag that a case can have.
func Flags() []Term { return slices.Clone(words().Flags) }

// Features returns every feature that a case can have.
func Features() []Term { return slices.Clone(words().Features) }
