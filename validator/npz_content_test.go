package validator

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// places returns the findings of a report as "rule offset length".
func places(report *Report) string {
	var all []string
	for _, f := range report.Findings {
		all = append(all, fmt.Sprintf("%s %d %d", f.Rule.String(), f.Offset, f.Length))
	}
	return strings.Join(all, ", ")
}

// TestUntrustedLength covers members that are shorter or longer than they should be for a fault of the archive, which
// is the only one: nothing is said about the array, not even counted, however few findings are kept.
func TestUntrustedLength(t *testing.T) {
	const entry = 187 // offset of the entry of a stored member a.npy
	le := binary.LittleEndian
	stored := build.Archive("", build.File{Name: "a.npy", Content: plainFile})
	object := object1(one("N"))
	change := func(b []byte, bytes map[int]byte) []byte {
		b = slices.Clone(b)
		for at, v := range bytes {
			b[at] = v
		}
		return b
	}
	// Of 152 bytes, the headers promise a number of others.
	promised := func(content []byte, n int) []byte {
		b := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: build.Deflate(content)})
		le.PutUint32(b[22:], uint32(n))
		le.PutUint32(b[bytes.LastIndex(b, []byte(build.SigCentral))+24:], uint32(n))
		return b
	}
	cut := func(content []byte) []byte {
		packed := build.Deflate(content)
		return build.Archive("", build.File{Name: "a.npy", Content: content, Packed: packed[:len(packed)-6]})
	}
	for _, test := range []struct {
		what            string
		file            []byte
		structure, full string
	}{
		{"encrypted", change(build.Archive("", build.File{Name: "a.npy", Content: plainFile[:150]}), map[int]byte{6: 1, 185 + 8: 1}), "zip-encrypted", "zip-encrypted"},
		{"sizes of stored data", change(stored, map[int]byte{18: 151, entry + 20: 151}), "zip-gap zip-size", "zip-gap zip-size"},
		{"inflates to less", promised(plainFile, 160), "", "zip-size"},
		{"inflates to more", promised(plainFile, 150), "data-truncated", "zip-size"},
		{"inflates to part of the magic", promised(plainFile, 4), "npz-member-without-magic", "zip-size"},
		{"inflates to part of the prefix", promised(plainFile, 9), "prefix-too-short", "zip-size"},
		{"inflates to part of the header", promised(plainFile, 90), "prefix-header-truncated", "zip-size"},
		{"objects without a pickle", promised(object, 128), "pickle-missing", "zip-size"},
		{"objects with a part of one", promised(object, 131), "pickle-present pickle-truncated", "pickle-present zip-size"},
		{"corrupt", cut(plainFile), "zip-deflate-corrupt", "zip-deflate-corrupt"},
		{"corrupt, with objects", cut(object), "pickle-present zip-deflate-corrupt", "pickle-present zip-deflate-corrupt"},
	} {
		for depth, want := range map[Depth]string{Structure: test.structure, Full: test.full} {
			for _, most := range []int{1, 2, 1000} {
				report := checkBytes(t, test.file, &Options{Depth: depth, MaxFindings: most})
				got := ruleIDs(report)
				for id, n := range report.Omitted {
					got = append(got, slices.Repeat([]string{id.String()}, n)...)
				}
				slices.Sort(got)
				if strings.Join(got, " ") != want {
					t.Errorf("%s, depth %v, %d findings: got %v, want %s", test.what, depth, most, got, want)
				}
			}
		}
	}
}

// TestRatio covers members that inflate out of all proportion, and others that only look so.
func TestRatio(t *testing.T) {
	if testing.Short() {
		t.Skip("inflates 64 MiB again and again")
	}
	t.Parallel()
	const size = 64 << 20
	header := func(data int) []byte { return npy(1, dict("'|u1'", "False", fmt.Sprintf("(%d,)", data)), "") }
	for _, test := range []struct {
		what  string
		start []byte
		size  int
		ratio bool
	}{
		{"array of all of it", header(size - 128), size, false},
		{"array of all but a byte", header(size - 129), size, true},
		{"no array", nil, size, true},
		{"no array, a byte less", nil, size - 1, false},
	} {
		content, packed := build.ZerosAfter(test.start, test.size-len(test.start))
		b := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: packed})
		for _, depth := range []Depth{Structure, Full} {
			var got, want []string
			for _, f := range checkBytes(t, b, &Options{Depth: depth}).Findings {
				if f.Rule == spec.ZipRatio {
					got = append(got, fmt.Sprintf("%s %d %d", f.MemberName, f.Offset, f.Length))
				}
			}
			if test.ratio {
				want = []string{fmt.Sprintf("a.npy 35 %d", len(packed))}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, depth %v: got %v, want %v", test.what, depth, got, want)
			}
		}
	}
}

