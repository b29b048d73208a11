package fuzz_test

import (
	"bytes"
	"io/fs"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/properties"
)

// conforming returns conforming files of the corpus up to a size in bytes, from each area
// in turn, up to a number.
func conforming(t *testing.T, size int64, number int) map[string][]byte {
	t.Helper()
	byArea := map[string][]corpus.Case{}
	var areas []string
	for _, c := range corpus.Cases() {
		if !c.Conforms || c.Size > size || c.Withdrawn != "" {
			continue
		}
		area, _, _ := bytes.Cut([]byte(c.ID), []byte("/"))
		if byArea[string(area)] == nil {
			areas = append(areas, string(area))
		}
		byArea[string(area)] = append(byArea[string(area)], c)
	}
	files := map[string][]byte{}
	for i := 0; len(files) < number; i++ {
		before := len(files)
		for _, area := range areas {
			if cases := byArea[area]; i < len(cases) && len(files) < number {
				b, err := fs.ReadFile(corpus.FS, cases[i].File)
				if err != nil {
					t.Fatal(err)
				}
				files[cases[i].ID] = b
			}
		}
		if len(files) == before {
			t.Fatalf("got %d conforming files, want %d", before, number)
		}
	}
	return files
}

// TestProperPrefixes truncates conforming files at every byte.
func TestProperPrefixes(t *testing.T) {
	number := 200
	if testing.Short() {
		number = 50
	}
	var c properties.Checker
	for id, b := range conforming(t, 1<<10, number) {
		full, err := c.Full(b)
		if err != nil {
			t.Fatal(err)
		}
		for n := range b {
			if err := c.Cuts(b, full, n); err != nil {
				t.Errorf("%s: %v", id, err)
				break
			}
		}
	}
	if c.Ran[properties.PrefixFails] < int64(100*number) {
		t.Errorf("got %d prefixes of %d files", c.Ran[properties.PrefixFails], number)
	}
}

// TestByteChanges changes each byte of conforming files to values that differ in one bit, and in one file of each area to
// every other value. With the build tag live it does that with all of them.
func TestByteChanges(t *testing.T) {
	files := conforming(t, 256, 50)
	every := files
	if !live {
		every = conforming(t, 256, 10)
	}
	t.Run("files", func(t *testing.T) {
		for id, b := range files {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				changeBytes(t, b, every[id] != nil && !testing.Short())
			})
		}
	})
}

func changeBytes(t *testing.T, b []byte, every bool) {
	var c properties.Checker
	original := slices.Clone(b)
	full, err := c.Full(b)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for at := range b {
		for bits := 1; bits < 256 && failed < 5; bits++ {
			if !every && bits&(bits-1) != 0 {
				continue
			}
			if err := c.Change(b, full, at, b[at]^byte(bits)); err != nil {
				t.Errorf("byte %d: %v", at, err)
				failed++
			}
		}
	}
	if !bytes.Equal(b, original) {
		t.Error("a change was not taken back")
	}
	want := int64(len(b)) * 8
	if every {
		want = int64(len(b)) * 255
	}
	if n := c.Ran[properties.ChangeShows]; failed == 0 && n != want {
		t.Errorf("got %d changes of %d bytes, want %d", n, len(b), want)
	}
}
