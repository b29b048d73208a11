// Package files finds the files to check: in folders, lists and buckets, for one shard or for all.
package files

import (
	"container/heap"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// unopened is a file that was found and is never opened.
type unopened struct {
	path string
	err  error // why
}

func (u unopened) Name() string          { return u.path }
func (u unopened) Open() (Source, error) { return nil, u.err }

// nowhere is a place where no file to check was found. It is for all shards: any of them may miss a file.
type nowhere struct{ unopened }

func (nowhere) InEveryShard() {}

// Inputs says where to find the files to check.
type Inputs struct {
	Paths   []string // files, folders and "-"
	Stdin   io.Reader
	Remotes *Remotes // nil if files of servers can't be read
	Include Globs    // for the files of folders; none takes all
	Exclude Globs    // for the files and folders of folders
	Shard   Shard

	AllFolders bool // go into those of DefaultExcludes, too
	Follow     bool // go where the links in folders lead
	AllowEmpty bool // an empty folder or list is not an error

	List     io.Reader // more names of files, or nil
	ListName string
	ListNUL  bool // the names end with NUL instead of newline
}

// All yields the inputs: those of paths in their order, each path once, the files of a folder sorted by the bytes
// of their names, then those of the list.
func (in *Inputs) All(passed *Coverage) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		w := walk{Inputs: in, yield: yield, passed: passed}
		if in.Follow {
			w.seen = make(map[fileID]struct{})
		}
		passed.names = sha256.New()
		if in.Shard.count > 1 {
			passed.keys = sha256.New()
		}
		given := make(map[string]bool, len(in.Paths))
		for _, path := range in.Paths {
			if !given[path] && !w.given(path) {
				return
			}
			given[path] = true
		}
		passed.complete = in.List == nil || w.listed()
	}
}

// walk is the state of walking the given paths, folder by folder.
type walk struct {
	*Inputs
	yield  func(Input) bool
	passed *Coverage
	seen   map[fileID]struct{} // folders and files seen so far, if links are followed

	// For one given folder:
	root  int // number of bytes that every path has before the name relative to the root
	found int // files yielded, left to another shard, or seen before
	links int // not followed
}

// take takes a file, which belongs to the shard with that name.
func (w *walk) take(name string, in Input) bool {
	w.passed.add(in.Name(), name)
	return !w.Shard.Has(name) || w.yield(in)
}

// none takes a place where no file was found.
func (w *walk) none(path string, err error) bool {
	w.passed.add(path, path) // as if it existed, as it may for another shard
	return w.yield(nowhere{unopened{path, err}})
}

// given takes a path that was given.
func (w *walk) given(path string) bool {
	if path == "-" {
		return w.take(path, Stdin{Reader: w.Stdin})
	}
	if report.IsRemote(path) {
		return w.givenRemote(path)
	}
	info, err := StatPath(path)
	switch {
	case err != nil:
		// It is a mistake in the command line, which all shards share.
		return w.none(path, cli.Missing(path, err))
	case !info.IsDir():
		return w.take(path, &DiskFile{Path: path})
	}
	prefix := path
	switch {
	case path == ".":
		prefix = ""
	case !os.IsPathSeparator(path[len(path)-1]):
		prefix += string(filepath.Separator)
	}
	if !w.first(path, info) {
		return true
	}
	w.root, w.found, w.links = len(prefix), 0, 0
	others, excluded := w.passed.Others.Load(), w.passed.Excluded.Load()
	if !w.folder(path, prefix) {
		return false
	}
	w.passed.Links.Add(int64(w.links))
	if w.found == 0 && !w.AllowEmpty {
		return w.none(path, w.empty(w.passed.Others.Load()-others, w.passed.Excluded.Load()-excluded))
	}
	return true
}

// first reports whether a file or a folder is seen for the first time. Without --follow everything is: there
// are no two ways to it.
func (w *walk) first(path string, info fs.FileInfo) bool {
	if w.seen == nil {
		return true
	}
	id, ok := identify(path, info)
	if !ok {
		return true
	}
	_, met := w.seen[id]
	w.seen[id] = struct{}{}
	return !met
}

// maxWalked is the length in bytes of the longest folder path that a walk enters. It bounds how deep the
// recursion goes, and the memory for the paths of enclosing folders.
const maxWalked = 16 << 10

