package zip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// varied returns archives that are read in every way there is.
func varied(t testing.TB) map[string][]byte {
	long := strings.Repeat("n", 300) // longer than what is read of a header at first
	packed := build.Deflate(plain)
	zip64Bad, zip64 := example(t, "zip-zip64-record")
	hidden := build.Archive("", build.File{Name: "h", Content: plain})
	hidden = hidden[:bytes.Index(hidden, []byte(build.SigCentral))]
	last := build.File{Name: "z", Content: plain}
	two := build.Archive("", build.File{Name: "a", Content: plain}, last)
	damaged := bytes.Clone(two)
	damaged[bytes.Index(two, []byte(build.SigCentral))] = 'p'
	wrong := build.Archive("", build.File{Name: "a", Content: plain, Flags: build.FlagStreamed}, last)
	wrong[build.LocalSize+1+len(plain)+5]++
	return map[string][]byte{
		"stored":          two,
		"deflated":        build.Archive("c", build.File{Name: "a", Content: plain, Packed: packed}),
		"streamed":        build.Archive("", build.File{Name: "a", Content: plain, Packed: packed, Flags: build.FlagStreamed}),
		"long names":      build.Archive("", build.File{Name: long, Content: plain}),
		"zip64":           zip64,
		"bad zip64":       zip64Bad,
		"before":          slices.Concat([]byte("previous"), two),
		"cut":             two[:len(two)-build.EndSize],
		"no directory":    damaged,
		"bad descriptor":  wrong,
		"gap":             build.Archive("", build.File{Name: "a", Content: plain, After: strings.Repeat("gap ", 9)}, last),
		"hidden":          build.Archive("", build.File{Name: "a", Content: plain, Unlisted: true}, last),
		"hidden streamed": build.Archive("", build.File{Name: "a", Content: plain, Flags: build.FlagStreamed, Unlisted: true}, last),
		"hidden deflated": build.Archive("", build.File{Name: "a", Content: plain, Packed: packed, Flags: build.FlagStreamed, Unlisted: true}, last),
		"after a stream":  build.Archive("", build.File{Name: "a", Content: plain, Packed: append(packed, hidden...)}, last),
		"two ends":        slices.Concat(two, two[len(two)-build.EndSize:]),
	}
}

var errBroken = errors.New("disk is broken")

// breaking is a file of which one read fails, after a number of others.
type breaking struct {
	io.ReaderAt
	left int
}

func (b *breaking) ReadAt(p []byte, off int64) (int, error) {
	if len(p) == 0 {
		return 0, nil // nothing is asked for
	}
	if b.left--; b.left == -1 {
		return 0, errBroken
	}
	return b.ReaderAt.ReadAt(p, off)
}

// TestReadErrors lets each of the reads of an archive fail. There is an error then and nothing else, and what
// is found with none is found by as many reads.
func TestReadErrors(t *testing.T) {
	for name, b := range varied(t) {
		for n := 0; ; n++ {
			r := &breaking{bytes.NewReader(b), n}
			a, err := readWhole(t, r, int64(len(b)), config, &finding.List{Max: 10})
			if err == nil {
				if r.left != 0 || n < 3 {
					t.Errorf("%s: got no error although read %d fails", name, n+1)
				}
				break
			}
			if !errors.Is(err, errBroken) || a != nil {
				t.Fatalf("%s: read %d fails: got %v, %v, want %v", name, n+1, a, err, errBroken)
			}
		}
	}
}

// TestShorterThanSaid covers archives that end before the size that was given.
func TestShorterThanSaid(t *testing.T) {
	for name, b := range varied(t) {
		for cut := range b {
			_, err := Walk(t.Context(), bytes.NewReader(b[:cut]), int64(len(b)), config, &finding.List{})
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s: cut at %d of %d: got %v, want %v", name, cut, len(b), err, io.ErrUnexpectedEOF)
			}
		}
	}
}

// looked is a context that is cancelled at one look at it, after a number of others, and never again: who looked
// has to say so.
type looked struct {
	context.Context
	left int
}

func (l *looked) Err() error {
	if l.left--; l.left == -1 {
		return context.Canceled
	}
	return nil
}

// TestCancelled cancels the reading of archives at each look at the context.
func TestCancelled(t *testing.T) {
	for name, b := range varied(t) {
		for n := 0; ; n++ {
			a, err := Walk(&looked{t.Context(), n}, bytes.NewReader(b), int64(len(b)), config, &finding.List{})
			if err == nil {
				break
			}
			if err != context.Canceled || a != nil {
				t.Fatalf("%s: after %d looks: got %v, %v, want %v", name, n, a, err, context.Canceled)
			}
		}
	}
}

// TestBudget covers entries that share one long header: once the work on them is over the budget, nothing is said about
// those that were not looked at, and their data is skipped.
func TestBudget(t *testing.T) {
	members := make([]build.File, 500)
	for i := range members {
		members[i] = build.File{Name: fmt.Sprintf("%03d", i) + strings.Repeat("n", 20_000*min(1, 1-min(i, 1))), Content: plain, Same: i > 0}
	}
	b := build.Archive("", members...)
	faults := &finding.List{Max: 10_000}
	a, err := Walk(t.Context(), bytes.NewReader(b), int64(len(b)), config, faults)
	if err != nil {
		t.Fatal(err)
	}
	const want = "members share so many bytes that not all of them were checked"
	if a.Incomplete != want {
		t.Errorf("got %q, want %q", a.Incomplete, want)
	}
	looked := 0
	for i := range a.Members {
		m := &a.Members[i]
		if m.Found {
			looked++
		}
		if m.Found && !m.Skipped {
			t.Errorf("member %d: data are not skipped", m.Number)
		}
	}
	// Each of them takes 20,033 bytes of four times the size and 1 MiB.
	size := int64(len(b))
	if most := int((4*size + 1<<20) / 20_033); looked != most {
		t.Errorf("got %d members looked at, want %d", looked, most)
	}
	if got := rules(faults.Kept); slices.Contains(got, "zip-missing-member") || slices.Contains(got, "zip-overlap") {
		t.Errorf("got %v, want nothing about members that were not looked at", slices.Compact(got))
	}
}

// TestReadAhead reads a compressed member a little at a time: 3 bytes, 6, 12 and so on, up to 1 MiB.
func TestReadAhead(t *testing.T) {
	section := io.NewSectionReader(bytes.NewReader(make([]byte, 4<<20)), 0, 4<<20)
	f, p, want := failing{section: section, most: 3}, make([]byte, 2<<20), 3
	for range 21 {
		n, err := f.Read(p)
		if n != want || err != nil {
			t.Fatalf("got %d bytes, %v, want %d", n, err, want)
		}
		want = min(2*want, 1<<20)
	}
}
