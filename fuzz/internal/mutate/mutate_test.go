package mutate

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// objectHeader is the header of one object.
const objectHeader = "\x93NUMPY\x01\x00\x76\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" +
	"                                                             \n"

//go:embed testdata/two.npz
var twoMembers []byte

// mutated are files to mutate, and the areas that each of them has.
func mutated() map[string]sample.File {
	array := "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }" + string(bytes.Repeat([]byte(" "), 60)) + "\n" + string(make([]byte, 24))
	object := objectHeader + "\x80\x02c__builtin__\nlist\nq\x00]q\x01K\x03a\x85q\x02R."
	return map[string]sample.File{
		"array":   {Content: []byte(array), Format: validator.Npy},
		"object":  {Content: []byte(object), Format: validator.Npy},
		"archive": {Content: twoMembers, Format: validator.Npz},
		"empty":   {Format: validator.Npy},
		"short":   {Content: []byte("PK\x05\x06"), Format: validator.Npz},
	}
}

// TestMutate mutates files in every area, with and without another file: each mutation differs from its file, equal
// choices give equal ones, and the file itself stays as it is.
func TestMutate(t *testing.T) {
	files := mutated()
	for name, f := range files {
		before := bytes.Clone(f.Content)
		for _, area := range append(spec.Areas(), "") {
			distinct := map[string]bool{}
			const count = 400
			for i := range uint64(count) {
				var other []byte
				if i%2 == 1 {
					other = files["archive"].Content
				}
				got := Mutate(choice.Numbered(7, i), area, f.Format, f.Content, other)
				if again := Mutate(choice.Numbered(7, i), area, f.Format, f.Content, other); !bytes.Equal(got, again) {
					t.Fatalf("%s, %s, %d: two mutations of equal choices differ", name, area, i)
				}
				if bytes.Equal(got, before) {
					t.Errorf("%s, %s, %d: nothing changed", name, area, i)
				}
				if !bytes.Equal(f.Content, before) {
					t.Fatalf("%s, %s, %d: the file itself changed", name, area, i)
				}
				distinct[string(got)] = true
			}
			if len(f.Content) > 100 && len(distinct) < count/8 {
				t.Errorf("%s, %s: got %d distinct files of %d", name, area, len(distinct), count)
			}
		}
	}
}

// TestMutateBroken repeatedly mutates files with faults, with parts of each other: their size stays bounded.
func TestMutateBroken(t *testing.T) {
	var other []byte
	for i, r := range spec.Rules() {
		bad, _, ok := corpus.Example(r.Name)
		if !ok {
			continue
		}
		content := fileOf(t, bad)
		limit := max(len(content), maxMutation)
		g := choice.Numbered(11, uint64(i))
		for range 60 {
			content = Mutate(g, "", choice.Of(g, validator.Npy, validator.Npz), content, other)
			if len(content) > limit {
				t.Fatalf("%s: %d bytes, want at most %d", r.Name, len(content), limit)
			}
		}
		other = content
	}
}

// TestChanges checks that every change of headers and archives happens.
func TestChanges(t *testing.T) {
	files := mutated()
	_, text, _, _ := splitNpy(files["array"].Content)
	changed := func(what string, change func(m *mutation) []byte, old []byte) {
		for i := range uint64(40) {
			m := &mutation{Chooser: choice.Numbered(3, i), other: files["archive"].Content}
			if !bytes.Equal(change(m), old) {
				return
			}
		}
		t.Errorf("%s: nothing changes", what)
	}
	for area, changes := range headerChanges {
		for i, change := range changes {
			changed(fmt.Sprintf("%s %d", area, i), func(m *mutation) []byte { return change(headerMutation{m}, text) }, text)
		}
	}
	for area, changes := range dictChanges {
		for i, change := range changes {
			changed(fmt.Sprintf("%s %d", area, i), func(m *mutation) []byte { return change(dictMutation{m}, text) }, text)
		}
	}
	old := files["archive"].Content
	for area, changes := range archiveChanges {
		for i, change := range changes {
			changed(fmt.Sprintf("%s %d", area, i), func(m *mutation) []byte {
				a, _ := parts(old)
				c := &archiveMutation{m, old, a, true}
				change(c, c.a.Members[0])
				return c.file()
			}, old)
		}
	}
}

func fileOf(t *testing.T, c corpus.Case) []byte {
	t.Helper()
	content, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestMutateGolden pins what the numbers of a seed give: a run of the fuzzer must be repeatable.
func TestMutateGolden(t *testing.T) {
	h := sha256.New()
	files := mutated()
	for i := range uint64(2000) {
		f := files[[]string{"array", "object", "archive"}[i%3]]
		h.Write(Mutate(choice.Numbered(1, i), append(spec.Areas(), "")[i%12], f.Format, f.Content, files["array"].Content))
	}
	const want = "b40425a7d32cb3457af8a9e63c895b5a0ae9098215eaa67c89abf7dfd0ebc720"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the first 2000 mutations: got the hash %s, want %s", got, want)
	}
}

func BenchmarkMutate(b *testing.B) {
	for name, f := range mutated() {
		if len(f.Content) < 100 {
			continue
		}
		b.Run(name, func(b *testing.B) {
			g := choice.Numbered(1, 1)
			for b.Loop() {
				Mutate(g, "", f.Format, f.Content, nil)
			}
		})
	}
}
