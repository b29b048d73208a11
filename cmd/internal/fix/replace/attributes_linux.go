package replace

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// maxAttributes is the largest list of names, and the largest value, that Linux has, in bytes.
const maxAttributes = 64 << 10

// accessList is the attribute that is the ACL of a file. Without it, the bits of the mode for the group are those of its
// mask, which may permit more to the group than the ACL did.
const accessList = "system.posix_acl_access"

// keepAttributes gives a file the extended attributes of the file at a path, and no others, such as an ACL that it has
// from its folder. Those which only the system or root sets are kept if possible.
func keepAttributes(f *os.File, path string) error {
	buffer := make([]byte, maxAttributes)
	n, err := unix.Llistxattr(path, buffer)
	if err != nil && !errors.Is(err, unix.ENOTSUP) {
		return fmt.Errorf("extended attributes: %w", err)
	}
	old := attributes(buffer[:max(n, 0)])
	if n, err = unix.Flistxattr(int(f.Fd()), buffer); err != nil {
		n = 0
	}
	for _, name := range attributes(buffer[:n]) {
		if kept(name) && !slices.Contains(old, name) {
			if err := unix.Fremovexattr(int(f.Fd()), name); err != nil {
				return fmt.Errorf("extended attributes: %w", err)
			}
		}
	}
	for _, name := range old {
		if n, err = unix.Lgetxattr(path, name, buffer); err == nil {
			err = unix.Fsetxattr(int(f.Fd()), name, buffer[:n], 0)
		}
		if err != nil && kept(name) {
			return fmt.Errorf("%w: %w", ErrAttributes, err)
		}
	}
	return nil
}

// kept reports whether a file without an attribute would not be the same to its owner.
func kept(name string) bool { return name == accessList || strings.HasPrefix(name, "user.") }

// attributes splits a list of names that the system returned.
func attributes(list []byte) (names []string) {
	for name := range bytes.SplitSeq(bytes.TrimSuffix(list, []byte{0}), []byte{0}) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names
}
