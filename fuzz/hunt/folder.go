package hunt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// The files in a folder of the fuzzer besides the folders of its findings.
const (
	stateFile  = "npycheck-fuzz.json"
	lockFile   = "npycheck-fuzz.lock" // has the number of the process that works on the folder
	poolFolder = "pool"
	unfinished = ".npycheck-" // prefix of files being written
)

// A FolderError says that a folder can't be used, and why. Nothing in it was overwritten.
type FolderError struct {
	Dir     string
	Message string
}

func (e *FolderError) Error() string { return fmt.Sprintf("%q %s", e.Dir, e.Message) }

// folderDir is where a run keeps its files.
type folderDir struct {
	dir  string
	root *os.Root // of dir: a link in it leads nowhere else
}

// read reads a regular file, or as much of it as the limit allows.
func (d *folderDir) read(name string, limit int64) ([]byte, error) {
	if info, err := d.root.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var content bytes.Buffer
	_, err = io.Copy(&content, io.LimitReader(file, limit))
	return content.Bytes(), err
}

// folder returns the name of the folder of a finding: what it is, and a hash to make it unique.
func (s *Signature) folder() string {
	about := "conforming"
	if words := s.Words(); len(words) > 0 {
		about = words[0]
	}
	return fmt.Sprintf("%s-%s-%08x", s.Cell, about, uint32(s.hash()))
}

// folder keeps what a run finds, and what the next needs to continue with it.
type folder struct {
	folderDir
	lock    *os.File
	state   *state // nil if no run has saved one
	remarks []string
}

// openFolder opens the folder for a run over a reader, or creates it. The caller must close it. The error is a
// *FolderError if the folder belongs to something else, to another reader, or to another run that is still active.
func openFolder(dir string, reader conformance.Implementation, writer bool) (*folder, error) {
	f := &folder{folderDir: folderDir{dir: dir}}
	if err := f.check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f.root = root
	last, err := f.acquire()
	if err != nil {
		root.Close()
		return nil, err
	}
	if err := f.open(described(reader, writer), last); err != nil {
		f.lock.Close() // unchanged: the run before may have left a remark in it
		root.Close()
		return nil, err
	}
	return f, nil
}

// check makes sure that the folder is the fuzzer's, or empty, or not there.
func (f *folder) check() error {
	entries, err := os.ReadDir(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		if info, statErr := os.Stat(f.dir); statErr == nil && !info.IsDir() {
			return &FolderError{f.dir, "is not a folder"}
		}
		return err
	}
	for _, e := range entries {
		if e.Name() == stateFile || e.Name() == lockFile {
			return f.plain(entries)
		}
	}
	if len(entries) > 0 {
		return &FolderError{f.dir, "is not empty and not a folder of npycheck fuzz: it has no " + stateFile}
	}
	return nil
}

// plain makes sure that a file with one of our names isn't a link, a pipe or anything else that isn't ours.
func (f *folder) plain(entries []fs.DirEntry) error {
	for _, e := range entries {
		switch name := e.Name(); {
		case (name == stateFile || name == lockFile) && !e.Type().IsRegular():
			return &FolderError{f.dir, fmt.Sprintf("has a %s that is not a regular file", name)}
		case name == poolFolder && !e.IsDir():
			return &FolderError{f.dir, fmt.Sprintf("has a %s that is not a folder", name)}
		}
	}
	return nil
}

// acquire locks the folder. It returns the number of the process that had it last, if that process
// ended without letting go of it.
func (f *folder) acquire() (last string, err error) {
	lock, err := f.root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return "", err
	}
	free, err := tryLock(lock)
	text, _ := io.ReadAll(io.LimitReader(lock, 32))
	last = strings.TrimSpace(string(text))
	if _, bad := strconv.Atoi(last); bad != nil {
		last = ""
	}
	if err == nil && !free {
		err = &FolderError{f.dir, "is in use by another run"}
		if last != "" {
			err = &FolderError{f.dir, "is in use by another run, process " + last}
		}
	}
	if err != nil {
		lock.Close()
		return "", err
	}
	f.lock = lock
	return last, nil
}

// open reads the folder's state, and marks the folder as in use.
func (f *folder) open(reader, last string) error {
	s, err := f.readState()
	if err != nil {
		return err
	}
	if s != nil {
		if was := described(s.Report.Implementation, s.Report.Writer); was != reader {
			return &FolderError{f.dir, fmt.Sprintf("is about %s, not about %s", was, reader)}
		}
	}
	f.state = s
	switch {
	case last != "" && s == nil:
		f.remark("the run before this one, process %s, was cut off before it saved anything", last)
	case last != "":
		f.remark("the run before this one, process %s, was cut off; this run continues from its last state", last)
	}
	if err := f.tidy(); err != nil {
		return err
	}
	if err := f.lock.Truncate(0); err != nil {
		return err
	}
	_, err = f.lock.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	return err
}

