package protocol

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/judge"
)

// TestExtents reads shapes as languages with a single number type spell them, and invalid ones.
func TestExtents(t *testing.T) {
	for _, test := range []struct{ shape, want string }{
		{"[3]", "[3]"},
		{"[3.0]", "[3]"},
		{"[3e0,2]", "[3,2]"},
		{"[]", "[]"},
		{"[-3]", "[-3]"},
		{"[-0]", "[0]"},
		{"[-0.0]", "[0]"},
		{"[2.5]", "[2.5]"},
		{"[null]", "[null]"},
		{"[false]", "[false]"},
	} {
		a, err := ReadArray([]byte(`{"dtype":"<f8","shape":` + test.shape + `,"data":""}`))
		if err != nil {
			t.Errorf("%s: %v", test.shape, err)
		} else if got := a.String(); got != "<f8 of shape "+test.want {
			t.Errorf("%s: got %s, want shape %s", test.shape, got, test.want)
		}
	}
}

// TestHashes reads an array whose hash is in upper case: the data is 01 02.
func TestHashes(t *testing.T) {
	const sum = "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222"
	a, err := ReadArray([]byte(`{"dtype":"|u1","shape":[2],"sha256":"` + strings.ToUpper(sum) + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]string{"\x01\x02": "", "\x01\x03": "other elements"} {
		if got := a.Difference(judge.NewArray("|u1", []int64{2}, []byte(data))); got != want {
			t.Errorf("%x: got %q, want %q", data, got, want)
		}
	}
}
