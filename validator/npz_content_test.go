package validator

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// places returns the findings of a report as "rule offset length".
func places(report *Report) string {
	var all []string
	for _, f := range report.Findings {
		all = append(all, fmt.Sprintf("%s %d %d", f.Rule.String(), f.Offset, f.Length))
	}
	return strings.Join(all, ", ")
}

// TestUntrustedLength has members that are shorter or longer than they should be for a fault of the archive,
// which is the only one: nothing is said of the array, not even counted, however few findings are kept.
func TestUntrustedLength(t *testing.T) {
	const entry = 187 // offset of the entry of a stored member a.npy
	le := binary.LittleEndian
	stored := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile})
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
		b := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: content, Packed: ziptest.Deflate(content)})
		le.PutUint32(b[22:], uint32(n))
		le.PutUint32(b[bytes.LastIndex(b, []byte(ziptest.Central))+24:], uint32(n))
		return b
	}
	cut := func(content []byte) []byte {
		packed := ziptest.Deflate(content)
		return ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: content, Packed: packed[:len(packed)-6]})
	}
	for _, test := range []struct {
		what            string
		file            []byte
		structure, full string
	}{
		{"encrypted", change(ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile[:150]}), map[int]byte{6: 1, 185 + 8: 1}), "zip-encrypted", "zip-encrypted"},
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

// TestRatio has members that inflate out of all proportion, and others that only look so.
func TestRatio(t *testing.T) {
	if testing.Short() {
		t.Skip("inflates 64 MiB again and again")
	}
	t.Parallel()
	const size = 64 << 20
	array := func(data, all int) []byte {
		header := npy(1, dict("'|u1'", "False", fmt.Sprintf("(%d,)", data)), "")
		return append(header, make([]byte, all-len(header))...)
	}
	for _, test := range []struct {
		what    string
		content []byte
		ratio   bool
	}{
		{"array of all of it", array(size-128, size), false},
		{"array of all but a byte", array(size-129, size), true},
		{"no array", make([]byte, size), true},
		{"no array, a byte less", make([]byte, size-1), false},
	} {
		packed := ziptest.Deflate(test.content)
		b := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: test.content, Packed: packed})
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

// TestRemarks has archives without an array and with one. In the former, not one of the members is remarked
// on; in the latter, each that is no array is, also before the array.
func TestRemarks(t *testing.T) {
	text := func(name string) ziptest.Member {
		return ziptest.Member{Name: name, Content: []byte("text that is long enough")}
	}
	a, b, array := text("a"), text("b"), ziptest.Member{Name: "c.npy", Content: plainFile}
	damaged := b
	damaged.Packed = append(ziptest.Deflate(b.Content), 0)
	for _, test := range []struct {
		what    string
		members []ziptest.Member
		most    int
		want    string
		omitted string
	}{
		{"texts", []ziptest.Member{a, b}, 10, "npz-no-array 110 94", ""},
		{"texts and an array", []ziptest.Member{a, b, array}, 10, "npz-member-not-npy 343 1, npz-member-not-npy 390 1", ""},
		{"an array first", []ziptest.Member{array, a, b}, 10, "npz-member-not-npy 394 1, npz-member-not-npy 441 1", ""},
		{"one finding, texts", []ziptest.Member{a, b}, 1, "npz-no-array 110 94", ""},
		{"one finding, texts and an array", []ziptest.Member{a, b, array}, 1, "npz-member-not-npy 343 1", "npz-member-not-npy 1"},
		{"a fault of a text", []ziptest.Member{b, damaged}, 1, "zip-name-duplicate 210 1", "npz-mixed-methods 1, npz-no-array 1, zip-deflate-trailing 1"},
	} {
		file := ziptest.Archive("", test.members...)
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
	small := ziptest.Archive("",
		ziptest.Member{Name: "a.npy", Content: plainFile}, ziptest.Member{Name: "b.npy", Content: plainFile, Packed: ziptest.Deflate(plainFile)},
		ziptest.Member{Name: "c.npy", Content: object}, ziptest.Member{Name: "d.npy", Content: object, Packed: ziptest.Deflate(object), Unlisted: true},
		ziptest.Member{Name: "e", Content: []byte("text")}, ziptest.Member{Name: "f.npy", Content: object[128:]},
		ziptest.Member{Name: "g.pkl", Content: object[128:], Packed: ziptest.Deflate(object[128:])},
		ziptest.Member{Name: "h.npz", Content: ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile})},
		ziptest.Member{Name: "i.npy", Content: plainFile[:100]})
	large := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: long})
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

// TestReadErrors does the same for files that are no archives, and for streams whose reads are short.
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
