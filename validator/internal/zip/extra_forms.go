package zip

import (
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// extraForm is a known extra field. Only harmless ones have a form.
type extraForm struct {
	id   uint16
	name string
	// form reports whether the data of a block is well-formed, in an entry or else in a local header. It is nil for
	// blocks that some readers act on and others ignore.
	form func(data []byte, central bool) bool
}

// extraForms has the blocks that common writers write, and some that change what a reader sees.
// Nobody can vouch for other blocks.
var extraForms = [...]extraForm{
	{0x5455, "extended timestamp", timestampForm},
	{0x000a, "NTFS times", ntfsForm},
	{0x5855, "Info-ZIP Unix, first version", func(data []byte, _ bool) bool { return len(data) == 8 || len(data) == 12 }},
	{0x7855, "Info-ZIP Unix, second version", func(data []byte, central bool) bool { return len(data) == 4 || central && len(data) == 0 }},
	{0x7875, "Info-ZIP Unix, third version", ownerForm},
	{0xcafe, "Java archive marker", func(data []byte, _ bool) bool { return len(data) == 0 }},
	{0xd935, "Android alignment", alignmentForm},
	{0xa11e, "Apache Commons and Rust alignment", alignmentForm},
	{0x000d, "PKWARE Unix, with a link target", nil},
	{0x0017, "strong encryption", nil},
	{0x6375, "Unicode comment", nil},
	{0x6c78, "libarchive experimental, with a mode", nil},
	{0x756e, "ASi Unix, with a mode and a link target", nil},
	{0x9901, "AES encryption", nil},
}

// timestampForm is the form of up to three 4-byte times. An entry may have only the first.
func timestampForm(data []byte, central bool) bool {
	if len(data) == 0 || data[0]&^7 != 0 {
		return false
	}
	times := len(data) - 1
	return times == 4*bits.OnesCount8(data[0]) || central && times == 4*int(data[0]&1)
}

// ntfsForm is the form of exactly three 8-byte times.
func ntfsForm(data []byte, _ bool) bool {
	return len(data) == 32 && string(data[:8]) == "\x00\x00\x00\x00\x01\x00\x18\x00"
}

// ownerForm is the form of the numbers of a user and a group, each with its length.
func ownerForm(data []byte, _ bool) bool {
	if len(data) < 3 || data[0] != 1 {
		return false
	}
	group := 2 + int(data[1])
	return group < len(data) && len(data) == group+1+int(data[group]) && data[1] <= 8 && data[group] <= 8
}

// alignmentForm is the form of an alignment followed by zeros that pad a local header.
func alignmentForm(data []byte, central bool) bool {
	return !central && len(data) >= 2 && strings.Trim(string(data[2:]), "\x00") == ""
}

// unusualExtra returns what is unusual about a block, or "".
func unusualExtra(id uint16, data []byte, central bool) string {
	for i := range extraForms {
		f := &extraForms[i]
		switch {
		case f.id != id:
		case f.form == nil:
			return "(" + f.name + ") is used by only some readers"
		case !f.form(data, central):
			return "(" + f.name + ") is malformed: " + text.Count(int64(len(data)), "byte")
		default:
			return ""
		}
	}
	return "is not one that common writers use"
}
