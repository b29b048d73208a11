package validator

import "os"

// deleteOnClose makes Windows remove the file with its last handle, however the process ends. Since Go 1.26
// os.OpenFile takes such flags.
const deleteOnClose = 0x04000000

// temporary returns a file that the system removes when it is closed.
func temporary() (f *os.File, remove func(), err error) {
	named, err := os.CreateTemp("", "npycheck-*.npz")
	if err != nil {
		return nil, nil, err
	}
	name := named.Name()
	if err := named.Close(); err != nil {
		return nil, nil, err
	}
	f, err = os.OpenFile(name, os.O_RDWR|deleteOnClose, 0o600)
	if err != nil {
		os.Remove(name)
		return nil, nil, err
	}
	return f, func() { f.Close() }, nil
}
