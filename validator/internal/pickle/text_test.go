package pickle

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// TestTextInDisguise covers data whose text has a character that doesn't exist, and after them data without one that
// have the same length. Only what was read last is compared with the dtype.
func TestTextInDisguise(t *testing.T) {
	u1 := sized("U1", "<", 4, 4, "K\x08")
	shape := func(n int) string { return num(uint32(n)) + "\x85" }
	counted := func(b []byte) string {
		return "B" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(b)))) + string(b)
	}
	line := func(s string) string { return "S'" + s + "'\n" }

	good := []byte(strings.Repeat("a\x00\x00\x00", 30))
	bad := []byte(strings.Repeat("\xff\xff\xff\xff", 30))
	long := strings.Repeat(`a\x00\x00\x00`, 1100)
	encode := func(s string) string { return reduce(importOf("_codecs", "encode"), s, str("latin1")) }

	for _, test := range []struct{ name, before, data string }{
		{"bytes of one length", newND + "(K\x01" + shape(30) + u1 + "\x89", counted(bad) + "q\x70" + "0" + counted(good) + "0h\x70"},
		{"long text", newND + "(K\x01" + shape(1100) + u1 + "\x89", line(strings.Repeat("zzzz", 1100)) + "q\x70" + "0" + line(long) + "0h\x70"},
		{"long text made bytes", newND + "(K\x01" + shape(1100) + u1 + "\x89", encode("V"+strings.Repeat("zzzz", 1100)+"\n") + "q\x70" + "0" + encode("V"+strings.Repeat("a\x00\x00\x00", 1100)+"\n") + "0h\x70"},
		{"long text made bytes after another", newND + "(K\x01" + shape(1100) + u1 + "\x89", "V" + strings.Repeat("zzzz", 1100) + "\nq\x700V" + strings.Repeat("a\x00\x00\x00", 1100) + "\n0" + encode("h\x70")},
	} {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			pickle := head + test.before + test.data + "tb"
			file := payload(proto(3) + pickle + "etb.")
			at := int64(start + 2 + len(pickle) - 1)
			report := walk(t, file)
			if !slices.ContainsFunc(report.Faults.Kept, func(f finding.Finding) bool {
				return (f.Rule.String() == "pickle-state" || f.Rule.String() == "pickle-late-change") && f.Offset == at && f.Length == 1
			}) {
				t.Errorf("got %+v, want an error at %d+1", report.Faults.Kept, at)
			}
		})
	}
}
