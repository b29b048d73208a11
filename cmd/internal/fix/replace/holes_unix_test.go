//go:build unix

package replace

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestHoles writes zeros, in pieces and over others, and compares the file with what is written without holes.
func TestHoles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := &Holes{File: f}
	const size = 8 << 20
	expected := make([]byte, size)
	put := func(at int64, b []byte) {
		t.Helper()
		if _, err := h.Seek(at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if n, err := h.Write(b); err != nil || n != len(b) {
			t.Fatalf("wrote %d bytes, %v, want %d", n, err, len(b))
		}
		copy(expected[at:], b)
	}
	put(0, []byte("header"))
	put(6, make([]byte, size-6))
	put(hole+100, []byte("in a hole"))
	put(5*hole, bytes.Repeat([]byte{1}, 3*hole))
	put(6*hole, make([]byte, hole)) // over other bytes
	if err := h.Finish(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || !bytes.Equal(b, expected) {
		t.Errorf("got %d other bytes, %v", len(b), err)
	}
	if info, err := os.Stat(path); err != nil || !Sparse(info) {
		t.Errorf("got a file without holes, %v", err)
	}
	if err := os.WriteFile(path, expected, 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || Sparse(info) {
		t.Errorf("got holes in a file that has none, %v", err)
	}
}
