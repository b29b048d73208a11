package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// TestResumeCut cuts a report off, in each line and at its first, second and last byte and some between: a run with --resume
// ends with the report as it was.
func TestResumeCut(t *testing.T) {
	dir := t.TempDir()
	good := buildNpy("1.0", goodHeader, -1, -1, goodData)
	for name, content := range map[string][]byte{"aa.npy": good, "b.npy": good[:len(good)-8], "cut.npy": good[:len(good)-8]} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	report := filepath.Join(t.TempDir(), "r.jsonl")
	check := func() []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), []string{"check", "-q", "--no-hex", "--resume", report, dir}, strings.NewReader(""), &stdout, &stderr)
		content, err := os.ReadFile(report)
		if code != cli.ExitFindings || err != nil {
			t.Fatalf("got exit code %d, %v: %s", code, err, &stderr)
		}
		return content
	}
	whole := check()
	begin := 0
	for line := range bytes.Lines(whole) {
		for at := range line {
			if at > 1 && at < len(line)-1 && at%37 != 0 {
				continue
			}
			if err := os.WriteFile(report, whole[:begin+at], 0o666); err != nil {
				t.Fatal(err)
			}
			if got := check(); !bytes.Equal(got, whole) {
				t.Errorf("cut off after %d bytes of %q: got\n%swant\n%s", at, line, got, whole)
			}
		}
		begin += len(line)
	}
}
