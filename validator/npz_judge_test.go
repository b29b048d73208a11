package validator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// peaking is an archive of members that are small, and of which much has to be kept: headers of 200 KiB
// with a dtype of 20,000 fields each, and pickles with 200 long imports.
func peaking(t *testing.T, n int) []byte {
	t.Helper()
	long := npy(2, dict("["+strings.Repeat("('','V1'),", 20_000)+"]", "False", "(0,)"), "")
	var imports strings.Builder
	for i := range 200 {
		imports.WriteString(importOf(fmt.Sprintf("m%d%s", i, strings.Repeat("x", 500)), strings.Repeat("y", 500)))
	}
	pickled := payload(proto(3) + "(" + imports.String() + "t.")
	packed := [][]byte{ziptest.Deflate(long), ziptest.Deflate(pickled)}
	return ziptest.Archive("", repeat(n, func(i int) ziptest.Member {
		return ziptest.Member{Name: fmt.Sprintf("%02d.npy", i), Content: [][]byte{long, pickled}[i%2], Packed: packed[i%2]}
	})...)
}

// TestArchiveKeeps holds a report to a size that doesn't depend on the members, and to the same content
// however many of them are judged at a time.
func TestArchiveKeeps(t *testing.T) {
	b := peaking(t, 24)
	opt := &Options{Depth: Full}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	want := checkBytes(t, b, opt)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 16<<20 {
		t.Errorf("got a report of %d bytes, want at most 16 MiB", kept)
	}
	if want.Verdict() != Unreadable || !strings.Contains(want.Incomplete, "dtypes of the members") {
		t.Errorf("got %s, %q, want an incomplete check", want.Verdict(), want.Incomplete)
	}
	arrays := 0
	for _, m := range want.Members[:10] {
		if m.Array != nil {
			arrays++
		}
	}
	if arrays < 6 || len(want.Members) != 24 || len(want.Imports) != 1000 || want.ImportsOmitted != 1400 {
		t.Errorf("got %d arrays of the first 10, %d members, %d imports and %d omitted", arrays, len(want.Members), len(want.Imports), want.ImportsOmitted)
	}
	runtime.GOMAXPROCS(8)
	for range 2 {
		if got := checkBytes(t, b, opt); !reflect.DeepEqual(got, want) {
			t.Error("reports of the same archive differ")
		}
	}
}

// TestArchiveTurns cancels checks in which members wait for others: all of them end.
func TestArchiveTurns(t *testing.T) {
	b := peaking(t, 20)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	for _, looks := range []int64{10, 30, 60, 100} {
		ctx := &expiring{Context: context.Background()}
		ctx.left.Store(looks)
		if _, err := Check(ctx, bytes.NewReader(b), int64(len(b)), &Options{Depth: Full}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d looks: got %v, want %v", looks, err, context.Canceled)
		}
	}
}

// expiring is a context that is cancelled after a number of looks at it.
type expiring struct {
	context.Context
	left atomic.Int64
}

func (e *expiring) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestBehindStreams has a member behind the end of a deflate stream, within what the directory gives to
// that: a reader of streams finds it.
func TestBehindStreams(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	for _, inner := range []ziptest.Member{
		{Name: "b.npy", Content: evil},
		{Name: "b.npy", Content: evil, Packed: ziptest.Deflate(evil)},
		{Name: "b.npy", Content: evil, Packed: ziptest.Deflate(evil), Flags: ziptest.Streamed},
	} {
		for _, descriptor := range []string{"", ziptest.Descriptor + strings.Repeat("\x00", 12)} {
			hidden := ziptest.Archive("", inner, inner)
			hidden = hidden[:bytes.Index(hidden, []byte(ziptest.Central))]
			packed := slices.Concat(ziptest.Deflate(plainFile), []byte(descriptor), hidden)
			b := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile, Packed: packed}, ziptest.Member{Name: "c.npy", Content: plainFile})
			report := checkBytes(t, b, &Options{Depth: Full})
			var loud []string
			for _, f := range report.Findings {
				if f.Severity() == spec.Error {
					loud = append(loud, f.Rule.String())
				}
			}
			want := []string{"zip-deflate-trailing", "zip-hidden-member", "zip-hidden-member", "pickle-import-dangerous", "pickle-import-dangerous"}
			if !slices.Equal(loud, want) || len(report.Members) != 4 {
				t.Errorf("descriptor of %d bytes: got %v and %d members, want %v and 4", len(descriptor), loud, len(report.Members), want)
			}
			sameArchiveStream(t, b)
		}
	}
}
