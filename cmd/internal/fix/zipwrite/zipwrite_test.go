package zipwrite

import (
	"archive/zip"
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"testing"
)

// file returns an empty file.
func file(t *testing.T) *os.File {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "*.npz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// opened closes an archive, and opens it with the reader of the standard library.
func opened(t *testing.T, a *Archive, f *os.File) *zip.Reader {
	t.Helper()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestArchive writes members in every way, and reads them with package archive/zip.
func TestArchive(t *testing.T) {
	t.Parallel()
	f := file(t)
	a := New(f)
	text := strings.Repeat("array", 1000)
	for name, method := range map[string]uint16{"stored.npy": Stored, "größe.npy": Deflated} {
		if err := a.Content(name, method, uint64(len(text)), strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Raw("raw.npy", Stored, 3, 0x352441c2, 3, strings.NewReader("abc")); err != nil {
		t.Fatal(err)
	}
	z := opened(t, a, f)
	if len(z.File) != 3 {
		t.Fatalf("got %d members, want 3", len(z.File))
	}
	for _, m := range z.File {
		r, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		expected := text
		if m.Name == "raw.npy" {
			expected = "abc"
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != expected {
			t.Errorf("%s: got %d bytes, %v, want %d", m.Name, len(b), err, len(expected))
		}
		if m.Flags&8 != 0 || m.Mode() != 0o600 || len(m.Extra) > 0 {
			t.Errorf("%s: got flags %#x, mode %v and %d bytes of extra fields", m.Name, m.Flags, m.Mode(), len(m.Extra))
		}
	}
}

// TestOver4GiB writes a sparse archive that needs zip64 for a size, an offset and the directory.
func TestOver4GiB(t *testing.T) {
	t.Parallel()
	f := file(t)
	const size = math.MaxUint32 + 5
	a := New(f)
	a.entries = append(a.entries, entry{name: "large.npy", size: size, packed: size})
	header := a.entries[0].localHeader(true)
	if _, err := f.Write(header); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(size, io.SeekCurrent); err != nil {
		t.Fatal(err)
	}
	a.at = int64(len(header)) + size
	if err := a.Content("small.npy", Stored, 3, strings.NewReader("abc")); err != nil {
		t.Fatal(err)
	}
	z := opened(t, a, f)
	if len(z.File) != 2 || z.File[0].UncompressedSize64 != size || z.File[0].CompressedSize64 != size {
		t.Fatalf("got %+v, want a member of %d bytes", z.File, int64(size))
	}
	r, err := z.File[1].Open()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); err != nil || !bytes.Equal(b, []byte("abc")) {
		t.Errorf("got %q, %v, want abc", b, err)
	}
}

// TestManyMembers writes more members than the end record can count.
func TestManyMembers(t *testing.T) {
	t.Parallel()
	f := file(t)
	a := New(f)
	for range math.MaxUint16 {
		a.entries = append(a.entries, entry{name: "a.npy"})
	}
	if z := opened(t, a, f); len(z.File) != math.MaxUint16 {
		t.Errorf("got %d members, want %d", len(z.File), math.MaxUint16)
	}
}

// TestWrongSize requires an error where the content isn't as long as it was said to be.
func TestWrongSize(t *testing.T) {
	t.Parallel()
	for _, method := range []uint16{Stored, Deflated} {
		if err := New(file(t)).Content("a.npy", method, 4, strings.NewReader("abc")); err != io.ErrUnexpectedEOF {
			t.Errorf("method %d: got %v, want %v", method, err, io.ErrUnexpectedEOF)
		}
	}
	if err := New(file(t)).Raw("a.npy", Stored, 4, 0, 4, strings.NewReader("abc")); err != io.ErrUnexpectedEOF {
		t.Errorf("got %v, want %v", err, io.ErrUnexpectedEOF)
	}
}
