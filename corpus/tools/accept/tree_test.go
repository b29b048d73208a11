package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository returns a checkout of files, by name, and a function that writes more.
func repository(t *testing.T, files map[string]string) (top string, write func(name, text string)) {
	t.Helper()
	for variable := range strings.FieldsSeq("GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY") {
		t.Setenv(variable, "") // so that it comes back: a hook of git sets it for another repository
		if err := os.Unsetenv(variable); err != nil {
			t.Fatal(err)
		}
	}
	top = t.TempDir()
	write = func(name, text string) {
		t.Helper()
		name = filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		write(name, text)
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"config", "core.autocrlf", "false"},
		{"add", "--all"},
		{"-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "--no-verify", "--message", "before"},
	} {
		if _, err := output(t.Context(), top, append([]string{"git"}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	return top, write
}

// filesIn returns the files of a checkout, by name.
func filesIn(t *testing.T, top string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(top, func(name string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ".git":
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := os.ReadFile(name)
		files[filepath.ToSlash(strings.TrimPrefix(name, top+string(filepath.Separator)))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// removeFile removes a file of a checkout.
func removeFile(t *testing.T, top, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(top, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
}

// TestRestore has generated files that are changed, new and removed, with what a person hadn't committed among them.
// All of these are as they were, and files that are written by hand stay as they are.
func TestRestore(t *testing.T) {
	top, write := repository(t, map[string]string{
		"corpus/manifest.json":    "committed",
		"corpus/vectors/gone.npy": "removed by the command",
		"corpus/corpus.go":        "by hand",
		"docs/fix.md":             "committed",
		"README.md":               "by hand",
	})
	write("docs/fix.md", "not committed")
	write("spec/new.md", "not known to git")
	before := filesIn(t, top)
	tr, err := newTree(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	write("corpus/manifest.json", "generated")
	write("corpus/vectors/deep/er/new.npy", "generated")
	write("docs/fix.md", "generated")
	write("spec/new.md", "generated")
	removeFile(t, top, "corpus/vectors/gone.npy")
	write("corpus/corpus.go", "edited meanwhile")
	write("README.md", "edited meanwhile")
	if err := tr.compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"corpus/manifest.json", "corpus/vectors/deep/er/new.npy", "corpus/vectors/gone.npy", "docs/fix.md", "spec/new.md"}; !slices.Equal(tr.changed, want) {
		t.Errorf("got the changed files %q, want %q", tr.changed, want)
	}
	var shown strings.Builder
	if err := tr.show(t.Context(), &shown); err != nil || !strings.Contains(shown.String(), "-not committed\n") || strings.Contains(shown.String(), "meanwhile") {
		t.Errorf("got %v and\n%s\nwant the line that docs/fix.md had, and nothing that was edited by hand", err, &shown)
	}
	if err := tr.restore(); err != nil {
		t.Fatal(err)
	}
	want := maps.Clone(before)
	want["corpus/corpus.go"], want["README.md"] = "edited meanwhile", "edited meanwhile"
	if got := filesIn(t, top); !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := os.Stat(filepath.Join(top, "corpus", "vectors", "deep")); !os.IsNotExist(err) {
		t.Errorf("got %v for a folder that only a new file was in, want that it doesn't exist", err)
	}
	if err := tr.close(); err != nil {
		t.Fatal(err)
	}
	if got, err := output(t.Context(), top, "git", "diff", "--cached", "--name-only"); err != nil || got != "" {
		t.Errorf("got %q, %v in the index, want nothing", got, err)
	}
}

// TestRestoreEdited edits generated files after they were compared. They stay as they are, and an error names them.
func TestRestoreEdited(t *testing.T) {
	top, write := repository(t, map[string]string{"corpus/a.json": "a", "corpus/b.json": "b", "corpus/c.json": "c"})
	tr, err := newTree(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	write("corpus/a.json", "generated")
	write("corpus/b.json", "generated")
	write("corpus/d.json", "generated")
	if err := tr.compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	write("corpus/a.json", "edited")
	write("corpus/c.json", "edited")
	write("corpus/d.json", "edited")
	const message = "not restored, since they were edited meanwhile: corpus/a.json, corpus/d.json"
	if err := tr.restore(); err == nil || err.Error() != message {
		t.Errorf("got the error %v, want %s", err, message)
	}
	want := map[string]string{"corpus/a.json": "edited", "corpus/b.json": "b", "corpus/c.json": "edited", "corpus/d.json": "edited"}
	if got := filesIn(t, top); !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRestoreWithoutObject restores a file whose object git has lost, which doesn't mean that the file is new.
func TestRestoreWithoutObject(t *testing.T) {
	top, write := repository(t, map[string]string{"corpus/a.json": "a"})
	tr, err := newTree(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	object, err := output(t.Context(), top, "git", "hash-object", "corpus/a.json")
	if err != nil {
		t.Fatal(err)
	}
	write("corpus/a.json", "generated")
	if err := tr.compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	removeFile(t, top, ".git/objects/"+object[:2]+"/"+strings.TrimSpace(object[2:]))
	if err := tr.restore(); err == nil {
		t.Error("got no error, want one")
	}
}
