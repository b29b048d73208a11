package fix

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// npyOf returns a file of bytes, as NumPy writes it.
func npyOf(t *testing.T, data []byte) []byte {
	t.Helper()
	b, err := spec.Header{DType: spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, Shape: []int64{int64(len(data))}}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, data...)
}

// npzOf returns an archive with that file as a.npy.
func npzOf(t *testing.T, file []byte, method uint16) []byte {
	t.Helper()
	w := &memory{}
	a := zipwrite.New(w)
	if err := a.Content("a.npy", method, uint64(len(file)), bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return w.b
}

// memory is a file in memory.
type memory struct {
	b  []byte
	at int64
}

func (m *memory) Write(p []byte) (int, error) {
	n := copy(m.b[m.at:], p)
	m.b = append(m.b, p[n:]...)
	m.at += int64(len(p))
	return len(p), nil
}

func (m *memory) Seek(offset int64, _ int) (int64, error) {
	m.at += offset
	return m.at, nil
}

func gzipped(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func crlf(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }

func latin1ToUTF8(b []byte) []byte {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return []byte(s.String())
}

// windows1252ToUTF8 decodes bytes as browsers do, which know a character for each byte of Windows-1252.
func windows1252ToUTF8(b []byte) []byte {
	special := []rune("\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
		"\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178")
	var s strings.Builder
	for _, c := range b {
		if c >= 0x80 && c < 0xA0 {
			s.WriteRune(special[c-0x80])
		} else {
			s.WriteRune(rune(c))
		}
	}
	return []byte(s.String())
}

// lineEnds writes each line end as end.
func lineEnds(end string, b []byte) []byte {
	return regexp.MustCompile(`\r\n|\r|\n`).ReplaceAllLiteral(b, []byte(end))
}

// decoded decodes bytes as text, and writes it as UTF-8.
func decoded(set *charmap.Charmap, b []byte) []byte {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(set.DecodeByte(c))
	}
	return []byte(s.String())
}

// trimmed is what an editor makes of lines that end with spaces, in a file that ends without a line end.
func trimmed(b []byte) []byte {
	var lines [][]byte
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		lines = append(lines, bytes.TrimRight(line, " \t"))
	}
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// values returns each value of a byte, with a tab before the only line feed.
func values() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

// TestUndo converts and wraps files. Fix gives back what was there, byte for byte.
func TestUndo(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(1, 6))
	random := make([]byte, 100_000)
	for i := range random {
		random[i] = byte(source.Uint32())
	}
	file := npyOf(t, random)
	archive, packed := npzOf(t, file, zipwrite.Stored), npzOf(t, npyOf(t, random[:5000]), zipwrite.Deflated)
	encoded := base64.StdEncoding.EncodeToString(file)
	lines := ""
	for s := encoded; s != ""; s = s[min(76, len(s)):] {
		lines += s[:min(76, len(s))] + "\r\n"
	}
	for _, test := range []struct {
		name       string
		was, now   []byte
		impossible bool
	}{
		{name: "gzip", was: file, now: gzipped(t, file)},
		{name: "gzip of an archive", was: archive, now: gzipped(t, archive)},
		{name: "gzip cut", now: gzipped(t, file)[:5000], impossible: true},
		{name: "gzip of a cut file", now: gzipped(t, file[:5000]), impossible: true},
		{name: "gzip of something else", now: gzipped(t, []byte("hello")), impossible: true},
		{name: "gzip of gzip", now: gzipped(t, gzipped(t, file)), impossible: true},
		{name: "base64", was: file, now: []byte(encoded)},
		{name: "base64 in lines", was: file, now: []byte(lines)},
		{name: "base64 of an archive", was: packed, now: []byte(base64.StdEncoding.EncodeToString(packed))},
		{name: "base64 with a character lost", now: []byte(encoded[:4000] + encoded[4001:]), impossible: true},
		{name: "data URL", was: file, now: []byte("data:application/octet-stream;base64," + encoded)},
		{name: "UTF-8", was: file, now: latin1ToUTF8(file)},
		{name: "UTF-8 with a byte changed", now: append(latin1ToUTF8(file), 0xC2, 0x80), impossible: true},
		{name: "HTTP headers", was: file, now: append([]byte("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"), file...)},
		{name: "bytes before a cut file", now: append([]byte("\xef\xbb\xbf"), file[:9000]...), impossible: true},
		{name: "first byte lost", was: file, now: file[1:]},
		{name: "first two bytes lost", now: file[2:], impossible: true},
		{name: "CR LF", was: file, now: crlf(file)},
		{name: "CR LF in an archive", was: archive, now: crlf(archive)},
		{name: "CR LF in a deflated archive", was: packed, now: crlf(packed)},
		{name: "CR LF and a byte lost", now: crlf(file)[:len(crlf(file))-1], impossible: true},
		{name: "CR LF and a byte more", now: append(crlf(file), 0), impossible: true},
		{name: "UTF-8 of an archive", was: archive, now: latin1ToUTF8(archive)},
		{name: "UTF-8 of a deflated archive", was: packed, now: latin1ToUTF8(packed)},
		{name: "UTF-8 twice", was: file, now: latin1ToUTF8(latin1ToUTF8(file))},
		{name: "UTF-8 twice, of an archive", was: packed, now: latin1ToUTF8(latin1ToUTF8(packed))},
		{name: "UTF-8 three times, of an archive", was: archive, now: latin1ToUTF8(latin1ToUTF8(latin1ToUTF8(archive)))},
		{name: "UTF-8 of an archive and a byte changed", now: flipped(latin1ToUTF8(archive), 900), impossible: true},
		{name: "UTF-8 of an archive, cut", now: latin1ToUTF8(archive)[:90_000], impossible: true},
		{name: "UTF-8 of an archive without its directory", now: latin1ToUTF8(archive[:len(archive)-70]), impossible: true},
		{name: "Windows-1252", was: file, now: windows1252ToUTF8(file)},
		{name: "Windows-1252 of an archive", was: archive, now: windows1252ToUTF8(archive)},
		{name: "Windows-1252 twice, of an archive", was: packed, now: windows1252ToUTF8(windows1252ToUTF8(packed))},
		{name: "Windows-1252 after UTF-8, of an archive", was: packed, now: windows1252ToUTF8(latin1ToUTF8(packed))},
		{name: "UTF-8 and CR LF", was: file, now: crlf(latin1ToUTF8(file))},
		{name: "UTF-8 and CR LF in an archive", was: packed, now: latin1ToUTF8(crlf(packed))},
		{name: "U+FFFD for each byte that isn't UTF-8", now: bytes.ToValidUTF8(archive, []byte("\uFFFD")), impossible: true},
		{name: "U+FFFD, of a deflated archive", now: bytes.ToValidUTF8(packed, []byte("\uFFFD")), impossible: true},
		{name: "magic in UTF-8", was: file, now: slices.Concat([]byte("\xc2\x93"), file[1:])},
		{name: "magic as Windows-1252 in UTF-8", was: file, now: slices.Concat([]byte("\u201c"), file[1:])},
		{name: "magic escaped", was: file, now: slices.Concat([]byte(`\x93`), file[1:])},
		{name: "magic escaped and a byte lost", now: slices.Concat([]byte(`\x93`), file[1:90_000]), impossible: true},
		{name: "magic in lower case", was: file, now: slices.Concat([]byte("\x93numpy"), file[6:])},
		{name: "magic with a question mark", now: slices.Concat([]byte("?"), file[1:]), impossible: true},
		{name: "object of Git", was: file, now: slices.Concat(fmt.Appendf(nil, "blob %d\x00", len(file)), file)},
		{name: "object of Git of another length", now: slices.Concat(fmt.Appendf(nil, "blob %d\x00", len(file)+1), file), impossible: true},
		{name: "CR LF for CR, too", now: lineEnds("\r\n", file), impossible: true},
		{name: "CR LF for CR, too, without CR", now: crlf(npyOf(t, []byte("a\nb\nc"))), impossible: true},
		{name: "CR LF for each line end, and another line", now: lineEnds("\r\n", append(npyOf(t, []byte("a\r\nb\nc\nd")), '\n')), impossible: true},
		{name: "CR LF in the header alone", was: npyOf(t, []byte("abc")), now: crlf(npyOf(t, []byte("abc")))},
		{name: "CR LF for LF beside CR", was: npyOf(t, []byte("a\nb\rc")), now: crlf(npyOf(t, []byte("a\nb\rc")))},
		{name: "Baltic as Latin-1", now: decoded(charmap.ISO8859_13, npyOf(t, []byte("A\xaf\xb8\x07"))), impossible: true},
		{name: "Baltic as Windows-1252", now: decoded(charmap.Windows1257, npyOf(t, []byte("A\xaf\xb8\x07"))), impossible: true},
		{name: "Hebrew as Windows-1252", now: decoded(charmap.Windows1255, npyOf(t, []byte("A\xaa\xba\x07"))), impossible: true},
		{name: "Windows-1252 of few characters", was: npyOf(t, []byte("A\xe9\x07")), now: decoded(charmap.Windows1252, npyOf(t, []byte("A\xe9\x07")))},
		{name: "lines trimmed, and another line", now: trimmed(npyOf(t, values())), impossible: true},
		{name: "CR LF twice", was: file, now: crlf(crlf(file))},
		{name: "CR LF but for two LF", now: bytes.Replace(crlf(file), []byte("\r\n"), []byte("\n"), 2), impossible: true},
		{name: "CR LF but for the last LF", now: append(bytes.TrimSuffix(crlf(npyOf(t, []byte("a\n"))), []byte("\r\n")), '\n'), impossible: true},
		{name: "CR LF in an archive and a byte changed", now: flipped(crlf(archive), 600), impossible: true},
		{name: "LF for CR LF", now: bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n")), impossible: true},
		{name: "CR for LF", now: bytes.ReplaceAll(file, []byte("\n"), []byte("\r")), impossible: true},
		{name: "archive cut inside its first member", now: archive[:2000], impossible: true},
		{name: "archive without its directory", now: archive[:len(archive)-70], impossible: true},
	} {
		suffix := "npy"
		if bytes.HasPrefix(test.was, []byte("PK")) {
			suffix = "npz"
		}
		p := planOf(t, test.now, "a."+suffix, Options{})
		if test.impossible {
			if p.Changes() {
				t.Errorf("%s: would be fixed: %v", test.name, p.Fixed)
			}
			continue
		}
		if len(p.Files) != 1 {
			t.Errorf("%s: got %d files, want one; left: %v", test.name, len(p.Files), p.Left)
			continue
		}
		got, err := written(t, p.Files[0])
		if err != nil || !bytes.Equal(got, test.was) {
			t.Errorf("%s: got %d bytes, %v, want the %d bytes that there were", test.name, len(got), err, len(test.was))
		}
	}
}

func flipped(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 1
	return b
}

// TestUndoSuffix expects the flag where a file gets another suffix.
func TestUndoSuffix(t *testing.T) {
	t.Parallel()
	now := gzipped(t, npzOf(t, npyOf(t, []byte("abc")), zipwrite.Stored))
	p := planOf(t, now, "a.npy", Options{})
	if p.Changes() || len(p.Left) != 1 || p.Left[0].Flag != "--rename" {
		t.Errorf("got %+v, want only the flag", p)
	}
	if p = planOf(t, now, "a.npy", Options{Rename: true}); len(p.Files) != 1 || !p.Rename || p.Format != validator.Npz {
		t.Errorf("got %+v, want an archive", p)
	}
}

// TestSurplus cuts bytes after the data only where they can't be elements.
func TestSurplus(t *testing.T) {
	t.Parallel()
	doubles := func(after string) []byte {
		b, err := spec.Header{DType: spec.DType{Kind: 'f', Order: '<', Itemsize: 8}, Shape: []int64{3}}.Append(nil, spec.Version1, spec.EraGrowth)
		if err != nil {
			t.Fatal(err)
		}
		return append(append(b, "abcdefghijklmnopqrstuvwx"...), after...)
	}
	for _, test := range []struct {
		after string
		cut   bool
	}{
		{"\n", true},
		{"\r\n", true},
		{"\n\n", false},
		{"\x00", false},
		{strings.Repeat("\x00", 512-152), false}, // 45 elements
		{strings.Repeat("\x00", 512-152-8+4), false},
		{strings.Repeat("\x00", 8), false},
		{"x", false},
		{strings.Repeat("\n", 8), false},
	} {
		p := planOf(t, doubles(test.after), "a.npy", Options{})
		if p.Changes() != test.cut {
			t.Errorf("%q: got %v and %v, want that it is cut: %v", test.after, p.Fixed, p.Left, test.cut)
		}
	}
	// Bytes of an odd size, up to a block of 512.
	odd := npyStrings(t, 7, 3)
	odd = append(odd, make([]byte, 512-len(odd))...)
	if p := planOf(t, odd, "a.npy", Options{}); !p.Changes() {
		t.Errorf("got %v, want that zeros up to a block are cut", p.Left)
	}
	if p := planOf(t, odd[:len(odd)-1], "a.npy", Options{}); p.Changes() {
		t.Errorf("got %v, want that other zeros are not cut", p.Fixed)
	}
}

// npyStrings returns a file of byte strings.
func npyStrings(t *testing.T, itemsize, count int64) []byte {
	t.Helper()
	b, err := spec.Header{DType: spec.DType{Kind: 'S', Order: '|', Itemsize: itemsize}, Shape: []int64{count}}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, strings.Repeat("x", int(itemsize*count))...)
}

