package conformance

import (
	"bytes"
	"io"
	"testing"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/internal/fix"
	"github.com/npycheck/npycheck/spec"
)

// sink is a file in memory.
type sink struct {
	b  []byte
	at int64
}

func (s *sink) Write(p []byte) (int, error) {
	n := copy(s.b[s.at:], p)
	s.b = append(s.b, p[n:]...)
	s.at += int64(len(p))
	return len(p), nil
}

func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekStart {
		s.at = 0
	}
	s.at += offset
	return s.at, nil
}

// TestPlantedReaderOfFixedFiles fixes the corpus without flags. The lax reader of package planted, which shares no
// code with the validator or with what fixes, reads all that is an array after that, and gets from it what it gets from
// the file before.
func TestPlantedReaderOfFixedFiles(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, c := range plantedCases() {
		switch c.ID {
		case "header/text-mode", "header/text-mode-longer", "header/length-16-short", "header/length-one-short":
			continue // before, every reader gets damaged values, or the end of the header as the first ones
		}
		p, err := fix.Make(t.Context(), fix.Source{ReaderAt: bytes.NewReader(c.file), Size: int64(len(c.file)), Name: c.File}, fix.Options{Level: spec.Note})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Files) == 1 {
			now := &sink{}
			if err := p.Files[0].Encode(t.Context(), now); err != nil {
				t.Fatal(err)
			}
			compared += sameToPlanted(t, c, now.b)
		}
		p.Close()
	}
	if compared < 500 {
		t.Errorf("compared %d files, expected more", compared)
	}
}

// sameToPlanted compares what the reader gets from two files, and returns how many comparisons that are.
func sameToPlanted(t *testing.T, c plantedCase, now []byte) int {
	t.Helper()
	r := &planted.Reader{Lax: true}
	before, outcome, _ := r.Read(c.File, c.file)
	if outcome != planted.Accept {
		return 0
	}
	after, outcome, err := r.Read("a."+c.Format, now)
	if outcome != planted.Accept {
		t.Errorf("%s: the fixed file: %v, %v, expected that it is read", c.ID, outcome, err)
		return 0
	}
	if difference := PlantedArray(before).Difference(PlantedArray(after)); difference != "" {
		t.Errorf("%s: %s", c.ID, difference)
	}
	return 1
}
