package fix

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// conversion is something that may have happened to a file. Undo returns what was there before; redo does it again, so
// that the comparison with the file shows that nothing else was there. Redo is nil if undo finds every fault itself.
type conversion struct {
	undo, redo func(io.Reader) (io.Reader, error)
	lossless   bool // whatever comes out is what was there

	// Start replaces the first n bytes, if undo is nil.
	start string
	n     int64

	sure func(*validator.Report) bool // what else has to hold; nil for nothing

	// Only reports whether no other conversion makes what there is now of bytes that differ from those that r has. The
	// checksums of an archive make it unnecessary.
	only func(r io.Reader) (bool, error)
}

// headSize is the number of bytes in which an array is looked for.
const headSize = 512

// conversionOf returns what may have happened to a file that begins with head, unless it is a conversion of a text.
func conversionOf(head []byte, size int64) (c conversion, ok bool) {
	begins := func(start string) bool { return bytes.HasPrefix(head, []byte(start)) }
	const url = "data:application/octet-stream;base64,"
	for _, start := range oddMagics {
		if begins(start) {
			return instead(int64(len(start)), spec.Magic), true
		}
	}
	switch at := bytes.Index(head, []byte(spec.Magic)); {
	case begins(spec.Magic), begins("PK\x03\x04"): // whatever is in an archive is a part of it
	case begins("\x1f\x8b"):
		return conversion{undo: func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }, lossless: true}, true
	case begins("k05VTVBZ"), begins("UEsDB"):
		return base64Of(0), true
	case begins(url):
		return base64Of(int64(len(url))), true
	case at > 0 && (plain(head[:at]) || string(head[:at]) == fmt.Sprintf("blob %d\x00", size-int64(at))): // an object of Git
		return instead(int64(at), ""), true
	}
	return conversion{}, false
}

// oddMagics are what writers of text make of the magic, if they write the data right all the same: its first character
// in UTF-8 or escaped, no such byte, and the rest in lower case. A question mark isn't among them: it would stand for
// bytes of the data, too.
var oddMagics = []string{"\u0093NUMPY", "\u201cNUMPY", `\x93NUMPY`, spec.Magic[1:], "\x93numpy"}

func always(f func(io.Reader) io.Reader) func(io.Reader) (io.Reader, error) {
	return func(r io.Reader) (io.Reader, error) { return f(r), nil }
}

// plain reports whether bytes before an array are a text, such as the headers of a response, and nothing that could be
// an array whose magic is damaged, or a value.
func plain(b []byte) bool {
	return utf8.Valid(b) && !bytes.Contains(b, []byte(spec.Magic[1:])) && !bytes.ContainsFunc(b, func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t'
	})
}

// instead puts a start where the first n bytes are.
func instead(n int64, start string) conversion { return conversion{start: start, n: n} }

// replaced is a file of which the first bytes are others.
type replaced struct {
	start string
	rest  *io.SectionReader
}

func (r replaced) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(r.start)) {
		return r.rest.ReadAt(p, off-int64(len(r.start)))
	}
	n := copy(p, r.start[off:])
	m, err := r.rest.ReadAt(p[n:], 0)
	return n + m, err
}

// base64Of undoes base64, with line breaks or without, after n bytes.
func base64Of(n int64) conversion {
	return conversion{lossless: true, undo: func(r io.Reader) (io.Reader, error) {
		if _, err := io.CopyN(io.Discard, r, n); err != nil {
			return nil, err
		}
		return base64.NewDecoder(base64.StdEncoding.Strict(), r), nil
	}}
}
