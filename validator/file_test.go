package validator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestListed checks files that a folder lists, good and bad ones below, at and above the size that is read at once:
// with the report of CheckFile. Nobody asks for the size of a small one that is good.
func TestListed(t *testing.T) {
	bools := func(n int, last string) []byte {
		return npy(1, dict("'|b1'", "False", fmt.Sprintf("(%d,)", n)), zeros(n-1)+last)
	}
	object := npy(1, dict("'|O'", "False", "()"), proto(3)+one("N")+".")
	for name, test := range map[string]struct {
		file  []byte
		rules []string
		asked bool
	}{
		"small.npy":     {plainFile, nil, false},
		"cut.npy":       {plainFile[:140], []string{"data-truncated"}, true},
		"empty.npy":     {nil, []string{"prefix-too-short"}, true},
		"text.npy":      {[]byte("text"), []string{"prefix-magic"}, true},
		"small.npz":     {build.Archive("", build.File{Name: "a.npy", Content: plainFile}), nil, false},
		"misnamed.npz":  {plainFile, []string{"npz-single-array"}, true},
		"object.npy":    {object, []string{"pickle-header-mismatch", "pickle-present"}, true},
		"bools.npy":     {bools(100, "\x01"), nil, false},
		"bool.npy":      {bools(100, "\x02"), []string{"data-bool-value"}, true},
		"4095.npy":      {npy(1, dict("'|u1'", "False", "(3967,)"), zeros(3967)), nil, false},
		"4096.npy":      {npy(1, dict("'|u1'", "False", "(3968,)"), zeros(3968)), nil, true},
		"4097.npy":      {npy(1, dict("'|u1'", "False", "(3969,)"), zeros(3969)), nil, true},
		"4096-more.npy": {npy(1, dict("'|u1'", "False", "(3967,)"), zeros(3968)), []string{"data-trailing"}, true},
		"large.npy":     {bools(90_001, "\x01"), nil, true},
		"large-bad.npy": {bools(90_001, "\x02"), []string{"data-bool-value"}, true},
		"large.npz":     {build.Archive("", build.File{Name: "a.npy", Content: bools(9000, "\x01")}), nil, true},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		try(t, os.WriteFile(path, test.file, 0o600))
		expected, err := CheckFile(t.Context(), path, nil)
		try(t, err)
		f := openListed(t, dir, name)
		report, err := Check(t.Context(), f, 0, nil)
		if err != nil || !slices.Equal(ruleIDs(report), test.rules) || !reflect.DeepEqual(report, expected) {
			t.Errorf("%s: got %+v, %v, want %v as in %+v", name, report, err, test.rules, expected)
		}
		if asked := !f.Unknown(); asked != test.asked || f.Size() != int64(len(test.file)) {
			t.Errorf("%s: asked for the size: %v, want %v; got %d bytes, want %d", name, asked, test.asked, f.Size(), len(test.file))
		}
	}
}

// openListed opens a file that its folder lists.
func openListed(t *testing.T, dir, name string) *disk.File {
	t.Helper()
	folder, err := disk.OpenFolder(dir)
	try(t, err)
	defer folder.Close()
	f, err := disk.OpenListed(folder, name)
	try(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// changing is a context that changes something when it is first asked whether it is done: after the first read of a
// file that a folder lists.
type changing struct {
	context.Context
	change func()
}

func (c *changing) Err() error {
	if change := c.change; change != nil {
		c.change = nil
		change()
	}
	return c.Context.Err()
}

// TestListedThatChanges changes a file after its first read. What was bad is looked at again, and what is reported is
// there. What was good was so.
func TestListedThatChanges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file can't be renamed")
	}
	cut, other := plainFile[:140], []byte(strings.Repeat("text", 35))
	write := func(b []byte) func(t *testing.T, name string) {
		return func(t *testing.T, name string) { try(t, os.WriteFile(name, b, 0o600)) }
	}
	remove := func(t *testing.T, name string) { try(t, os.Remove(name)) }
	replace := func(t *testing.T, name string) {
		write(cut)(t, name+".new")
		try(t, os.Rename(name+".new", name))
	}
	for what, test := range map[string]struct {
		before []byte
		change func(t *testing.T, name string)
		rules  []string
		err    error
	}{
		"completed":           {cut, write(plainFile), nil, nil},
		"cut more":            {cut, write(cut[:100]), []string{"prefix-header-truncated"}, nil},
		"of the same size":    {cut, write(other), []string{"prefix-magic"}, nil},
		"removed":             {cut, remove, nil, ErrChanged},
		"replaced":            {cut, replace, nil, ErrChanged},
		"good, then bad":      {plainFile, write(other), nil, nil},
		"good, then removed":  {plainFile, remove, nil, nil},
		"good, then replaced": {plainFile, replace, nil, nil},
		"large, then cut":     {append(slices.Clone(plainFile), zeros(9000)...), write(plainFile), nil, ErrChanged},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "a.npy")
		write(test.before)(t, name)
		ctx := &changing{t.Context(), func() { test.change(t, name) }}
		report, err := Check(ctx, openListed(t, dir, "a.npy"), 0, nil)
		if !errors.Is(err, test.err) || err == nil && !slices.Equal(ruleIDs(report), test.rules) {
			t.Errorf("%s: got %+v, %v, want %v, %v", what, report, err, test.rules, test.err)
		}
	}
}
