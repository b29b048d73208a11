package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// TestLoading covers what the last line says about how np.load reads files.
func TestLoading(t *testing.T) {
	objects := validator.Load{AllowPickle: true}
	python2 := validator.Load{AllowPickle: true, Encoding: "latin1"}
	numpy2 := validator.Load{AllowPickle: true, Needs: []string{"NumPy 2.0 or later"}}
	header := func(n int) validator.Load { return validator.Load{MaxHeaderSize: n} }
	first := validator.Load{Member: validator.NoMember, Returns: "the first of 3 arrays"}
	fails := validator.Load{Fails: "file ends inside the prefix"}
	type file []validator.Load
	for _, test := range []struct {
		name  string
		files []file
		want  string
	}{
		{"nothing", []file{{}}, ""},
		{"a file that fails has findings", []file{{fails}}, ""},
		{"danger", []file{{{Fails: "import that can run code", Unsafe: true}}}, "1 file holds Python objects"},
		{"objects", []file{{objects}}, "1 file holds Python objects: np.load needs allow_pickle=True"},
		{"of Python 2", []file{{python2}}, "1 file holds Python objects, from Python 2: np.load needs allow_pickle=True, encoding='latin1'"},
		{"of NumPy 2", []file{{numpy2}}, "1 file holds Python objects: np.load needs allow_pickle=True, and NumPy 2.0 or later"},
		{"members alike", []file{{objects, objects}}, "1 file holds Python objects: np.load needs allow_pickle=True"},
		{"members of two kinds", []file{{objects, python2}}, "1 file holds Python objects: np.load needs allow_pickle=True | " +
			"1 file holds Python objects, from Python 2: np.load needs allow_pickle=True, encoding='latin1'"},
		{"one of two files", []file{{}, {objects}}, "1 file holds Python objects (b.npy): np.load needs allow_pickle=True"},
		{"files alike", []file{{objects}, {python2}, {objects}, {objects}}, "3 files hold Python objects (a.npy and 2 more): np.load needs allow_pickle=True | " +
			"1 file holds Python objects, from Python 2 (b.npy): np.load needs allow_pickle=True, encoding='latin1'"},
		{"the longest header", []file{{header(10038), header(65588)}, {header(20000)}},
			"2 files have headers of over 10000 characters (a.npy and 1 more): np.load needs max_header_size=65588"},
		{"a header beside objects", []file{{header(10038), objects, header(30000)}}, "1 file has a header of over 10000 characters: np.load needs max_header_size=30000 | " +
			"1 file holds Python objects: np.load needs allow_pickle=True"},
		{"a header that needs more", []file{{{MaxHeaderSize: 10038, Needs: []string{"Windows"}}}},
			"1 file has a header of over 10000 characters: np.load needs max_header_size=10038, and Windows"},
		{"a rank", []file{{{Needs: []string{"NumPy 2.0 or later"}}}}, "1 file can't be loaded everywhere: np.load needs NumPy 2.0 or later"},
		{"several arrays", []file{{first}}, "1 file holds several arrays: np.load returns the first"},
		{"several arrays of objects", []file{{{Member: validator.NoMember, AllowPickle: true, Returns: "the first of 2 arrays"}}},
			"1 file holds Python objects: np.load needs allow_pickle=True | 1 file holds several arrays: np.load returns the first"},
		{"several arrays in a member", []file{{{Key: "w", Returns: "the first of 2 arrays"}}}, "1 file has a member of several arrays: np.load returns the first"},
		{"no array", []file{{{Returns: validator.ReturnsNothing}}}, "1 file holds no array"},
		{"members that are no arrays have findings", []file{{{Returns: validator.ReturnsBytes}}}, ""},
		{"bfloat16", []file{{{Member: validator.NoMember, View: "bfloat16"}}}, "1 file holds bfloat16: import ml_dtypes, then a.view(ml_dtypes.bfloat16)"},
		{"members whose names are commands", []file{{{Key: "##vso[task.setvariable]", View: "bfloat16"}, {Key: "##[group]", View: "bfloat16"}}},
			"1 file holds bfloat16: import ml_dtypes, then a.view(ml_dtypes.bfloat16)"},
		{"bfloat16 of another byte order", []file{{{View: ">bfloat16"}}},
			"1 file holds bfloat16: import ml_dtypes, then a.view('>u2').astype('u2').view(ml_dtypes.bfloat16)"},
		{"a lost type", []file{{{Returns: validator.ReturnsRaw}}}, "1 file holds raw bytes whose type is lost"},
	} {
		var s, rest Summary
		for i, f := range test.files {
			part := &s
			if i > 1 {
				part = &rest
			}
			part.Add(&File{Path: string(rune('a'+i)) + ".npy", Verdict: validator.Conforming, Load: f})
		}
		s.Merge(rest)
		if got := strings.Join(s.loads.parts(s.Files), " | "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLoadOfReport reads what a report says about loading a file. A report may come from anybody.
func TestLoadOfReport(t *testing.T) {
	for _, test := range []struct {
		load  string
		want  validator.Load
		valid bool
	}{
		{`{"call":"np.load(path)","arguments":{"allow_pickle":true,"encoding":"latin1"},"needs":["NumPy 2.0 or later"]}`,
			validator.Load{AllowPickle: true, Encoding: "latin1", Needs: []string{"NumPy 2.0 or later"}}, true},
		{`{"key":"w","arguments":{"max_header_size":20000},"view":">bfloat16"}`, validator.Load{MaxHeaderSize: 20000, View: ">bfloat16"}, true},
		{`{"fails":"import that can run code","unsafe":true}`, validator.Load{Fails: "import that can run code", Unsafe: true}, true},
		{`{"returns":"\u001b[2J"}`, validator.Load{}, false},
		{`{"needs":["\u202e"]}`, validator.Load{}, false},
		{`{"needs":["a","a","a","a","a","a","a","a","a","a","a"]}`, validator.Load{}, false},
		{`{"arguments":{"encoding":"rot13"}}`, validator.Load{}, false},
		{`{"view":"x"}`, validator.Load{}, false},
	} {
		var f File
		err := f.UnmarshalJSON([]byte(`{"path":"a.npy","format":"npy","ok":true,"verdict":"conforming","findings":[],"load":[` + test.load + `]}`))
		if (err == nil) != test.valid {
			t.Errorf("%s: got error %v, want valid %t", test.load, err, test.valid)
		}
		if !test.valid {
			continue
		}
		got := f.Load[0]
		if got.Member != validator.NoMember {
			t.Errorf("%s: got member %d", test.load, got.Member)
		}
		needs := slices.Equal(got.Needs, test.want.Needs)
		got.Member, got.Needs, test.want.Needs = 0, nil, nil
		if !needs || got.Call() != test.want.Call() || got.Remarks() != test.want.Remarks() {
			t.Errorf("%s: got %+v, want %+v", test.load, got, test.want)
		}
	}
}
