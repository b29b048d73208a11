package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
)

// emptyReport writes the report of a shard that has no files.
func emptyReport(t *testing.T, dir string, n int, shard string) string {
	t.Helper()
	head := new(report.Checker).Head()
	head.Shard = shard
	var text bytes.Buffer
	lines := report.NewJSONLines(head)
	lines.Begin(&text)
	lines.End(&text, report.Summary{})
	name := filepath.Join(dir, fmt.Sprint(n, ".jsonl"))
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestMergeManyReports opens 1000 reports: each is compared with the first, and not with all.
func TestMergeManyReports(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for i := range 1000 {
		names = append(names, emptyReport(t, dir, i, fmt.Sprintf("%d/1000", i+1)))
	}
	slices.Reverse(names)
	if got := opened(t, names, ""); got > 600<<20 {
		t.Errorf("allocated %d bytes", got)
	}
}

// TestMergeReportsThatClaimAll gives one report 100 times, which claims to be of a million shards.
func TestMergeReportsThatClaimAll(t *testing.T) {
	name := emptyReport(t, t.TempDir(), 0, fmt.Sprintf("1-%d/%d", files.MaxShards-1, files.MaxShards))
	if got := opened(t, slices.Repeat([]string{name}, 100), "both have shard 1 of 1048576"); got > 200<<20 {
		t.Errorf("allocated %d bytes", got)
	}
}

// opened opens reports to merge, and returns how many bytes that allocated.
func opened(t *testing.T, names []string, want string) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := &Merger{}
	err := m.Open(context.Background(), names, false)
	runtime.ReadMemStats(&after)
	switch {
	case (err == nil) != (want == ""), err != nil && !strings.Contains(err.Error(), want):
		t.Fatalf("got %v, want %q", err, want)
	case err == nil && (len(m.parts) != len(names) || m.Head.Shard != ""):
		t.Fatalf("got %d parts and the shard %q", len(m.parts), m.Head.Shard)
	}
	return after.TotalAlloc - before.TotalAlloc
}

// TestShardSets has shards as the head of a report names them.
func TestShardSets(t *testing.T) {
	for text, missing := range map[string]string{
		"":            "",
		"1/1":         "",
		"1-4/4":       "",
		"2/3":         "shards 1,3 of 3 are",
		"1-3,5,7-8/8": "shards 4,6 of 8 are",
		"1-7/8":       "shard 8 of 8 is",
	} {
		set, err := parseShards(text)
		if err != nil || set.missing() != missing {
			t.Errorf("%q: got %q, %v, want %q", text, set.missing(), err, missing)
		}
		if got := set.String(); missing != "" && got != text || missing == "" && got != "" {
			t.Errorf("%q: got back %q", text, got)
		}
	}
	for _, text := range []string{"1", "0/2", "3/2", "2,1/4", "1-2,2/4", "2-1/4", "/3", "1,/3", "1/0", "1-4000000000/4000000000", "a/2", "1/2/3"} {
		if set, err := parseShards(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, set)
		}
	}
}
