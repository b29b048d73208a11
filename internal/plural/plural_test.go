package plural

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 2: "2 bytes", -1: "-1 bytes"} {
		if got := Count(n, "byte"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
