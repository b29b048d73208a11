package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// nowhere is a place where no file to check was found.
type nowhere struct {
	path string
	err  error // why there is nothing to check
}

func (n nowhere) Name() string                 { return n.path }
func (n nowhere) Open() (report.Source, error) { return nil, n.err }

// inputs says where to find the files to check.
type inputs struct {
	paths   []string // files, folders and "-"
	stdin   io.Reader
	remotes *remotes // nil if files of servers can't be read
	include globs    // for the files of folders; none takes all
	exclude globs    // for the files and folders of folders
	shard   shard

	follow     bool // go where the links in folders lead
	allowEmpty bool // a folder or a list without files is not an error

	list     io.Reader // more names of files, or nil
	listName string
	listNUL  bool // the names end with NUL instead of newline
}

// coverage counts what all passes over. It may be read at any time.
type coverage struct {
	links  atomic.Int64 // to folders, and to files by their names, that were not followed
	others atomic.Int64 // files whose names have other suffixes
}

// all yields the inputs: those of paths in their order, the files of a folder sorted by the bytes
// of their names, then those of the list.
func (in *inputs) all(passed *coverage) iter.Seq[report.Input] {
	return func(yield func(report.Input) bool) {
		w := walk{inputs: in, yield: yield, passed: passed}
		if in.follow {
			w.seen = make(map[fileID]struct{})
		}
		for _, path := range in.paths {
			if !w.given(path) {
				return
			}
		}
		if in.list != nil {
			in.listed(yield)
		}
	}
}

// walk is the state of going through what was given, folder by folder.
type walk struct {
	*inputs
	yield  func(report.Input) bool
	passed *coverage
	seen   map[fileID]struct{} // folders and files that were met, if links are followed

	// Of one folder that was given:
	root  int // number of bytes that every path has before the name relative to the root
	found int // what was yielded, or left to another shard, or met before
	links int // not followed
}