// described returns the description that identifies a reader or writer.
func described(i conformance.Implementation, writer bool) string {
	text := i.Name
	if i.Version != "" {
		text += " " + i.Version
	}
	if i.Language != "" {
		text += " (" + i.Language + ")"
	}
	if writer {
		text += ", writer"
	}
	return text
}

func (f *folder) remark(format string, args ...any) {
	f.remarks = append(f.remarks, fmt.Sprintf("%s: "+format, append([]any{f.dir}, args...)...))
}

// tidy removes files that an interrupted run didn't finish, and reports findings that the state doesn't have.
func (f *folder) tidy() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	listed := map[string]bool{poolFolder: true}
	if f.state != nil {
		for _, g := range f.state.Report.Findings {
			listed[g.Folder] = true
		}
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case isUnfinished(name):
			if err := f.root.RemoveAll(name); err != nil {
				return err
			}
		case e.IsDir() && !listed[name]:
			f.remark("%q is not in "+stateFile+": it stays, but counts only if it is found again", name)
		}
	}
	return nil
}

// isUnfinished reports whether a name is the temporary one of a state or a finding.
func isUnfinished(name string) bool {
	name, ok := strings.CutPrefix(name, unfinished)
	return ok && (name == stateFile || slices.ContainsFunc(failures(), func(c Cell) bool { return strings.HasPrefix(name, string(c)+"-") }))
}

// close releases the folder.
func (f *folder) close() {
	f.lock.Truncate(0) // a number in it would suggest a crash
	f.lock.Close()
	f.root.Close()
}

// drop removes the files of a finding that another one explains, and their folder if there is nothing else in it.
func (f *folder) drop(g *Finding) {
	if g.Folder == "" {
		return
	}
	for _, name := range findingFiles {
		f.root.Remove(filepath.Join(g.Folder, name))
	}
	f.root.Remove(g.Folder)
}

// keep writes a finding into a folder of its own, whose name it enters into the finding. An existing file that is no
// larger stays. Other files aren't touched. A link instead of the folder is an error.
func (f *folder) keep(x *exhibit) error {
	g := x.Finding
	g.Folder = g.Signature.folder()
	info, err := f.root.Lstat(g.Folder)
	exists := err == nil
	switch {
	case exists && !info.IsDir():
		return &FolderError{filepath.Join(f.dir, g.Folder), "is not a folder"}
	case exists && f.takeOver(g):
		return nil
	}
	temp := unfinished + g.Folder
	defer f.root.RemoveAll(temp)
	if err := f.root.Mkdir(temp, 0o777); err != nil {
		return err
	}
	x.path = filepath.Join(f.dir, g.Folder, fileName(g.Format))
	if strings.HasPrefix(x.path, "-") {
		x.path = "." + string(filepath.Separator) + x.path // no flag of a command
	}
	if err := x.write(filepath.Join(f.dir, temp)); err != nil {
		return err
	}
	if !exists {
		return f.root.Rename(temp, g.Folder)
	}
	for _, name := range findingFiles {
		err := f.root.Rename(filepath.Join(temp, name), filepath.Join(g.Folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			err = f.root.Remove(filepath.Join(g.Folder, name)) // that of a finding in another format
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// takeOver copies the file and the account of an existing finding into one with the same signature, unless that has
// the smaller file.
func (f *folder) takeOver(g *Finding) bool {
	file, err := f.read(filepath.Join(g.Folder, fileName(g.Format)), int64(len(g.File))+1)
	if err != nil || len(file) > len(g.File) {
		return false
	}
	text, err := f.read(filepath.Join(g.Folder, "finding.json"), maxState)
	var told struct{ Account string }
	if err != nil || json.Unmarshal(text, &told) != nil {
		return false
	}
	g.File, g.Account = file, told.Account
	return true
}

// save writes the state and its pool. If the run is interrupted at any point, the last state stays whole.
func (f *folder) save(s *state) error {
	if err := f.savePool(s); err != nil {
		return err
	}
	s.Schema, s.Tool = stateSchema, tool{"npycheck", validator.Version}
	const temp = unfinished + stateFile
	err := f.writeThrough(temp, append(text.AppendJSON(nil, s), '\n'))
	if err == nil {
		err = f.root.Rename(temp, stateFile)
	}
	if err != nil {
		f.root.Remove(temp)
		return err
	}
	f.state = &state{Report: s.Report, Pool: s.Pool} // the rest is megabytes
	return f.prunePool(s)
}
