package viewer

import (
	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// ruleJSON is what npycheck explain says about a rule, without the example.
type ruleJSON struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Severity string `json:"severity"`
	Kind     string `json:"kind"`
	Reader   string `json:"reader"`
	Clause   string `json:"clause"`
	Doc      string `json:"doc"`
	Owner    string `json:"owner"`
	Author   string `json:"author,omitempty"`
	Remedy   string `json:"remedy"` // what npycheck fix does
}

// Rules returns a list of all rules.
func Rules() []byte {
	var all list[ruleJSON]
	for _, r := range spec.Rules() {
		all = append(all, ruleJSON{
			Name: r.Name, Title: r.Title, Severity: r.Level.Severity().String(), Kind: r.Kind.String(), Reader: r.Reader.String(),
			Clause: r.Clause, Doc: r.Doc, Owner: r.Owner, Author: r.Author, Remedy: remedy.Advice(r),
		})
	}
	return text.AppendJSON(nil, all)
}
