//go:build live

package conformance_test

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// remarkableArchives are archives of writers in which the strict check finds something.
var remarkableArchives = map[string]string{
	"info-zip-stdin.npz":   "zip-special-entry",    // zip treats standard input as a FIFO
	"info-zip-unicode.npz": "zip-name-not-flagged", // the UTF-8 name is in a block 0x7075
}

// minArchives is how many archives testdata/zip/make must have made in each folder.
var minArchives = map[string]int{"writers": 100, "clean": 40, "hostile": 30, "either": 15, "fields": 1000, "mutants": 500}

// seenArchive is what a reader sees in an archive.
type seenArchive struct {
	Path    string
	Error   string // why the reader refuses the whole
	Members []seenMember
	Size    *int64 // of all members together, where the reader doesn't separate them
	CRC     uint32 // the same

	streamed bool // a member has a data descriptor; of archive/zip only
}

type seenMember struct {
	Name  string
	Kind  string // "" for a file, or folder, link, other
	Error string // why the reader refuses the member
	Size  int64
	CRC   uint32
}

// refused reports whether the reader says that something is wrong.
func (a *seenArchive) refused() bool {
	return a.Error != "" || slices.ContainsFunc(a.Members, func(m seenMember) bool { return m.Error != "" })
}

var makeZipFiles sync.Once

// zipFiles returns the folder of the archives, which are kept for inspection.
func zipFiles(t *testing.T) string {
	t.Helper()
	root := live.Cache(t, "zip-files")
	makeZipFiles.Do(func() { live.Run(t, "conformance/testdata/zip/make", root) })
	return root
}

// archivesBelow returns the paths of the archives in the given folder, relative to root.
func archivesBelow(t *testing.T, root, folder string) []string {
	t.Helper()
	names, err := fs.Glob(os.DirFS(root), folder+"/*.npz")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < minArchives[folder] {
		t.Errorf("got %d archives in %s, want at least %d", len(names), folder, minArchives[folder])
	}
	return names
}