// folder goes through a folder and those in it; prefix is what the paths of its entries begin
// with. Links lead to no folder twice.
func (w *walk) folder(path, prefix string) bool {
	if len(path) > maxWalked {
		w.found++
		return w.none(path[:maxWalked], fmt.Errorf("a path of more than %d bytes begins so; the folder was not walked", maxWalked))
	}
	here := &walkedFolder{path, prefix}
	found, err := readEntries(path, w.wants)
	for name, mode := range found.sorted() {
		if !w.entry(here, name, mode) {
			return false
		}
	}
	if err != nil {
		w.found++
		return w.none(path, err)
	}
	return true
}

// wants reports whether an entry of a folder is a folder, a link, or named like an array. All others are only counted.
func (w *walk) wants(name string, mode fs.FileMode) bool {
	if mode&(fs.ModeDir|fs.ModeSymlink) != 0 || w.named(name) {
		return true
	}
	w.passed.Others.Add(1)
	return false
}

func (w *walk) entry(in *walkedFolder, name string, mode fs.FileMode) bool {
	path := in.Prefix + name
	link := mode&fs.ModeSymlink != 0
	var target fs.FileInfo // nil for a link that leads nowhere
	if link {
		target, _ = StatPath(path)
	}
	folder := mode.IsDir() || target != nil && target.IsDir()
	if !folder && !w.named(path) || w.filters() && !w.selects(path, folder) {
		return true
	}
	if folder && !w.AllFolders && excludedByDefault(path, name) {
		w.passed.exclude(path)
		return true
	}
	if link && !w.Follow {
		w.links++
		return true
	}
	if w.seen != nil {
		if target == nil && !link {
			target, _ = StatPath(path)
		}
		if target != nil {
			mode = target.Mode().Type()
			if !w.first(path, target) {
				w.found++
				return true
			}
		}
	}
	if folder {
		return w.folder(path, path+string(filepath.Separator))
	}
	w.found++
	var input Input = &DiskFile{Path: path, folder: in, listed: mode.IsRegular() && !link}
	if mode&^fs.ModeSymlink != 0 {
		// Opening it can block forever or have an effect.
		input = unopened{path, errors.New("is a " + FileType(mode) + ", not a regular file")}
	}
	return w.take(filepath.ToSlash(path[w.root:]), input)
}

// excludedByDefault reports whether a folder is one of DefaultExcludes.
func excludedByDefault(path, name string) bool {
	if !slices.Contains(defaultExcludes, name) {
		return false
	}
	if strings.HasSuffix(name, "venv") { // some call their data so
		_, err := StatPath(filepath.Join(path, "pyvenv.cfg"))
		return err == nil
	}
	return true
}

// named reports whether the name of a file in a folder selects it: that of an array, or with a suffix that a pattern
// of --include has, for programs that call their arrays something else.
func (in *Inputs) named(path string) bool { return cli.HasArrayName(path) || in.Include.suffixed(path) }

// filters reports whether there are globs.
func (in *Inputs) filters() bool { return len(in.Include.Patterns)+len(in.Exclude.Patterns) > 0 }

// selects reports whether the globs let a file be checked, or a folder be entered.
func (w *walk) selects(path string, folder bool) bool {
	if w.Exclude.match(path, w.root, folder) {
		return false
	}
	return folder || len(w.Include.Patterns) == 0 || w.Include.match(path, w.root, folder)
}

// empty returns the error for a folder with nothing to check, and what it has instead: files with other names, and
// folders that are left out by default.
func (w *walk) empty(others, excluded int64) error {
	what := "no .npy or .npz files found"
	if w.filters() {
		what += " that match --include and --exclude"
	}
	if w.Include.From != nil || w.Exclude.From != nil {
		what += ", which are from the configuration file"
	}
	var passed []string
	if w.links > 0 {
		passed = append(passed, text.Count(int64(w.links), "symbolic link")+" not followed; see --follow")
	}
	if others > 0 {
		passed = append(passed, text.Count(others, "file")+" with other names; --include '*.SUFFIX' adds a suffix")
	}
	if excluded > 0 {
		passed = append(passed, text.Count(excluded, "folder")+" skipped by default; see --no-default-excludes")
	}
	if passed == nil {
		return errors.New(what)
	}
	return fmt.Errorf("%s (%s)", what, strings.Join(passed, ", "))
}

func FileType(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "FIFO"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	}
	return "special file"
}

// ConfigName is the name of the file with a project's settings.
const ConfigName = ".npycheck.toml"

// Single reports whether there is one path, and it is that of a file.
func (in *Inputs) Single() bool {
	if len(in.Paths) != 1 || in.ListName != "" {
		return false
	}
	path := in.Paths[0]
	if path == "-" || report.IsRemote(path) {
		return path == "-" || validator.FormatOf(path) != validator.Unknown
	}
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

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
