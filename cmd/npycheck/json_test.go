package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/testing/schematest"
)

const goodFile = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }" +
	"                                                            \n" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// archive returns a zip archive of names and contents in turn.
func archive(t *testing.T, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// writeSamples writes files of every verdict, with names of every sort, and returns their paths.
func writeSamples(t *testing.T) []string {
	t.Helper()
	t.Chdir(t.TempDir())
	samples := map[string]string{
		"good.npy":            goodFile,
		"tab.npy":             strings.Replace(goodFile, "}  ", "}\t\t", 1),
		"legacy.npy":          strings.Replace(goodFile, "(3,)", "(3L,)", 1),
		"object.npy":          strings.Replace(goodFile, "<f8", "|O", 1),
		"pickle.npy":          strings.Replace(goodFile[:128], "<f8", "|O", 1) + "\x80\x03cos\nsystem\nca\x1b\xff\nb\n\x82\x01.",
		"bare.npy":            "\x80\x03cos\nsystem\n" + strings.Repeat("cmylib\nf\n", 1200),
		"text.npy":            "not an array",
		"empty.npy":           "",
		"rank.npy":            strings.Replace(goodFile, "(3,), }", "(), }  ", 1),
		"huge.npy":            "\x93NUMPY\x02\x00\xff\xff\xff\x0f{",
		"new\nline\u202e.npy": goodFile + "x",
		"members.npz":         archive(t, "a.npy", goodFile, "b\x1b.npy", goodFile[:20], "readme.txt", "text"),
		"none.npz":            archive(t),
	}
	paths := []string{"missing.npy", "."}
	for name, data := range samples {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
	}
	// Not every file system takes a name that isn't UTF-8.
	if bad := "not\xffutf8.npy"; os.WriteFile(bad, []byte(goodFile), 0o666) == nil {
		paths = append(paths, bad)
	}
	return paths
}

func TestReportsMatchSchema(t *testing.T) {
	schema := schematest.Read(t, "../../validator/report.schema.json")
	paths := writeSamples(t)
	outputs := make(map[string][]byte)
	for _, format := range []string{"json", "jsonl"} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"check", "--depth", "full", "--format", format}, paths...)
		if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != cli.ExitIncomplete {
			t.Errorf("%s: got exit code %d, want %d because of the missing file", format, code, cli.ExitIncomplete)
		}
		outputs[format] = stdout.Bytes()
	}
	schema.Check(t, outputs["json"])
	lines := bytes.Split(bytes.TrimSuffix(outputs["jsonl"], []byte("\n")), []byte("\n"))
	// Each sample is given by name and found in the folder. The missing file, the head and the summary have
	// one line each.
	if want := 2*(len(paths)-2) + 3; len(lines) != want {
		t.Errorf("got %d lines, want %d", len(lines), want)
	}
	for _, line := range lines {
		schema.Check(t, line)
	}
}
