package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// documents returns the names of README.md and of the pages in docs.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatalf("got pages %q, error %v, want at least 5", pages, err)
	}
	return append(pages, "../../README.md")
}

var consoleBlock = regexp.MustCompile("(?s)(```console\n)(.*?)(```)")

// TestDocuments runs the commands of the blocks of kind console, in a folder with docs/data and my_reader, and compares
// their output. A line "…" stands for any lines, and a finding of npycheck fuzz for any. NPYCHECK_UPDATE=1 rewrites the
// documents.
func TestDocuments(t *testing.T) {
	reader := filepath.Join(t.TempDir(), "my_reader.exe")
	if out, err := exec.Command("go", "build", "-o", reader, "./testdata/reader").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, name := range documents(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := sampleFolder(t, reader)
			got := consoleBlock.ReplaceAllStringFunc(string(text), func(block string) string {
				parts := consoleBlock.FindStringSubmatch(block)
				return parts[1] + replay(t, dir, parts[2]) + parts[3]
			})
			if got == string(text) {
				return
			}
			if os.Getenv("NPYCHECK_UPDATE") == "" {
				t.Errorf("%s is out of date: NPYCHECK_UPDATE=1 go test ./cmd/npycheck -run Documents", name)
			} else if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// sampleFolder returns a folder with the files of docs/data in data, and the reader.
func sampleFolder(t *testing.T, reader string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("../../docs/data")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"my_reader", "my_reader.exe"} { // one for Unix, one for Windows
		if err := os.Link(reader, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var commandLine = regexp.MustCompile(`(?m)^\$ (.*)\n`)

// replay runs the commands of a block, and returns the block with their output.
func replay(t *testing.T, dir, block string) string {
	t.Helper()
	commands := commandLine.FindAllStringSubmatchIndex(block, -1)
	if len(commands) == 0 || commands[0][0] != 0 {
		t.Errorf("got a block without a command in its first line, want $ npycheck …:\n%s", block)
	}
	var b strings.Builder
	for i, at := range commands {
		end := len(block)
		if i+1 < len(commands) {
			end = commands[i+1][0]
		}
		line, want := block[at[2]:at[3]], block[at[1]:end]
		got := elide(line, output(t, dir, line), want)
		if got != want {
			t.Logf("$ %s\ngot:\n%s\nwant:\n%s", line, got, want)
		}
		fmt.Fprintf(&b, "$ %s\n%s", line, got)
	}
	return b.String()
}

// output returns what a command writes to both outputs, in the form of Unix.
func output(t *testing.T, dir, line string) string {
	t.Helper()
	words, err := cli.ShellWords(line)
	if err != nil || len(words) == 0 || words[0] != "npycheck" {
		t.Fatalf("got $ %s, error %v, want npycheck", line, err)
	}
	got, err := here.do(request{Dir: dir, Env: []string{"PWD=" + dir, "NO_COLOR=1"}, Args: words[1:], Both: true})
	if err != nil {
		t.Fatalf("$ %s: %v", line, err)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(got.Stdout), "\r\n", "\n"), `data\`, "data/")
}

// fuzzFinding is a line of npycheck fuzz. Which findings come first depends on all rules that there are, and on time.
var fuzzFinding = regexp.MustCompile(`(?m)^npycheck-fuzz/[a-z0-9-]+: (wrong-verdict|exception|wrong-data|crash|hang|out-of-memory): .+ \[.+\], \d+ bytes$`)

// elide returns want if it is what a command wrote but for the lines at "…", and otherwise what it wrote, with as many
// lines before and after "…" as want has.
func elide(line, got, want string) string {
	lines, wanted := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	if before := slices.Index(wanted, "…\n"); before >= 0 {
		if after := len(wanted) - before - 1; before+after < len(lines) {
			lines = slices.Concat(lines[:before], wanted[before:before+1], lines[len(lines)-after:])
		}
	}
	shown := strings.Join(lines, "")
	if strings.HasPrefix(line, "npycheck fuzz ") && fuzzFinding.ReplaceAllString(shown, "") == fuzzFinding.ReplaceAllString(want, "") {
		return want
	}
	return shown
}

var (
	codeBlock  = regexp.MustCompile("(?ms)^```.*?^```$")
	codeSpan   = regexp.MustCompile("(?s)`[^`]+`")
	namedFlag  = regexp.MustCompile(`(?:^|[ ` + "`" + `])--([a-z][a-z-]+)`)
	namedWords = regexp.MustCompile(`npycheck((?: [a-z]+)+)`)
)

// TestDocumentsFlags looks for the commands and flags that the documents name.
func TestDocumentsFlags(t *testing.T) {
	flags := map[string]bool{"help": true}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	root := newRoot()
	root.InitDefaultHelpCmd()
	visit(root)
	named := 0
	for _, page := range documents(t) {
		if page == "../../docs/engines.md" { // whose commands are those of engines
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		code := slices.Concat(codeBlock.FindAllString(string(text), -1), codeSpan.FindAllString(codeBlock.ReplaceAllString(string(text), ""), -1))
		for _, block := range code {
			for _, m := range namedFlag.FindAllStringSubmatch(block, -1) {
				if named++; !flags[m[1]] {
					t.Errorf("%s: no command has the flag --%s", page, m[1])
				}
			}
			for _, m := range namedWords.FindAllStringSubmatch(block, -1) {
				if cmd, _, err := root.Find(strings.Fields(m[1])); err != nil || cmd == root {
					t.Errorf("%s: there is no command npycheck%s: %v", page, m[1], err)
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("got %d flags, want at least 50", named)
	}
}
