//go:build live

package conformance_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestUpstream follows each issue text in upstream/NAME.md: it runs the block of sh, which makes a file for a reader,
// and then the program, with the implementation alone, and compares what it prints with the block of text. There a
// line "…" stands for any lines, and "…" in a line for any characters.
func TestUpstream(t *testing.T) {
	pages, err := filepath.Glob("upstream/*.md")
	if err != nil || len(pages) < 2 {
		t.Fatalf("got pages %q, error %v", pages, err)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if name == "README" {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			heading, _, _ := strings.Cut(string(text), "\n")
			variant, ok := strings.CutPrefix(heading, "# "+name+" ")
			if !ok {
				t.Fatalf("got heading %q, want the name and the release", heading)
			}
			library := install(t, name, variant)
			for _, issue := range strings.Split(string(text), "\n## ")[1:] {
				title, body, _ := strings.Cut(issue, "\n")
				t.Run(title, func(t *testing.T) { library.replay(t, body) })
			}
		})
	}
}

// library is an implementation that is installed: the folder of its adapter, and where that put it.
type library struct{ adapter, dir string }

func install(t *testing.T, name, variant string) library {
	t.Helper()
	adapter := filepath.Join(live.Root(t), "conformance", "adapters", name)
	text, err := os.ReadFile(filepath.Join(adapter, "adapter.json"))
	if err != nil {
		t.Fatal(err)
	}
	var described struct{ Install string }
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	dir := live.Cache(t, filepath.Join("adapters", name+"-"+variant))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(adapter, cmp.Or(described.Install, "install")), variant, dir)
	cmd.Dir = adapter
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("install: %v\n%s", err, out)
	}
	return library{adapter, dir}
}

var blockForm = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func (l library) replay(t *testing.T, issue string) {
	blocks := blockForm.FindAllStringSubmatch(issue, -1)
	dir := t.TempDir()
	if len(blocks) == 3 && blocks[0][1] == "sh" {
		if got := run(t, dir, "bash", "-c", blocks[0][2]); got != "" {
			t.Fatalf("the block of sh prints %s", got)
		}
		blocks = blocks[1:]
	}
	if len(blocks) != 2 || blocks[1][1] != "text" {
		t.Fatalf("got %d blocks, want sh, if there is a file, the program, and text", len(blocks))
	}
	got := l.program(t, dir, blocks[0][1], blocks[0][2])
	if want := pattern(blocks[1][2]); !want.MatchString(got) {
		t.Errorf("got:\n%s\nwant:\n%s", got, blocks[1][2])
	}
}

// pattern returns the expression for a block of text.
func pattern(text string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(text)
	quoted = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(quoted, `(?:.*\n)*?`)
	return regexp.MustCompile(`^` + strings.ReplaceAll(quoted, "…", ".*") + `$`)
}

// undrawn lets Python import Open3D without the packages that it draws with, which its adapter doesn't install.
const undrawn = `
import sys, unittest.mock
for name in ("dash", "plotly", "plotly.graph_objects", "plotly.subplots"):
    sys.modules[name] = unittest.mock.MagicMock()
`

// program runs a program that uses the library, and returns what it prints.
func (l library) program(t *testing.T, dir, language, text string) string {
	t.Helper()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	switch language {
	case "python":
		write("show.py", text)
		if usb := filepath.Join(l.dir, "usb"); filepath.Base(l.adapter) == "open3d" {
			write("sitecustomize.py", undrawn)
			t.Setenv("PYTHONPATH", dir)
			t.Setenv("LD_LIBRARY_PATH", usb)
		}
		return run(t, dir, filepath.Join(l.dir, "bin", "python"), "-B", "show.py")
	case "js":
		write("show.mjs", text)
		if err := os.Symlink(filepath.Join(l.dir, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
		return run(t, dir, "node", "show.mjs")
	case "java":
		write("Show.java", text)
		return run(t, dir, "java", "-Xmx512m", "-cp", filepath.Join(l.dir, "lib", "*"), "Show.java")
	case "go":
		write("show/main.go", text)
		copyInto(t, filepath.Join(l.adapter, "go.mod"), filepath.Join(dir, "show", "go.mod"))
		copyInto(t, filepath.Join(l.adapter, "go.sum"), filepath.Join(dir, "show", "go.sum"))
		copyInto(t, filepath.Join(l.adapter, "../protocol/go"), filepath.Join(dir, "protocol", "go"))
		if got := run(t, filepath.Join(dir, "show"), "go", "build", "-buildvcs=false", "-mod=mod", "-o", "../program", "."); got != "" {
			t.Fatal(got)
		}
		// A dependency of gorgonia panics if it doesn't know the release of Go.
		t.Setenv("ASSUME_NO_MOVING_GC_UNSAFE_RISK_IT_WITH", version.Lang(runtime.Version()))
		return run(t, dir, "./program")
	case "rust":
		write("show/src/main.rs", text)
		copyInto(t, filepath.Join(l.adapter, "Cargo.toml"), filepath.Join(dir, "show", "Cargo.toml"))
		copyInto(t, filepath.Join(l.adapter, "../protocol/rust"), filepath.Join(dir, "protocol", "rust"))
		// With the versions that the adapter was built with, cargo builds only what is new.
		copyInto(t, filepath.Join(l.dir, "copy", filepath.Base(l.adapter), "Cargo.lock"), filepath.Join(dir, "show", "Cargo.lock"))
		target := filepath.Join(l.dir, "target")
		if got := run(t, dir, "cargo", "build", "--quiet", "--release", "--manifest-path", "show/Cargo.toml", "--target-dir", target); got != "" {
			t.Fatal(got)
		}
		return run(t, dir, filepath.Join(target, "release", filepath.Base(l.adapter)+"-adapter"))
	case "cpp":
		write("show.cpp", text)
		args := []string{"-std=c++17", "show.cpp", "-o", "program"}
		for _, headers := range []string{"usr/include", "halide/include", "halide/share/tools"} {
			args = append(args, "-isystem", filepath.Join(l.dir, "packages", headers))
		}
		if got := run(t, dir, "g++", args...); got != "" {
			t.Fatal(got)
		}
		return run(t, dir, "./program")
	}
	t.Fatalf("got a block of %s", language)
	return ""
}

func copyInto(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err == nil {
		var text []byte
		if text, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, text, 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// run returns what a program prints on both outputs, and a last line if a signal ended it.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit != nil {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			out.WriteString("(ended by a signal: " + status.Signal().String() + ")\n")
		}
	}
	return out.String()
}
