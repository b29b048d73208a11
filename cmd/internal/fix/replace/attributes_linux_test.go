package replace

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// accessListOf returns an ACL in the form of its attribute: the owner may read and write, and so may a user; the group
// may do what is given; the mask permits reading and writing.
func accessListOf(group uint16) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, entry := range []struct {
		tag, permissions uint16
		id               uint32
	}{{1, 6, 1<<32 - 1}, {2, 6, 12345}, {4, group, 1<<32 - 1}, {16, 6, 1<<32 - 1}, {32, 0, 1<<32 - 1}} {
		b = binary.LittleEndian.AppendUint16(b, entry.tag)
		b = binary.LittleEndian.AppendUint16(b, entry.permissions)
		b = binary.LittleEndian.AppendUint32(b, entry.id)
	}
	return b
}

// TestAttributes replaces a file with an attribute and an ACL: without the ACL, its mode would let the group write it. A
// file without an ACL doesn't get the one that its folder gives to new files.
func TestAttributes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.npy")
	write(t, path, "old")
	if err := unix.Setxattr(path, "user.origin", []byte("lab"), 0); err != nil {
		t.Skipf("the file system has no extended attributes: %v", err)
	}
	if err := unix.Setxattr(path, accessList, accessListOf(4), 0); err != nil {
		t.Skipf("the file system has no ACLs: %v", err)
	}
	replaced(t, path)
	buffer := make([]byte, 1000)
	if n, err := unix.Lgetxattr(path, "user.origin", buffer); err != nil || string(buffer[:n]) != "lab" {
		t.Errorf("got %q, %v, want the attribute", buffer[:max(n, 0)], err)
	}
	if n, err := unix.Lgetxattr(path, accessList, buffer); err != nil || !bytes.Equal(buffer[:n], accessListOf(4)) {
		t.Errorf("got %x, %v, want the ACL", buffer[:max(n, 0)], err)
	}

	plain := filepath.Join(t.TempDir(), "b.npy")
	write(t, plain, "old")
	if err := unix.Setxattr(filepath.Dir(plain), "system.posix_acl_default", accessListOf(6), 0); err != nil {
		t.Fatal(err)
	}
	replaced(t, plain)
	if n, err := unix.Lgetxattr(plain, accessList, buffer); err == nil {
		t.Errorf("got the ACL %x, want none", buffer[:n])
	}
	if info, err := os.Stat(plain); err != nil || info.Mode() != 0o600 {
		t.Errorf("got %v, %v, want the mode of the old file", info.Mode(), err)
	}
}

// replaced replaces a small file.
func replaced(t *testing.T, path string) {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	o := options(path, info)
	o.Write = func(f *os.File) error { _, err := f.WriteString("new"); return err }
	if err := File(o); err != nil {
		t.Fatal(err)
	}
	has(t, filepath.Dir(path), map[string]string{filepath.Base(path): "new"})
}
