//go:build unix

package validator

import "os"

// temporary returns a file that is already unlinked, so that it disappears with its descriptor, however the process
// ends.
func temporary() (f *os.File, remove func(), err error) {
	f, err = os.CreateTemp("", "npycheck-*.npz")
	if err != nil {
		return nil, nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, func() { f.Close() }, nil
}
