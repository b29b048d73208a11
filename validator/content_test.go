package validator

import (
	"bytes"
	"io"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestMemberOpen reads the content of members back, and of one that is said to be larger than it is.
func TestMemberOpen(t *testing.T) {
	packed := build.Deflate(plainFile)
	file := build.Archive("", build.File{Name: "a.npy", Content: plainFile}, build.File{Name: "b.npy", Content: plainFile, Packed: packed})
	report := checkBytes(t, file, nil)
	if len(report.Members) != 2 {
		t.Fatalf("got %d members, want 2", len(report.Members))
	}
	for i, want := range []Member{{Method: 0, Packed: int64(len(plainFile))}, {Method: 8, Packed: int64(len(packed))}} {
		m := report.Members[i]
		if m.Method != want.Method || m.Packed != want.Packed {
			t.Errorf("%s: got method %d and %d bytes, want %d and %d", m.Name, m.Method, m.Packed, want.Method, want.Packed)
		}
		r, err := m.Open(bytes.NewReader(file), nil)
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, plainFile) {
			t.Errorf("%s: got %d bytes, %v, want those of the array", m.Name, len(got), err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, m := range []Member{{Name: "lost", Offset: -1}, {Name: "strange", Method: 13}} {
		if _, err := m.Open(bytes.NewReader(file), nil); err == nil {
			t.Errorf("%s: got no error, want one", m.Name)
		}
	}
	long := sizedMember(plainFile, 1<<20)
	report = checkBytes(t, long, nil)
	if got := report.Members[0].Packed; got > int64(len(long)) {
		t.Errorf("got %d bytes of data in a file of %d", got, len(long))
	}
}
