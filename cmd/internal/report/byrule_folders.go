package report

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

const (
	maxCounted  = 128 // folders that are counted apart
	maxShown    = 3   // of them
	maxExamples = 3   // files that are named of each
)

// folderCounts counts files and their findings by folder.
type folderCounts struct {
	findings, files int64
	folders         map[string]*folderCount
	depth           int // slashes of the longest name of a folder
}

// folderCount is one of them: a folder, or all those below it.
type folderCount struct {
	findings, files int64
	examples        []string // the first files, by their paths
	order           int64    // number of the first file
}

func newFolderCounts() *folderCounts {
	return &folderCounts{folders: map[string]*folderCount{}, depth: 1 << 30}
}

// add counts a file.
func (c *folderCounts) add(path string, findings int64) {
	c.findings += findings
	name := folderOf(path, c.depth)
	c.merge(name, &folderCount{findings: findings, files: 1, examples: []string{path}, order: c.files})
	c.files++
	for len(c.folders) > maxCounted {
		c.collapse()
	}
}

// merge adds counts to those of a folder.
func (c *folderCounts) merge(name string, of *folderCount) {
	known := c.folders[name]
	if known == nil {
		c.folders[name] = of
		return
	}
	known.findings += of.findings
	known.files += of.files
	known.examples = append(known.examples, of.examples[:min(len(of.examples), maxExamples-len(known.examples))]...)
}

// collapse merges the deepest folders into their parents.
func (c *folderCounts) collapse() {
	deepest := 0
	for name := range c.folders {
		deepest = max(deepest, slashes(name))
	}
	c.depth = deepest - 1
	before := c.folders
	c.folders = map[string]*folderCount{}
	for _, name := range slices.SortedFunc(maps.Keys(before), func(x, y string) int { return cmp.Compare(before[x].order, before[y].order) }) {
		c.merge(folderOf(name, c.depth), before[name])
	}
}

// folderOf returns the folder of a path up to so many slashes, with the last of them: "" if there is none.
func folderOf(path string, depth int) string {
	end, seen := 0, 0
	for i := range len(path) {
		if isSlash(path[i]) {
			if seen++; seen > depth {
				break
			}
			end = i + 1
		}
	}
	return path[:end]
}

func slashes(path string) (n int) {
	for i := range len(path) {
		if isSlash(path[i]) {
			n++
		}
	}
	return n
}

func isSlash(c byte) bool { return c == '/' || os.IsPathSeparator(c) }

// appendFolders appends an indented line for each of the folders with the most files, relative to the folder of all.
func (c *folderCounts) appendFolders(dst []byte, indent int, common string) []byte {
	names := slices.SortedFunc(maps.Keys(c.folders), func(x, y string) int {
		return cmp.Or(cmp.Compare(c.folders[y].files, c.folders[x].files), cmp.Compare(x, y))
	})
	for i, name := range names {
		dst = fmt.Appendf(dst, "%*s", indent, "")
		if i == maxShown {
			return appendMore(dst, c, names[i:])
		}
		of := c.folders[name]
		var examples []string
		for _, path := range of.examples {
			examples = append(examples, strings.TrimPrefix(path, name))
		}
		if name = strings.TrimPrefix(name, common); name == "" && len(names) > 1 {
			name = "./" // or folders of which there are too many
		}
		if name != "" {
			dst = append(append(dst, name...), ": "...)
		}
		if of.files > int64(len(examples)) {
			dst = append(append(dst, text.Count(of.files, "file")...), ": "...)
			examples = append(examples, "…")
		}
		dst = append(append(dst, strings.Join(examples, ", ")...), '\n')
	}
	return dst
}

// appendMore appends how many folders are left.
func appendMore(dst []byte, c *folderCounts, names []string) []byte {
	var files int64
	for _, name := range names {
		files += c.folders[name].files
	}
	return fmt.Appendf(dst, "… %s in %s\n", text.Count(files, "file"), text.Count(int64(len(names)), "more folder"))
}
