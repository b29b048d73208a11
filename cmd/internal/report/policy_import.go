package report

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// ImportPattern stands for imports of pickles that a project trusts: the module and the name with a dot between
// them, where "*" stands for any characters, dots among them. "pandas.*" is all of pandas, and
// "mylib.shapes.Point" is one class.
//
// A pattern covers the import and the call of what is imported, with any arguments. A "*" is for files from trusted
// people, since a package may have, or import, anything that can run code. Even so, it never covers an import that is
// known to be dangerous, nor a dotted name, which can reach from any package into any other: these have to be spelled
// in full. No pattern covers an import whose name the pickle doesn't contain, or anything else that a pickle can do to
// the memory or the time of the program that loads it.
type ImportPattern string

// ParseImportPattern returns a pattern, or what is wrong with it.
func ParseImportPattern(s string) (ImportPattern, error) {
	for i, part := range strings.Split(s, ".") {
		switch {
		case part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_*") != "":
			return "", errors.New("expected a module and a name with a dot between them, for example pandas.*")
		case i == 0 && strings.Contains(part, "*"):
			return "", errors.New("expected the name of a package before the first dot, for example pandas.*")
		}
	}
	if !strings.Contains(s, ".") {
		return "", errors.New("expected a module and a name with a dot between them, for example " + s + ".*")
	}
	return ImportPattern(s), nil
}

// matches reports whether the pattern stands for an import, given as module and name with a dot between them.
func (p ImportPattern) matches(name string) bool {
	matched, err := path.Match(string(p), name)
	return matched && err == nil && !strings.Contains(name, "/")
}

// allowsImport reports whether a finding is about an import that one of the patterns covers.
func allowsImport(patterns []ImportPattern, f *validator.Finding) bool {
	if len(patterns) == 0 || f.Import == "" {
		return false
	}
	switch f.Rule {
	case spec.PickleImportUnknown, spec.PickleCallUnknown:
		return slices.ContainsFunc(patterns, func(p ImportPattern) bool { return p.matches(f.Import) })
	case spec.PickleImportDangerous, spec.PickleImportName:
		return !strings.Contains(f.Import, "*") && slices.Contains(patterns, ImportPattern(f.Import))
	}
	return false
}
