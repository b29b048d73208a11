//go:build live

package fix

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/replace"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
)

// zeros is an archive of which all bytes but some are zero.
type zeros struct {
	parts map[int64][]byte
	size  int64
}

func (z *zeros) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	n := int(min(int64(len(p)), z.size-off))
	for at, b := range z.parts {
		if from := at - off; from < int64(n) && from+int64(len(b)) > 0 {
			copy(p[max(from, 0):n], b[max(-from, 0):])
		}
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// archive32 returns an archive of a large array, whose last value is 1, and a small one of zeros, with all numbers modulo
// 2^32, as writers without zip64 write them.
func archive32(t *testing.T) *zeros {
	le := binary.LittleEndian
	z := &zeros{parts: map[int64][]byte{}}
	var directory []byte
	for i, values := range []int64{1<<32 + 1000, 3} {
		head, err := spec.Header{DType: spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, Shape: []int64{values}}.Append(nil, spec.Version1, spec.EraGrowth)
		if err != nil {
			t.Fatal(err)
		}
		content := &zeros{map[int64][]byte{0: head}, int64(len(head)) + values}
		if i == 0 {
			content.parts[content.size-1] = []byte{1}
		}
		crc := crc32.NewIEEE()
		if _, err := io.CopyBuffer(crc, struct{ io.Reader }{io.NewSectionReader(content, 0, content.size)}, make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
		fields := []byte{20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0}
		for _, n := range []uint32{crc.Sum32(), uint32(content.size), uint32(content.size), 5} {
			fields = le.AppendUint32(fields, n)
		}
		name := fmt.Sprintf("%c.npy", 'a'+i)
		directory = append(append(append(directory, "PK\x01\x02\x14\x00"...), fields...), make([]byte, 10)...)
		directory = append(le.AppendUint32(directory, uint32(z.size)), name...)
		local := append(append([]byte(second.LocalSignature), fields...), name...)
		z.parts[z.size] = local
		z.size += int64(len(local))
		for at, b := range content.parts {
			z.parts[z.size+at] = b
		}
		z.size += content.size
	}
	end := append([]byte(second.EndSignature), 0, 0, 0, 0, 2, 0, 2, 0)
	end = le.AppendUint32(le.AppendUint32(end, uint32(len(directory))), uint32(z.size))
	z.parts[z.size] = append(append(directory, end...), 0, 0)
	z.size += int64(len(directory)+len(end)) + 2
	return z
}

// TestModuloByNumPy fixes an archive of more than 4 GiB that was written without zip64, of which NumPy reads only
// the second array. It reads all of the new one. If the checksum over the whole member doesn't agree, the archive stays.
func TestModuloByNumPy(t *testing.T) {
	const release = "2.4.6"
	python := filepath.Join(live.NumPy(t, release), release, "bin", "python")
	dir := t.TempDir()
	z := archive32(t)
	was, now := filepath.Join(dir, "was.npz"), filepath.Join(dir, "now.npz")
	file, err := os.Create(was)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for at, b := range z.parts {
		if _, err := file.WriteAt(b, at); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Make(t.Context(), Source{z, z.size, was}, Options{})
	if err != nil || len(p.Files) != 1 || len(p.Fixed) != 1 || len(p.Left) != 0 {
		t.Fatalf("got %+v, %v, want one finding that is fixed", p, err)
	}
	defer p.Close()
	fixed, err := os.Create(now)
	if err != nil {
		t.Fatal(err)
	}
	defer fixed.Close()
	holes := &replace.Holes{File: fixed}
	if err := p.Files[0].Encode(t.Context(), holes); err != nil {
		t.Fatal(err)
	}
	if err := holes.Finish(); err != nil {
		t.Fatal(err)
	}
	size, err := fixed.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Files[0].Prove(t.Context(), fixed, size); err != nil {
		t.Fatal(err)
	}
	const program = `import numpy as np, sys, zipfile
try:
    print(np.load(sys.argv[1])['a'])
except zipfile.BadZipFile as e:
    print(e)
z = np.load(sys.argv[2])
print(z.files, z['b'], z.zip.testzip())
with z.zip.open('a.npy') as f:
    np.lib.format.read_magic(f)
    print(np.lib.format.read_array_header_1_0(f))
`
	want := "Bad magic number for file header\n['a', 'b'] [0 0 0] None\n((4294968296,), False, dtype('uint8'))\n"
	if got := live.Output(t, python, "-I", "-c", program, was, now); got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	z.parts[4e9] = []byte{1}
	damaged, err := Make(t.Context(), Source{z, z.size, was}, Options{})
	if err != nil || damaged.Changes() || len(damaged.Left) != 2 {
		t.Fatalf("got %+v, %v, want two findings that are left", damaged, err)
	}
	damaged.Close()
}
