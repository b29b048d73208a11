package fix

import (
	"bufio"
	"io"
	"unicode/utf8"
)

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
	fromUTF8, toUTF8 = charset(func(c byte) rune { return rune(c) })
	from1252, to1252 = charset(windows1252)
)

// charset returns a filter that turns text into the bytes of a character set of 256 characters, and its reverse.
func charset(of func(byte) rune) (from, to func(io.Reader) io.Reader) {
	bytes := map[rune]byte{}
	for c := range 256 {
		bytes[of(byte(c))] = byte(c)
	}
	from = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		char, _, err := r.ReadRune()
		if err != nil {
			return dst, err
		}
		c, ok := bytes[char]
		if !ok { // among them U+FFFD, for what isn't UTF-8
			return dst, errDecode
		}
		return append(dst, c), nil
	})
	to = filtered(func(dst []byte, r *bufio.Reader) ([]byte, error) {
		c, err := r.ReadByte()
		if err != nil {
			return dst, err
		}
		return utf8.AppendRune(dst, of(c)), nil
	})
	return from, to
}

// windows1252 returns the character of a byte in Windows-1252, as browsers decode it: the five bytes without one are
// the control characters of Latin-1.
func windows1252(c byte) rune {
	if c < 0x80 || c >= 0xA0 {
		return rune(c)
	}
	return [...]rune{
		'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
		0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
	}[c-0x80]
}
