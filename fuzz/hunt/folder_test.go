package hunt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

var someReader = conformance.Implementation{Name: "reader", Version: "1.0", Language: "C"}

// someState is what a run leaves that found one thing.
func someState() *state {
	s := &state{
		Next:    12,
		Asking:  time.Second,
		Working: 2 * time.Second,
		Report: &Report{
			Implementation: someReader,
			Seed:           7,
			Runs:           10,
			Known:          2,
			Elapsed:        time.Minute,
			Suspects:       3,
			Findings:       []*Finding{},
		},
		files: []pooled{{[]byte("first"), validator.Npy}, {[]byte("second"), validator.Npz}},
	}
	s.setSeen([]uint64{1 << 63, 3})
	return s
}

func someFinding(t *testing.T, file string) *Finding {
	t.Helper()
	return &Finding{
		Signature: Signature{Cell: conformance.CellCrash, Duty: "reject", Rules: []spec.ID{spec.ShapeBool}, Message: "panic"},
		File:      []byte(file),
		Format:    validator.Npy,
		Account:   "got crash, expected reject: panic",
		Runs:      4,
		Size:      100,
	}
}

// exhibited returns an exhibit of a finding.
func exhibited(t *testing.T, g *Finding) *exhibit {
	t.Helper()
	f := &failure{expected: expectation(t, fileName(g.Format), g.File)}
	x, err := f.exhibit(g)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func openSome(t *testing.T, dir string) *folder {
	t.Helper()
	f, err := openFolder(dir, someReader, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	return f
}

// tree returns the files below a folder, with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		name, _ = filepath.Rel(dir, name)
		files[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFolderResumes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	f := openSome(t, dir)
	if f.state != nil || f.remarks != nil {
		t.Fatalf("got the state %+v and remarks %q of a new folder", f.state, f.remarks)
	}
	s, g, empty := someState(), someFinding(t, "smallest"), someFinding(t, "")
	empty.Signature.Message = "another"
	for _, g := range []*Finding{g, empty} {
		if err := f.keep(exhibited(t, g)); err != nil {
			t.Fatal(err)
		}
	}
	s.Report.Findings = []*Finding{g, empty}
	if err := f.save(s); err != nil {
		t.Fatal(err)
	}
	f.close()

	h := &hunter{o: &Options{Dir: dir}, plan: &plan{}, findings: &findings{}, pool: newPool()}
	if err := h.begin(someReader); err != nil {
		t.Fatal(err)
	}
	defer h.close()
	if h.o.Seed != 7 || h.next != 12 || h.earlier != 10 || h.before != time.Minute || h.suspects != 3 || h.findings.known != 2 {
		t.Errorf("got %+v", h)
	}
	if h.share() != 0.5 {
		t.Errorf("got the share %v, want 0.5", h.share())
	}
	if len(h.findings.list) != 2 {
		t.Fatalf("got %d findings, want 2", len(h.findings.list))
	}
	got := h.findings.list[0]
	if got.Folder != g.Folder || string(got.File) != "smallest" || got.Runs != 4 || got.Signature.hash() != g.Signature.hash() || got.Account != g.Account {
		t.Errorf("got the finding %+v, want %+v", got, g)
	}
	if len(h.pool.seen) != 2 || !h.pool.seen[3] || !h.pool.seen[1<<63] {
		t.Errorf("got the keys %v", h.pool.seen)
	}
	if len(h.pool.files) != 2 || string(h.pool.files[1].content) != "second" || h.pool.files[1].format != validator.Npz {
		t.Errorf("got the pool %q", h.pool.files)
	}
	if h.said() != nil {
		t.Errorf("got remarks %q", h.said())
	}
}

// A row of another seed begins at its beginning.
func TestFolderOtherSeed(t *testing.T) {
	dir := t.TempDir()
	f := openSome(t, dir)
	if err := f.save(someState()); err != nil {
		t.Fatal(err)
	}
	f.close()
	h := &hunter{o: &Options{Dir: dir, Seed: 8}, plan: &plan{}, findings: &findings{}, pool: newPool()}
	if err := h.begin(someReader); err != nil {
		t.Fatal(err)
	}
	defer h.close()
	if h.o.Seed != 8 || h.next != 0 || h.earlier != 10 {
		t.Errorf("got the seed %d, number %d and %d runs, want 8, 0 and 10", h.o.Seed, h.next, h.earlier)
	}
}

// What is not the folder of a run over this reader stays as it is.
func TestFolderOfSomethingElse(t *testing.T) {
	saved := func(t *testing.T, dir string) {
		f := openSome(t, dir)
		if err := f.save(someState()); err != nil {
			t.Fatal(err)
		}
		f.close()
	}
	other := func(change func(*conformance.Implementation)) conformance.Implementation {
		i := someReader
		change(&i)
		return i
	}
	for _, tt := range []struct {
		name   string
		make   func(t *testing.T, dir string)
		reader conformance.Implementation
		writer bool
		want   string
	}{
		{"file", func(t *testing.T, dir string) { os.Remove(dir); put(t, dir, "", "text") }, someReader, false,
			`is not a folder`},
		{"other files", func(t *testing.T, dir string) { put(t, dir, "a.npy", "text") }, someReader, false,
			`is not empty and not a folder of npycheck fuzz: it has no npycheck-fuzz.json`},
		{"other folders", func(t *testing.T, dir string) { put(t, dir, "pool/a", "") }, someReader, false,
			`is not empty and not a folder of npycheck fuzz: it has no npycheck-fuzz.json`},
		{"cut off", func(t *testing.T, dir string) { put(t, dir, stateFile, `{"schema":1,"tool":{`) }, someReader, false,
			`has a damaged npycheck-fuzz.json: unexpected end of JSON input`},
		{"empty state", func(t *testing.T, dir string) { put(t, dir, stateFile, ``) }, someReader, false,
			`has a damaged npycheck-fuzz.json: unexpected end of JSON input`},
		{"no report", func(t *testing.T, dir string) { put(t, dir, stateFile, `{"schema":1}`) }, someReader, false,
			`has a damaged npycheck-fuzz.json: no report`},
		{"other schema", func(t *testing.T, dir string) { put(t, dir, stateFile, `{"schema":2,"report":7}`) }, someReader, false,
			`is from another version of npycheck: npycheck-fuzz.json has schema 2, expected 1`},
		{"other type", func(t *testing.T, dir string) { put(t, dir, stateFile, `{"schema":"1"}`) }, someReader, false,
			`has a damaged npycheck-fuzz.json: json: cannot unmarshal string into Go struct field .Schema of type int`},
		{"other rule", func(t *testing.T, dir string) {
			put(t, dir, stateFile, `{"schema":1,"report":{"findings":[{"signature":{"rules":["shape-boole"]}}]}}`)
		}, someReader, false, `has a damaged npycheck-fuzz.json: unknown rule "shape-boole"`},
		{"other name", saved, other(func(i *conformance.Implementation) { i.Name = "parser" }), false,
			`is about reader 1.0 (C), not about parser 1.0 (C)`},
		{"other version", saved, other(func(i *conformance.Implementation) { i.Version = "1.1" }), false,
			`is about reader 1.0 (C), not about reader 1.1 (C)`},
		{"writer", saved, someReader, true,
			`is about reader 1.0 (C), not about reader 1.0 (C), writer`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			tt.make(t, dir)
			before := tree(t, dir)
			_, err := openFolder(dir, tt.reader, tt.writer)
			var folderErr *FolderError
			if !errors.As(err, &folderErr) || folderErr.Message != tt.want || folderErr.Dir != dir {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			after := tree(t, dir)
			delete(after, lockFile)
			delete(before, lockFile)
			if len(before) != len(after) {
				t.Errorf("got the files %q, want %q", after, before)
			}
			for name, content := range before {
				if after[name] != content {
					t.Errorf("%s: got %q, want %q", name, after[name], content)
				}
			}
		})
	}
}

func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	f := openSome(t, dir)
	_, err := openFolder(dir, someReader, false)
	var folderErr *FolderError
	if !errors.As(err, &folderErr) || !strings.HasPrefix(folderErr.Message, "is in use by another run, process ") {
		t.Errorf("got %v, want a folder in use", err)
	}
	f.close()
	if again := openSome(t, dir); again.remarks != nil {
		t.Errorf("got remarks %q after a run that ended well", again.remarks)
	}
}

// A run that is cut off leaves files that are written in part, and findings that it has not noted.
func TestFolderAfterCrash(t *testing.T) {
	dir := t.TempDir()
	f := openSome(t, dir)
	s, gone := someState(), someFinding(t, "gone")
	gone.Signature.Message = "gone"
	gone.Folder = gone.Signature.folder()
	s.Report.Findings = []*Finding{gone}
	if err := f.save(s); err != nil {
		t.Fatal(err)
	}
	late := someFinding(t, "late")
	if err := f.keep(exhibited(t, late)); err != nil {
		t.Fatal(err)
	}
	f.close()
	put(t, dir, lockFile, "12345\n")
	put(t, dir, unfinished+stateFile, `{"schema":1,"to`)
	put(t, dir, unfinished+"crash-x/input.npy", "hal")
	put(t, dir, "pool/"+s.Pool[0], "fir")

	h := &hunter{o: &Options{Dir: dir}, plan: &plan{}, findings: &findings{}, pool: newPool()}
	if err := h.begin(someReader); err != nil {
		t.Fatal(err)
	}
	defer h.close()
	want := []string{
		dir + ": the run before this one, process 12345, was cut off; this run continues from its last state",
		dir + ": \"" + late.Folder + "\" is not in npycheck-fuzz.json: it stays, but counts only if it is found again",
		dir + ": \"" + gone.Folder + "\" is gone: its failure counts only if it is found again",
	}
	if got := h.said(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	files := tree(t, dir)
	for name := range files {
		if strings.HasPrefix(name, unfinished) {
			t.Errorf("%s is still there", name)
		}
	}
	if files[late.Folder+"/input.npy"] != "late" {
		t.Errorf("the finding that was not noted is gone: %q", files)
	}
	if len(h.pool.files) != 1 || string(h.pool.files[0].content) != "second" || len(h.findings.list) != 0 {
		t.Errorf("got the pool %q and findings %v", h.pool.files, h.findings.list)
	}

	// Before anything was saved.
	dir = t.TempDir()
	put(t, dir, lockFile, "12345\n")
	f = openSome(t, dir)
	if want := dir + ": the run before this one, process 12345, was cut off before it saved anything"; !slices.Equal(f.remarks, []string{want}) {
		t.Errorf("got %q, want %q", f.remarks, want)
	}
}

// The smallest file of a finding stays, and so does what else somebody put there.
func TestFolderKeepsSmallest(t *testing.T) {
	dir := t.TempDir()
	f := openSome(t, dir)
	for _, step := range []struct{ file, want string }{
		{"middling", "middling"},
		{"rather large", "middling"},
		{"sameless", "middling"},
		{"small", "small"},
		{"", ""},
		{"after nothing", ""},
	} {
		g := someFinding(t, step.file)
		if err := f.keep(exhibited(t, g)); err != nil {
			t.Fatal(err)
		}
		if want := "crash-shape-bool-"; !strings.HasPrefix(g.Folder, want) || string(g.File) != step.want {
			t.Errorf("%s: got %q in %s, want %q in %s…", step.file, g.File, g.Folder, step.want, want)
		}
		put(t, dir, filepath.Join(g.Folder, "notes.txt"), "mine")
		files := tree(t, filepath.Join(dir, g.Folder))
		if files["input.npy"] != step.want || files["notes.txt"] != "mine" || files["finding.json"] == "" {
			t.Errorf("%s: got the files %q", step.file, files)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("got the entries %v (%v), want a finding and a lock", entries, err)
	}
}

// The folder of the pool has what the last state has.
func TestFolderPoolIsBounded(t *testing.T) {
	dir := t.TempDir()
	f := openSome(t, dir)
	s := someState()
	if err := f.save(s); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "pool/notes.txt", "mine")
	s.files = append(s.files[1:], pooled{bytes.Repeat([]byte{1}, 300), validator.Npy})
	if err := f.save(s); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, poolFolder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := append([]string{"notes.txt"}, s.Pool...)
	slices.Sort(want)
	if !slices.Equal(names, want) || len(want) != 3 {
		t.Errorf("got the files %q, want %q", names, want)
	}
}

// A state that no run writes is refused, and nothing is removed because of it.
func TestFolderHostileState(t *testing.T) {
	const finding = `{"signature":{"cell":"crash","traits":["large"]},"folder":"crash-large-7d2f9b7c"}`
	for name, report := range map[string]string{
		"null":         `"findings":[null]`,
		"elsewhere":    `"findings":[` + strings.Replace(finding, `"crash-large-7d2f9b7c"`, `"../victim"`, 1) + `]`,
		"the folder":   `"findings":[` + strings.Replace(finding, `"crash-large-7d2f9b7c"`, `"."`, 1) + `]`,
		"cell":         `"findings":[{"signature":{"cell":"crash\u001b[31m"}}]`,
		"trait":        `"findings":[{"signature":{"cell":"crash","traits":["../../victim/x"]}}]`,
		"duty":         `"findings":[{"signature":{"cell":"crash","duty":"\n::error::"}}]`,
		"runs":         `"runs":-1`,
		"no signature": `"findings":[{}]`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, "victim/notes.txt", "mine")
			put(t, dir, "out/"+stateFile, `{"schema":1,"report":{"implementation":{"name":"some","version":"1","language":"Go"},`+report+`}}`)
			_, err := openFolder(filepath.Join(dir, "out"), someReader, false)
			var folderErr *FolderError
			if !errors.As(err, &folderErr) || !strings.HasPrefix(folderErr.Message, "has a damaged npycheck-fuzz.json: ") {
				t.Errorf("got %v, want a damaged state", err)
			}
			if files := tree(t, filepath.Join(dir, "victim")); files["notes.txt"] != "mine" {
				t.Errorf("the folder next to it has %q", files)
			}
		})
	}
	dir := t.TempDir()
	put(t, dir, stateFile, `{"schema":1,"next":9223372036854775807,"report":{}}`)
	if _, err := openFolder(dir, someReader, false); err == nil {
		t.Error("got no error for a file with the largest number")
	}
}

