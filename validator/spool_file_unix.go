//go:build unix

package validator

import "os"

// temporary returns a file that has no name any more, so that nothing is left of it however the process
// ends. Its descriptor keeps it.
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
