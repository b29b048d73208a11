package validator

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// repeat returns n members, made of their numbers.
func repeat(n int, member func(i int) build.File) []build.File {
	members := make([]build.File, n)
	for i := range members {
		members[i] = member(i)
	}
	return members
}

// work is what a check of an archive costs: bytes read, bytes inflated and bytes allocated.
func work(t *testing.T, b []byte, depth Depth) (read, inflated, allocated int64, report *Report) {
	t.Helper()
	r := &countingReader{r: bytes.NewReader(b)}
	var total atomic.Int64
	opt := &Options{Depth: depth, Decompressors: map[uint16]Decompressor{8: func(src *bufio.Reader, _ uint64, _ uint16) io.ReadCloser {
		return &countingInflater{flate.NewReader(src), &total}
	}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	report, err := Check(context.Background(), r, int64(len(b)), opt)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return r.n.Load(), total.Load(), int64(after.TotalAlloc - before.TotalAlloc), report
}

type countingInflater struct {
	io.ReadCloser
	n *atomic.Int64
}

func (c *countingInflater) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// TestArchiveWorkIsLinear doubles what an archive can have many of. Twice as many are about twice the
// work, and the work has a bound that depends on the bytes of the file alone.
func TestArchiveWorkIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("doubles archives")
	}
	empty := npy(1, dict("'<f8'", "False", "(0,)"), "")
	pickle := npy(1, dict("'|O'", "False", "(1,)"), proto(3)+"("+strings.Repeat(str(strings.Repeat("x", 1000)), 5)+"t.")
	small := build.Deflate(plainFile)
	zeros := npy(1, dict("'|u1'", "False", "(100000,)"), zeros(100000))
	bomb := build.Deflate(zeros)
	long := strings.Repeat("x", 60_000)
	number := func(i int) string { return fmt.Sprintf("%06d.npy", i) }
	blocks := strings.Repeat("\xfe\xca\x00\x00", 16_000)
	for _, test := range []struct {
		name string
		n    int
		rule string // one of those that are broken, or "" for none above a note
		make func(n int) []byte
	}{
		{"members", 2000, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File { return build.File{Name: number(i), Content: empty} })...)
		}},
		{"deflated members", 1000, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile, Packed: small}
			})...)
		}},
		{"streamed members", 1000, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile, Packed: small, Flags: build.FlagStreamed}
			})...)
		}},
		{"pickles", 100, "pickle-trailing", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: append(bytes.Clone(pickle), 1)}
			})...)
		}},
		{"deflate bombs", 20, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: zeros, Packed: bomb}
			})...)
		}},
		{"equal names", 2000, "zip-name-duplicate", func(n int) []byte {
			return build.Archive("", repeat(n, func(int) build.File { return build.File{Name: "a.npy", Content: empty} })...)
		}},
		{"names that differ in case", 500, "zip-name-collision", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: pick(i%2 == 0, "\x82.npy", "\x90.npy") + strings.Repeat("\xe9", 20), Content: empty}
			})...)
		}},
		{"names with a long start in common", 100, "zip-name-not-flagged", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: strings.Repeat("\xe9", 2000) + number(i), Content: empty}
			})...)
		}},
		{"names of many parts", 12, "zip-name-unusual", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: strings.Repeat("a/", 30_000) + number(i), Content: empty}
			})...)
		}},
		{"keys that are names", 1000, "npz-key-ambiguous", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i/2) + strings.Repeat(".npy", i%2), Content: empty}
			})...)
		}},
		{"long extra fields", 40, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, Extra: blocks}
			})...)
		}},
		{"comments of entries", 40, "", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, Comment: long}
			})...)
		}},
		{"comment", 30_000, "zip-comment", func(n int) []byte {
			return build.Archive(strings.Repeat("x", n), build.File{Name: "a.npy", Content: empty})
		}},
		{"candidates for the end record", 1000, "zip-several-end-records", func(n int) []byte {
			return build.Archive(strings.Repeat(build.SigEnd+strings.Repeat("\x00", 18), n), build.File{Name: "a.npy", Content: empty})
		}},
		{"signatures of end records", 7000, "zip-several-end-records", func(n int) []byte {
			return build.Archive(strings.Repeat(build.SigEnd, n), build.File{Name: "a.npy", Content: empty})
		}},
		{"hidden members", 500, "zip-hidden-member", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, Unlisted: true}
			})...)
		}},
		{"hidden streamed members", 500, "zip-hidden-member", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile, Packed: small, Flags: build.FlagStreamed, Unlisted: true}
			})...)
		}},
		{"hidden stored streamed members", 500, "zip-hidden-member", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile, Flags: build.FlagStreamed, Unlisted: true}
			})...)
		}},
		{"gaps", 500, "zip-gap", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, After: strings.Repeat("x", 100)}
			})...)
		}},
		{"gaps with headers that reach past them", 500, "zip-hidden-member", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, After: build.SigLocal + strings.Repeat("\x00", 22) + "\xff\x7f\xff\x7f"}
			})...)
		}},
		{"gaps with streams that nobody ends", 500, "zip-hidden-member", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: empty, After: build.SigLocal + "\x14\x00\x08\x00\x08\x00" + strings.Repeat("\x00", 16) + "\x00\x00\x00\x00" + strings.Repeat("\x00\x00\x00\xff\xff", 10)}
			})...)
		}},
		{"entries for one member", 500, "zip-overlap", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: "a.npy", Content: pickle, Same: i > 0}
			})...)
		}},
		{"entries for one deflated member", 500, "zip-overlap", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: "a.npy", Content: zeros, Packed: bomb, Same: i > 0}
			})...)
		}},
		{"headers that disagree", 500, "zip-header-mismatch", func(n int) []byte {
			b := build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile}
			})...)
			for i := range n { // the local headers have another size
				b[i*(build.LocalSize+len(number(i))+len(plainFile))+18]++
			}
			return b
		}},
		{"headers that disagree, in front of streams", 500, "zip-header-mismatch", func(n int) []byte {
			b := build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i), Content: plainFile, After: build.SigLocal + "\x14\x00\x08\x00\x00\x00" + strings.Repeat("\x00", 20)}
			})...)
			for i := range n { // the member after it begins at the next header
				at := i * (build.LocalSize + len(number(i)) + len(plainFile) + build.LocalSize)
				binary.LittleEndian.PutUint32(b[at+18:], uint32(len(plainFile)-i%3))
			}
			return b
		}},
		{"entries for one long header", 2000, "zip-name-mismatch", func(n int) []byte {
			return build.Archive("", repeat(n, func(i int) build.File {
				return build.File{Name: number(i) + pick(i == 0, long, ""), Content: empty, Extra: blocks, Same: i > 0}
			})...)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, depth := range []Depth{Structure, Full} {
				work(t, test.make(10), depth) // fills the pools
				one, two := test.make(test.n), test.make(2*test.n)
				read1, inflated1, allocated1, report := work(t, one, depth)
				read2, inflated2, allocated2, _ := work(t, two, depth)
				const slack = 1 << 20
				if read2 > 5*read1/2+slack || inflated2 > 5*inflated1/2+slack || allocated2 > 5*allocated1/2+slack {
					t.Errorf("depth %v: %d of them read %d, inflate %d and allocate %d bytes, twice as many %d, %d and %d", depth,
						test.n, read1, inflated1, allocated1, read2, inflated2, allocated2)
				}
				shares := strings.HasPrefix(test.name, "entries for one") || test.name == "gaps with headers that reach past them"
				if report.Incomplete != "" && !shares {
					t.Errorf("depth %v: got the incomplete check %q", depth, report.Incomplete)
				}
				if size := int64(len(two)); read2 > 10*size+2<<20 {
					t.Errorf("depth %v: read %d bytes of a file of %d", depth, read2, size)
				}
				loud := slices.DeleteFunc(slices.Clone(report.Findings), func(f Finding) bool { return f.Severity() < 2 || f.Rule.String() == "zip-member-count" })
				if test.rule == "" && len(loud) > 0 {
					t.Errorf("depth %v: got %v, want nothing above a note", depth, loud[0])
				}
				if test.rule != "" && !slices.ContainsFunc(loud, func(f Finding) bool { return f.Rule.String() == test.rule }) && !omits(report, test.rule) {
					t.Errorf("depth %v: got %v, want %s among them", depth, slices.Compact(ruleIDs(report)), test.rule)
				}
			}
		})
	}
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// TestArchiveShares covers members that share bytes more often than is followed: the check says
// that it is incomplete, whatever else it finds.
func TestArchiveShares(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 50 MB again and again")
	}
	content := npy(1, dict("'|O'", "False", "(1,)"), proto(3)+"("+strings.Repeat("N", 100_000)+"t.")
	b := build.Archive("", repeat(500, func(i int) build.File {
		return build.File{Name: fmt.Sprintf("%03d.npy", i), Content: content, Same: i > 0}
	})...)
	for _, depth := range []Depth{Header, Structure, Full} {
		report := checkBytes(t, b, &Options{Depth: depth})
		if report.Verdict() != NotChecked || report.Incomplete != "members share so many bytes that not all of them were checked" || len(report.Members) != 500 {
			t.Errorf("depth %v: got %s, %q, %d members, want an incomplete check of 500", depth, report.Verdict(), report.Incomplete, len(report.Members))
		}
		if got := ruleIDs(report); !slices.Contains(got, "zip-overlap") {
			t.Errorf("depth %v: got %v, want zip-overlap", depth, slices.Compact(got))
		}
	}
	sameStream(t, b, nil)
}

