package fuzz

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// FuzzNpy takes a whole file.
func FuzzNpy(f *testing.F) {
	for _, rule := range spec.Rules() {
		if len(rule.Example.Bad) < 1<<12 {
			f.Add([]byte(rule.Example.Bad))
			f.Add([]byte(rule.Example.Good))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { properties(t, b) })
}

// FuzzLiteral takes a version and the text of a header, and puts prefix, padding and a little data
// around it, so that everything reaches the literal parser.
func FuzzLiteral(f *testing.F) {
	for _, rule := range spec.Rules() {
		if b := rule.Example.Bad; len(b) > 12 && len(b) < 1<<12 {
			f.Add(byte(1), strings.TrimRight(b[10:], "\x00 \n"))
		}
	}
	f.Add(byte(3), "{'descr': [('中', '<i4', (2,))], 'fortran_order': False, 'shape': (), }")
	f.Fuzz(func(t *testing.T, major byte, literal string) {
		if len(literal) > 60000 {
			return
		}
		version := spec.Version{Major: 1 + major%3}
		header := literal + strings.Repeat(" ", 63-(version.PrefixLen()+len(literal))%64) + "\n"
		b := append([]byte(spec.Magic), version.Major, version.Minor)
		if version == spec.Version1 {
			b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
		}
		properties(t, append(append(b, header...), "\x00\x01\x02\x00\x00\x00\x00\x00"...))
	})
}
