package fix

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/second"
)

// noise returns n bytes that don't compress.
func noise(seed uint64, n int) []byte {
	b := make([]byte, n)
	source := rand.New(rand.NewPCG(seed, seed))
	for i := range b {
		b[i] = byte(source.Uint32())
	}
	return b
}

type content3 struct {
	name string
	data []byte
}

// three returns an archive of three arrays, and their files.
func three(t *testing.T, method uint16) ([]byte, []content3) {
	t.Helper()
	members := []content3{
		{"a.npy", npyOf(t, noise(1, 3000))}, {"b.npy", npyOf(t, noise(2, 2000))}, {"c.npy", npyOf(t, bytes.Repeat([]byte("abc"), 1000))},
	}
	return archiveOf(t, method, members), members
}

func archiveOf(t *testing.T, method uint16, members []content3) []byte {
	t.Helper()
	w := &memory{}
	a := zipwrite.New(w)
	for _, m := range members {
		if err := a.Content(m.name, method, uint64(len(m.data)), bytes.NewReader(m.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return w.b
}

// streamed returns an archive as it is written to a pipe: checksums and sizes follow the data.
func streamed(t *testing.T, method uint16, members []content3) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(m.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func salvage(t *testing.T, b []byte) *Salvaged {
	t.Helper()
	s, err := Salvage(t.Context(), Source{bytes.NewReader(b), int64(len(b)), "a.npz"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cutOut(b []byte, from, to int) []byte { return slices.Concat(b[:from], b[to:]) }

func changed(b []byte, at int, to string) []byte {
	b = bytes.Clone(b)
	copy(b[at:], to)
	return b
}

// TestSalvage damages archives, and expects the members that are whole, byte for byte.
func TestSalvage(t *testing.T) {
	t.Parallel()
	stored, members := three(t, zipwrite.Stored)
	packed, _ := three(t, zipwrite.Deflated)
	at := func(b []byte, signature string, n int) int {
		offset := 0
		for range n {
			offset += bytes.Index(b[offset:], []byte(signature)) + 1
		}
		return offset - 1
	}
	nested := archiveOf(t, zipwrite.Stored, []content3{{"x.npz", stored}, {"d.npy", npyOf(t, noise(4, 500))}})
	inner := archiveOf(t, zipwrite.Stored, []content3{{"x.npz", stored}, {"a.npy", npyOf(t, noise(4, 500))}})
	twice := archiveOf(t, zipwrite.Stored, []content3{{"a.npy", members[1].data}, {"a.npy", members[0].data}})
	pipe, packedPipe := streamed(t, zip.Store, members), streamed(t, zip.Deflate, members)
	const unfinished = "PK\x03\x04\x2d\x00\x00\x00\x00\x00\x00\x00\x21\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\x14\x00c.npy\x01\x00\x10\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for _, test := range []struct {
		name        string
		now         []byte
		saved, lost string
	}{
		{"whole", stored, "", ""},
		{"cut in the third", stored[:at(stored, second.LocalSignature, 3)+500], "a.npy b.npy", "c.npy: cut off: 465 of 3128 bytes"},
		{"cut after the third", stored[:at(stored, second.CentralSignature, 1)], "a.npy b.npy c.npy", ""},
		{"cut in the second, deflated", packed[:at(packed, second.LocalSignature, 2)+500], "a.npy", "b.npy: cut off: 465 of 2132 bytes"},
		{"without an end record, deflated", packed[:len(packed)-22], "a.npy b.npy c.npy", ""},
		{"end record of zeros", changed(stored, len(stored)-22, strings.Repeat("\x00", 22)), "a.npy b.npy c.npy", ""},
		{"bytes missing in the first", cutOut(stored, 1000, 1100), "b.npy c.npy", "a.npy: its checksum is not that of its content"},
		{"bytes missing in the first, deflated", cutOut(packed, 1000, 1100), "b.npy c.npy", "a.npy: its content has 3028 bytes, expected 3128"},
		{"bytes missing from the first to the second", cutOut(stored, 1000, at(stored, second.LocalSignature, 2)+50), "c.npy",
			"a.npy: its checksum is not that of its content; b.npy: it isn't where the directory has it"},
		{"bytes inserted in the first", slices.Concat(stored[:1000], make([]byte, 512), stored[1000:]), "b.npy c.npy", "a.npy: its checksum is not that of its content"},
		{"text before it and no end", slices.Concat([]byte("HTTP/1.1 200 OK\r\n\r\n"), stored[:len(stored)-100]), "a.npy b.npy c.npy", ""},
		{"second signature damaged", changed(stored, at(stored, second.LocalSignature, 2), "QK"), "a.npy b.npy c.npy", ""},
		{"second header of zeros", changed(stored, at(stored, second.LocalSignature, 2), strings.Repeat("\x00", 30)), "a.npy b.npy c.npy", ""},
		{"second checksum damaged in both", bytes.ReplaceAll(stored, stored[at(stored, second.LocalSignature, 2)+14:][:4], []byte("abcd")), "a.npy c.npy",
			"b.npy: its checksum is not that of its content"},
		{"second checksum damaged in its header", changed(stored, at(stored, second.LocalSignature, 2)+14, "abcd"), "a.npy b.npy c.npy", ""},
		{"second name damaged in its header", changed(stored, at(stored, second.LocalSignature, 2)+30, "x"), "a.npy b.npy c.npy", ""},
		{"directory of zeros", changed(packed, at(packed, second.CentralSignature, 1), strings.Repeat("\x00", 3*51)), "a.npy b.npy c.npy", ""},
		{"a member with an archive, damaged", changed(nested, 1000, "damaged!"), "d.npy", "x.npz: its checksum is not that of its content"},
		{"a member with an archive, cut", nested[:len(stored)-100], "", "x.npz: cut off: 8529 of 8664 bytes"},
		{"a member with an archive, and one named as in it, both damaged", changed(changed(inner, 1000, "damaged!"), len(stored)+300, "damaged!"), "",
			"x.npz: its checksum is not that of its content; a.npy: its checksum is not that of its content"},
		{"streamed and cut", pipe[:at(pipe, second.CentralSignature, 1)], "a.npy b.npy c.npy", ""},
		{"streamed and cut in the third", pipe[:at(pipe, second.LocalSignature, 3)+500], "a.npy b.npy", "c.npy: no checksum follows it"},
		{"streamed, deflated and cut", packedPipe[:at(packedPipe, second.CentralSignature, 1)], "a.npy b.npy c.npy", ""},
		{"streamed, deflated and damaged", changed(packedPipe[:at(packedPipe, second.CentralSignature, 1)], 1000, "damaged!"), "b.npy c.npy", "a.npy: no checksum follows it"},
		{"writer killed", slices.Concat(stored[:at(stored, second.LocalSignature, 3)], []byte(unfinished), make([]byte, 300)), "a.npy b.npy", "c.npy: it was never finished"},
		{"two of one name", twice[:len(twice)-30], "a.npy", "a.npy: a later member has the name, too"},
		{"converted to UTF-8", bytes.ToValidUTF8(packed, []byte("\uFFFD")), "", ""},
		{"no archive", npyOf(t, noise(1, 100)), "", ""},
	} {
		s := salvage(t, test.now)
		var lost []string
		for _, l := range s.Lost {
			lost = append(lost, l.Name+": "+l.Why)
		}
		if got := strings.Join(s.Saved, " "); got != test.saved {
			t.Errorf("%s: got %q saved, want %q", test.name, got, test.saved)
		}
		if got := strings.Join(lost, "; "); got != test.lost && test.lost != "" || s.Whole != (test.name == "whole" || test.name == "no archive") {
			t.Errorf("%s: got lost %q, want %q", test.name, got, test.lost)
		}
		if cut := strings.Contains(test.name, "cut"); s.File != nil && cut && !s.Open {
			t.Errorf("%s: got a whole directory, want none", test.name)
		}
		if (s.File == nil) != (test.saved == "") {
			t.Fatalf("%s: got file %v for %q", test.name, s.File, test.saved)
		}
		if s.File == nil {
			continue
		}
		b, err := written(t, s.File)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		all := append(members, content3{"d.npy", npyOf(t, noise(4, 500))})
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			i := slices.IndexFunc(all, func(c content3) bool { return c.name == f.Name })
			if err != nil || i < 0 || !bytes.Equal(got, all[i].data) {
				t.Errorf("%s: %s: got %d bytes, %v, want those of the member", test.name, f.Name, len(got), err)
			}
		}
	}
}

// TestSalvageCorpus salvages what it can of each archive of the corpus: NumPy's rules hold for the new archive.
func TestSalvageCorpus(t *testing.T) {
	t.Parallel()
	saved := 0
	for _, c := range corpus.Cases() {
		if c.Format != "npz" || len(c.Rules) == 0 || c.ID == over {
			continue
		}
		s, err := Salvage(t.Context(), Source{bytes.NewReader(vector(t, c)), int64(len(vector(t, c))), c.File})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
		} else if s.File != nil {
			saved++
			if _, err := written(t, s.File); err != nil {
				t.Errorf("%s: got %v for %v, want an archive", c.ID, err, s.Saved)
			}
		}
	}
	if saved < 50 {
		t.Errorf("got %d archives, want more", saved)
	}
}

// TestSalvageHostile bounds the work for headers that lie in each other.
func TestSalvageHostile(t *testing.T) {
	t.Parallel()
	const header = "PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x21\x00abcd"
	b := bytes.Buffer{}
	const n, each = 30_000, 31
	for i := range n {
		rest := uint32((n - i - 1) * each)
		b.WriteString(header)
		b.Write(binary.LittleEndian.AppendUint32(nil, rest))
		b.Write(binary.LittleEndian.AppendUint32(nil, rest))
		fmt.Fprintf(&b, "\x01\x00\x00\x00x")
	}
	src := &counted{ReaderAt: bytes.NewReader(b.Bytes())}
	_, err := Salvage(context.Background(), Source{src, int64(b.Len()), "a.npz"})
	if limit := int64(64)<<20 + 100*int64(b.Len()); src.n > limit {
		t.Errorf("got %d bytes read, %v, want at most %d", src.n, err, limit)
	}
}

// counted counts the bytes that are read.
type counted struct {
	io.ReaderAt
	n int64
}

func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}