// TestArchiveLongNames covers names that together are more than is kept.
func TestArchiveLongNames(t *testing.T) {
	b := build.Archive("", repeat(200, func(i int) build.File {
		return build.File{Name: fmt.Sprintf("%03d", i) + strings.Repeat("n", 60_000) + ".npy", Content: plainFile}
	})...)
	report := checkBytes(t, b, nil)
	if report.Verdict() != NotChecked || report.Incomplete != "names of the members exceed 8388608 bytes; the rest was not checked" || len(report.Members) != (8<<20)/60_007 {
		t.Errorf("got %s, %q, %d members, want an incomplete check", report.Verdict(), report.Incomplete, len(report.Members))
	}
}

// TestArchiveMaxMembers covers more members than are looked at, listed ones and hidden ones.
func TestArchiveMaxMembers(t *testing.T) {
	for _, unlisted := range []bool{false, true} {
		b := build.Archive("", repeat(30, func(i int) build.File {
			return build.File{Name: fmt.Sprint(i, ".npy"), Content: plainFile, Unlisted: unlisted}
		})...)
		report := checkBytes(t, b, &Options{MaxMembers: 20})
		if report.Verdict() != NotChecked || report.Incomplete != "archive has more than 20 members; the rest was not checked" || len(report.Members) != 20 {
			t.Errorf("unlisted %t: got %s, %q, %d members, want an incomplete check of 20", unlisted, report.Verdict(), report.Incomplete, len(report.Members))
		}
	}
}

