package validator

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// testMember is a member of an archive that testArchive makes. Its headers tell the truth.
type testMember struct {
	name     string
	content  []byte
	packed   []byte // deflated, if it isn't nil
	flags    uint16
	extra    string // of the local header
	comment  string // of the entry
	after    string // bytes that belong to nothing
	unlisted bool
	same     bool // has an entry only, which leads to the first member
}

func testArchive(comment string, members ...testMember) []byte {
	le := binary.LittleEndian
	var b, directory []byte
	entries := uint64(0)
	for _, m := range members {
		method, data := uint16(methodStored), m.content
		if m.packed != nil {
			method, data = methodDeflate, m.packed
		}
		sums := le.AppendUint32(nil, crc32.ChecksumIEEE(m.content))
		sums = le.AppendUint32(sums, uint32(len(data)))
		sums = le.AppendUint32(sums, uint32(len(m.content)))
		fields := le.AppendUint16(nil, 20)
		fields = le.AppendUint16(fields, m.flags)
		fields = le.AppendUint16(fields, method)
		fields = le.AppendUint32(fields, 0x210000)
		at := len(b)
		if m.same {
			at = 0
		} else {
			b = append(append(b, localSignature...), fields...)
			if m.flags&flagDescriptor != 0 {
				b = append(b, make([]byte, 12)...)
			} else {
				b = append(b, sums...)
			}
			b = le.AppendUint16(b, uint16(len(m.name)))
			b = le.AppendUint16(b, uint16(len(m.extra)))
			b = append(append(append(b, m.name...), m.extra...), data...)
			if m.flags&flagDescriptor != 0 {
				b = append(append(b, descriptorSignature...), sums...)
			}
			b = append(b, m.after...)
		}
		if m.unlisted {
			continue
		}
		entries++
		directory = append(append(append(directory, centralSignature...), 20, 3), fields...)
		directory = append(directory, sums...)
		directory = le.AppendUint16(directory, uint16(len(m.name)))
		directory = le.AppendUint16(directory, 0)
		directory = le.AppendUint16(directory, uint16(len(m.comment)))
		directory = append(directory, 0, 0, 0, 0, 0, 0, 0x80, 1)
		directory = le.AppendUint32(directory, uint32(at))
		directory = append(append(directory, m.name...), m.comment...)
	}
	start := len(b)
	b = append(b, directory...)
	if entries > 1<<16-1 {
		end := len(b)
		b = le.AppendUint64(append(b, end64Signature...), 44)
		b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, v := range []int{int(entries), int(entries), len(directory), start} {
			b = le.AppendUint64(b, uint64(v))
		}
		b = le.AppendUint64(append(b, locator64Signature+"\x00\x00\x00\x00"...), uint64(end))
		b = append(b, 1, 0, 0, 0)
	}
	b = append(b, endSignature+"\x00\x00\x00\x00"...)
	for range 2 {
		b = le.AppendUint16(b, uint16(min(entries, 1<<16-1)))
	}
	b = le.AppendUint32(b, uint32(len(directory)))
	b = le.AppendUint32(b, uint32(start))
	b = le.AppendUint16(b, uint16(len(comment)))
	return append(b, comment...)
}

