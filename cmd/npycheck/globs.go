package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// globs are patterns of the names of files.
type globs struct {
	patterns []string
	from     *base // that they count from; nil for the folder that was given
}

// maxAlternatives is the number of patterns that one with braces may stand for, about. Each is tried.
const maxAlternatives = 10_000

// isGlob reports whether a pattern can be used. One in a stranger's file must not keep us busy for ever.
func isGlob(pattern string) bool {
	if !doublestar.ValidatePattern(pattern) {
		return false
	}
	braces := float64(strings.Count(pattern, "{"))
	commas := float64(strings.Count(pattern, ","))
	return braces == 0 || math.Pow((commas+braces)/braces, braces) <= maxAlternatives
}

// match reports whether one of the patterns matches a file or folder in a folder that was given. The path has so
// many bytes before the name relative to that.
func (g globs) match(path string, root int, folder bool) bool {
	if len(g.patterns) == 0 {
		return false
	}
	name := filepath.ToSlash(path[root:])
	if g.from != nil {
		name = g.from.rel(path)
	}
	return g.matchName(name, folder)
}

// matchBelow reports whether one of the patterns matches a file or one of the folders that it is in.
func (g globs) matchBelow(path string) bool {
	name := g.from.rel(path)
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

func (g globs) matchName(name string, folder bool) bool {
	return slices.ContainsFunc(g.patterns, func(glob string) bool { return globMatches(glob, name, folder) })
}

// globMatches reports whether a pattern matches a name relative to the folder that was given. As in
// .gitignore, a pattern without a slash is for the last element of the name, at any depth, and a slash at
// the beginning stands for the folder that was given. As the walk takes suffixes in small letters and in
// capitals, so does a pattern: "*.npz" that passed over B.NPZ would leave files unchecked without a word.
func globMatches(glob, name string, folder bool) bool {
	if !strings.Contains(glob, "/") {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	glob = strings.TrimPrefix(glob, "/")
	if doublestar.MatchUnvalidated(glob, name) {
		return true
	}
	if folder || !hasArrayName(name) {
		return false
	}
	stem, suffix := name[:len(name)-len(".npy")], name[len(name)-len(".npy"):]
	return doublestar.MatchUnvalidated(glob, stem+strings.ToLower(suffix)) ||
		doublestar.MatchUnvalidated(glob, stem+strings.ToUpper(suffix))
}

// base is the folder that patterns count from.
type base struct {
	dir     string // absolute
	workDir string // absolute, for paths that are not
}

// rel returns a path as seen from there, with slashes.
func (b *base) rel(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.workDir, path)
	}
	rel, err := filepath.Rel(b.dir, path)
	if err != nil { // on another drive
		rel = path
	}
	return filepath.ToSlash(rel)
}
