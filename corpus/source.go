package corpus

import (
	"embed"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
)

// sources is where the cases are described.
//
//go:embed internal/cases/*.go
var sources embed.FS

// described matches an ID where its case is described: it is the first item of a row, the first
// argument of a function, or a field of its own, such as raw of a pair of cases. As the twin of another case it is not.
var described = regexp.MustCompile(`(?:^\t\t+|\{|\b(?:id|ID|raw): +|\bID = |[\t (]\w+\()"([a-z]+/[a-z0-9-]+)"`)

type place struct {
	file string
	line int
}

var places = sync.OnceValue(func() map[string][]place {
	all := make(map[string][]place)
	names, _ := fs.Glob(sources, "internal/cases/*.go") // fails only for a bad pattern
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, _ := sources.ReadFile(name) // it was listed
		for i, line := range strings.Split(string(text), "\n") {
			for _, match := range described.FindAllStringSubmatch(line, -1) {
				all[match[1]] = append(all[match[1]], place{path.Join("corpus", name), i + 1})
			}
		}
	}
	return all
})

// Source returns where the bytes and the expectations of the case are written: a Go file of the
// repository, and the line with the ID.
func (c Case) Source() (file string, line int) {
	if at := places()[c.ID]; len(at) > 0 {
		return at[0].file, at[0].line
	}
	return "", 0
}
