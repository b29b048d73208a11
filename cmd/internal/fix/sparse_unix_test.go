//go:build unix

package fix

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/replace"
	"github.com/npycheck/npycheck/spec"
)

// TestSparse fixes a file of 64 MiB that takes no room: neither does the new one, which has the same data.
func TestSparse(t *testing.T) {
	t.Parallel()
	const size = 64 << 20
	header, err := spec.Header{DType: spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, Shape: []int64{size}}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Replace(header, []byte("  "), []byte(" \t"), 1)
	path := filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(path, broken, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	end := int64(len(header)) + size
	if _, err := file.WriteAt([]byte("end"), end-3); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if !replace.Sparse(info) {
		t.Skip("the file system has no holes")
	}
	p, err := Make(t.Context(), Source{file, end, path}, Options{})
	if err != nil || len(p.Files) != 1 {
		t.Fatalf("got %+v, %v, want a new file", p, err)
	}
	defer p.Close()
	if err := p.Files[0].Write(t.Context(), Target{Path: path, Like: info, Ready: func() error { return nil }}); err != nil {
		t.Fatal(err)
	}
	now, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer now.Close()
	if info, err := now.Stat(); err != nil || info.Size() != end || !replace.Sparse(info) {
		t.Errorf("got %d bytes, %v, want %d with holes", info.Size(), err, end)
	}
	got := make([]byte, len(header))
	if _, err := now.ReadAt(got, 0); err != nil || !bytes.Equal(got, header) {
		t.Errorf("got the header %q, %v", got, err)
	}
	tail, err := io.ReadAll(io.NewSectionReader(now, end-4096, 4096))
	if err != nil || !bytes.Equal(tail, append(make([]byte, 4093), "end"...)) {
		t.Errorf("got %d other bytes at the end, %v", len(tail), err)
	}
}