// TestLies lets what writes a file lie: the proof notices each lie.
func TestLies(t *testing.T) {
	t.Parallel()
	old := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x46\x00%-68s\t\nabcdefghijkl", "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3)}")
	right := "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }"
	for _, test := range []struct{ header, data string }{
		{right, "abcdefghijkl"},
		{strings.Replace(right, "<", ">", 1), "abcdefghijkl"},
		{strings.Replace(right, "i2", "u2", 1), "abcdefghijkl"},
		{strings.Replace(right, "i2", "f2", 1), "abcdefghijkl"},
		{strings.Replace(right, "2, 3", "3, 2", 1), "abcdefghijkl"},
		{strings.Replace(right, "2, 3", "6,", 1), "abcdefghijkl"},
		{strings.Replace(right, "False", "True", 1), "abcdefghijkl"},
		{right, "abcdefghijkm"},
		{right, "abcdefghijk"},
		{right, "abcdefghijkl\n"},
		{right, ""},
	} {
		p := planOf(t, old, "a.npy", Options{})
		if len(p.Files) != 1 {
			t.Fatalf("got %v, want a new header", p.Left)
		}
		lie := fmt.Sprintf("\x93NUMPY\x01\x00\x76\x00%-117s\n%s", test.header, test.data)
		err := p.Files[0].verify(t.Context(), Source{strings.NewReader(lie), int64(len(lie)), ""})
		if right := test.header == right && test.data == "abcdefghijkl"; (err == nil) != right {
			t.Errorf("%s %q: got %v, want an error: %v", test.header, test.data, err, !right)
		}
	}
}
