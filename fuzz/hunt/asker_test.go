package hunt

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/validator"
)

// directoryReader reads archives of arrays by the directory. It knows nothing of what the directory doesn't list.
type directoryReader struct{}

func (directoryReader) Implementation() conformance.Implementation {
	return conformance.Implementation{Name: "directory", Version: "1", Language: "Go"}
}

func (directoryReader) Close() {}

func (directoryReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	refused := func(err error) (conformance.Answer, error) {
		return conformance.Answer{Outcome: conformance.OutcomeReject, Message: err.Error()}, nil
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return refused(err)
	}
	members := map[string]*judge.Array{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return refused(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return refused(err)
		}
		report, err := validator.Check(ctx, bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full})
		if err != nil {
			return conformance.Answer{}, err
		}
		a := report.Array
		members[strings.TrimSuffix(f.Name, ".npy")] = judge.NewArray(a.DType.Descr(), a.Shape, content[a.DataOffset:])
	}
	return conformance.Answer{Outcome: conformance.OutcomeAccept, Array: judge.NewArchive(members)}, nil
}

// TestExpectsMembers lists a few members of an archive and counts the others.
func TestExpectsMembers(t *testing.T) {
	one := &corpus.Array{DType: "|u1", Shape: []int64{2}, SHA256: strings.Repeat("a", 64)}
	x := &exhibit{expected: &conformance.Expectation{Duty: corpus.Accept}}
	line := func(key string) string { return key + ": |u1 of shape [2], SHA-256 aaaaaaaaaaaaaaaa…" }
	for _, key := range []string{"a", "b", "c", "d"} {
		x.expected.Members = append(x.expected.Members, corpus.Member{Key: key, Array: one})
	}
	want := []string{line("a"), line("b"), line("c"), line("d")}
	if got := x.expects(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	x.expected.Members = append(x.expected.Members, corpus.Member{Key: "e", Array: one}, corpus.Member{Key: "f"})
	if got, want := x.expects(), append(want, "(2 more)"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHiddenMembers covers members that the directory doesn't list, and in which something is wrong: a reader that
// goes by the directory is right to read the others.
func TestHiddenMembers(t *testing.T) {
	w := &asker{reader: &measured{Reader: directoryReader{}, pace: &pace{}}}
	files := 0
	for _, c := range corpus.Cases() {
		if !strings.HasPrefix(c.ID, "zip/hidden-") {
			continue
		}
		files++
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		e, err := w.expect(t.Context(), file, validator.Npz)
		if err != nil {
			t.Fatal(err)
		}
		f, a, err := w.try(t.Context(), e, validator.Npz)
		if err != nil || f != nil || a.Outcome != conformance.OutcomeAccept {
			t.Errorf("%s: got %s, failure %+v, %v, want that it is read and right", c.ID, a.Outcome, f, err)
		}
	}
	if files < 8 {
		t.Errorf("got %d files with hidden members, want those of the corpus", files)
	}
}