// TestArchiveManyMembers bounds the heap that an archive of very many members takes.
func TestArchiveManyMembers(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 70,000 members")
	}
	empty := npy(1, dict("'<f8'", "False", "(0,)"), "")
	b := build.Archive("", repeat(70_000, func(i int) build.File { return build.File{Name: fmt.Sprintf("%06d.npy", i), Content: empty} })...)
	for _, depth := range []Depth{Structure, Full} {
		_, _, allocated, report := work(t, b, depth)
		if got := ruleIDs(report); !slices.Equal(got, []string{"zip-member-count"}) || len(report.Members) != 70_000 {
			t.Errorf("depth %v: got %v and %d members", depth, got, len(report.Members))
		}
		if allocated > 100<<20 {
			t.Errorf("depth %v: check allocates %d bytes for 70,000 members, want at most 100 MiB", depth, allocated)
		}
	}
}

// TestHiddenMembers looks into members that no directory lists, as a reader of streams does.
func TestHiddenMembers(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	innocent := build.File{Name: "a.npy", Content: plainFile}
	streamedMember := func(name string, content []byte, deflate bool) build.File {
		m := build.File{Name: name, Content: content, Flags: build.FlagStreamed, Unlisted: true}
		if deflate {
			m.Packed = build.Deflate(content)
		}
		return m
	}
	for _, test := range []struct {
		name    string
		members []build.File
		want    string
	}{
		{"plain", []build.File{innocent, {Name: "b.npy", Content: evil, Unlisted: true}}, "pickle-import-dangerous pickle-present zip-hidden-member"},
		{"deflated", []build.File{innocent, {Name: "b.npy", Content: evil, Packed: build.Deflate(evil), Unlisted: true}}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member"},
		{"streamed", []build.File{innocent, streamedMember("b.npy", plainFile, true), streamedMember("c.npy", evil, true)}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member zip-hidden-member"},
		{"streamed and stored", []build.File{innocent, streamedMember("b.npy", plainFile, false), streamedMember("c.npy", evil, false)}, "pickle-import-dangerous pickle-present zip-hidden-member zip-hidden-member"},
		{"in front", []build.File{streamedMember("b.npy", evil, true), innocent}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member"},
	} {
		b := build.Archive("", test.members...)
		for _, depth := range []Depth{Structure, Full} {
			report := checkBytes(t, b, &Options{Depth: depth})
			if got := strings.Join(ruleIDs(report), " "); got != test.want {
				t.Errorf("%s, depth %v: got %s, want %s", test.name, depth, got, test.want)
				for _, f := range report.Findings {
					t.Logf("%s %d+%d %s: %s", f.MemberName, f.Offset, f.Length, f.Rule.String(), f.Message)
				}
			}
			if len(report.Members) != len(test.members) {
				t.Errorf("%s, depth %v: got %d members, want %d", test.name, depth, len(report.Members), len(test.members))
			}
		}
		// Without a directory all members are hidden, and that is one fault.
		end := bytes.Index(b, []byte(build.SigCentral))
		report := checkBytes(t, b[:end], &Options{Depth: Full})
		if got := ruleIDs(report); !slices.Contains(got, "zip-no-end-record") || !slices.Contains(got, "pickle-import-dangerous") || len(report.Members) != len(test.members) {
			t.Errorf("%s without a directory: got %v and %d members", test.name, got, len(report.Members))
		}
		sameStream(t, b, &Options{Depth: Full})
	}
}

func omits(report *Report, name string) bool {
	rule, _ := spec.Lookup(name)
	return report.Omitted[rule.ID] > 0
}
