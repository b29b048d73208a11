package results

import (
	"errors"
	"io"
	"syscall"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

// fullAfter is a disk with room for that many bytes.
type fullAfter int

func (f *fullAfter) Write(p []byte) (int, error) {
	n := min(len(p), int(*f))
	*f -= fullAfter(n)
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// TestFullDisk covers disks that are full before the last byte of a report.
func TestFullDisk(t *testing.T) {
	compared := func(w io.Writer, r *conformance.Report) error {
		g, err := Compare(r, r)
		if err != nil {
			t.Fatal(err)
		}
		return g.WriteMarkdown(w)
	}
	for _, form := range []struct {
		name  string
		write func(io.Writer, *conformance.Report) error
	}{
		{"html", HTML},
		{"junit", JUnit},
		{"markdown", Markdown},
		{"comparison", compared},
	} {
		const room = 1 << 20
		disk := fullAfter(room)
		if err := form.write(&disk, sample()); err != nil {
			t.Fatalf("%s: %v", form.name, err)
		}
		size := room - disk
		for _, n := range []fullAfter{0, 1, size / 2, size - 1} {
			disk := n
			if err := form.write(&disk, sample()); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s of %d bytes on a disk with room for %d: got the error %v", form.name, size, n, err)
			}
		}
	}
}
