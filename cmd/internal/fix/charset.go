package fix

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/npycheck/npycheck/spec"
)

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
