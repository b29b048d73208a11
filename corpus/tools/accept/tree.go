package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tree is the state in which a checkout was, with files that nobody has committed. Git keeps it among its objects.
type tree struct {
	top    string // the folder of the checkout
	index  string // a file for git, so that the index of the person stays as it is
	before string // the object
	after  string // that of the checkout once everything is generated; "" until then

	changed []string // the names of the generated files that differ between the two
}

// generated are the files that the command may write, and so may make as they were. Nobody edits them but for spec.
var generated = []string{"spec/*.md", "corpus", "conformance", "fuzz/testdata", "validator/testdata", "docs/fix.md", ":(exclude)*.go"}

func newTree(ctx context.Context, top string) (*tree, error) {
	dir, err := os.MkdirTemp("", "accept")
	if err != nil {
		return nil, err
	}
	t := &tree{top: top, index: filepath.Join(dir, "index")}
	if t.before, err = t.now(ctx); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *tree) close() error { return os.RemoveAll(filepath.Dir(t.index)) }

// git returns what git prints with the index of the tree.
func (t *tree) git(ctx context.Context, args ...string) (string, error) {
	cmd := t.command(ctx, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}

func (t *tree) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := command(ctx, t.top, append([]string{"git"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+t.index)
	return cmd
}

// now returns the object of the checkout as it is.
func (t *tree) now(ctx context.Context) (string, error) {
	// The person's index knows which files haven't changed, so that git needn't read all of them.
	if name, err := output(ctx, t.top, "git", "rev-parse", "--path-format=absolute", "--git-path", "index"); err == nil {
		if index, err := os.ReadFile(strings.TrimSuffix(name, "\n")); err == nil {
			if err := os.WriteFile(t.index, index, 0o600); err != nil {
				return "", err
			}
		}
	}
	if _, err := t.git(ctx, "add", "--all"); err != nil {
		return "", err
	}
	object, err := t.git(ctx, "write-tree")
	return strings.TrimSpace(object), err
}

// compare finds the generated files that are not as before. Those that are edited later are found by restore.
func (t *tree) compare(ctx context.Context) (err error) {
	if t.after, err = t.now(ctx); err != nil {
		return err
	}
	t.changed, err = t.differ(ctx, t.before, t.after)
	return err
}

// differ returns the names of the generated files that differ between two objects.
func (t *tree) differ(ctx context.Context, a, b string) ([]string, error) {
	out, err := t.git(ctx, slices.Concat([]string{"diff", "--name-only", "-z", "--no-renames", a, b, "--"}, generated)...)
	return names(out), err
}

// names splits a list of git.
func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 })
}

// bulk are files that nobody reads line by line: what is new in them is in the findings, or in the documents.
var bulk = []string{"corpus/vectors", "corpus/manifest.json", "corpus/corpus.zip.gz", "corpus/internal/cases/findings", "conformance/*.json", "conformance/*.html", "conformance/*.svg"}

// show writes how many lines of each file changed, and the lines of documents.
func (t *tree) show(ctx context.Context, w io.Writer) error {
	now, err := t.now(ctx)
	if err != nil {
		return err
	}
	documents := append([]string{"--unified=1", t.before, now, "--"}, generated...)
	for _, name := range bulk {
		documents = append(documents, ":(exclude)"+name)
	}
	for _, what := range [][]string{documents, append([]string{"--stat", t.before, now, "--"}, generated...)} {
		cmd := t.command(ctx, append([]string{"--no-pager", "diff", "--color=auto", "--no-renames"}, what...)...)
		cmd.Stdout, cmd.Stderr = w, os.Stderr
		if err := cmd.Run(); err != nil {
			return err
		}
	}
	return nil
}

// restore makes the generated files as they were, but for those that were edited after compare: they stay, and the error
// names them. It isn't interrupted.
func (t *tree) restore() error {
	ctx := context.Background()
	if t.after == "" {
		if err := t.compare(ctx); err != nil {
			return err
		}
	}
	now, err := t.now(ctx)
	if err != nil {
		return err
	}
	edited, err := t.differ(ctx, t.after, now)
	if err != nil {
		return err
	}
	list, err := t.git(ctx, "ls-tree", "-r", "-z", "--name-only", t.before)
	if err != nil {
		return err
	}
	had := make(map[string]bool)
	for _, name := range names(list) {
		had[name] = true
	}
	if _, err := t.git(ctx, "read-tree", t.before); err != nil {
		return err
	}
	var stay []string
	for _, name := range t.changed {
		switch {
		case slices.Contains(edited, name):
			stay = append(stay, name)
		case had[name]:
			if _, err := t.git(ctx, "checkout-index", "--force", "--", name); err != nil {
				return err
			}
		default:
			if err := t.remove(name); err != nil {
				return err
			}
		}
	}
	if len(stay) > 0 {
		return fmt.Errorf("not restored, since they were edited meanwhile: %s", strings.Join(stay, ", "))
	}
	return nil
}

// remove removes a file, and the folders that are empty without it.
func (t *tree) remove(name string) error {
	name = filepath.Join(t.top, filepath.FromSlash(name))
	if err := os.Remove(name); err != nil {
		return err
	}
	for dir := filepath.Dir(name); dir != t.top && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
	}
	return nil
}
