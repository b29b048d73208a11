package files

import (
	"container/heap"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/disk"
)

// entries are the contents of a folder. It may have millions, so they take little more memory than their names:
// each is its name, a NUL, and a byte with its type, in runs that are sorted.
type entries struct{ runs []string }

// maxRun is the number of entries that are sorted at once.
const maxRun = 1 << 15

// readEntries returns the wanted entries of a folder. With an error it returns those read until then.
func readEntries(path string, wanted func(name string, mode fs.FileMode) bool) (entries, error) {
	return readRuns(path, wanted, maxRun)
}

// readRuns is readEntries with runs of at least length entries, but for the last.
func readRuns(path string, wanted func(name string, mode fs.FileMode) bool, length int) (e entries, err error) {
	folder, err := disk.OpenFolder(path)
	if err != nil {
		return e, err
	}
	defer folder.Close()
	var run []string
	for err == nil {
		var read []fs.DirEntry
		read, err = folder.ReadDir(1024)
		run = appendEntries(run, read, wanted)
		if len(run) >= length {
			e.add(run)
			run = run[:0]
		}
	}
	if len(run) > 0 {
		e.add(run)
	}
	if err == io.EOF {
		err = nil
	}
	return e, err
}

func appendEntries(run []string, read []fs.DirEntry, wanted func(name string, mode fs.FileMode) bool) []string {
	var text strings.Builder
	first := len(run)
	for _, entry := range read {
		if name, mode := entry.Name(), entry.Type(); wanted(name, mode) {
			text.WriteString(name)
			text.WriteByte(0)
			text.WriteByte(packMode(mode))
			run = append(run, name)
		}
	}
	rest := text.String() // one allocation for all of them
	for i, name := range run[first:] {
		n := len(name) + 2
		run[first+i], rest = rest[:n], rest[n:]
	}
	return run
}

// add sorts a run and adds it.
func (e *entries) add(run []string) {
	slices.Sort(run)
	e.runs = append(e.runs, strings.Join(run, ""))
}

// sorted yields the names and types of the entries, sorted by the bytes of the names.
func (e entries) sorted() iter.Seq2[string, fs.FileMode] {
	return func(yield func(string, fs.FileMode) bool) {
		var heads cursors
		for _, run := range e.runs {
			if c := (cursor{rest: run}); c.next() {
				heads = append(heads, c)
			}
		}
		heap.Init(&heads)
		for len(heads) > 0 {
			first := &heads[0]
			if !yield(first.name, first.mode) {
				return
			}
			if first.next() {
				heap.Fix(&heads, 0)
			} else {
				heap.Pop(&heads)
			}
		}
	}
}

// cursor is at an entry of a run.
type cursor struct {
	name string
	mode fs.FileMode
	rest string // after the entry
}

func (c *cursor) next() bool {
	end := strings.IndexByte(c.rest, 0)
	if end < 0 {
		return false
	}
	c.name, c.mode, c.rest = c.rest[:end], unpackMode(c.rest[end+1]), c.rest[end+2:]
	return true
}

// cursors are a heap.
type cursors []cursor

func (c cursors) Len() int           { return len(c) }
func (c cursors) Less(i, j int) bool { return c[i].name < c[j].name }
func (c cursors) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)        { *c = append(*c, x.(cursor)) }
func (c *cursors) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}

// modes are the types that an entry can have. All others are like the last.
var modes = [...]fs.FileMode{0, fs.ModeDir, fs.ModeSymlink, fs.ModeNamedPipe, fs.ModeSocket, fs.ModeDevice, fs.ModeIrregular}

// packMode returns a byte for the type of an entry.
func packMode(mode fs.FileMode) byte {
	for i, m := range modes {
		if mode.Type()&^fs.ModeCharDevice == m {
			return byte(i)
		}
	}
	return byte(len(modes) - 1)
}

func unpackMode(b byte) fs.FileMode { return modes[b] }
