package plant

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// TestCutHeader cuts a header of which every length ends a line: read as big-endian, its new length must not be one that
// the file has, since that is another fault.
func TestCutHeader(t *testing.T) {
	whole := append([]byte(spec.Magic+"\x01\x00\x58\x02"), bytes.Repeat([]byte{'\n'}, 600)...)
	longer := 0
	for i := range uint64(1000) {
		file := cutHeader(choice.Numbered(0, i), bytes.Clone(whole), len(whole))
		have, n := len(file)-10, int(binary.LittleEndian.Uint16(file[8:]))
		if n <= have {
			t.Fatalf("file %d: got a header of %d bytes in %d", i, n, have)
		}
		if n == 600 {
			continue // it is the file that was cut
		}
		longer++
		if swapped := int(binary.BigEndian.Uint16(file[8:])); swapped <= have {
			t.Errorf("file %d: header length %d is %d in big-endian, of %d bytes", i, n, swapped, have)
		}
	}
	if longer < 100 {
		t.Errorf("got %d files with a longer header, want 100 at least", longer)
	}
}
