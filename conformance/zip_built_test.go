//go:build live

package conformance_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/npycheck/npycheck/validator"
)

// minBuilt is how many constructions there must be.
const minBuilt = 1000

// TestZipBuilt tests npycheck's promise on archives: no two readers differ on one in which it finds
// nothing. The archives are those of testdata/zip/write/built.go. Where readers can't cope with what
// NumPy itself writes, zipExceptions says so.
func TestZipBuilt(t *testing.T) {
	root := zipFiles(t)
	all := readersIn(t, filepath.Join(root, "read"), 6)
	maps.Copy(all, readersIn(t, filepath.Join(root, "read", "few"), 7))
	all["go"] = map[string]seenArchive{}
	paths := archivesBelow(t, root, "built")
	if len(paths) < minBuilt {
		t.Errorf("got %d constructions, want at least %d", len(paths), minBuilt)
	}
	names := slices.Sorted(maps.Keys(all))
	if len(names) < 13 {
		t.Errorf("got the readers %v, want at least 13", names)
	}
	clean, differing, cleanDiffering := 0, 0, 0
	for _, path := range paths {
		name := filepath.Join(root, path)
		all["go"][path] = readByGo(name)
		report := checkArchive(t, name, validator.Full)
		quiet := !slices.ContainsFunc(report.Findings, explains) && report.Incomplete == ""
		views := map[string][]string{} // a view, and the readers that have it
		for _, reader := range names {
			seen, ok := all[reader][path]
			switch {
			case !ok:
				t.Fatalf("%s says nothing of %s", reader, path)
			case quiet && excepted(reader, name, seen, report):
			case strings.HasPrefix(reader, "numpy-") && sameArrays(seen, report):
			default:
				v := view(seen)
				views[v] = append(views[v], reader)
			}
		}
		if quiet {
			clean++
		}
		if len(views) > 1 {
			differing++
		}
		if quiet && len(views) > 1 {
			cleanDiffering++
			var b strings.Builder
			for _, v := range slices.SortedFunc(maps.Keys(views), func(v, w string) int { return cmp.Compare(len(views[v]), len(views[w])) }) {
				fmt.Fprintf(&b, "\n\t%s see %s", strings.Join(views[v], ", "), v)
			}
			t.Errorf("%s: npycheck finds nothing, but%s", path, b.String())
		}
	}
	t.Logf("%d constructions: readers differ on %d; %d are clean, and readers differ on %d of these", len(paths), differing, clean, cleanDiffering)
}

// view is what a reader sees in an archive, in a form that is the same for all of them: its members by
// their names, or that it refuses it.
func view(seen seenArchive) string {
	if seen.refused() {
		return "a fault"
	}
	var lines []string
	for _, m := range seen.Members {
		line := fmt.Sprintf("%q %s %d %08x", m.Name, cmp.Or(m.Kind, "file"), m.Size, m.CRC)
		if m.Kind != "" {
			line = fmt.Sprintf("%q %s", m.Name, m.Kind)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, ", ")
}

// sameArrays reports whether NumPy, which knows keys and arrays, sees those that npycheck sees.
func sameArrays(seen seenArchive, report *validator.Report) bool {
	same := func(s seenMember, m validator.Member) bool {
		return s.Error == "" && m.Array != nil && s.Name == m.Key && s.Size == m.Array.DataBytes
	}
	return seen.Error == "" && slices.EqualFunc(seen.Members, report.Members, same)
}

// zipExceptions are failures of readers on layouts that NumPy itself writes.
var zipExceptions = []struct {
	readers []string
	layout  string
	is      func(b []byte, seen seenArchive, report *validator.Report) bool
}{
	{
		// busybox doesn't support zip64, which NumPy has used in each local header since 1.17.
		[]string{"busybox"}, "zip64",
		func(b []byte, seen seenArchive, _ *validator.Report) bool {
			return seen.refused() && (bytes.Contains(b, []byte("\xff\xff\xff\xff")) || bytes.Contains(b, []byte("PK\x06\x06")))
		},
	},
	{
		// ZipInputStream refuses stored members with a data descriptor, which NumPy writes to a pipe.
		[]string{"java-stream"}, "streamed and stored",
		func(b []byte, seen seenArchive, _ *validator.Report) bool {
			return seen.refused() && bytes.Contains(b, []byte("PK\x07\x08"))
		},
	},
	{
		// An archive of nothing, as by np.savez(f), is an error or a warning to several.
		[]string{"7z", "bsdtar-file", "bsdtar-pipe", "busybox", "go", "jszip", "rust", "unzip", "yauzl", "java-file", "java-stream"}, "empty",
		func(b []byte, seen seenArchive, report *validator.Report) bool {
			return len(report.Members) == 0 && len(seen.Members) == 0
		},
	},
	{
		// bsdtar brings names to normalization form C; np.savez writes any key.
		[]string{"bsdtar-file", "bsdtar-pipe"}, "a name in another normalization form",
		func(_ []byte, seen seenArchive, report *validator.Report) bool {
			return !seen.refused() && len(seen.Members) == len(report.Members) &&
				slices.ContainsFunc(report.Members, func(m validator.Member) bool { return strings.ContainsFunc(m.Name, combining) })
		},
	},
}

// combining reports whether a character is one that form C may put together with the one before it.
func combining(r rune) bool { return unicode.Is(unicode.Mn, r) || r >= 0x1160 && r <= 0x11ff }

// excepted reports whether a reader can't cope with what NumPy itself writes.
func excepted(reader, name string, seen seenArchive, report *validator.Report) bool {
	for _, e := range zipExceptions {
		if slices.Contains(e.readers, reader) {
			if b, err := os.ReadFile(name); err == nil && e.is(b, seen, report) {
				return true
			}
		}
	}
	return false
}
