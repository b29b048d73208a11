package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// faces are the formats of reports that say how a check ended, and how to read it: each returns "ok", "failed" or
// "incomplete", or with isOK only whether it is the first.
var faces = []struct {
	name string
	isOK bool
	read func(t *testing.T, text []byte) string
}{
	{"text", false, lastWord},
	{"json", true, func(t *testing.T, text []byte) string {
		var document struct {
			Files   []struct{ OK bool }
			Summary summaryOK
		}
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		all := true
		for _, f := range document.Files {
			all = all && f.OK
		}
		return document.Summary.with(all)
	}},
	{"jsonl", true, func(t *testing.T, text []byte) string {
		all, summary := true, summaryOK{}
		for line := range bytes.Lines(text) {
			var object struct {
				Path    string
				OK      bool
				Summary summaryOK
			}
			if err := json.Unmarshal(line, &object); err != nil {
				t.Fatal(err)
			}
			all = all && (object.OK || object.Path == "")
			summary = object.Summary
		}
		return summary.with(all)
	}},
	{"html", false, func(t *testing.T, text []byte) string {
		m := regexp.MustCompile(`<p id="verdict" class="([A-Za-z]+)"><strong>([A-Za-z]+):</strong>`).FindSubmatch(text)
		if m == nil || !bytes.Equal(m[1], m[2]) {
			return fmt.Sprintf("%q", m)
		}
		return string(m[1])
	}},
	{"markdown", false, headingWord},
	{"github", false, lastWord},
	{"sarif", false, func(t *testing.T, text []byte) string {
		var report struct {
			Runs []struct {
				Invocations []struct {
					ExecutionSuccessful bool
					ExitCode            int
					ExitCodeDescription string
				}
			}
		}
		if err := json.Unmarshal(text, &report); err != nil {
			t.Fatal(err)
		}
		run := report.Runs[0].Invocations[0]
		if run.ExecutionSuccessful != (run.ExitCode != 3) {
			return fmt.Sprintf("success %v with exit code %d", run.ExecutionSuccessful, run.ExitCode)
		}
		return run.ExitCodeDescription
	}},
	{"junit", false, func(t *testing.T, text []byte) string {
		var suites junit.Testsuites
		if err := xml.Unmarshal(text, &suites); err != nil {
			t.Fatal(err)
		}
		failures, errors := 0, 0
		for _, s := range suites.Suites {
			failures, errors = failures+s.Failures, errors+s.Errors
		}
		switch {
		case errors > 0:
			return "incomplete"
		case failures > 0:
			return "failed"
		}
		return "ok"
	}},
}

// summaryOK is a part of a summary in JSON.
type summaryOK struct {
	OK    bool
	Stale int `json:"stale_entries"`
}

// with compares the summary with what the files say together.
func (s summaryOK) with(all bool) string {
	if all = all && s.Stale == 0; all != s.OK {
		return fmt.Sprintf("summary %v, files %v", s.OK, all)
	}
	return fmt.Sprint(s.OK)
}

// issues returns what GitLab's severities say, which don't depend on --fail-on.
func issues(t *testing.T, text []byte) string {
	var list []struct{ Severity string }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	word := "ok"
	for _, issue := range list {
		switch issue.Severity {
		case "critical":
			return "incomplete"
		case "major":
			word = "failed"
		}
	}
	return word
}

// lastWord returns the first word of the last line.
func lastWord(_ *testing.T, text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	word, _, _ := strings.Cut(lines[len(lines)-1], ":")
	return word
}

// headingWord returns the first word of the heading, which has its sign before it.
func headingWord(_ *testing.T, text []byte) string {
	m := regexp.MustCompile(`(?m)\A\n?## (✅ OK|❌ Failed|⚠️ Incomplete): `).FindSubmatch(text)
	if m == nil {
		return ""
	}
	_, word, _ := strings.Cut(string(m[1]), " ")
	return word
}

// baselines are those that testdata/outcomes.txt names.
var baselines = map[string]string{
	"KNOWN": `{"path":"reject/shape/bool-true.npy","rule":"shape-bool","fingerprint":"09860a842a4abc5211defd5f5739f0d7"}`,
	"STALE": `{"path":"gone.npy","rule":"shape-bool","fingerprint":"09860a842a4abc5211defd5f5739f0d7"}`,
}

