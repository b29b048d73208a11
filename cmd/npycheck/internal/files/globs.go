package files

import (
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Globs are patterns of the names of files.
type Globs struct {
	Patterns []string
	From     *Base // that they are relative to; nil for the given folder
}

// maxAlternatives is about how many patterns one with braces may stand for. Each is tried.
const maxAlternatives = 10_000

// IsGlob reports whether a pattern can be used. One in a stranger's file must not keep us busy forever.
func IsGlob(pattern string) bool {
	if !doublestar.ValidatePattern(pattern) {
		return false
	}
	braces := float64(strings.Count(pattern, "{"))
	commas := float64(strings.Count(pattern, ","))
	return braces == 0 || math.Pow((commas+braces)/braces, braces) <= maxAlternatives
}

// match reports whether one of the patterns matches a file or folder in a given folder. The path has that
// many bytes before the name relative to it.
func (g Globs) match(path string, root int, folder bool) bool {
	if len(g.Patterns) == 0 {
		return false
	}
	name := filepath.ToSlash(path[root:])
	if g.From != nil {
		name = g.From.rel(path)
	}
	return g.matchName(name, folder)
}

// suffixed reports whether the path ends with the full suffix of one of the patterns: "*.cs" names
// one, "*" and "*.n*" don't.
func (g Globs) suffixed(path string) bool {
	suffix := filepath.Ext(path)
	return len(suffix) > 1 && slices.ContainsFunc(g.Patterns, func(glob string) bool {
		return !strings.ContainsAny(filepath.Ext(glob), `*?[]{}\/`) && strings.EqualFold(filepath.Ext(glob), suffix)
	})
}

// MatchBelow reports whether one of the patterns matches a file or one of the folders that it is in.
func (g Globs) MatchBelow(path string) bool {
	name := g.From.rel(path)
	if g.matchName(name, false) {
		return true
	}
	for i := range name {
		if i > 0 && name[i] == '/' && g.matchName(name[:i], true) {
			return true
		}
	}
	return false
}

func (g Globs) matchName(name string, folder bool) bool {
	return slices.ContainsFunc(g.Patterns, func(glob string) bool { return globMatches(glob, name, folder) })
}

// globMatches reports whether a pattern matches a name relative to the given folder. As in
// .gitignore, a pattern without a slash is for the last element of the name, at any depth, and a slash at
// the beginning stands for the given folder. As the walk takes suffixes in lower and
// upper case, so does a pattern: if "*.npz" skipped B.NPZ, files would silently stay unchecked.
func globMatches(glob, name string, folder bool) bool {
	if !strings.Contains(glob, "/") {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	glob = strings.TrimPrefix(glob, "/")
	if doublestar.MatchUnvalidated(glob, name) {
		return true
	}
	if folder {
		return false
	}
	suffix := path.Ext(name)
	stem := strings.TrimSuffix(name, suffix)
	return doublestar.MatchUnvalidated(glob, stem+strings.ToLower(suffix)) ||
		doublestar.MatchUnvalidated(glob, stem+strings.ToUpper(suffix))
}

// Base is the folder that patterns are relative to.
type Base struct {
	Dir     string // absolute
	WorkDir string // absolute, for paths that are not
}

// rel returns a path as seen from there, with slashes.
func (b *Base) rel(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.WorkDir, path)
	}
	rel, err := filepath.Rel(b.Dir, path)
	if err != nil { // on another drive
		rel = path
	}
	return filepath.ToSlash(rel)
}
