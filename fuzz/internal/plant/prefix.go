package plant

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// prefixFaults are the faults before the header.
var prefixFaults = map[spec.ID]fault{
	spec.PrefixTooShort: changed(npy.Wish{}, func(g *choice.Chooser, file []byte, _ int) []byte {
		return file[:g.N(spec.Version{Major: file[6]}.PrefixLen())]
	}),
	spec.PrefixMagic:           changed(npy.Wish{}, spoilMagic),
	spec.PrefixVersionUnknown:  changed(npy.Wish{}, spoilVersion),
	spec.PrefixHeaderTruncated: changed(npy.Wish{}, cutHeader),
	spec.PrefixLengthBigEndian: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Change = func(file []byte, _ int) []byte {
			slices.Reverse(lengthField(file))
			return file
		}
		return len(d.Array.Data) < 1<<10 // or the header could have the length that the field states
	}},
	spec.PrefixLengthWidth: {npy.Wish{Ascii: true}, func(d *npy.Draft) bool {
		if d.Style.Lines() {
			return false // what doesn't begin as usual doesn't look like a misplaced header
		}
		version := d.Version
		if version == spec.Version1 {
			d.Version = choice.Of(d.Chooser, spec.Version2, spec.Version3)
		} else {
			d.Version = spec.Version1
		}
		d.Change = func(file []byte, _ int) []byte {
			file[6] = version.Major
			return file
		}
		return true
	}},
	spec.PrefixVersionHigherThanNeeded: {npy.Wish{Version: spec.Version1}, func(d *npy.Draft) bool {
		d.Version = choice.Of(d.Chooser, spec.Version2, spec.Version3)
		return true
	}},
}

func lengthField(file []byte) []byte {
	return file[8:spec.Version{Major: file[6]}.PrefixLen()]
}

func spoilMagic(g *choice.Chooser, file []byte, _ int) []byte {
	switch g.N(5) {
	case 0: // one byte; 80 would begin a pickle
		at := g.N(len(spec.Magic))
		c := byte(g.N(256))
		if c == file[at] || c == 0x80 {
			c = 'n'
		}
		file[at] = c
	case 1:
		copy(file[1:], choice.Of(g, "numpy", "Numpy", "NUMPZ", "NPYFF", "\x00\x00\x00\x00\x00"))
	case 2:
		return append([]byte(choice.Of(g, "\n", " ", "\x00", "\ufeff", "\r\n", "#!", "HTTP/1.1 200 OK\r\n\r\n")), file...)
	case 3: // as UTF-8, and as 7-bit ASCII
		return append([]byte(choice.Of(g, "\xc2\x93", "\x13", "?", "\xef\xbf\xbd", "\u201c")), file[1:]...)
	case 4: // without its first bytes
		return file[1+g.N(len(spec.Magic)):]
	}
	return file
}

func spoilVersion(g *choice.Chooser, file []byte, _ int) []byte {
	major, minor := byte(g.N(256)), byte(g.N(256))
	switch g.N(3) {
	case 0:
		major, minor = file[6], byte(1+g.N(3))
	case 1:
		major, minor = choice.Of[byte](g, 0, 1, 2, 3, 4, 129, 130, 131, 255), choice.Of[byte](g, 0, 1, 2, 128, 255)
	}
	if minor == 0 && 1 <= major && major <= 3 {
		minor = 1
	}
	file[6], file[7] = major, minor
	return file
}

// cutHeader makes the header longer than the file.
func cutHeader(g *choice.Chooser, file []byte, offset int) []byte {
	field := lengthField(file)
	prefix := 8 + len(field)
	if g.One(2) {
		return file[:prefix+g.N(offset-prefix)]
	}
	have := uint32(len(file) - prefix)
	if low := binary.LittleEndian.Uint16(field); len(field) == 4 && byte(low) != 0 && g.One(3) { // whose lower half is right
		if long := uint32(1+g.N(100))<<16 | uint32(low); long > have {
			binary.LittleEndian.PutUint32(field, long)
			return file
		}
	}
	if len(field) == 4 {
		more := choice.Of(g, have+1+uint32(g.N(1000)), 1<<20, 1<<31-1, 1<<31, math.MaxUint32)
		binary.LittleEndian.PutUint32(field, max(more, have+1)|1) // which is not a short one in big-endian
		return file
	}
	if have >= math.MaxUint16 {
		return file[:prefix+g.N(offset-prefix)]
	}
	more := uint16(min(have+1+uint32(g.N(1000)), math.MaxUint16))
	if swapped := bits.ReverseBytes16(more); g.One(4) || uint32(swapped) <= have && file[prefix+int(swapped)-1] == '\n' {
		more = math.MaxUint16 // the other would be a header in big-endian
	}
	binary.LittleEndian.PutUint16(field, more)
	return file
}
