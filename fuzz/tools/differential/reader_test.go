package main

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// TestReader has a reader that answers with the sizes of files, and dies of some.
func TestReader(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	const program = `
import json, os, struct, sys
read = sys.stdin.buffer.read
seen = 0
while head := read(4):
    for _ in range(*struct.unpack("<I", head)):
        content = read(*struct.unpack("<I", read(4)))
        seen += 1
        if content == b"die" or content == b"together" and seen > 1:
            os.abort()
        print(json.dumps({"error": str(len(content))}), flush=True)
`
	r := &reader{command: command{name: "test", args: []string{python, "-c", program}}}
	defer r.close()
	for _, test := range []struct {
		files string
		want  string // the errors, or "death"
		err   error
	}{
		{"a bb ccc", "1 2 3", nil},
		{"a die ccc", "1 death 3", nil},
		{"a together ccc", "1 8 3", errLater},
		{"dd", "2", nil},
		{"die", "death", nil},
	} {
		answers, err := r.read(t.Context(), bytes.Fields([]byte(test.files)))
		if !errors.Is(err, test.err) || test.err == nil && err != nil {
			t.Errorf("%s: got error %v, want %v", test.files, err, test.err)
		}
		var got []string
		for _, a := range answers {
			if a.death != "" {
				a.Error = "death"
			}
			got = append(got, a.Error)
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: got %s, want %s", test.files, text, test.want)
		}
	}
}
