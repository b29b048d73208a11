//go:build !linux

package replace

import "os"

// newTemporary returns a temporary file for a path.
func newTemporary(path string) (*temporary, error) { return named(path) }

// giveName does nothing, for the file has a name.
func (t *temporary) giveName(string) error { return t.unlocked() }

// link gives the file a second name, which no other may have.
func (t *temporary) link(path string) error {
	if err := t.unlocked(); err != nil {
		return err
	}
	return os.Link(t.name, path)
}

// unlocked closes the file, for some systems don't rename one that is open.
func (t *temporary) unlocked() error { return t.Close() }
