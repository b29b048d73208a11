package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func vector(t *testing.T, path string) []byte {
	t.Helper()
	content, err := fs.ReadFile(corpus.FS, path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func checked(t *testing.T, content []byte) *validator.Report {
	t.Helper()
	report, err := validator.Check(t.Context(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func decoded(t *testing.T, text string) *answer {
	t.Helper()
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	return &a
}

// kindOf returns the kind of a disagreement, or "".
func kindOf(d *disagreement) string {
	if d == nil {
		return ""
	}
	return d.kind
}

func TestJudgeArray(t *testing.T) {
	const right = `{"dtype":"<i4","shape":[2],"data":"0100000002000000"}`
	header := spec.Header{DType: code(t, ">i4"), Shape: []int64{2}}
	good, err := header.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	good = append(good, 0, 0, 0, 1, 0, 0, 0, 2)
	for _, test := range []struct {
		content      []byte
		answer, want string
	}{
		{good, right, ""},
		{good, `{"dtype":"<i4","shape":[2],"data":"0100000003000000"}`, differs},
		{good, `{"dtype":"<i4","shape":[1,2],"data":"0100000002000000"}`, differs},
		{good, `{"error":"ValueError: no"}`, refuses},
		{good, `{}`, dies},
		{good[:len(good)-1], right, reads},
		{good[:len(good)-1], `{"error":"ValueError: no"}`, ""},
	} {
		e, err := conformance.Expect(t.Context(), test.content, "file.npy")
		if err != nil {
			t.Fatal(err)
		}
		if got := kindOf(judgeArray("numpy", e, decoded(t, test.answer))); got != test.want {
			t.Errorf("%d bytes, %s: got %q, want %q", len(test.content), test.answer, got, test.want)
		}
	}
}

func code(t *testing.T, text string) spec.DType {
	t.Helper()
	d, ok := spec.ParseCode(text)
	if !ok {
		t.Fatalf("%s is not a type code", text)
	}
	return d
}

func TestJudgeArchive(t *testing.T) {
	content := vector(t, "accept/zip/plain.npz")
	report := checked(t, content)
	var want []member
	for _, m := range report.Members {
		size, crc, err := sum(content, &m)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, member{m.Name, size, crc})
	}
	right := readByGo(content)
	if d := judgeArchive("archive/zip", report, want, &right); d != nil || len(want) == 0 {
		t.Errorf("got %+v for %v, want no disagreement", d, want)
	}
	for text, kind := range map[string]string{
		`{"error":"no"}`: refuses,
		`{"members":[]}`: differs,
		`{}`:             dies,
	} {
		if got := kindOf(judgeArchive("archive/zip", report, want, decoded(t, text))); got != kind {
			t.Errorf("%s: got %q, want %q", text, got, kind)
		}
	}
}

func TestJudgePickle(t *testing.T) {
	report := &validator.Report{Imports: []validator.Import{{Module: "os", Name: "system"}, {Module: "a", Name: "b"}}}
	stopped := &validator.Report{Imports: report.Imports[:1], Findings: []validator.Finding{{Rule: spec.PickleTruncated, Message: "cut"}}}
	for _, test := range []struct {
		report       *validator.Report
		answer, want string
	}{
		{report, `{"imports":[["os","system"],["a","b"]],"complete":true}`, ""},
		{report, `{"imports":[["os","system"]],"complete":true}`, differs},
		{report, `{"imports":[["a","b"],["os","system"]],"complete":true}`, differs},
		{report, `{"imports":[["os","system"],["a","b"]],"complete":false}`, refuses},
		{stopped, `{"imports":[["os","system"],["a","b"]],"complete":false}`, ""},
		{stopped, `{"imports":[["os","system"]],"complete":true}`, reads},
	} {
		if got := kindOf(judgePickle("unpickler", test.report, decoded(t, test.answer))); got != test.want {
			t.Errorf("%s: got %q, want %q", test.answer, got, test.want)
		}
	}
}