// given takes a path that was given.
func (w *walk) given(path string) bool {
	if path == "-" {
		return !w.shard.has(path) || w.yield(report.Stdin{Reader: w.stdin})
	}
	if report.IsRemote(path) {
		return w.givenRemote(path)
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		// Whatever is wrong with a file is for the check to tell. A name in the command line that leads to no
		// file fails in every shard: it is a mistake in the call, and the call is what they have in common.
		return !w.shard.has(path) && opens(path) || w.yield(report.Path(path))
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
	if !w.folder(path, prefix) {
		return false
	}
	w.passed.links.Add(int64(w.links))
	if w.found == 0 && !w.allowEmpty {
		return w.yield(nowhere{path, w.empty()})
	}
	return true
}

// opens reports whether there is a regular file at path that can be opened.
func opens(path string) bool {
	f, err := validator.Open(path)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// first reports whether a file or a folder is met for the first time. Without --follow everything is: there
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

// folder goes through a folder and those in it; prefix is what the paths of its entries begin
// with. The recursion is as deep as the folders, which the operating system bounds with the
// length of a path; links among them lead to none twice.
func (w *walk) folder(path, prefix string) bool {
	entries, err := os.ReadDir(path)
	for _, entry := range entries {
		if !w.entry(prefix+entry.Name(), entry) {
			return false
		}
	}
	if err != nil {
		// Told in every shard: nobody knows which of them misses a file.
		w.found++
		return w.yield(nowhere{path, err})
	}
	return true
}

func (w *walk) entry(path string, entry fs.DirEntry) bool {
	mode := entry.Type()
	link := mode&fs.ModeSymlink != 0
	if !mode.IsDir() && !link && !hasArrayName(path) {
		w.passed.others.Add(1)
		return true
	}
	var target fs.FileInfo // nil for a link that leads nowhere
	if link {
		target, _ = os.Stat(path)
	}
	folder := mode.IsDir() || target != nil && target.IsDir()
	if !folder && !hasArrayName(path) || w.filters() && !w.selects(path, folder) {
		return true
	}
	if link && !w.follow {
		w.links++
		return true
	}
	if w.seen != nil {
		if target == nil && !link {
			target, _ = entry.Info()
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
	if !w.shard.has(filepath.ToSlash(path[w.root:])) {
		return true
	}
	if mode&^fs.ModeSymlink != 0 {
		// Never opened, because opening can wait for ever or have an effect.
		return w.yield(nowhere{path, errors.New("is a " + fileType(mode) + ", not a regular file")})
	}
	return w.yield(report.Path(path))
}

// hasArrayName reports whether a name in a folder promises an array or an archive of arrays. Some systems
// write suffixes in capitals.
func hasArrayName(path string) bool {
	return validator.FormatOf(path) != validator.Unknown
}

// filters reports whether there are globs.
func (in *inputs) filters() bool { return len(in.include.patterns)+len(in.exclude.patterns) > 0 }

// selects reports whether the globs let a file be checked, or a folder be entered.
func (w *walk) selects(path string, folder bool) bool {
	if w.exclude.match(path, w.root, folder) {
		return false
	}
	return folder || len(w.include.patterns) == 0 || w.include.match(path, w.root, folder)
}

// empty returns the error of a folder in which there was nothing to check.
func (w *walk) empty() error {
	what := "no .npy or .npz files found"
	if w.filters() {
		what = "no .npy or .npz files found that match --include and --exclude"
	}
	if w.include.from != nil || w.exclude.from != nil {
		what += ", which are from " + configName
	}
	switch w.links {
	case 0:
		return errors.New(what)
	case 1:
		return errors.New(what + " (1 symbolic link not followed; see --follow)")
	}
	return fmt.Errorf("%s (%d symbolic links not followed; see --follow)", what, w.links)
}

func fileType(mode fs.FileMode) string {
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

// maxListed is the length in bytes of the longest name in a list; no system has longer paths.
const maxListed = 64 << 10

// errListNUL is about a list of lines with a byte that no name has, as find -print0 writes it.
var errListNUL = errors.New("the list has NUL bytes; use -0")

func (in *inputs) listed(yield func(report.Input) bool) {
	end := byte('\n')
	if in.listNUL {
		end = 0
	}
	lines := bufio.NewScanner(in.list)
	lines.Buffer(nil, maxListed)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		for i, b := range data {
			switch b {
			case end:
				return i + 1, data[:i], nil
			case 0:
				return 0, nil, errListNUL
			}
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	found := false
	for lines.Scan() {
		path := lines.Text()
		if !in.listNUL {
			path = strings.TrimSuffix(path, "\r") // a list from Windows
		}
		if path == "" {
			continue
		}
		found = true
		if in.shard.has(path) && !yield(in.listedFile(path)) {
			return
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		yield(nowhere{in.listName, fmt.Errorf("a name in the list is longer than %d bytes; the rest was not read", maxListed)})
	case err != nil:
		yield(nowhere{in.listName, err})
	case !found && !in.allowEmpty:
		yield(nowhere{in.listName, errors.New("the list names no files")})
	}
}

// shard is one of several parts of the work, so that each can be done elsewhere. The zero shard
// is all of it.
type shard struct {
	index, count uint64 // index is in [1, count]
}

func parseShard(s string) (shard, error) {
	i, n, ok := strings.Cut(s, "/")
	index, err1 := strconv.ParseUint(i, 10, 31)
	count, err2 := strconv.ParseUint(n, 10, 31)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > count {
		return shard{}, usagef("--shard %s: want i/n with 1 <= i <= n, for example 1/8", quoted(s))
	}
	return shard{index, count}, nil
}

// String returns the shard as --shard takes it, "" for all of the work.
func (s shard) String() string {
	if s.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.count)
}

// has reports whether a name belongs to the shard. The answer depends on nothing else, so that
// the shards of a set agree without talking to each other, on every machine and in every version:
// the first 8 bytes of the name's SHA-256, as a big-endian integer, modulo count.
func (s shard) has(name string) bool {
	if s.count <= 1 {
		return true
	}
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])%s.count == s.index-1
}
