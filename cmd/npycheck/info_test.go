package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hostileNames are names of members that mean something to the reader of some format.
var hostileNames = []string{
	"new\nline", "\x1b[31mred", "]]>", "::error::x", "##[error]x", "right\u202eypn", `"quoted", 'x'`, "<script>alert(1)</script>",
	"a|b", "a`b", `a\|b`, "%0A", "=1+1", "+1", "-1+1", "@SUM(A1)", "＝1", "\t=1", " blank ", "[link](http://x)", "*bold*", "é字",
}

// infoOn runs info on an archive whose members have hostile names.
func infoOn(t *testing.T, args ...string) string {
	t.Helper()
	var members []string
	for _, name := range hostileNames {
		members = append(members, name+".npy", goodFile)
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(path, []byte(archive(t, members...)), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), append(append([]string{"info"}, args...), path), strings.NewReader(""), &stdout, &stderr); code != exitOK {
		t.Fatalf("got exit code %d, %s", code, &stderr)
	}
	return stdout.String()
}

// TestInfoJSON parses back what the two formats of JSON say.
func TestInfoJSON(t *testing.T) {
	type file struct {
		Format  string
		Members []struct {
			Name  string
			Bytes int64
			Array struct{ Shape []int }
			Stats struct{ Count, Zero, Min int }
			Head  []float64
		}
	}
	check := func(f file) {
		t.Helper()
		if f.Format != "npz" || len(f.Members) != len(hostileNames) {
			t.Fatalf("got %+v", f)
		}
		for i, m := range f.Members {
			if m.Name != hostileNames[i]+".npy" || m.Bytes != int64(len(goodFile)) || m.Stats.Count != 3 || m.Stats.Zero != 3 || len(m.Head) != 2 {
				t.Errorf("got %+v, want the member %q", m, hostileNames[i])
			}
		}
	}
	var whole struct {
		Schema  int
		Files   []file
		Summary struct{ Files, Unreadable int }
	}
	if err := json.Unmarshal([]byte(infoOn(t, "--format", "json", "--stats", "--head", "2")), &whole); err != nil {
		t.Fatal(err)
	}
	if whole.Schema != 1 || len(whole.Files) != 1 || whole.Summary.Files != 1 || whole.Summary.Unreadable != 0 {
		t.Fatalf("got %+v", whole)
	}
	check(whole.Files[0])
	lines := strings.SplitAfter(infoOn(t, "--format", "jsonl", "--stats", "--head", "2"), "\n")
	var line file
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil {
		t.Fatal(err)
	}
	check(line)
	if want := `{"summary":{"files":1,"unreadable":0}}` + "\n"; len(lines) != 3 || lines[1] != want {
		t.Errorf("got %q at the end, want %q", lines[1:], want)
	}
}

// shownName is what a table shows of a name.
func shownName(name string) string { return quotedText(name + ".npy") }

// TestInfoCSV parses a table back, with an apostrophe before whatever a spreadsheet would calculate.
func TestInfoCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(infoOn(t, "--format", "csv", "--stats", "--head", "1"))).ReadAll()
	if err != nil || len(rows) != 2+len(hostileNames) {
		t.Fatalf("got %d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], " "); got != "path member format verdict dtype shape order version bytes compression packed ratio min max mean nan zero head remark" {
		t.Errorf("got the columns %s", got)
	}
	for i, row := range rows[2:] {
		want := shownName(hostileNames[i])
		if strings.ContainsAny(want[:1], "=+-@") || strings.HasPrefix(want, "＝") {
			want = "'" + want
		}
		if row[1] != want || row[4] != "<f8" || row[5] != "(3,)" || row[8] != "152" || row[16] != "3" || row[17] != "[0, …]" {
			t.Errorf("got %q, want the member %q", row, want)
		}
		for _, cell := range row {
			if strings.IndexAny(cell, "=+-@") == 0 {
				t.Errorf("got the formula %q", cell)
			}
		}
	}
	row := string(appendCSV(nil, []string{"-1", "-1.5e-07", "-inf", "-1+2j", "+1", "1"}, false))
	if want := "-1,-1.5e-07,'-inf,'-1+2j,'+1,1\n"; row != want {
		t.Errorf("got %q, want %q", row, want)
	}
}

// TestInfoMarkdown takes a table apart as Markdown does: a bar ends a cell, and only code is in one.
func TestInfoMarkdown(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(infoOn(t, "--format", "markdown"), "\n"), "\n")
	if len(rows) != 3+len(hostileNames) {
		t.Fatalf("got %d rows", len(rows))
	}
	code := regexp.MustCompile("^ (?:`([^`|\\\\]+)`|<code>((?:[A-Za-z0-9]|&#[0-9]+;)+)</code>|) $")
	columns := strings.Count(rows[0], "|")
	for i, row := range rows[3:] {
		cells := strings.Split(row, "|")
		if len(cells)-1 != columns {
			t.Errorf("got %d cells in %s", len(cells), row)
			continue
		}
		for _, cell := range cells[1 : len(cells)-1] {
			if !code.MatchString(cell) {
				t.Errorf("got the cell %q in %s", cell, row)
			}
		}
		m := code.FindStringSubmatch(cells[2])
		if got := m[1] + html.UnescapeString(m[2]); got != shownName(hostileNames[i]) {
			t.Errorf("got the name %q, want %q", got, shownName(hostileNames[i]))
		}
	}
}
