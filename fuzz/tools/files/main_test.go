package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/properties"
	"github.com/npycheck/npycheck/validator"
)

// TestFormats checks some files of each format: the properties hold, and those that the format is for were
// checked.
func TestFormats(t *testing.T) {
	array := []properties.Property{
		properties.StreamIsFile, properties.TraceIsSilent, properties.DepthsNest, properties.Places, properties.WorkBounded,
		properties.MemoryBounded, properties.CanonicalSame, properties.PrefixFails, properties.ChangeShows,
		properties.ValidConforms, properties.ArrayReported, properties.DataRead, properties.MemberIsFile,
	}
	for format, test := range map[string]struct {
		files int
		want  []properties.Property
	}{
		"npy":    {8 * 8 * 16, array},
		"npz":    {2 * 8 * 16, []properties.Property{properties.ArchiveOpens, properties.PrefixFails, properties.ChangeShows}},
		"pickle": {8 * 16, []properties.Property{properties.ImportsOrdered, properties.PrefixFails}},
	} {
		c := newCampaign(format, 1, "")
		for range test.files {
			if err := c.next(); err != nil {
				t.Errorf("%s %d: %v", format, c.number-1, err)
			}
		}
		for _, p := range test.want {
			if c.Ran[p] == 0 {
				t.Errorf("%s: %s was not checked", format, p)
			}
		}
	}
}

// TestEqualNumbers makes the same file twice, the second time after others.
func TestEqualNumbers(t *testing.T) {
	one, two := newCampaign("npy", 3, ""), newCampaign("npy", 3, "")
	one.number, two.number = 41, 7
	for range 35 {
		_ = two.next() // TestFormats reports violations
	}
	_ = one.next()
	if one.number != two.number || string(one.content) != string(two.content) {
		t.Errorf("file %d is %q and %q", one.number, one.content, two.content)
	}
}

// TestViolationsKept violates a property: the campaign counts that and keeps the file.
func TestViolationsKept(t *testing.T) {
	c := newCampaign("npy", 1, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	fig := c.run(ctx, 5, math.MaxUint64, func() error {
		cancel()
		c.number++
		c.content = []byte("faulty")
		return &properties.Violation{Property: properties.Places, Detail: "test"}
	})
	if fig.Files != batch || fig.Violations["places"] != batch {
		t.Errorf("got %+v, want %d files, all with a violation", fig, batch)
	}
	kept, err := filepath.Glob(filepath.Join(c.out, "places-1-*"))
	if err != nil || len(kept) != maxKept {
		t.Errorf("kept %v, want %d files", kept, maxKept)
	}
	if b, err := os.ReadFile(filepath.Join(c.out, "places-1-5")); err != nil || string(b) != "faulty" {
		t.Errorf("got %q, %v, want the file", b, err)
	}
	fig.Format = string(validator.Npy)
	if err := fig.save(c.out); err != nil {
		t.Fatal(err)
	}
	var again figures
	b, err := os.ReadFile(filepath.Join(c.out, "figures.json"))
	if err != nil || json.Unmarshal(b, &again) != nil || again.Files != fig.Files {
		t.Errorf("got %s, %v, want the figures", b, err)
	}
	var text strings.Builder
	fig.print(&text)
	if !strings.Contains(text.String(), "places doesn't hold for 1024 files") {
		t.Errorf("got %s", text.String())
	}
}
