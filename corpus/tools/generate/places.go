package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// described matches an ID where its case is described: it is the first item of a row, the first
// argument of a function, or a field of its own. As the twin of another case it is not.
// The ID of one of many cases is put together from a format, which is described in the same way.
var described = regexp.MustCompile(`(?:^\t\t+|\{|\b(?:id|ID): +|\b(?:id|ID) :?= |[\t (]\w+\()(?:fmt\.Sprintf\()?"([a-z]+/(?:[a-z0-9-]|%[ds])+)"`)

// sources is where cases are described, "corpus/internal/cases/header.go:12", by ID or by the format of IDs.
type sources map[string][]string

// places reads the sources of the cases of the corpus in dir.
func places(dir string) (sources, error) {
	names, err := filepath.Glob(filepath.Join(dir, "internal", "cases", "*.go"))
	if err != nil {
		return nil, err
	}
	all := make(sources)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, match := range described.FindAllStringSubmatch(line, -1) {
				all[match[1]] = append(all[match[1]], fmt.Sprintf("%s:%d", path.Join("corpus/internal/cases", filepath.Base(name)), i+1))
			}
		}
	}
	return all, nil
}

// of returns where a case is described, and the ID or the formats there. A row of its own is closer than a format, and
// a format of which the ID has a longer front is closer than others. There is more than one place if the case was
// described twice, and none if it wasn't.
func (s sources) of(id string) (formats, places []string) {
	if at, ok := s[id]; ok {
		return []string{id}, at
	}
	longest := 0
	for _, format := range slices.Sorted(maps.Keys(s)) {
		n := strings.Index(format, "%")
		if n < longest || !makes(format, id) {
			continue
		}
		if n > longest {
			longest, formats, places = n, nil, nil
		}
		formats, places = append(formats, format), append(places, s[format]...)
	}
	return formats, places
}

// makes reports whether an ID can be put together from a format.
func makes(format, id string) bool {
	if front, _, _ := strings.Cut(format, "%"); !strings.HasPrefix(id, front) {
		return false
	}
	pattern := strings.NewReplacer("%s", "[a-z0-9-]+", "%d", "[0-9]+").Replace(format)
	return regexp.MustCompile("^" + pattern + "$").MatchString(id)
}