// TestRemarks covers archives without an array and with one. In the former, not one of the members is remarked on; in
// the latter, each that is not an array is, also before the array.
func TestRemarks(t *testing.T) {
	text := func(name string) build.File {
		return build.File{Name: name, Content: []byte("text that is long enough")}
	}
	a, b, array := text("a"), text("b"), build.File{Name: "c.npy", Content: plainFile}
	damaged := b
	damaged.Packed = append(build.Deflate(b.Content), 0)
	for _, test := range []struct {
		what    string
		members []build.File
		most    int
		want    string
		omitted string
	}{
		{"texts", []build.File{a, b}, 10, "npz-no-array 110 94", ""},
		{"texts and an array", []build.File{a, b, array}, 10, "npz-member-not-npy 343 1, npz-member-not-npy 390 1", ""},
		{"an array first", []build.File{array, a, b}, 10, "npz-member-not-npy 394 1, npz-member-not-npy 441 1", ""},
		{"one finding, texts", []build.File{a, b}, 1, "npz-no-array 110 94", ""},
		{"one finding, texts and an array", []build.File{a, b, array}, 1, "npz-member-not-npy 343 1", "npz-member-not-npy 1"},
		{"a fault of a text", []build.File{b, damaged}, 1, "zip-name-duplicate 210 1", "npz-mixed-methods 1, npz-no-array 1, zip-deflate-trailing 1"},
	} {
		file := build.Archive("", test.members...)
		report := checkBytes(t, file, &Options{Depth: Full, MaxFindings: test.most})
		var omitted []string
		for id, n := range report.Omitted {
			omitted = append(omitted, fmt.Sprint(id, " ", n))
		}
		slices.Sort(omitted)
		if got := places(report); got != test.want || strings.Join(omitted, ", ") != test.omitted {
			t.Errorf("%s: got %s, omitted %v, want %s, omitted %s", test.what, got, omitted, test.want, test.omitted)
		}
	}
}

var errBroken = errors.New("disk is broken")

// breaking is a file or a stream of which one read fails, after a number of others.
type breaking struct {
	*bytes.Reader
	left int
}

func (b *breaking) ReadAt(p []byte, off int64) (int, error) {
	if b.left--; b.left == -1 {
		return 0, errBroken
	}
	return b.Reader.ReadAt(p, off)
}

func (b *breaking) Read(p []byte) (int, error) {
	if b.left--; b.left == -1 {
		return 0, errBroken
	}
	return b.Reader.Read(p[:min(len(p), 100_000)])
}

// TestArchiveReadErrors lets each of the reads of an archive fail: there is an error then, and no report.
func TestArchiveReadErrors(t *testing.T) {
	object := object1(one("N"))
	long := npy(1, dict("'|u1'", "False", "(2000000,)"), zeros(2_000_000))
	small := build.Archive("",
		build.File{Name: "a.npy", Content: plainFile}, build.File{Name: "b.npy", Content: plainFile, Packed: build.Deflate(plainFile)},
		build.File{Name: "c.npy", Content: object}, build.File{Name: "d.npy", Content: object, Packed: build.Deflate(object), Unlisted: true},
		build.File{Name: "e", Content: []byte("text")}, build.File{Name: "f.npy", Content: object[128:]},
		build.File{Name: "g.pkl", Content: object[128:], Packed: build.Deflate(object[128:])},
		build.File{Name: "h.npz", Content: build.Archive("", build.File{Name: "a.npy", Content: plainFile})},
		build.File{Name: "i.npy", Content: plainFile[:100]})
	large := build.Archive("", build.File{Name: "a.npy", Content: long})
	check := func(what string, run func(r *breaking) (*Report, error)) {
		t.Helper()
		for n := 0; ; n++ {
			r := &breaking{left: n}
			report, err := run(r)
			if err == nil {
				if n < 3 {
					t.Errorf("%s: got no error although read %d fails", what, n+1)
				}
				return
			}
			if !errors.Is(err, errBroken) || report != nil {
				t.Fatalf("%s: read %d fails: got %v, %v, want %v", what, n+1, report, err, errBroken)
			}
		}
	}
	for _, depth := range []Depth{Header, Structure, Full} {
		opt := &Options{Depth: depth}
		for _, b := range [][]byte{small, large} {
			check(fmt.Sprintf("file of %d bytes, depth %v", len(b), depth), func(r *breaking) (*Report, error) {
				r.Reader = bytes.NewReader(b)
				return Check(t.Context(), r, int64(len(b)), opt)
			})
		}
		check(fmt.Sprintf("stream, depth %v", depth), func(r *breaking) (*Report, error) {
			r.Reader = bytes.NewReader(large)
			return CheckStream(t.Context(), struct{ io.Reader }{r}, opt)
		})
	}
}