// A link instead of one of the files leads nowhere.
func TestFolderLinks(t *testing.T) {
	for _, link := range []string{lockFile, stateFile, poolFolder} {
		t.Run(link, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, "target/d41d8cd98f00b204e9800998ecf8427e.npy", "mine")
			put(t, dir, "out/"+lockFile, "")
			target := "../target"
			if link != poolFolder {
				target += "/d41d8cd98f00b204e9800998ecf8427e.npy"
			}
			os.Remove(filepath.Join(dir, "out", link))
			if link == lockFile {
				put(t, dir, "out/"+stateFile, "{}")
			}
			if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, "out", link)); err != nil {
				t.Skip(err)
			}
			_, err := openFolder(filepath.Join(dir, "out"), someReader, false)
			var folderErr *FolderError
			if !errors.As(err, &folderErr) || !strings.HasPrefix(folderErr.Message, "has a "+link+" that is not a ") {
				t.Errorf("got %v", err)
			}
			if files := tree(t, filepath.Join(dir, "target")); len(files) != 1 || files["d41d8cd98f00b204e9800998ecf8427e.npy"] != "mine" {
				t.Errorf("the target has %q", files)
			}
		})
	}
}

// A run takes out what a fixed reader does right.
func TestRunFixed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	first, err := run(t, Options{Open: openBytes("negative"), Seed: 1, Runs: 1000, Jobs: 1, Dir: dir})
	if err != nil || len(first.Findings) == 0 {
		t.Fatalf("got %+v (%v), want findings", first, err)
	}
	second, err := run(t, Options{Open: openBytes("negative"), Runs: 1, Jobs: 1, Dir: dir})
	if err != nil || len(second.Findings) < len(first.Findings) || len(second.Remarks) != 0 {
		t.Errorf("got %+v (%v), want the same findings", second, err)
	}
	fixed, err := run(t, Options{Open: openBytes(""), Runs: 100, Jobs: 1, Dir: dir})
	want := fmt.Sprintf("%d findings of earlier runs no longer fail, and were removed", len(second.Findings))
	if len(second.Findings) == 1 {
		want = "1 finding of earlier runs no longer fails, and was removed"
	}
	if err != nil || len(fixed.Findings) != 0 || !slices.Equal(fixed.Remarks, []string{want}) {
		t.Errorf("got %+v (%v), want no finding", fixed, err)
	}
	if _, err := os.Stat(filepath.Join(dir, first.Findings[0].Folder)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want no folder any more", err)
	}
}
