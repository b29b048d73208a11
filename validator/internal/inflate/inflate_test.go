package inflate

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// row is a stream, what it stands for, and the error after that, or "" for a sound stream.
type row struct {
	name, content, err string
	stream             *stream
}

// noise returns n random bytes.
func noise(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

// far begins a stream with uncompressed blocks of n bytes.
func far(n int) *stream {
	s, content := new(stream), noise(n)
	for len(content) > 0 {
		part := content[:min(len(content), 0xffff)]
		s.stored(more, part)
		content = content[len(part):]
	}
	return s
}

func begin() *stream { return new(stream) }

// streams returns streams written by hand.
func streams() []row {
	deepest := only(286, map[int]uint8{'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5, 'f': 6, 'g': 7, 'h': 8, 'i': 9, 'j': 10, 'k': 11, 'l': 12, 285: 13, 257: 14, 256: 15, 'm': 15})
	deepestDist := only(30, map[int]uint8{0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 9, 9: 10, 10: 11, 11: 12, 12: 13, 13: 14, 14: 15, 15: 15})
	ab := only(258, map[int]uint8{'a': 2, 'b': 2, 256: 2, 257: 2})
	pair := only(2, map[int]uint8{0: 1, 1: 1})
	rows := []row{
		{"nothing", "", "byte 0, in block 1: the stream ends", begin()},
		{"uncompressed", "abc", "", begin().stored(final, "abc")},
		{"uncompressed, empty", "", "", begin().stored(final, "")},
		{"uncompressed, 65,535 bytes", noise(65535), "", begin().stored(final, noise(65535))},
		{"no last block", "abc", "byte 8, in block 2: the stream ends", begin().stored(more, "abc")},
		{"wrong complement", "", "byte 1, in block 1: length 0003, but complement fffd",
			begin().header(final, 0).pad().bits(3, 16).bits(0xfffd, 16).raw("abc")},
		{"reserved type", "a", "byte 2, in block 2: reserved type of block", begin().fixed(more).text("a").end().header(final, 3)},
		{"fixed codes", "a\x00\x8f\x90\xff", "", begin().fixed(final).text("a\x00\x8f\x90\xff").end()},
		{"match", "abcabcabca", "", begin().fixed(final).text("abc").match(7, 3).end()},
		{"longest match", strings.Repeat("a", 259), "", begin().fixed(final).text("a").match(258, 1).end()},
		{"longest match, with extra bits", strings.Repeat("a", 259), "", begin().fixed(final).text("a").symbol(fixedLit, 284).bits(31, 5).symbol(fixedDist, 0).end()},
		{"farthest match", noise(32768) + noise(32768)[:258], "", far(32768).fixed(final).match(258, 32768).end()},
		{"farthest match, later", noise(300_000) + noise(300_000)[300_000-32768:][:100], "", far(300_000).fixed(final).match(100, 32768).end()},
		{"a byte too far", noise(32767), "byte 32773, in block 2: distance of 32768 after 32767 bytes", far(32767).fixed(final).match(3, 32768).end()},
		{"match at the beginning", "", "byte 1, in block 1: distance of 1 after 0 bytes", begin().fixed(final).match(3, 1).end()},
		{"symbol 286", "a", "byte 1, in block 1: invalid code of a literal or length", begin().fixed(final).text("a").bits(0b01100011, 8)},
		{"symbol 287", "a", "byte 1, in block 1: invalid code of a literal or length", begin().fixed(final).text("a").bits(0b11100011, 8)},
		{"symbol 30 of distances", "a", "byte 2, in block 1: invalid code of a distance", begin().fixed(final).text("a").length(3).bits(0b01111, 5)},
		{"symbol 31 of distances", "a", "byte 2, in block 1: invalid code of a distance", begin().fixed(final).text("a").length(3).bits(0b11111, 5)},
		{"codes of its own", "abbaaaaa", "", begin().own(final, ab, pair).text("abba").symbol(ab, 257).symbol(pair, 0).text("a").end()},
		{"codes of 1 to 15 bits", "abcdefghijklm" + strings.Repeat("m", 258) + "ijklm", "",
			begin().own(final, deepest, deepestDist).text("abcdefghijklm").match(258, 1).text("ijklm").end()},
		{"codes of distances of 15 bits", noise(200) + noise(200)[7:10] + noise(200)[6:9] + noise(200)[15:18], "",
			far(200).own(final, deepest, deepestDist).match(3, 193).match(3, 197).symbol(deepest, 257).symbol(deepestDist, 14).bits(191-129, 6).end()},
		{"code of one distance", "aaaaa", "", begin().own(final, ab, code{1}).text("a").match(3, 1).text("a").end()},
		{"code of one distance, the other bit", "a", "byte 139, in block 1: invalid code of a distance", begin().own(final, ab, code{1}).text("a").symbol(ab, 257).bits(1, 1).end()},
		{"code of one distance, 2 bits", "", "byte 9, in block 1: incomplete code of distances", begin().own(final, ab, code{2}).end()},
		{"no code of distances", "ab", "", begin().own(final, ab, code{0}).text("ab").end()},
		{"no code of distances, but a length", "ab", "byte 139, in block 1: invalid code of a distance", begin().own(final, ab, code{0}).text("ab").symbol(ab, 257).bits(0, 9)},
		{"code of the end only", "", "", begin().own(final, only(257, map[int]uint8{256: 1}), code{0}).end()},
		{"code of the end only, the other bit", "", "byte 138, in block 1: invalid code of a literal or length", begin().own(final, only(257, map[int]uint8{256: 1}), code{0}).bits(1, 1)},
		{"incomplete code of distances", "", "byte 9, in block 1: incomplete code of distances", begin().own(final, ab, code{2, 2, 2}).end()},
		{"oversubscribed code of distances", "", "byte 9, in block 1: oversubscribed code of distances", begin().own(final, ab, code{1, 1, 1}).end()},
		{"incomplete code of literals", "", "byte 9, in block 1: incomplete code of literals and lengths", begin().own(final, only(257, map[int]uint8{'a': 1, 256: 2}), pair)},
		{"oversubscribed code of literals", "", "byte 9, in block 1: oversubscribed code of literals and lengths", begin().own(final, only(257, map[int]uint8{'a': 1, 'b': 2, 'c': 2, 256: 15}), pair)},
		{"no code for the end", "", "byte 9, in block 1: no code for the end of the block", begin().own(final, only(257, map[int]uint8{'a': 1, 'b': 1}), pair).text("ab")},
		{"code of one length", "", "byte 2, in block 1: incomplete code of lengths", begin().counts(final, 257, 1, only(19, map[int]uint8{1: 1}))},
		{"no code of lengths", "", "byte 2, in block 1: incomplete code of lengths", begin().counts(final, 257, 1, make(code, 19))},
		{"oversubscribed code of lengths", "", "byte 2, in block 1: oversubscribed code of lengths", begin().counts(final, 257, 1, only(19, map[int]uint8{0: 1, 1: 1, 2: 7}))},
		{"287 codes of literals", "", "byte 0, in block 1: 287 codes of literals and lengths and 1 of distances, expected at most 286 and 30", begin().counts(final, 287, 1, flat)},
		{"31 codes of distances", "", "byte 0, in block 1: 257 codes of literals and lengths and 31 of distances, expected at most 286 and 30", begin().counts(final, 257, 31, flat)},
		{"repeats nothing", "", "byte 9, in block 1: repeats the length of a code before the first", begin().counts(final, 257, 1, only(19, map[int]uint8{16: 1, 1: 1})).bits(0b001, 3)},
		{"repeats too often", "", "byte 10, in block 1: 276 lengths of codes, expected 258",
			begin().counts(final, 257, 1, only(19, map[int]uint8{18: 1, 1: 1})).bits(1|127<<1, 8).bits(1|127<<1, 8)},
	}
	for literals := range 8 {
		s := begin().fixed(more)
		for range literals {
			s.text("\xff")
		}
		name := fmt.Sprintf("uncompressed from bit %d on", (10+9*literals)%8)
		rows = append(rows, row{name, strings.Repeat("\xff", literals) + "xyz", "", s.end().stored(final, "xyz")})
	}
	return rows
}

// TestStreams reads them from sources that return all bytes, or one at a time. What follows a sound stream stays there.
func TestStreams(t *testing.T) {
	for _, test := range streams() {
		for _, after := range []string{"", "after", strings.Repeat("\xff", 100)} {
			b := append(bytes.Clone(test.stream.b), after...)
			if test.err != "" && after != "" {
				continue // what follows can be part of it
			}
			src := bufio.NewReaderSize(bytes.NewReader(b), 32)
			r := NewReader(src)
			content, err := io.ReadAll(r)
			if string(content) != test.content || fmt.Sprint(err) != test.err && (err != nil || test.err != "") {
				t.Errorf("%s: got %d bytes %.20q, %v, want %d bytes %.20q, %s", test.name, len(content), content, err, len(test.content), test.content, test.err)
			}
			if rest, _ := io.ReadAll(src); err == nil && string(rest) != after {
				t.Errorf("%s: got %q after it, want %q", test.name, rest, after)
			}
			r.Close()
		}
	}
}

// TestCut cuts streams after every byte. The content of a part is where that of the whole begins, and no shorter than
// that of a shorter part.
func TestCut(t *testing.T) {
	for _, test := range streams() {
		if test.err != "" || len(test.stream.b) > 1000 {
			continue
		}
		least := 0
		for n := range len(test.stream.b) {
			got := inflated(test.stream.b[:n], bytes.NewReader(test.stream.b[:n]))
			var fault *Fault
			if !errors.As(got.err, &fault) || !fault.Cut || fault.Offset != int64(n) || !errors.Is(got.err, io.ErrUnexpectedEOF) {
				t.Errorf("%s, %d bytes: got error %v", test.name, n, got.err)
			}
			if !strings.HasPrefix(test.content, string(got.content)) || len(got.content) < least {
				t.Errorf("%s, %d bytes: got %q", test.name, n, got.content)
			}
			least = len(got.content)
		}
	}
}

// TestLastBits covers streams of which only the first bytes are there. Whatever all their bits stand for is content, as
// for zlib, although no others follow.
func TestLastBits(t *testing.T) {
	text := strings.Repeat("0123456789", 26)[:258]
	matches := only(286, map[int]uint8{285: 1, 'a': 2, 'b': 3, 'c': 4, 'd': 5, 'e': 6, 'f': 7, 'g': 8, 'h': 9, 'i': 10, 'j': 11, 'k': 12, 'l': 13, 'm': 14, 'n': 15, 256: 15})
	dist := only(17, map[int]uint8{16: 1})
	fixedMatch := begin().fixed(final).text("aa").match(9, 1).end()
	for _, test := range []struct {
		name, content string
		stream        *stream
		n             int
	}{
		{"in a literal", "", fixedMatch, 1},
		{"after a literal", "a", fixedMatch, 2},
		{"in a match", "aa", fixedMatch, 3},
		{"after a match", "aaaaaaaaaaa", fixedMatch, 4},
		{"uncompressed, in its length", "", begin().stored(final, "abc"), 4},
		{"uncompressed, in its bytes", "ab", begin().stored(final, "abc"), 7},
		{"in the codes", text, begin().stored(more, text).own(final, matches, dist), 5 + 258 + 100},
		{"match of fewer bits than the end of the block", text + text, begin().stored(more, text).own(final, matches, dist).match(258, 258).end(), 5 + 258 + 162},
	} {
		b := test.stream.b[:test.n]
		got := inflated(b, bytes.NewReader(b))
		if string(got.content) != test.content || !errors.Is(got.err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: got %q, %v, want %q", test.name, got.content, got.err, test.content)
		}
	}
}

// TestCopies covers matches of every length and short distance, and some long ones, amid other symbols.
func TestCopies(t *testing.T) {
	s, content := begin().fixed(final), []byte(noise(100))
	s.text(string(content))
	for _, first := range []int{1, 33, 1000, 32768 - 20} {
		for distance := first; distance <= first+32; distance++ {
			for length := 3; length <= maxMatch; length += 1 + length/64 {
				if distance > len(content) || distance > window {
					continue
				}
				s.match(length, distance).text("x")
				for range length {
					content = append(content, content[len(content)-distance])
				}
				content = append(content, 'x')
			}
		}
	}
	s.end()
	got := inflated(s.b, bytes.NewReader(s.b))
	if got.err != nil || !bytes.Equal(got.content, content[:min(len(content), maxFuzzed)]) {
		t.Errorf("got %d bytes, %v, want %d", len(got.content), got.err, len(content))
	}
}

// TestLevels reads what compress/flate writes of long content.
func TestLevels(t *testing.T) {
	content := []byte(strings.Repeat(noise(40_000), 3) + strings.Repeat("abc", 100_000) + strings.Repeat("\x00", 300_000))
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, level)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(content)
		w.Close()
		if got := inflated(b.Bytes(), &b); got.err != nil || !bytes.Equal(got.content, content) {
			t.Errorf("level %d: got %d bytes, %v", level, len(got.content), got.err)
		}
	}
}

// TestSourceFails covers a source with an error of its own, which is not a fault of the stream.
func TestSourceFails(t *testing.T) {
	broken := errors.New("disk is broken")
	b := begin().fixed(final).text("abc").end().b
	for n := range len(b) {
		r := NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(b[:n]), failing{broken})))
		if _, err := io.ReadAll(r); err != broken {
			t.Errorf("after %d bytes: got %v, want %v", n, err, broken)
		}
		r.Close()
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
