package validator

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// archived returns an archive of the given members as Go's writer makes it, which streams: each has
// a data descriptor.
func archived(t testing.TB, method uint16, members map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(members[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchive(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		b := archived(t, method, map[string][]byte{"a.npy": plainFile, "b.npy": plainFile[:150], "x/c.npy": plainFile})
		for _, depth := range []Depth{Header, Structure, Full} {
			report := checkBytes(t, b, &Options{Depth: depth})
			want := []string{"data-truncated", "npz-name-nested"}
			if depth == Header {
				want = want[1:]
			}
			if got := ruleIDs(report); !slices.Equal(got, want) {
				t.Errorf("method %d, depth %v: got %v, want %v", method, depth, got, want)
			}
			if report.Format != Npz || len(report.Members) != 3 {
				t.Fatalf("method %d, depth %v: got %s with %d members, want npz with 3", method, depth, report.Format, len(report.Members))
			}
			m := report.Members[0]
			if m.Name != "a.npy" || m.Key != "a" || m.Array == nil || m.Array.DType.Descr() != "<f8" || m.Array.DataBytes != 24 {
				t.Errorf("method %d, depth %v: got member %+v", method, depth, m)
			}
		}
		sameArchiveStream(t, b)
	}
}

// sameArchiveStream compares a stream, which is spooled, with random access.
func sameArchiveStream(t *testing.T, b []byte) {
	t.Helper()
	want, _ := json.Marshal(checkBytes(t, b, &Options{Depth: Full}))
	report, err := CheckStream(context.Background(), io.MultiReader(bytes.NewReader(b)), &Options{Depth: Full})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := json.Marshal(report); !bytes.Equal(got, want) {
		t.Errorf("stream and random access differ:\n%s\n%s", got, want)
	}
}

func TestSpoolLimit(t *testing.T) {
	b := archived(t, zip.Store, map[string][]byte{"a.npy": plainFile})
	report, err := CheckStream(context.Background(), bytes.NewReader(b), &Options{MaxSpool: 100})
	const want = "archive from a stream has more than 100 bytes and was not checked"
	if err != nil || report.Verdict() != NotChecked || report.Format != Npz || report.Incomplete != want {
		t.Errorf("got %+v, %v, want an archive of which %q", report, err, want)
	}
	for _, most := range []int64{int64(len(b)) - 1, int64(len(b))} {
		report, err := CheckStream(context.Background(), bytes.NewReader(b), &Options{MaxSpool: most})
		if err != nil || (report.Incomplete == "") != (most == int64(len(b))) {
			t.Errorf("at most %d of %d bytes: got %+v, %v", most, len(b), report, err)
		}
	}
}

// TestArchiveCuts cuts an archive at every byte: each piece is nonconforming.
func TestArchiveCuts(t *testing.T) {
	b := archived(t, zip.Deflate, map[string][]byte{"a.npy": plainFile, "b.npy": plainFile})
	for cut := range b {
		if verdict := checkBytes(t, b[:cut], &Options{Depth: Full}).Verdict(); verdict != Nonconforming {
			t.Errorf("first %d of %d bytes: got %s, want nonconforming", cut, len(b), verdict)
		}
	}
}

// TestArchiveFlips changes every bit of the records of an archive: none goes unnoticed, but for the
// time stamps, attributes and levels of compression that nothing depends on.
func TestArchiveFlips(t *testing.T) {
	clean := archived(t, zip.Store, map[string][]byte{"a.npy": plainFile})
	free := map[string]bool{"time": true, "date": true, "version needed": true, "version made by": true, "internal attributes": true, "attributes": true}
	ignored := make([]byte, len(clean)) // bits
	_ = checkBytes(t, clean, &Options{Trace: func(r Region) {
		name, _, _ := strings.Cut(r.Name, ", ") // without what the number means
		name = name[:max(0, strings.LastIndex(name, " "))]
		if r.Base == BaseFile && free[name] {
			for i := r.Offset; i < r.Offset+r.Length; i++ {
				ignored[i] = 0xff
			}
		}
		if r.Base == BaseFile && name == "flags" {
			ignored[r.Offset] = 1<<1 | 1<<2
		}
	}})
	for i := range clean {
		for bit := range 8 {
			b := bytes.Clone(clean)
			b[i] ^= 1 << bit
			report := checkBytes(t, b, &Options{Depth: Full})
			if len(report.Findings) == 0 && ignored[i]&(1<<bit) == 0 {
				t.Errorf("bit %d of byte %d (0x%02x): no finding", bit, i, clean[i])
			}
		}
	}
}

// TestArchiveMemory covers archives whose numbers must not be believed.
func TestArchiveMemory(t *testing.T) {
	t.Run("4 GiB stored", func(t *testing.T) {
		head := append(plainHeader(1<<29), make([]byte, 0)...)
		const size = 4 << 30
		local, rest := bigStored(head, size)
		z := &sparse{parts: []part{{0, local}, {int64(len(local)), head}, {int64(len(local)) + int64(len(head)) + size, rest}}}
		z.size = int64(len(local)) + int64(len(head)) + size + int64(len(rest))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		report, err := Check(context.Background(), z, z.size, &Options{Depth: Structure})
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		if got := ruleIDs(report); len(got) > 0 {
			t.Errorf("got %v, want none", got)
		}
		if z.read > 1<<20 {
			t.Errorf("read %d bytes, want the directory and the headers only", z.read)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("check allocates %d bytes, want at most 4 MiB", used)
		}
	})
	t.Run("many entries on one header", func(t *testing.T) {
		b := archived(t, zip.Store, map[string][]byte{"a.npy": plainFile})
		end := bytes.LastIndex(b, []byte(build.SigEnd))
		entry := b[bytes.LastIndex(b, []byte(build.SigCentral)):end]
		overlapping := append(bytes.Clone(b[:end-len(entry)]), bytes.Repeat(entry, 200)...)
		overlapping = append(overlapping, b[end:]...)
		report := checkBytes(t, overlapping, &Options{Depth: Full})
		if got := ruleIDs(report); !slices.Contains(got, "zip-end-record-mismatch") && !slices.Contains(got, "zip-overlap") {
			t.Errorf("got %v, want zip-overlap or zip-end-record-mismatch", got)
		}
	})
}

// TestArchiveKept holds that a report keeps the findings that it lists, and of the other members nothing that
// grows with their pickles.
func TestArchiveKept(t *testing.T) {
	members := map[string][]byte{}
	for i := range 20 {
		pickle := []byte("\x80\x04(")
		for n := range 500 {
			pickle = fmt.Appendf(pickle, "cm%d%s\ny\n", n, strings.Repeat("x", 300))
		}
		members[fmt.Sprintf("%02d.npy", i)] = npyOf("'|O'", "(1,)", append(pickle, "t."...))
	}
	b := archived(t, zip.Deflate, members)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	report := checkBytes(t, b, &Options{MaxFindings: 500})
	kept := int64(heap() - before)
	if len(report.Findings) != 500 || report.Omitted[spec.PickleImportUnknown] != 9502 {
		t.Errorf("got %d findings, others %v, want 500, and 9502 more of %v", len(report.Findings), report.Omitted, spec.PickleImportUnknown)
	}
	if kept > 2<<20 { // all findings of the members would be 10 MiB
		t.Errorf("the report keeps %d bytes, want at most 2 MiB", kept)
	}
	runtime.KeepAlive(report)
}

// plainHeader is the header of count doubles.
func plainHeader(count int64) []byte {
	t, _ := spec.ParseCode("<f8")
	b, _ := spec.Header{DType: t, Shape: []int64{count}}.Append(nil, spec.Version{}, spec.EraGrowth)
	return b
}

// bigStored returns the records around one stored member of head and size zero bytes, with zip64
// fields.
func bigStored(head []byte, size int64) (local, rest []byte) {
	total := uint64(len(head)) + uint64(size)
	le := func(v uint64, n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
		return b
	}
	// The checksum is wrong: at depth Structure nobody reads the data.
	fields := slices.Concat(le(45, 2), le(0, 2), le(0, 2), le(0x00210000, 4), le(0, 4), le(1<<32-1, 4), le(1<<32-1, 4))
	local = slices.Concat([]byte(build.SigLocal), fields, le(5, 2), le(20, 2), []byte("a.npy"), le(1, 2), le(16, 2), le(total, 8), le(total, 8))
	central := slices.Concat([]byte(build.SigCentral), le(45, 2), fields, le(5, 2), le(20, 2), le(0, 2), le(0, 2), le(0, 2), le(0, 4), le(0, 4),
		[]byte("a.npy"), le(1, 2), le(16, 2), le(total, 8), le(total, 8))
	start := uint64(len(local)) + total
	end64 := slices.Concat([]byte(build.SigEnd64), le(44, 8), le(45, 2), le(45, 2), le(0, 4), le(0, 4), le(1, 8), le(1, 8), le(uint64(len(central)), 8), le(start, 8))
	locator := slices.Concat([]byte(build.SigLocator64), le(0, 4), le(start+uint64(len(central)), 8), le(1, 4))
	end := slices.Concat([]byte(build.SigEnd), le(0, 4), le(1, 2), le(1, 2), le(uint64(len(central)), 4), le(1<<32-1, 4), le(0, 2))
	return local, slices.Concat(central, end64, locator, end)
}

// sparse is a file of zeros with some parts in it.
type sparse struct {
	parts []part
	size  int64
	read  int64
}

type part struct {
	at    int64
	bytes []byte
}

func (s *sparse) ReadAt(p []byte, off int64) (int, error) {
	if off >= s.size {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), s.size-off))
	clear(p[:n])
	for _, part := range s.parts {
		from, to := max(off, part.at), min(off+int64(n), part.at+int64(len(part.bytes)))
		if from < to {
			copy(p[from-off:to-off], part.bytes[from-part.at:])
		}
	}
	s.read += int64(n)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// BenchmarkArchive inflates numeric data.
func BenchmarkArchive(b *testing.B) {
	data := make([]byte, 1<<23)
	for i := range data {
		data[i] = byte(i >> 8 * i >> 3)
	}
	file := archived(b, zip.Deflate, map[string][]byte{
		"a.npy": append(plainHeader(1<<20), data...), "b.npy": append(plainHeader(1<<20), data...),
	})
	r := bytes.NewReader(file)
	b.SetBytes(1 << 24)
	for b.Loop() {
		if report, err := Check(context.Background(), r, int64(len(file)), &Options{Depth: Full}); err != nil || len(report.Findings) > 0 {
			b.Fatal(err, report.Findings)
		}
	}
}
