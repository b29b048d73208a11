package conformance

import (
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestMoreMembers judges answers about an archive of three members of which the case lists one.
func TestMoreMembers(t *testing.T) {
	listed := corpus.Member{Name: "a.npy", Key: "a", Array: &corpus.Array{DType: "|u1", Shape: []int64{}, SHA256: "aa"}}
	v := newVector(&corpus.Case{Members: []corpus.Member{listed}, MoreMembers: 2}, nil)
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
