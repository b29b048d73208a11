package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestExplain has the rows of a table and what they explain.
func TestExplain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table.txt")
	text := `# a comment

numpy-* | reads | keys-duplicate | .* | reason
numpy-* | reads | zip-multi-disk | .* | reason
numpy-* | hides | zip-overlap | .* | reason
zipfile | differs | zip-size | ^member | reason
numpy-2.4.6 | refuses | * | too large | reason
`
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	rows, err := readTable(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		disagreement
		explained bool
	}{
		{disagreement{"numpy-2.4.6", reads, []string{"keys-duplicate"}, nil, ""}, true},
		{disagreement{"numpy-1.26.4", reads, []string{"keys-duplicate", "zip-multi-disk"}, nil, ""}, true},
		{disagreement{"numpy-1.26.4", reads, []string{"keys-duplicate", "shape-negative"}, nil, ""}, false},
		{disagreement{"numpy-1.26.4", reads, []string{"shape-negative"}, []string{"shape-negative", "zip-overlap"}, ""}, true},
		{disagreement{"numpy-1.26.4", reads, nil, nil, ""}, false},
		{disagreement{"zipfile", reads, []string{"keys-duplicate"}, nil, ""}, false},
		{disagreement{"numpy-2.4.6", differs, []string{"zip-overlap"}, nil, ""}, false},
		{disagreement{"zipfile", differs, []string{"zip-crc", "zip-size"}, nil, "member a"}, true},
		{disagreement{"zipfile", differs, []string{"zip-size"}, nil, "2 members"}, false},
		{disagreement{"numpy-2.4.6", refuses, nil, nil, "ValueError: too large"}, true},
		{disagreement{"numpy-1.26.4", refuses, nil, nil, "ValueError: too large"}, false},
		{disagreement{"numpy-2.4.6", dies, nil, nil, "too large"}, false},
	} {
		f := found{rows: rows}
		if got := f.explain(&test.disagreement); got != test.explained {
			t.Errorf("%+v: got explained %t, want %t", test.disagreement, got, test.explained)
		}
	}
	if rows[0].used+rows[1].used+rows[2].used+rows[3].used+rows[4].used != 6 {
		t.Errorf("got %+v used, want 6 uses", rows)
	}
}

func TestReadTable(t *testing.T) {
	if _, err := readTable("disagreements.txt"); err != nil {
		t.Error(err)
	}
	for _, line := range []string{"numpy | reads | keys-duplicate | .*", "numpy | reads | no-such-rule | .* | reason", "numpy | reads | * | ( | reason"} {
		name := filepath.Join(t.TempDir(), "table.txt")
		if err := os.WriteFile(name, []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readTable(name); err == nil {
			t.Errorf("%s: got no error", line)
		}
	}
}

func TestSignature(t *testing.T) {
	d := disagreement{"numpy-2.4.6", refuses, []string{"a", "b"}, nil, `ValueError: Cannot reshape array of size 12 into shape (0x1f, "x y")`}
	want := "numpy-2.4.6 | refuses | a b | ValueError: Cannot reshape array of size # into shape (#, #)"
	if got := d.signature(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