func deflated(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 6)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// repeat returns n members, made of their numbers.
func repeat(n int, member func(i int) testMember) []testMember {
	members := make([]testMember, n)
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
	opt := &Options{Depth: depth, Inflate: func(src io.Reader) io.ReadCloser { return &countingInflater{flate.NewReader(src), &total} }}
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

func (c *countingInflater) Reset(r io.Reader, dict []byte) error {
	return c.ReadCloser.(flate.Resetter).Reset(r, dict)
}

// TestArchiveWorkIsLinear doubles what an archive can have many of. Twice as many are about twice the
// work, and the work has a bound that depends on the bytes of the file alone.
func TestArchiveWorkIsLinear(t *testing.T) {
	empty := npy(1, dict("'<f8'", "False", "(0,)"), "")
	pickle := npy(1, dict("'|O'", "False", "(1,)"), proto(3)+"("+strings.Repeat("N", 5000)+"t.")
	small := deflated(t, plainFile)
	zeros := npy(1, dict("'|u1'", "False", "(100000,)"), zeros(100000))
	bomb := deflated(t, zeros)
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
			return testArchive("", repeat(n, func(i int) testMember { return testMember{name: number(i), content: empty} })...)
		}},
		{"deflated members", 1000, "", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile, packed: small}
			})...)
		}},
		{"streamed members", 1000, "", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile, packed: small, flags: flagDescriptor}
			})...)
		}},
		{"pickles", 200, "pickle-trailing", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: append(bytes.Clone(pickle), 1)}
			})...)
		}},
		{"deflate bombs", 20, "", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: zeros, packed: bomb}
			})...)
		}},
		{"equal names", 2000, "zip-name-duplicate", func(n int) []byte {
			return testArchive("", repeat(n, func(int) testMember { return testMember{name: "a.npy", content: empty} })...)
		}},
		{"names that differ in case", 2000, "zip-name-collision", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: pick(i%2 == 0, "\x82.npy", "\x90.npy") + strings.Repeat("\xe9", 20), content: empty}
			})...)
		}},
		{"names with a long start in common", 500, "zip-name-not-flagged", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: strings.Repeat("\xe9", 5000) + number(i), content: empty}
			})...)
		}},
		{"names of many parts", 20, "zip-name-unusual", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: strings.Repeat("a/", 30_000) + number(i), content: empty}
			})...)
		}},
		{"keys that are names", 1000, "npz-key-ambiguous", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i/2) + strings.Repeat(".npy", i%2), content: empty}
			})...)
		}},
		{"long extra fields", 40, "", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, extra: blocks}
			})...)
		}},
		{"comments of entries", 40, "", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, comment: long}
			})...)
		}},
		{"comment", 30_000, "zip-comment", func(n int) []byte {
			return testArchive(strings.Repeat("x", n), testMember{name: "a.npy", content: empty})
		}},
		{"candidates for the end record", 1000, "zip-several-end-records", func(n int) []byte {
			return testArchive(strings.Repeat(endSignature+strings.Repeat("\x00", 18), n), testMember{name: "a.npy", content: empty})
		}},
		{"signatures of end records", 7000, "zip-several-end-records", func(n int) []byte {
			return testArchive(strings.Repeat(endSignature, n), testMember{name: "a.npy", content: empty})
		}},
		{"hidden members", 500, "zip-hidden-member", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, unlisted: true}
			})...)
		}},
		{"hidden streamed members", 500, "zip-hidden-member", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile, packed: small, flags: flagDescriptor, unlisted: true}
			})...)
		}},
		{"hidden stored streamed members", 500, "zip-hidden-member", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile, flags: flagDescriptor, unlisted: true}
			})...)
		}},
		{"gaps", 500, "zip-gap", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, after: strings.Repeat("x", 100)}
			})...)
		}},
		{"gaps with headers that reach behind them", 500, "zip-hidden-member", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, after: localSignature + strings.Repeat("\x00", 22) + "\xff\x7f\xff\x7f"}
			})...)
		}},
		{"gaps with streams that nobody ends", 500, "zip-hidden-member", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: empty, after: localSignature + "\x14\x00\x08\x00\x08\x00" + strings.Repeat("\x00", 16) + "\x00\x00\x00\x00" + strings.Repeat("\x00\x00\x00\xff\xff", 10)}
			})...)
		}},
		{"entries for one member", 2000, "zip-overlap", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: "a.npy", content: pickle, same: i > 0}
			})...)
		}},
		{"entries for one deflated member", 2000, "zip-overlap", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: "a.npy", content: zeros, packed: bomb, same: i > 0}
			})...)
		}},
		{"headers that disagree", 500, "zip-header-mismatch", func(n int) []byte {
			b := testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile}
			})...)
			for i := range n { // the local headers have another size
				b[i*(localSize+len(number(i))+len(plainFile))+18]++
			}
			return b
		}},
		{"headers that disagree, in front of streams", 500, "zip-header-mismatch", func(n int) []byte {
			b := testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i), content: plainFile, after: localSignature + "\x14\x00\x08\x00\x00\x00" + strings.Repeat("\x00", 20)}
			})...)
			for i := range n { // the member behind it begins at the next header
				at := i * (localSize + len(number(i)) + len(plainFile) + localSize)
				binary.LittleEndian.PutUint32(b[at+18:], uint32(len(plainFile)-i%3))
			}
			return b
		}},
		{"entries for one long header", 2000, "zip-name-mismatch", func(n int) []byte {
			return testArchive("", repeat(n, func(i int) testMember {
				return testMember{name: number(i) + pick(i == 0, long, ""), content: empty, extra: blocks, same: i > 0}
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
				shares := strings.HasPrefix(test.name, "entries for one") || test.name == "gaps with headers that reach behind them"
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

// TestArchiveShares has members that share bytes more often than is followed: the check says that it
// is incomplete, whatever else it finds.
func TestArchiveShares(t *testing.T) {
	content := npy(1, dict("'|O'", "False", "(1,)"), proto(3)+"("+strings.Repeat("N", 100_000)+"t.")
	b := testArchive("", repeat(500, func(i int) testMember {
		return testMember{name: fmt.Sprintf("%03d.npy", i), content: content, same: i > 0}
	})...)
	for _, depth := range []Depth{Header, Structure, Full} {
		report := checkBytes(t, b, &Options{Depth: depth})
		if report.Verdict() != Unreadable || !strings.Contains(report.Incomplete, "share so many bytes") || len(report.Members) != 500 {
			t.Errorf("depth %v: got %s, %q, %d members, want an incomplete check of 500", depth, report.Verdict(), report.Incomplete, len(report.Members))
		}
		if got := ruleIDs(report); !slices.Contains(got, "zip-overlap") {
			t.Errorf("depth %v: got %v, want zip-overlap", depth, slices.Compact(got))
		}
	}
	sameStream(t, b, nil)
}

// TestArchiveLongNames has names that together are more than is kept.
func TestArchiveLongNames(t *testing.T) {
	b := testArchive("", repeat(200, func(i int) testMember {
		return testMember{name: fmt.Sprintf("%03d", i) + strings.Repeat("n", 60_000) + ".npy", content: plainFile}
	})...)
	report := checkBytes(t, b, nil)
	if report.Verdict() != Unreadable || !strings.Contains(report.Incomplete, "names of the members") || len(report.Members) != maxNames/60_007 {
		t.Errorf("got %s, %q, %d members, want an incomplete check", report.Verdict(), report.Incomplete, len(report.Members))
	}
}

// TestArchiveMaxMembers has more members than are looked at, listed ones and hidden ones.
func TestArchiveMaxMembers(t *testing.T) {
	for _, unlisted := range []bool{false, true} {
		b := testArchive("", repeat(30, func(i int) testMember {
			return testMember{name: fmt.Sprint(i, ".npy"), content: plainFile, unlisted: unlisted}
		})...)
		report := checkBytes(t, b, &Options{MaxMembers: 20})
		if report.Verdict() != Unreadable || len(report.Members) != 20 {
			t.Errorf("unlisted %t: got %s, %q, %d members, want an incomplete check of 20", unlisted, report.Verdict(), report.Incomplete, len(report.Members))
		}
	}
}

// TestArchiveManyMembers bounds the heap that an archive of very many members takes.
func TestArchiveManyMembers(t *testing.T) {
	empty := npy(1, dict("'<f8'", "False", "(0,)"), "")
	b := testArchive("", repeat(70_000, func(i int) testMember { return testMember{name: fmt.Sprintf("%06d.npy", i), content: empty} })...)
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
	innocent := testMember{name: "a.npy", content: plainFile}
	streamedMember := func(name string, content []byte, deflate bool) testMember {
		m := testMember{name: name, content: content, flags: flagDescriptor, unlisted: true}
		if deflate {
			m.packed = deflated(t, content)
		}
		return m
	}
	for _, test := range []struct {
		name    string
		members []testMember
		want    string
	}{
		{"plain", []testMember{innocent, {name: "b.npy", content: evil, unlisted: true}}, "pickle-import-dangerous pickle-present zip-hidden-member"},
		{"deflated", []testMember{innocent, {name: "b.npy", content: evil, packed: deflated(t, evil), unlisted: true}}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member"},
		{"streamed", []testMember{innocent, streamedMember("b.npy", plainFile, true), streamedMember("c.npy", evil, true)}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member zip-hidden-member"},
		{"streamed and stored", []testMember{innocent, streamedMember("b.npy", plainFile, false), streamedMember("c.npy", evil, false)}, "pickle-import-dangerous pickle-present zip-hidden-member zip-hidden-member"},
		{"in front", []testMember{streamedMember("b.npy", evil, true), innocent}, "npz-mixed-methods pickle-import-dangerous pickle-present zip-hidden-member"},
	} {
		b := testArchive("", test.members...)
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
		end := bytes.Index(b, []byte(centralSignature))
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
