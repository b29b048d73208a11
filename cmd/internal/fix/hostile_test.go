package fix

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
)

// limits runs f, which must not allocate much. Work that isn't linear would never end.
func limits(t *testing.T, name string, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 512 {
		t.Errorf("%s: allocated %d MiB in all, want less", name, n)
	}
}

// headed returns a file of version 2.0 with a header text, and data.
func headed(text, data string) []byte {
	n := (len(text)+12)/64*64 + 64 - 12
	b := binary.LittleEndian.AppendUint32([]byte("\x93NUMPY\x02\x00"), uint32(n))
	return fmt.Appendf(b, "%-*s\t%s", n-1, text, data)
}

// TestHostile gives files that could take long or much memory.
func TestHostile(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	for name, file := range map[string][]byte{
		"many empty fields":     headed("{'descr': [('x', '|S1')"+fields(", ('%d', '|S0')", 40_000)+"], 'fortran_order': False, 'shape': (3000000,)}", zeros(3_000_000)),
		"many strings":          headed("{'descr': [('a"+strings.Repeat("' 'a", 150_000)+"', '|S1')], 'fortran_order': False, 'shape': (1,)}", "x"),
		"long number":           headed("{'descr': '|S1', 'fortran_order': False, 'shape': (0x"+strings.Repeat("0", 900_000)+"1,)}", "x"),
		"nested parentheses":    headed("{'descr': "+strings.Repeat("(", 150)+"'|S1'"+strings.Repeat(")", 150)+", 'fortran_order': False, 'shape': (1,)}", "x"),
		"huge shape, no bytes":  headed("{'descr': '|S0', 'fortran_order': False, 'shape': (4611686018427387904,)}", ""),
		"archive of one header": npzOf(t, headed("{'descr': '|S1', 'fortran_order': False, 'shape': (1,)}"+strings.Repeat(" ", 900_000), "x"), zipwrite.Deflated),
	} {
		limits(t, name, func() {
			p := planOf(t, file, "a", Options{Level: spec.Note})
			for _, n := range p.Files {
				if _, err := written(t, n); err != nil {
					t.Logf("%s: %v", name, err)
				}
			}
		})
	}
}

func fields(format string, n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format, i)
	}
	return s.String()
}

// TestSpoolLimit unpacks a file that is longer than the limit.
func TestSpoolLimit(t *testing.T) {
	t.Parallel()
	if s, _, err := spooled(strings.NewReader("12345"), 4); err != ErrTooLarge {
		t.Errorf("got %v, %v, want %v", s, err, ErrTooLarge)
	}
	s, n, err := spooled(strings.NewReader("1234"), 4)
	if err != nil || n != 4 {
		t.Fatalf("got %d bytes, %v, want 4", n, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
