package fix

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"golang.org/x/text/encoding/charmap"
)

// errDecode marks an error of the bytes, and not of reading them.
var errDecode = errors.New("the file is not what it looks like")

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

// charset returns the conversion that decodes the bytes of a character set as text, and writes it as UTF-8.
func charset(set *charmap.Charmap) conversion {
	known := map[rune]byte{}
	for c := range 256 {
		known[charOf(set, byte(c))] = byte(c)
	}
	from := filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		char, _, err := r.ReadRune()
		if err != nil {
			return dst, err
		}
		c, ok := known[char]
		if !ok { // among them U+FFFD, for what isn't UTF-8
			return dst, errDecode
		}
		return append(dst, c), nil
	})
	to := filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		if err != nil {
			return dst, err
		}
		return utf8.AppendRune(dst, charOf(set, c)), nil
	})
	only := func(r io.Reader) (bool, error) { return onlySet(set, r) }
	return conversion{undo: always(from), redo: always(to), only: only}
}

// onlySet reports whether no other character set has all the characters of the bytes that r has, and some of them at
// other places: the text in UTF-8 doesn't show which of the two was decoded.
func onlySet(set *charmap.Charmap, r io.Reader) (bool, error) {
	seen, err := valuesIn(r)
	if err != nil {
		return false, err
	}
	for _, other := range charmap.All {
		if other, ok := other.(*charmap.Charmap); ok && confused(set, other, seen) {
			return false, nil
		}
	}
	return true, nil
}

// confused reports whether the characters of the bytes that were seen are others in another set.
func confused(set, other *charmap.Charmap, seen *[256]bool) bool {
	first := spec.Magic[0]
	if charOf(other, first) != charOf(set, first) {
		return false // it wasn't the first byte of an array
	}
	differ := false
	for c, is := range seen {
		char := charOf(set, byte(c))
		if !is || charOf(other, byte(c)) == char {
			continue
		}
		if _, ok := other.EncodeRune(char); !ok {
			return false
		}
		differ = true
	}
	return differ
}

// charOf returns the character of a byte, as browsers decode it: the bytes without one are the control characters of
// Latin-1.
func charOf(set *charmap.Charmap, c byte) rune {
	if char := set.DecodeByte(c); char != utf8.RuneError {
		return char
	}
	return rune(c)
}

// valuesIn returns which bytes there are.
func valuesIn(r io.Reader) (*[256]bool, error) {
	var seen [256]bool
	b := make([]byte, 64<<10)
	for {
		n, err := r.Read(b)
		for _, c := range b[:n] {
			seen[c] = true
		}
		if err == io.EOF {
			return &seen, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// onlyLineFeeds reports whether each CR LF was LF. A program that makes CR LF of every line end leaves no CR alone, and
// then each may have been CR, too, or CR LF, unless there is none after the header.
func onlyLineFeeds(r io.Reader) (bool, error) {
	all := bufio.NewReaderSize(r, 64<<10)
	for {
		_, err := all.ReadSlice('\n')
		if err == nil {
			break
		}
		if err == io.EOF {
			return true, nil
		}
		if err != bufio.ErrBufferFull {
			return false, err
		}
	}
	seen, err := valuesIn(all)
	if err != nil {
		return false, err
	}
	return !seen['\n'] || seen['\r'], nil
}

// filter is a reader that turns one byte at a time into others.
type filter struct {
	r    *bufio.Reader
	turn func(dst []byte, r *bufio.Reader) ([]byte, error)
	rest []byte
	err  error
}

func (f *filter) Read(p []byte) (int, error) {
	for len(f.rest) < len(p) && f.err == nil {
		f.rest, f.err = f.turn(f.rest, f.r)
	}
	n := copy(p, f.rest)
	f.rest = append(f.rest[:0], f.rest[n:]...)
	if n == 0 && len(p) > 0 {
		return 0, f.err
	}
	return n, nil
}

func filtered(turn func([]byte, *bufio.Reader) ([]byte, error)) func(io.Reader) io.Reader {
	return func(r io.Reader) io.Reader { return &filter{r: bufio.NewReaderSize(r, 64<<10), turn: turn} }
}

// The filters: what systems do to a text, and the reverse.
var (
	withoutReturns = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		if err != nil {
			return dst, err
		}
		switch next, _ := r.Peek(1); {
		case c == '\n':
			return dst, errDecode // not every LF became CR LF
		case c == '\r' && len(next) > 0 && next[0] == '\n':
			r.Discard(1)
			return append(dst, '\n'), nil
		}
		return append(dst, c), nil
	})
	withReturns = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return dst, err
		case c == '\n':
			return append(dst, '\r', '\n'), nil
		}
		return append(dst, c), nil
	})
)