// TestFaces runs check on the files of testdata/outcomes.txt in all formats at once, and merge on its report. Each of
// them says the same.
func TestFaces(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/outcomes.txt")
	if err != nil {
		t.Fatal(err)
	}
	folder, lines := t.TempDir(), 0
	for name, entry := range baselines {
		head := `{"baseline":1,"tool":{"name":"npycheck","version":"0.1.0"}}` + "\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(head+entry+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		lines++
		t.Run(strings.Join(words, " "), func(t *testing.T) {
			t.Parallel()
			args := []string{"check", "--no-config"}
			for _, word := range words[1:] {
				if _, ok := baselines[word]; ok {
					word = filepath.Join(folder, word)
				}
				args = append(args, word)
			}
			at := t.TempDir()
			compareFaces(t, words[0], at, args)
			if text, err := os.ReadFile(filepath.Join(at, "gitlab")); err != nil {
				t.Error(err)
			} else if got := issues(t, text); got != words[0] && !slices.ContainsFunc(words, func(word string) bool { return word == "--fail-on" || word == "STALE" }) {
				t.Errorf("gitlab: got %s, want %s", got, words[0])
			}
			if report := filepath.Join(at, "jsonl"); !slices.Contains(words, "--strict-baseline") {
				compareFaces(t, words[0], t.TempDir(), []string{"merge", report})
			}
		})
	}
	if lines < 40 {
		t.Errorf("got %d lines, want at least 40", lines)
	}
}

// TestFacesAreAll demands a face of each format that check offers, so that a new one can't stay silent about what was not
// checked. The issues of gitlab are compared in TestFaces; compact has lines for findings and no others.
func TestFacesAreAll(t *testing.T) {
	check, _, err := newRoot().Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(check.Flags().Lookup("format").Usage, ": ")
	list, _, _ = strings.Cut(list, ";")
	want := []string{"compact", "gitlab"}
	for _, face := range faces {
		want = append(want, face.name)
	}
	got := strings.Split(list, ", ")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got the formats %q, want those of faces, %q", got, want)
	}
}

// compareFaces runs npycheck, which writes its reports into a folder, and compares what they say.
func compareFaces(t *testing.T, want, at string, args []string) {
	t.Helper()
	args = append(args, "--format", "gitlab="+filepath.Join(at, "gitlab"))
	for _, face := range faces {
		args = append(args, "--format", face.name+"="+filepath.Join(at, face.name))
	}
	code, out := inVectors(t, args, "GITHUB_STEP_SUMMARY="+filepath.Join(at, "summary"))
	if codes := map[string]int{"ok": 0, "failed": 1, "incomplete": 3}; code != codes[want] {
		t.Errorf("%s: got exit code %d, want that of %s: %s", args[0], code, want, out)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(at, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := headingWord(t, read("summary")); !strings.EqualFold(got, want) {
		t.Errorf("%s, summary of GitHub: got %q, want %q", args[0], got, want)
	}
	for _, face := range faces {
		want := want
		if face.isOK {
			want = fmt.Sprint(want == "ok")
		}
		if got := face.read(t, read(face.name)); !strings.EqualFold(got, want) {
			t.Errorf("%s, %s: got %q, want %q", args[0], face.name, got, want)
		}
	}
}

// inVectors runs npycheck in the folder of the vectors and returns its exit code and what it wrote.
func inVectors(t *testing.T, args []string, env ...string) (code int, out []byte) {
	t.Helper()
	dir, err := filepath.Abs("../../corpus/vectors")
	if err != nil {
		t.Fatal(err)
	}
	got, err := here.do(request{Dir: dir, Env: append(env, "PWD="+dir), Args: args, Both: true})
	if err != nil {
		t.Fatal(err)
	}
	return got.Code, got.Stdout
}

// TestFacesOfShards merges the reports of shards, one of which is missing, with a policy of its own.
func TestFacesOfShards(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	for _, shard := range []string{"1", "2"} {
		if code, out := inVectors(t, []string{"check", "--no-config", "--fail-on", "never", "--shard", shard + "/2",
			"--format", "jsonl=" + filepath.Join(at, shard), "accept/order", "reject/order"}); code != cli.ExitOK {
			t.Fatalf("got exit code %d, want 0: %s", code, out)
		}
	}
	one, two := filepath.Join(at, "1"), filepath.Join(at, "2")
	compareFaces(t, "failed", t.TempDir(), []string{"merge", "--fail-on", "error", one, two})
	compareFaces(t, "ok", t.TempDir(), []string{"merge", one, two})
	compareFaces(t, "incomplete", t.TempDir(), []string{"merge", "--partial", "--fail-on", "error", one})
}