// TestReadErrors does the same for files that are not archives, and for streams whose reads are short.
func TestReadErrors(t *testing.T) {
	long := npy(1, dict("'|u1'", "False", "(2000,)"), zeros(2000))
	for what, b := range map[string][]byte{
		"array":          long,
		"objects":        object1(one("N")),
		"text":           []byte(strings.Repeat("text\n", 200)),
		"pickle":         object1(one("N"))[128:],
		"cut":            long[:100],
		"no header":      long[:10],
		"long header":    npy(1, dict("'<f8'", "False", "(1,)")+strings.Repeat(" ", 9000), zeros(8)),
		"trailing":       append(slices.Clone(long), zeros(3000)...),
		"trailing array": append(slices.Clone(long), long...),
	} {
		for _, depth := range []Depth{Header, Structure, Full} {
			opt := &Options{Depth: depth}
			for run, check := range map[string]func(r *breaking) (*Report, error){
				"file":   func(r *breaking) (*Report, error) { return Check(t.Context(), r, int64(len(b)), opt) },
				"stream": func(r *breaking) (*Report, error) { return CheckStream(t.Context(), shortReads{r}, opt) },
			} {
				for n := 0; ; n++ {
					r := &breaking{bytes.NewReader(b), n}
					report, err := check(r)
					if err == nil {
						// Only a finding can do without bytes: it has no excerpt then.
						lost := slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Excerpt.Bytes == "" })
						if n == 0 || r.left < 0 && !lost {
							t.Errorf("%s of %s, depth %v: got no error although read %d fails", run, what, depth, n+1)
						}
						break
					}
					if !errors.Is(err, errBroken) || report != nil {
						t.Fatalf("%s of %s, depth %v: read %d fails: got %v, %v, want %v", run, what, depth, n+1, report, err, errBroken)
					}
				}
			}
		}
	}
}

// shortReads is a stream that gives 50 bytes at a time.
type shortReads struct{ r io.Reader }

func (s shortReads) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 50)]) }

// TestCutStream covers a pickle whose end only zlib gets out of a stream that is cut: a match of 258 bytes, for which
// there are fewer bits than any end of the block has. NumPy loads it, and runs what it says.
func TestCutStream(t *testing.T) {
	const call = "(X\x02\x00\x00\x00idios\nsystem\n."
	text := call + strings.Repeat("A", 257-len(call))
	head := npy(1, dict("'|O'", "False", "()"), "\x80\x02X\x01\x01\x00\x00"+text+"0")
	content := append(slices.Clone(head), text+"0"...)
	const match = "\xec\xf0\x01\x90\x24\x49\x92\x24\x49\x12\x8b\x9a\x47\x56\xcf\xde\x03"
	packed := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(head)))
	packed = binary.LittleEndian.AppendUint16(packed, ^uint16(len(head)))
	packed = append(packed, head...)
	packed = append(packed, match+strings.Repeat("\x00", 120)+"\x3c"+strings.Repeat("\x00", 14)+"\x02"+strings.Repeat("\x00", 7)+"\x20\x81"...)
	b := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: packed})
	for _, depth := range []Depth{Structure, Full} {
		report := checkBytes(t, b, &Options{Depth: depth})
		want := fmt.Sprintf("zip-deflate-corrupt 35 %d, pickle-present 128 285, pickle-import-dangerous 401 11", len(packed))
		if got := places(report); got != want {
			t.Errorf("%v: got %s, want %s", depth, got, want)
		}
	}
}

// TestFollowed covers a header with a fault in a member whose checksum is wrong: both are in the report, and the
// second is among what follows from the first.
func TestFollowed(t *testing.T) {
	content := npyOf("'|u1'", "(True, 2)", []byte{7, 8})
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		packed := content
		if method == zip.Deflate {
			packed = build.Deflate(content)
		}
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		h := &zip.FileHeader{Name: "a.npy", Method: method, CompressedSize64: uint64(len(packed)), UncompressedSize64: 130}
		m, err := w.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		m.Write(packed)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := bytes.NewReader(b.Bytes())
		report, err := Check(t.Context(), r, r.Size(), &Options{Name: "a.npz", Depth: Full})
		if err != nil {
			t.Fatal(err)
		}
		if f := report.Findings; len(f) != 1 || f[0].Rule != spec.ZipCrc || f[0].Offset != 35 {
			t.Errorf("method %d: got %+v, want zip-crc at 35", method, f)
		}
		f := report.Followed
		if len(f) != 1 || f[0].Rule != spec.ShapeBool || f[0].Offset != 61 || f[0].Length != 4 || f[0].Member != 0 || len(f[0].Excerpt.Bytes) == 0 {
			t.Errorf("method %d: got %+v, want shape-bool at 61+4 of the member, with its bytes", method, f)
		}
	}
}
