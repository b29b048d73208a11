package judge

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestMoreMembers judges answers about an archive of three members of which the case lists one.
func TestMoreMembers(t *testing.T) {
	listed := corpus.Member{Name: "a.npy", Key: "a", Array: &corpus.Array{DType: "|u1", Shape: []int64{}, SHA256: "aa"}}
	v := NewVector(&corpus.Case{Members: []corpus.Member{listed}, MoreMembers: 2}, nil)
	right := &Array{dtype: "|u1", shape: "[]", sum: "aa"}
	for _, test := range []struct {
		keys []string
		want string
	}{
		{[]string{"a", "b", "c"}, ""},
		{[]string{"a", "b"}, "1 members are missing"},
		{[]string{"a", "b", "c", "d"}, `member "d" is not in the archive`},
		{[]string{"b", "c", "d"}, `member "a" is missing`},
	} {
		got := map[string]*Array{}
		for _, key := range test.keys {
			got[key] = right
		}
		if d := v.compareMembers(got); d != test.want {
			t.Errorf("%q: got %q, want %q", test.keys, d, test.want)
		}
	}
}

// TestAmbiguousKeys judges answers about an archive in which the key of b is the name of a: by keys, by names, and as
// NumPy reads it, which returns a for both.
func TestAmbiguousKeys(t *testing.T) {
	a := &corpus.Array{DType: "|u1", Shape: []int64{}, SHA256: "aa"}
	b := &corpus.Array{DType: "|u1", Shape: []int64{}, SHA256: "bb"}
	v := NewVector(&corpus.Case{Members: []corpus.Member{{Name: "x.npy", Key: "x", Array: a}, {Name: "x.npy.npy", Key: "x.npy", Array: b}}},
		func(*corpus.Case) ([]byte, error) { return nil, nil })
	for _, test := range []struct{ got, want string }{
		{"x=aa x.npy=bb", ""},
		{"x.npy=aa x.npy.npy=bb", ""},
		{"x=aa x.npy=aa", `member "x.npy": elements with SHA-256 aa…, expected bb…`},
		{"x.npy=aa", `member "x.npy": elements with SHA-256 aa…, expected bb…`},
	} {
		got := map[string]*Array{}
		for _, pair := range strings.Fields(test.got) {
			key, sum, _ := strings.Cut(pair, "=")
			got[key] = &Array{dtype: "|u1", shape: "[]", sum: sum}
		}
		if d := v.compareMembers(got); d != test.want {
			t.Errorf("%s: got %q, want %q", test.got, d, test.want)
		}
	}
}

// TestOtherNames judges answers about an archive with an array under a name without the suffix .npy, which readers
// may leave out, as those do that go by the suffix or return its bytes (clause npz-5.2).
func TestOtherNames(t *testing.T) {
	array := func(sum string) *corpus.Array { return &corpus.Array{DType: "|u1", Shape: []int64{}, SHA256: sum} }
	v := NewVector(&corpus.Case{Members: []corpus.Member{
		{Name: "x.npy", Key: "x", Array: array("aa")}, {Name: "x.npy.npy", Key: "x.npy", Array: array("bb")}, {Name: "y.NPY", Key: "y.NPY", Array: array("cc")},
	}}, func(*corpus.Case) ([]byte, error) { return nil, nil })
	for _, test := range []struct{ got, want string }{
		{"x=aa x.npy=bb y.NPY=cc", ""},
		{"x=aa x.npy=bb", ""},
		{"x.npy=aa x.npy.npy=bb", ""},
		{"x=aa x.npy=bb y.NPY=aa", `member "y.NPY": elements with SHA-256 aa…, expected cc…`},
		{"x=aa y.NPY=cc", `member "x.npy" is missing`},
		{"x=aa x.npy=bb y=cc", `member "y" is not in the archive`},
	} {
		got := map[string]*Array{}
		for _, pair := range strings.Fields(test.got) {
			key, sum, _ := strings.Cut(pair, "=")
			got[key] = &Array{dtype: "|u1", shape: "[]", sum: sum}
		}
		if d := v.compareMembers(got); d != test.want {
			t.Errorf("%s: got %q, want %q", test.got, d, test.want)
		}
	}
}
