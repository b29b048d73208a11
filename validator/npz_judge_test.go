package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
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
	packed := [][]byte{build.Deflate(long), build.Deflate(pickled)}
	return build.Archive("", repeat(n, func(i int) build.File {
		return build.File{Name: fmt.Sprintf("%02d.npy", i), Content: [][]byte{long, pickled}[i%2], Packed: packed[i%2]}
	})...)
}

// TestArchiveKeeps holds a report to a size that doesn't depend on the members, and to the same content
// however many of them are judged at a time.
func TestArchiveKeeps(t *testing.T) {
	if testing.Short() {
		t.Skip("collects garbage over and over")
	}
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
	if want.Verdict() != NotChecked || want.Incomplete != "dtypes of the members take more than 8388608 bytes; the rest are not listed" {
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

// TestAfterStreams covers a member after the end of a deflate stream, within what the directory gives to that: a
// reader of streams finds it.
func TestAfterStreams(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	for _, inner := range []build.File{
		{Name: "b.npy", Content: evil},
		{Name: "b.npy", Content: evil, Packed: build.Deflate(evil)},
		{Name: "b.npy", Content: evil, Packed: build.Deflate(evil), Flags: build.FlagStreamed},
	} {
		for _, descriptor := range []string{"", build.SigDescriptor + strings.Repeat("\x00", 12)} {
			hidden := build.Archive("", inner, inner)
			hidden = hidden[:bytes.Index(hidden, []byte(build.SigCentral))]
			packed := slices.Concat(build.Deflate(plainFile), []byte(descriptor), hidden)
			b := build.Archive("", build.File{Name: "a.npy", Content: plainFile, Packed: packed}, build.File{Name: "c.npy", Content: plainFile})
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

// otherMethod is an archive whose directory says that a stored member is deflated: what it holds is there for
// readers of local headers alone.
func otherMethod(content []byte) []byte {
	b := build.Archive("", build.File{Name: "a.npy", Content: content})
	b[bytes.Index(b, []byte(build.SigCentral))+10] = 8
	return b
}

// TestPickleOfOtherReader covers a member that is a pickle for both readers, whose headers disagree about its size. With
// any number of findings that are kept, it is one pickle.
func TestPickleOfOtherReader(t *testing.T) {
	b := build.Archive("", build.File{Name: "a.pkl", Content: []byte(proto(3) + one(importOf("os", "system")+called) + ".")})
	b[bytes.Index(b, []byte(build.SigCentral))+24]++
	for _, most := range []int{1, 2, 3, 4, 1000} {
		report := checkBytes(t, b, &Options{Depth: Full, MaxFindings: most})
		got := report.Omitted[spec.NpzMemberPickle]
		for _, f := range report.Findings {
			if f.Rule == spec.NpzMemberPickle {
				got++
			}
		}
		if got != 1 || report.Duty() != spec.Either {
			t.Errorf("%d findings: got %d of npz-member-pickle, duty %v, want 1, either", most, got, report.Duty())
		}
	}
}

// TestDangersOfOtherReader covers more findings in the content of a member, as the other reader takes it, than are
// kept: that the pickle is dangerous is counted.
func TestDangersOfOtherReader(t *testing.T) {
	evil := one(importOf("os", "system")+called) + "."
	var fields strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&fields, "('f%d', 'i4'), ", i)
	}
	faulty := npy(2, dict("["+fields.String()+"('o', '|O')]", "False", "(1,)"), proto(3)+evil)
	for _, test := range []struct {
		what          string
		content       []byte
		most          int
		kept, omitted int
	}{
		{"all kept", object1(importOf("os", "system") + called), 0, 1, 0},
		{"one finding", object1(importOf("os", "system") + called), 1, 0, 1},
		{"faulty fields", faulty, 0, 0, 1},
	} {
		b := otherMethod(test.content)
		report := checkBytes(t, b, &Options{MaxFindings: test.most})
		kept := 0
		for _, f := range report.Findings {
			if f.Rule == spec.PickleImportDangerous {
				kept++
			}
		}
		if omitted := report.Omitted[spec.PickleImportDangerous]; kept != test.kept || omitted != test.omitted {
			t.Errorf("%s: got %d kept and %d omitted, want %d and %d", test.what, kept, omitted, test.kept, test.omitted)
		}
		most := test.most
		if most == 0 {
			most = DefaultMaxFindings
		}
		if len(report.Findings) > most {
			t.Errorf("%s: got %d findings, want at most %d", test.what, len(report.Findings), most)
		}
	}
}

// TestImportsOfOtherReader covers more imports than are listed, where a reader of local headers finds them and where
// everybody does: the dangerous one stays in the list.
func TestImportsOfOtherReader(t *testing.T) {
	var imports strings.Builder
	for i := range 1200 {
		imports.WriteString(importOf(fmt.Sprintf("m%d", i), "f"))
	}
	content := payload(proto(3) + "(" + imports.String() + importOf("os", "system") + called + "t.")
	for _, b := range [][]byte{content, otherMethod(content), build.Archive("", build.File{Name: "a.npy", Content: content})} {
		report := checkBytes(t, b, nil)
		if len(report.Imports) != 1000 || report.ImportsOmitted != 201 {
			t.Fatalf("got %d imports and %d omitted, want 1000 and 201", len(report.Imports), report.ImportsOmitted)
		}
		if first, last := report.Imports[0], report.Imports[999]; first.Module != "m0" || last.Module != "os" || !last.Called {
			t.Errorf("got imports of %s to %s, called %v, want m0 to os, called", first.Module, last.Module, last.Called)
		}
	}
}

// TestImportsOfTwoReadings covers a member that is longer for a reader of local headers, which therefore sees a call
// that others don't: each import is listed once, in the order of the member.
func TestImportsOfTwoReadings(t *testing.T) {
	const end = ")Rt."
	content := payload(proto(3) + "(" + importOf("m", "first") + importOf("m", "second") + importOf("m", "third") + end)
	b := build.Archive("", build.File{Name: "a.npy", Content: content})
	entry := b[bytes.Index(b, []byte(build.SigCentral)):]
	for _, at := range []int{20, 24} { // the sizes
		binary.LittleEndian.PutUint32(entry[at:], uint32(len(content)-len(end)))
	}
	report := checkBytes(t, b, nil)
	var got []string
	for _, i := range report.Imports {
		got = append(got, fmt.Sprintf("%s at %d, called %t", i.Name, i.Offset-128, i.Called))
	}
	want := []string{"first at 3, called false", "second at 12, called false", "third at 22, called true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestImportsMergedInOrder merges what two readings of a member import, of which neither has all: they come in the order
// of the member.
func TestImportsMergedInOrder(t *testing.T) {
	l := imports{kept: []Import{{Name: "a", Offset: 10}, {Name: "c", Offset: 30, Called: true}}}
	l.mergeNew(&imports{kept: []Import{{Name: "b", Offset: 20, Called: true}, {Name: "c", Offset: 30}}})
	want := []Import{{Name: "a", Offset: 10}, {Name: "b", Offset: 20, Called: true}, {Name: "c", Offset: 30, Called: true}}
	if !slices.Equal(l.kept, want) {
		t.Errorf("got %+v, want %+v", l.kept, want)
	}
}

// TestImportsOfSeveralMembers covers more imports in the members of an archive than are listed.
func TestImportsOfSeveralMembers(t *testing.T) {
	imports := func(module string) []byte {
		var b strings.Builder
		for i := range 600 {
			b.WriteString(importOf(fmt.Sprintf("%s%d", module, i), "f"))
		}
		return payload(proto(3) + "(" + b.String() + importOf("os", "system") + called + "t.")
	}
	b := build.Archive("", build.File{Name: "a.npy", Content: imports("a")}, build.File{Name: "b.npy", Content: imports("b")})
	report := checkBytes(t, b, nil)
	if len(report.Imports) != 1000 || report.ImportsOmitted != 202 {
		t.Fatalf("got %d imports and %d omitted, want 1000 and 202", len(report.Imports), report.ImportsOmitted)
	}
	for i, want := range map[int]string{0: "a0", 599: "a599", 600: "os", 601: "b0", 998: "b397", 999: "os"} {
		if got := report.Imports[i].Module; got != want {
			t.Errorf("import %d: got %s, want %s", i, got, want)
		}
	}
}
