package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/corpus/internal/cases"
	"github.com/npycheck/npycheck/internal/testing/build"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
)

// TestUpToDate generates the corpus in a folder with a stale vector, and compares it with the one of the checkout.
func TestUpToDate(t *testing.T) {
	const corpus = "../.."
	dir := t.TempDir()
	stale := filepath.Join("vectors", "accept", "gone", "old.npy")
	runs, err := os.ReadFile(filepath.Join(corpus, "recorded", "numpy.json"))
	if err != nil {
		t.Fatal(err)
	}
	given := map[string][]byte{stale: nil, filepath.Join("recorded", "numpy.json"): runs}
	for _, name := range []string{"LICENSE", "README.md", "manifest.schema.json"} { // which are written by hand
		if given[name], err = os.ReadFile(filepath.Join(corpus, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range given {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := generate(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.Dir(stale))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a stale vector is still there (%v)", err)
	}
	files := names(t, dir)
	if len(files) < 1000 || !slices.Contains(files, "manifest.json") || !slices.Contains(files, "profiles.json") {
		t.Errorf("got %d files", len(files))
	}
	old := 0
	for _, name := range files {
		if name == archiveName {
			continue // it says where the cases are described, which is not in this folder
		}
		expected, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil || !same(name, got, expected) {
			t.Logf("%s is not what would be generated (%v)", name, err)
			old++
		}
	}
	for _, name := range names(t, filepath.Join(corpus, "vectors")) {
		if name = filepath.Join("vectors", name); !slices.Contains(files, name) {
			t.Logf("%s would not be generated", name)
			old++
		}
	}
	packed, err := archive(corpus)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(corpus, archiveName)); err != nil || !same(archiveName, got, packed) {
		t.Logf("%s does not have the files of the folder (%v)", archiveName, err)
		old++
	}
	if old > 0 {
		t.Errorf("%d files are not up to date: run go generate ./corpus", old)
	}
}

// names returns the paths of all files below a folder, sorted.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, filepath.FromSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTreeRefusesBadCases(t *testing.T) {
	_, err := tree([]cases.Case{{ID: "header/x"}}, nil, recorded{})
	if err == nil || !strings.Contains(err.Error(), `header/x: unknown duty ""`) {
		t.Errorf("got error %v", err)
	}
}

// TestManifestRefusesBadValues has a value that JSON can't hold.
func TestManifestRefusesBadValues(t *testing.T) {
	nan := cases.Case{ID: "order/nan", Array: &cases.Array{DType: "<f8", Data: build.F8(1), Values: []any{math.NaN()}}}
	got, err := manifest([]cases.Case{nan}, nil, recorded{})
	if want := "order/nan: json: unsupported value: NaN"; got != nil || err == nil || err.Error() != want {
		t.Errorf("got %d bytes, error %v, want error %s", len(got), err, want)
	}
}

// TestRemoveStaleErrors distinguishes a corpus without vectors from a folder that can't be read.
func TestRemoveStaleErrors(t *testing.T) {
	if err := removeStale(t.TempDir(), nil); err != nil {
		t.Errorf("without vectors: got error %v", err)
	}
	if err := removeStale("a\x00b", nil); err == nil {
		t.Error("a name with NUL: got no error")
	}
}

// TestSame packs the same bytes at another level, as another release of Go may.
func TestSame(t *testing.T) {
	packed := func(content string, level int) []byte {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, level)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	stored := packed("abc", gzip.NoCompression)
	for _, test := range []struct {
		name, file   string
		old, content []byte
		want         bool
	}{
		{"equal", "a.npy", []byte("x"), []byte("x"), true},
		{"other bytes", "a.npy", []byte("x"), []byte("y"), false},
		{"repacked", "a.npy.gz", stored, packed("abc", gzip.BestCompression), true},
		{"repacked, but not by name", "a.npy", stored, packed("abc", gzip.BestCompression), false},
		{"repacked, other bytes", "a.npy.gz", stored, packed("abd", gzip.BestCompression), false},
		{"repacked, longer", "a.npy.gz", packed("abcd", gzip.NoCompression), packed("abc", gzip.BestCompression), false},
		{"old not packed", "a.npy.gz", []byte("abc"), stored, false},
		{"old cut", "a.npy.gz", stored[:len(stored)-1], packed("abc", gzip.BestCompression), false},
		{"new not packed", "a.npy.gz", stored, []byte("abc"), false},
		{"new cut", "a.npy.gz", stored, stored[:len(stored)-1], false},
	} {
		if got := same(test.file, test.old, test.content); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}

// TestWrite writes a file, and leaves it alone as long as its content is the same.
func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "vectors", "accept", "prefix", "plain.npy")
	for _, content := range []string{"one", "two"} {
		if err := write(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); string(got) != content {
			t.Errorf("got %q, error %v, want %q", got, err, content)
		}
	}
	past := time.Unix(1e9, 0)
	if err := os.Chtimes(name, past, past); err != nil {
		t.Fatal(err)
	}
	if err := write(name, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(past) {
		t.Errorf("an unchanged vector was written again (%v)", err)
	}
}

func TestManifest(t *testing.T) {
	got, err := manifest([]cases.Case{
		{
			ID: "order/good", Story: "conforming: é \U0001d11e \u202e", Bytes: []byte(build.Magic + "\x02\x00"), Duty: cases.Accept, Stage: "order", Features: "v2 0d", Importance: cases.High, Since: "0.2.0",
			Array: &cases.Array{DType: "<f8", Data: build.F8(1), Values: []any{1}},
		},
		{ID: "shape/bad", Story: "s", Duty: cases.Either, Rules: "shape-b shape-a", Violates: true, Stage: "shape", Flags: "f", Features: "v1", Importance: cases.Low, Twin: "order/good", Withdrawn: "it is good"},
		{
			ID: "npz/good", Story: "two", Duty: cases.Accept, Stage: "npz", Features: "npz", Importance: cases.High,
			Members: []cases.Content{{Name: "a.npy", Array: &cases.Array{DType: "<f8", Data: build.F8(1), Values: []any{1}}}, {Name: "b.txt"}},
		},
		{ID: "zip/empty", Story: "none", Duty: cases.Accept, Stage: "zip", Features: "npz", Importance: cases.High, Members: []cases.Content{}},
	}, map[string][]cases.Finding{
		"shape/bad": {{Rule: "shape-a", Offset: 60, Pointer: "/shape/0", Member: cases.NoMember}, {Rule: "shape-b", Offset: 1 << 40, Length: 2, Member: cases.NoMember}},
		"npz/good":  {{Rule: "npz-a", Offset: 7, Length: 1, Name: "a\u202e.npy"}, {Rule: "data-b", Offset: 9, Member: 1, Name: "b.txt", Content: true}},
	}, recorded{[]string{"1.0.0", "2.0.0"}, map[string]string{"1.0.0": "3.6.1", "2.0.0": "3.11.7"}, map[string]map[string]run{
		"2.0.0": {
			"order/good": {File: "accept", Stream: "reject", MMap: "accept", Array: &readArray{"<f8", []int64{1}, "00"}},
			"npz/good":   {File: "accept", Stream: "accept", MMap: "accept", Members: []readMember{{"b.txt", nil}}},
		},
		"1.0.0": {"shape/bad": {File: "warn", Stream: "warn", MMap: "warn"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema":1,"version":"0.2.0","numpy_python":{"1.0.0":"3.6.1","2.0.0":"3.11.7"},"cases":[
{"id":"order/good","file":"accept/order/good.npy","sha256":"924f61ec378a2ccf370d6020463f04dbdb621587288f7dabe7b76a98b467d4b1","size":8,"format":"npy","format_version":"2.0","conforms":true,"duty":"accept","rules":[],"findings":[],"stage":"order","flags":[],"features":["v2","0d"],"importance":"high","comment":"conforming: \u00e9 \ud834\udd1e \u202e","since":"0.2.0","array":{"dtype":"<f8","shape":[],"fortran_order":false,"sha256":"6c3c396ed6b5c36dcae172271f462051b1266b851e92df3deea8ac65478fd712","values":[1]},"numpy":{"2.0.0":"accept"},"numpy_detail":[{"releases":["2.0.0"],"stream":"reject","array":{"dtype":"<f8","shape":[1],"sha256":"00"}}]},
{"id":"shape/bad","file":"either/shape/bad.npy","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0,"format":"npy","conforms":false,"duty":"either","rules":["shape-a","shape-b"],"findings":[{"rule":"shape-a","offset":60,"length":0,"pointer":"/shape/0"},{"rule":"shape-b","offset":1099511627776,"length":2}],"stage":"shape","flags":["f"],"features":["v1"],"importance":"low","comment":"s","twin":"order/good","since":"0.1.0","withdrawn":"it is good","numpy":{"1.0.0":"warn"}},
{"id":"npz/good","file":"accept/npz/good.npz","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0,"format":"npz","conforms":true,"duty":"accept","rules":[],"findings":[{"rule":"npz-a","offset":7,"length":1,"member":{"index":0,"name":"a\u202e.npy"}},{"rule":"data-b","offset":9,"length":0,"base":"content","member":{"index":1,"name":"b.txt"}}],"stage":"npz","flags":[],"features":["npz"],"importance":"high","comment":"two","since":"0.1.0","members":[{"name":"a.npy","key":"a","array":{"dtype":"<f8","shape":[],"fortran_order":false,"sha256":"6c3c396ed6b5c36dcae172271f462051b1266b851e92df3deea8ac65478fd712","values":[1]}},{"name":"b.txt","key":"b.txt"}],"numpy":{"2.0.0":"accept"},"numpy_detail":[{"releases":["2.0.0"],"members":[{"key":"b.txt"}]}]},
{"id":"zip/empty","file":"accept/zip/empty.npz","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0,"format":"npz","conforms":true,"duty":"accept","rules":[],"findings":[],"stage":"zip","flags":[],"features":["npz"],"importance":"high","comment":"none","since":"0.1.0","members":[]}
]}
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRecorded(t *testing.T) {
	same := &readArray{"<f8", []int64{}, "aa"}
	want := &array{DType: "<f8", Shape: []int64{}, SHA256: "aa"}
	for _, test := range []struct {
		run  run
		want *array
		text string
	}{
		{run{File: "accept", Stream: "accept", MMap: "accept", Array: same}, want, `null`},
		{run{File: "accept", Stream: "accept", MMap: "accept"}, want, `null`},
		{run{File: "accept", Stream: "reject", MMap: "crash", Array: same}, want, `[{"releases":["1.2.3"],"stream":"reject","mmap":"crash"}]`},
		{run{File: "accept", Stream: "accept", MMap: "accept", Array: &readArray{"<f4", []int64{}, "aa"}}, want, `[{"releases":["1.2.3"],"array":{"dtype":"<f4","shape":[],"sha256":"aa"}}]`},
		{run{File: "accept", Stream: "accept", MMap: "accept", Array: &readArray{"<f8", []int64{1}, "aa"}}, want, `[{"releases":["1.2.3"],"array":{"dtype":"<f8","shape":[1],"sha256":"aa"}}]`},
		{run{File: "accept", Stream: "accept", MMap: "accept", Array: &readArray{"<f8", []int64{}, "bb"}}, want, `[{"releases":["1.2.3"],"array":{"dtype":"<f8","shape":[],"sha256":"bb"}}]`},
		{run{File: "accept", Stream: "accept", MMap: "accept", Array: same}, nil, `[{"releases":["1.2.3"],"array":{"dtype":"<f8","shape":[],"sha256":"aa"}}]`},
		{run{File: "accept", Stream: "warn", MMap: "accept", StreamArray: same, MMapArray: &readArray{"<f8", []int64{1}, "bb"}}, want, `[{"releases":["1.2.3"],"stream":"warn","stream_array":{"dtype":"<f8","shape":[],"sha256":"aa"},"mmap_array":{"dtype":"<f8","shape":[1],"sha256":"bb"}}]`},
	} {
		outcomes, details := recorded{[]string{"1.2.3"}, nil, map[string]map[string]run{"1.2.3": {"a/b": test.run}}}.of("a/b", test.want, nil)
		if got := fmt.Sprint(outcomes); got != "map[1.2.3:"+test.run.File+"]" {
			t.Errorf("%v: got outcomes %s", test.run, got)
		}
		if got, err := marshal(details); err != nil || string(got) != test.text {
			t.Errorf("%v: got details %s, %v, want %s", test.run, got, err, test.text)
		}
	}
}

func TestRecordedMembers(t *testing.T) {
	same := &readArray{"<f8", []int64{}, "aa"}
	want := []member{{"a.npy", "a", &array{DType: "<f8", Shape: []int64{}, SHA256: "aa"}, nil}, {"b.txt", "b.txt", nil, nil}}
	for _, test := range []struct {
		got  []readMember
		want []member
		text string
	}{
		{[]readMember{{"a", same}, {"b.txt", nil}}, want, `null`},
		{[]readMember{}, []member{}, `null`},
		{nil, want, `null`},
		{[]readMember{}, nil, `[{"releases":["1.2.3"],"members":[]}]`},
		{[]readMember{{"a", same}}, want, `[{"releases":["1.2.3"],"members":[{"key":"a","array":{"dtype":"<f8","shape":[],"sha256":"aa"}}]}]`},
		{[]readMember{{"b.txt", nil}}, nil, `[{"releases":["1.2.3"],"members":[{"key":"b.txt"}]}]`},
		{[]readMember{{"c", same}}, want[:1], `[{"releases":["1.2.3"],"members":[{"key":"c","array":{"dtype":"<f8","shape":[],"sha256":"aa"}}]}]`},
		{[]readMember{{"a", nil}}, want[:1], `[{"releases":["1.2.3"],"members":[{"key":"a"}]}]`},
		{[]readMember{{"b.txt", same}}, want[1:], `[{"releases":["1.2.3"],"members":[{"key":"b.txt","array":{"dtype":"<f8","shape":[],"sha256":"aa"}}]}]`},
	} {
		r := run{File: "accept", Stream: "accept", MMap: "accept", Members: test.got}
		_, details := recorded{[]string{"1.2.3"}, nil, map[string]map[string]run{"1.2.3": {"npz/a": r}}}.of("npz/a", nil, test.want)
		if got, err := marshal(details); err != nil || string(got) != test.text {
			t.Errorf("%v: got details %s, %v, want %s", test.got, got, err, test.text)
		}
	}
}

func TestRecordedReleases(t *testing.T) {
	plain, stream := run{File: "accept", Stream: "accept", MMap: "accept"}, run{File: "accept", Stream: "reject", MMap: "accept"}
	all := recorded{[]string{"1.9.3", "1.10.4", "2.0.0", "2.1.0", "2.2.0"}, nil, map[string]map[string]run{
		"1.9.3":  {"a/b": stream},
		"1.10.4": {"a/b": {File: "warn", Stream: "warn", MMap: "crash"}},
		"2.0.0":  {"a/b": stream},
		"2.1.0":  {"a/b": plain},
		"2.2.0":  {"a/c": plain},
	}}
	outcomes, details := all.of("a/b", nil, nil)
	if want := map[string]string{"1.9.3": "accept", "1.10.4": "warn", "2.0.0": "accept", "2.1.0": "accept"}; !reflect.DeepEqual(outcomes, want) {
		t.Errorf("got outcomes %v, want %v", outcomes, want)
	}
	if want := []detail{{Releases: []string{"1.9.3", "2.0.0"}, Stream: "reject"}, {Releases: []string{"1.10.4"}, MMap: "crash"}}; !reflect.DeepEqual(details, want) {
		t.Errorf("got details %+v, want %+v", details, want)
	}
}

func TestParseRecorded(t *testing.T) {
	got, err := parseRecorded([]byte(`{"releases":[["1.9.3","2.7.18"],["1.10.4","3.7.2"]],"cases":{
"a/b":[{"file":"accept","stream":"hang","mmap":"memory","array":{"dtype":"<f8","shape":[2],"sha256":"00"}}],
"a/c":[{"releases":["1.9.3"],"file":"accept"},{"releases":["1.10.4"],"file":"reject"}],
"npz/d":[{"releases":["1.10.4"],"file":"warn","members":[{"key":"a"}]}]
}}`))
	if err != nil {
		t.Fatal(err)
	}
	both := run{File: "accept", Stream: "hang", MMap: "memory", Array: &readArray{"<f8", []int64{2}, "00"}}
	want := recorded{[]string{"1.9.3", "1.10.4"}, map[string]string{"1.9.3": "2.7.18", "1.10.4": "3.7.2"}, map[string]map[string]run{
		"1.9.3": {"a/b": both, "a/c": {File: "accept", Stream: "accept", MMap: "accept"}},
		"1.10.4": {"a/b": both, "a/c": {File: "reject", Stream: "reject", MMap: "reject"},
			"npz/d": {File: "warn", Stream: "warn", MMap: "warn", Members: []readMember{{"a", nil}}}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for text, want := range map[string]string{
		`[{"stream":"accept"}]`:                                      `a/b: unknown outcome "", expected one of`,
		`[{"file":"died","stream":"accept","mmap":"accept"}]`:        `a/b: unknown outcome "died"`,
		`[{"files":"accept","stream":"accept","mmap":"crash"}]`:      `unknown field "files"`,
		`[{"releases":["2.0.0"],"file":"accept"}]`:                   `a/b: the release "2.0.0" is not among those of the file`,
		`[{"releases":["1.9.3"],"file":"accept"},{"file":"accept"}]`: `a/b: two records of the release 1.9.3`,
		`[`: `invalid character '}'`,
	} {
		file := `{"releases":[["1.9.3","2.7.18"]],"cases":{"a/b":` + text + `}}`
		if _, err := parseRecorded([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %s", text, err, want)
		}
	}
}

// TestSchemaWords compares the words of the published schema with those of the cases.
func TestSchemaWords(t *testing.T) {
	text, err := os.ReadFile("../../manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct{ Enum []string } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var flags, features []string
	for _, f := range cases.Flags() {
		flags = append(flags, f.Name)
	}
	for _, f := range cases.Features() {
		features = append(features, f.Name)
	}
	for name, want := range map[string][]string{"area": cases.Areas(), "flag": flags, "feature": features} {
		if got := schema.Defs[name].Enum; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
