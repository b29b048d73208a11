package files

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEntriesRuns has names in several runs, some in more than one, and every type.
func TestEntriesRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	type entry struct {
		name string
		mode fs.FileMode
	}
	var want []entry
	var e entries
	for run := range 9 {
		var texts []string
		for i := range run * 100 {
			name, mode := fmt.Sprint(random.IntN(10_000)), modes[i%len(modes)]
			want = append(want, entry{name, mode})
			texts = append(texts, name+"\x00"+string(rune(packMode(mode))))
		}
		e.add(texts)
	}
	slices.SortFunc(want, func(x, y entry) int { return strings.Compare(x.name, y.name) })
	var got []entry
	for name, mode := range e.sorted() {
		got = append(got, entry{name, mode})
	}
	sameNames := slices.EqualFunc(got, want, func(x, y entry) bool { return x.name == y.name })
	byAll := func(x, y entry) int { return strings.Compare(x.name+x.mode.String(), y.name+y.mode.String()) }
	slices.SortFunc(got, byAll)
	slices.SortFunc(want, byAll)
	if !sameNames || !slices.Equal(got, want) {
		t.Errorf("got %d entries, sorted as they should be: %v; want %d", len(got), sameNames, len(want))
	}
	for range e.sorted() {
		break // the caller may stop early
	}
}

// TestReadEntries compares with os.ReadDir.
func TestReadEntries(t *testing.T) {
	dir := t.TempDir()
	for i := range 3000 { // more than are read at once
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.npy", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "a.b", "a-b", "a b", "é", "0"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []func(name string, mode fs.FileMode) bool{
		func(string, fs.FileMode) bool { return true },
		func(_ string, mode fs.FileMode) bool { return mode.IsDir() },
		func(name string, _ fs.FileMode) bool { return len(name) == 6 },
		func(string, fs.FileMode) bool { return false },
	} {
		var got, want []string
		for _, entry := range list {
			if wanted(entry.Name(), entry.Type()) {
				want = append(want, fmt.Sprint(entry.Name(), entry.Type()))
			}
		}
		for _, length := range []int{maxRun, 1024} { // of one run, or of several
			got = nil
			e, err := readRuns(dir, wanted, length)
			for name, mode := range e.sorted() {
				got = append(got, fmt.Sprint(name, mode))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("runs of %d: got %d entries, %v, want %d", length, len(got), err, len(want))
			}
		}
	}
	if _, err := readEntries(filepath.Join(dir, "0.npy"), nil); err == nil {
		t.Error("got no error for a file")
	}
}

// TestPackMode has every type of entry.
func TestPackMode(t *testing.T) {
	for mode, want := range map[fs.FileMode]fs.FileMode{
		0: 0, 0o644: 0, fs.ModeDir | 0o755: fs.ModeDir, fs.ModeSymlink: fs.ModeSymlink, fs.ModeNamedPipe: fs.ModeNamedPipe,
		fs.ModeSocket: fs.ModeSocket, fs.ModeDevice: fs.ModeDevice, fs.ModeDevice | fs.ModeCharDevice: fs.ModeDevice,
		fs.ModeIrregular: fs.ModeIrregular, fs.ModeDir | fs.ModeIrregular: fs.ModeIrregular,
	} {
		if got := unpackMode(packMode(mode)); got != want {
			t.Errorf("%v: got %v, want %v", mode, got, want)
		}
	}
}
