package hunt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// findingFiles are the files that a folder of a finding may have.
var findingFiles = []string{"input.npy", "input.npz", "next.npy", "next.npz", "written.npy", "written.npz", "finding.json", "README.md", "draft.go.txt"}

// maxDraft is the size in bytes up to which a file gets a draft, which spells out its bytes and is three times as
// large: larger files don't become cases.
const maxDraft = 64 << 10

// write writes the files of a finding into a folder that has no file of these names: the file, README.md,
// finding.json, a draft of a case for the corpus if the file is small, what a writer wrote, and the file after it at
// which the reader broke down. It follows no link.
func (x *exhibit) write(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	type file struct {
		name    string
		content []byte
	}
	files := []file{{fileName(x.Format), x.File}, {"finding.json", x.json()}, {"README.md", x.readme()}}
	if len(x.content) <= maxDraft {
		files = append(files, file{"draft.go.txt", x.draft()})
	}
	if x.Next != nil {
		files = append(files, file{nextName(x.NextFormat), x.Next})
	}
	if x.Written != nil {
		files = append(files, file{x.name, x.content})
	}
	for _, file := range files {
		if err := create(root, file.name, file.content); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that must not exist.
func create(root *os.Root, name string, content []byte) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}
