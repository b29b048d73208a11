package derive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
)

// Asked returns the cases of which a writer has to write the arrays: each array and each archive of the files that are to
// be accepted, once.
func Asked(cases []corpus.Case) []corpus.Case {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(cases), func(c corpus.Case) bool {
		key, ok := written(&c)
		if !ok || seen[key] {
			return true
		}
		seen[key] = true
		return false
	})
}

// Writable reports whether a writer can be asked for the arrays of the case.
func Writable(c *corpus.Case) bool {
	_, ok := written(c)
	return ok
}

// deep is the flag of a file with more dimensions than NumPy 1.x has. It conforms, and a writer may reject it.
const deep = "rank-33"

// written returns a key that is equal for cases that ask a writer for the same. It is false if there is nothing to write.
func written(c *corpus.Case) (string, bool) {
	if c.Duty != corpus.Accept && !(c.Duty == corpus.Either && slices.Equal(c.Flags, []string{deep})) {
		return "", false
	}
	if c.Array != nil {
		return arrayKey(c.Array), true
	}
	var key strings.Builder
	names := map[string]bool{}
	for _, m := range c.Members {
		if m.Array == nil || names[m.Key] || m.Name != m.Key+".npy" {
			return "", false
		}
		names[m.Key] = true
		fmt.Fprintf(&key, "%q %s;", m.Key, arrayKey(m.Array))
	}
	return key.String(), c.Members != nil
}

func arrayKey(a *corpus.Array) string {
	return fmt.Sprintf("%s %d %t %s", a.DType, a.Shape, a.FortranOrder, a.SHA256)
}
