package results

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// fingerprint identifies what a case asks of an implementation: the file, and what an answer is judged by.
func fingerprint(c *corpus.Case) string {
	sum := sha256.Sum256([]byte(compact(corpus.Case{
		File: c.File, SHA256: c.SHA256, Format: c.Format, Duty: c.Duty, Features: c.Features,
		Array: c.Array, Members: c.Members, MoreMembers: c.MoreMembers,
	})))
	return hex.EncodeToString(sum[:6])
}

// Forget removes the results of cases that the corpus no longer has, or with which it asks something else today.
func (m *Matrix) Forget(cases []corpus.Case) {
	asked := fingerprints(cases)
	stale := make(map[string]bool)
	for _, c := range m.Cases {
		now, ok := asked[c.ID]
		stale[c.ID] = !ok || c.Asked != now
	}
	drop := func(r *conformance.Report) *conformance.Report {
		if r != nil {
			r.Results = slices.DeleteFunc(r.Results, func(result conformance.Result) bool { return stale[result.ID] })
		}
		return r
	}
	for at, item := range m.Implementations {
		m.Put(*item, drop(m.Report(at, false)), drop(m.Report(at, true)))
	}
}

// Stamp notes what the cases ask today, which all results must be about.
func (m *Matrix) Stamp(cases []corpus.Case) {
	asked := fingerprints(cases)
	for _, c := range m.Cases {
		c.Asked = asked[c.ID]
	}
}

func fingerprints(cases []corpus.Case) map[string]string {
	asked := make(map[string]string)
	for _, c := range cases {
		if c.Withdrawn == "" {
			asked[c.ID] = fingerprint(&c)
		}
	}
	return asked
}
