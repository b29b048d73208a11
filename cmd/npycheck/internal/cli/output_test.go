package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestReadTextLimit has the largest file that is read, and one that is a byte longer.
func TestReadTextLimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list")
	for _, test := range []struct {
		size int64
		want string
	}{
		{64 << 20, "<nil>"},
		{64<<20 + 1, name + ": has more than 67108864 bytes"},
	} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(name, test.size); err != nil {
			t.Fatal(err)
		}
		text, err := ReadText(t.Context(), name)
		if fmt.Sprint(err) != test.want || err == nil && int64(len(text)) != test.size {
			t.Errorf("%d bytes: got %d bytes and the error %v, want %s", test.size, len(text), err, test.want)
		}
	}
}
