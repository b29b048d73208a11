package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// atRoot runs a test in the root of the module, where the command runs.
func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir(filepath.Join("..", "..", "..", ".."))
}

// TestBuildConstraints keeps go install ./... and go vet ./..., which pre-commit and contributors run, from building a
// program that only JavaScript can start.
func TestBuildConstraints(t *testing.T) {
	atRoot(t)
	files, err := filepath.Glob("cmd/npycheck-web/*.go")
	if err != nil || len(files) < 2 {
		t.Fatalf("got %q and %v", files, err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); !strings.HasPrefix(string(text), "//go:build js && wasm\n") || err != nil {
			t.Errorf("%s doesn't begin with a build constraint (%v)", file, err)
		}
	}
}

// TestTypes expects the types of some properties, by hand, of each kind that the schema has.
func TestTypes(t *testing.T) {
	atRoot(t)
	got, err := types()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"export interface Report {",
		"\tfindings: Array<Finding>;",
		"\tarray?: ArrayInfo;",
		"\tarrays?: Array<ArrayInfo | null>;",
		"\tmembers?: Array<{\n",
		"\t\tname: string;",
		"\tok: boolean;",
		"\tverdict: \"conforming\" | \"nonconforming\" | \"not-checked\";",
		"\tseverity: \"error\" | \"warning\" | \"note\";",
		"\tfortran_order: boolean;",
		"\tshape: Array<number>;",
		"\texcerpt?: {",
		"\tin_every_shard?: true;",
	} {
		if !strings.Contains(string(got), line) {
			t.Errorf("%q is not in\n%s", line, got)
		}
	}
}

// TestPages expects a page for each document about the use of npycheck.
func TestPages(t *testing.T) {
	atRoot(t)
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) < 10 {
		t.Fatalf("got %q and %v", files, err)
	}
	for _, file := range files {
		file = filepath.ToSlash(file)
		if file != "docs/releasing.md" && pages[file] == "" {
			t.Errorf("%s has no page", file)
		}
	}
}

// TestLink covers links between documents, which become links between pages.
func TestLink(t *testing.T) {
	atRoot(t)
	for _, test := range []struct{ destination, source, name, link string }{
		{"../spec/npy.md#the-header", "docs/check.md", "docs/check.html", "../specification.html#the-header"},
		{"check.md", "docs/README.md", "docs/index.html", "../docs/check.html"},
		{"npz.md#npz-42-no-empty-name", "spec/npy.md", "specification.html", "specification.html#npz-42-no-empty-name"},
		{"#the-header", "spec/npy.md", "specification.html", "specification.html#the-header"},
		{"#files", "docs/check.md", "docs/check.html", "#files"},
		{"../corpus/vectors/reject/shape/bool.npy", "spec/npy.md", "specification.html", "index.html#case=reject/shape/bool.npy"},
		{"../validator/validator.go", "docs/library.md", "docs/library.html", repository + "/blob/main/validator/validator.go"},
		{"../validator", "docs/library.md", "docs/library.html", repository + "/tree/main/validator"},
		{"../conformance/matrix.md#readers", "docs/readers.md", "docs/readers.html", "../matrix.html"},
		{"https://numpy.org/", "docs/check.md", "docs/check.html", "https://numpy.org/"},
	} {
		if got := link(test.destination, test.source, test.name); got != test.link {
			t.Errorf("%s in %s: got %s, want %s", test.destination, test.source, got, test.link)
		}
	}
}

// TestRender gives clauses a short anchor besides the one of their heading, and lets no markup through.
func TestRender(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	text := "### npy-2.8 The end\n\n<script>x</script>\n\n## A `b`\n\n## A `b`\n"
	if err := os.WriteFile("a.md", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render(folder(dir), &b, "a.md", "a.html"); err != nil {
		t.Fatal(err)
	}
	want := "<h3 id=\"npy-28-the-end\"><span id=\"npy-2.8\"></span>npy-2.8 The end</h3>\n<!-- raw HTML omitted -->\n" +
		"<h2 id=\"a-b\">A <code>b</code></h2>\n<h2 id=\"a-b-1\">A <code>b</code></h2>\n"
	if b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

// TestBundle makes one script of modules.
func TestBundle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.js")
	if err := os.WriteFile(path, []byte("// b\nimport { a } from \"./a.js\";\nexport async function b() { return a; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := bundle([]byte("export const a = 1;\n"), path)
	if want := "const a = 1;\n// b\n\nasync function b() { return a; }\n"; string(got) != want || err != nil {
		t.Errorf("got %q and %v, want %q", got, err, want)
	}
}
