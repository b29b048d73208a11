package hunt

import (
	"bytes"
	"fmt"
	"io"
	"os"
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
