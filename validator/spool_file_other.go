//go:build !unix && !windows

package validator

import "os"

// temporary returns a file that remove removes; these systems have no better way.
func temporary() (f *os.File, remove func(), err error) {
	f, err = os.CreateTemp("", "npycheck-*.npz")
	if err != nil {
		return nil, nil, err
	}
	return f, func() {
		f.Close()
		os.Remove(f.Name())
	}, nil
}