func checkArchive(t *testing.T, name string, depth validator.Depth) *validator.Report {
	t.Helper()
	report, err := validator.CheckFile(context.Background(), name, &validator.Options{Depth: depth, Decompressors: decompress.Methods(), MaxFindings: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestZipOfWriters checks archives of arrays by real writers: the zip walker finds nothing above a note.
func TestZipOfWriters(t *testing.T) {
	root := zipFiles(t)
	writers := map[string]int{}
	for _, path := range archivesBelow(t, root, "writers") {
		name := filepath.Base(path)
		writers[strings.SplitN(name, "-", 2)[0]]++
		for _, depth := range []validator.Depth{validator.Header, validator.Structure, validator.Full} {
			report := checkArchive(t, filepath.Join(root, path), depth)
			want := strings.Fields(remarkableArchives[name])
			if got := faults(report); !slices.Equal(got, want) && len(got)+len(want) > 0 || report.Verdict() != validator.Conforming {
				t.Errorf("%s: got faults %v, %s, want %v, conforming", path, got, report.Verdict(), want)
				logFindings(t, report)
			}
			for _, m := range report.Members {
				if m.Array == nil {
					t.Errorf("%s: member %s: got no array", path, m.Name)
				}
			}
			if empty := strings.Contains(name, "empty") || strings.Contains(name, "none"); empty != (len(report.Members) == 0) {
				t.Errorf("%s: got %d members", path, len(report.Members))
			}
			if depth == validator.Full {
				compareStream(t, filepath.Join(root, path), report)
			}
		}
	}
	for _, writer := range []string{"numpy", "python", "go", "info", "java", "rust"} {
		if writers[writer] < 3 {
			t.Errorf("got %d archives of %s, want at least 3", writers[writer], writer)
		}
	}
}

// TestZipOfWritersLarge has an archive over 4 GiB and one with more members than fit 16 bits.
func TestZipOfWritersLarge(t *testing.T) {
	root := filepath.Join(zipFiles(t), "big", "writers")
	for name, test := range map[string]struct {
		members int
		want    []string
	}{
		"large-big.npz":     {2, nil},
		"large-members.npz": {65537, []string{"zip-member-count"}},
	} {
		report := checkArchive(t, filepath.Join(root, name), validator.Structure)
		if got := faults(report); !slices.Equal(got, test.want) || report.Verdict() != validator.Conforming {
			t.Errorf("%s: got faults %v, %s, want %v, conforming", name, got, report.Verdict(), test.want)
			logFindings(t, report)
		}
		if len(report.Members) != test.members {
			t.Errorf("%s: got %d members, want %d", name, len(report.Members), test.members)
		}
	}
}

// readByGo is what archive/zip sees.
func readByGo(name string) (seen seenArchive) {
	r, err := zip.OpenReader(name)
	if err != nil {
		return seenArchive{Error: err.Error()}
	}
	defer r.Close()
	whole := crc32.NewIEEE()
	for _, f := range r.File {
		m := seenMember{Name: f.Name}
		switch mode := f.Mode(); {
		case mode.IsDir():
			m.Kind = "folder"
		case mode&fs.ModeSymlink != 0:
			m.Kind = "link"
		case !mode.IsRegular():
			m.Kind = "other"
		}
		crc := crc32.NewIEEE()
		in, err := f.Open()
		if err == nil {
			m.Size, err = io.Copy(io.MultiWriter(crc, whole), in)
			in.Close()
		}
		if err != nil {
			m.Error = err.Error()
		}
		m.CRC = crc.Sum32()
		seen.Members = append(seen.Members, m)
		seen.streamed = seen.streamed || f.Flags&8 != 0
	}
	seen.CRC = whole.Sum32()
	return seen
}

// readersIn returns what each reader sees in each archive, from the logs in a folder. There must be at least that many.
func readersIn(t *testing.T, folder string, least int) map[string]map[string]seenArchive {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(logs) < least {
		t.Fatalf("got %d files in %s (%v), want those of at least %d readers", len(logs), folder, err, least)
	}
	all := map[string]map[string]seenArchive{}
	for _, log := range logs {
		f, err := os.Open(log)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]seenArchive{}
		for d := json.NewDecoder(bufio.NewReader(f)); ; {
			var a seenArchive
			if err := d.Decode(&a); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", log, err)
			}
			seen[a.Path] = a
		}
		f.Close()
		all[strings.TrimSuffix(filepath.Base(log), ".jsonl")] = seen
	}
	return all
}

// TestZipReaders compares npycheck with other readers, archive by archive. Where it says nothing, all
// of them see the same members with the same bytes; in other words, each disagreement is explained by
// a finding. With -v it prints how many archives each reader lets through.
func TestZipReaders(t *testing.T) {
	root := zipFiles(t)
	all := readersIn(t, filepath.Join(root, "read"), 6)
	all["go"] = map[string]seenArchive{}
	names := slices.Sorted(maps.Keys(all))
	var python string // all others are compared with it
	for _, name := range names {
		if strings.HasPrefix(name, "python-3") {
			python = name
		}
	}

	folders := slices.Sorted(maps.Keys(minArchives))
	passed := map[string][]int{} // by reader and folder
	for _, name := range append(names, "npycheck") {
		passed[name] = make([]int, len(folders))
	}
	headings := ""
	for i, folder := range folders {
		paths := archivesBelow(t, root, folder)
		headings += fmt.Sprintf("\t%s (%d)", folder, len(paths))
		for _, path := range paths {
			name := filepath.Join(root, path)
			all["go"][path] = readByGo(name)
			report := checkArchive(t, name, validator.Full)
			quiet := !slices.ContainsFunc(report.Findings, explains) && report.Incomplete == ""
			if quiet {
				passed["npycheck"][i]++
			}
			for _, reader := range names {
				seen, ok := all[reader][path]
				if !ok {
					t.Fatalf("%s says nothing of %s", reader, path)
				}
				if !seen.refused() {
					passed[reader][i]++
				}
				if quiet {
					if what := differs(reader, seen, all[python][path], all["go"][path], report); what != "" {
						t.Errorf("%s: npycheck finds nothing, but %s %s", path, reader, what)
						logFindings(t, report)
					}
				}
			}
			if folder == "hostile" && quiet {
				t.Errorf("%s: npycheck finds nothing", path)
			}
		}
	}
	var table strings.Builder
	rows := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(rows, "%s\t\n", headings)
	for _, name := range append(names, "npycheck") {
		fmt.Fprintf(rows, "%s\t%s\t\n", name, strings.Trim(strings.ReplaceAll(fmt.Sprint(passed[name]), " ", "\t"), "[]"))
	}
	rows.Flush()
	t.Logf("archives that each reader reads to the end without an error, and npycheck without a warning:\n%s", table.String())
}

// explains reports whether a finding explains why readers disagree.
func explains(f validator.Finding) bool {
	r := f.Rule.Rule()
	return r.Level >= spec.Should && r.Reader != spec.Accept
}

// differs says how a reader disagrees with another one or with npycheck about an archive without
// findings, or "".
func differs(reader string, seen, other, byGo seenArchive, report *validator.Report) string {
	numpy := strings.HasPrefix(reader, "numpy-")
	if seen.refused() {
		if limited(reader, seen, byGo, report) {
			return ""
		}
		return fmt.Sprintf("refuses: %+v", seen)
	}
	if len(seen.Members) != len(report.Members) || len(other.Members) != len(report.Members) {
		return fmt.Sprintf("sees %d members, Python %d, npycheck %d", len(seen.Members), len(other.Members), len(report.Members))
	}
	got, want := slices.Clone(seen.Members), slices.Clone(other.Members)
	if reader == "java-stream" { // in the order of the file
		byName := func(a, b seenMember) int { return strings.Compare(a.Name, b.Name) }
		slices.SortFunc(got, byName)
		slices.SortFunc(want, byName)
	}
	for i, m := range report.Members {
		switch {
		case numpy:
			if m.Array == nil || got[i].Name != m.Key || got[i].Size != m.Array.DataBytes {
				return fmt.Sprintf("sees an array %+v, npycheck %+v", got[i], m)
			}
		case seen.Size != nil: // unzip takes a name from MS-DOS to be in the MS-DOS code page, whatever bit 11 says
			if isASCII(want[i].Name) && got[i].Name != want[i].Name {
				return fmt.Sprintf("names a member %q, Python %q", got[i].Name, want[i].Name)
			}
		case got[i] != want[i]:
			return fmt.Sprintf("sees %+v, Python %+v", got[i], want[i])
		}
	}
	if seen.Size != nil && !byGo.refused() && seen.CRC != byGo.CRC {
		return fmt.Sprintf("sees bytes with the checksum %08x, archive/zip %08x", seen.CRC, byGo.CRC)
	}
	return ""
}

// limited reports whether a reader refuses an archive for its own limits, and not for what is wrong
// with it.
func limited(reader string, seen, byGo seenArchive, report *validator.Report) bool {
	has := func(rule string) bool {
		return slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return f.Rule.String() == rule })
	}
	switch {
	case reader == "unzip":
		// A warning; and after a member whose directory entry has zip64 sizes it takes each descriptor to be as long as one
		// with such sizes, so that the next member seems to overlap it.
		return has("npz-empty") || seen.Error == "exit code 12" && byGo.streamed
	case strings.HasPrefix(reader, "numpy-"):
		return has("pickle-present") // without allow_pickle
	case reader == "java-stream":
		return byGo.streamed // stored streams, and descriptors of small members with zip64 fields
	}
	return false
}

func isASCII(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' }) }
