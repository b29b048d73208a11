package zip

import (
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/internal/plural"
)

// extraForm is an extra field that has a name: those that are harmless have a form.
type extraForm struct {
	id   uint16
	name string
	// form reports whether the data of a block are as they have to be, in an entry or else in a local
	// header. Without one, readers act on the block, and not all of them.
	form func(data []byte, central bool) bool
}

// extraForms has the blocks that the usual writers write, and some that change what a reader sees.
// What isn't here is a block that nobody can vouch for.
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

// timestampForm is that of up to three times of 4 bytes. In an entry the first may stand for all.
func timestampForm(data []byte, central bool) bool {
	if len(data) == 0 || data[0]&^7 != 0 {
		return false
	}
	times := len(data) - 1
	return times == 4*bits.OnesCount8(data[0]) || central && times == 4*int(data[0]&1)
}

// ntfsForm is that of three times of 8 bytes, and nothing else.
func ntfsForm(data []byte, _ bool) bool {
	return len(data) == 32 && string(data[:8]) == "\x00\x00\x00\x00\x01\x00\x18\x00"
}

// ownerForm is that of the numbers of a user and a group, each with its length.
func ownerForm(data []byte, _ bool) bool {
	if len(data) < 3 || data[0] != 1 {
		return false
	}
	group := 2 + int(data[1])
	return group < len(data) && len(data) == group+1+int(data[group]) && data[1] <= 8 && data[group] <= 8
}

// alignmentForm is that of an alignment with zeros after it, which fill up a local header.
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
			return "(" + f.name + ") is acted on by only some readers"
		case !f.form(data, central):
			return "(" + f.name + ") is malformed: " + plural.Count(int64(len(data)), "byte")
		default:
			return ""
		}
	}
	return "is not one that common writers use"
}
