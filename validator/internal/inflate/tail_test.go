package inflate

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"io"
	"math/rand"
	"strings"
	"testing"
)

// farMatch is a block with one match of 258 bytes, 258 bytes back, whose codes have up to 15 bits.
var farMatch = "ecf001902449922449128b9a4756cfde03" + strings.Repeat("00", 120) + "3c000000000000000000000000000002000000000000002081"

// TestTail covers streams that are cut, and what zlib makes of them.
func TestTail(t *testing.T) {
	text := strings.Repeat("0123456789", 26)[:258]
	storedText := "00" + "0201" + "fdfe" + hex.EncodeToString([]byte(text))
	for _, test := range []struct {
		name, stream string
		from         uint64
		want         string
	}{
		{"nothing", "", 0, ""},
		{"stored, in its length", "000300fc", 0, ""},
		{"stored, wrong complement", "000300fdff616263", 0, ""},
		{"stored, in its bytes", "000300fcff6162", 0, "ab"},
		{"stored, from an offset", "000300fcff6162", 1, "b"},
		{"stored, from its end", "000300fcff6162", 2, ""},
		{"stored, from after its end", "000300fcff6162", 3, ""},
		{"reserved type", "06", 0, ""},
		{"in a literal", "4b", 0, ""},
		{"after a literal", "4b4c", 0, "a"},
		{"in a match", "4b4c84", 0, "aa"},
		{"after a match", "4b4c8403", 0, "aaaaaaaaaaa"},
		{"whole", "4b4c840300", 0, "aaaaaaaaaaa"},
		{"back before the beginning", "034101", 0, ""},
		{"in the codes", storedText + farMatch[:64], 258, ""},
		{"match of fewer bits than the end of the block", storedText + farMatch, 258, text},
	} {
		b, err := hex.DecodeString(test.stream)
		if err != nil {
			t.Fatal(err)
		}
		if got := Tail(bytes.NewReader(b), test.from); string(got) != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestTailContinues cuts streams of every kind of block: what compress/flate makes of them continues as the content does.
func TestTailContinues(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	content := make([]byte, 300<<10)
	for i := range content {
		content[i] = "abcdefgh"[random.Intn(1+i>>10%8)]
	}
	copy(content[200<<10:], content[168<<10:184<<10])
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, level)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(content)
		w.Close()
		more := 0
		for cut := 1; cut < b.Len(); cut += 1 + b.Len()/40 {
			stream := b.Bytes()[:b.Len()-cut]
			got, err := io.ReadAll(flate.NewReader(bytes.NewReader(stream)))
			if err != io.ErrUnexpectedEOF {
				t.Fatalf("level %d, cut by %d: got %v", level, cut, err)
			}
			from := max(0, len(got)-10)
			tail := Tail(bytes.NewReader(stream), uint64(from))
			if len(tail) < len(got)-from || !bytes.HasPrefix(content[from:], tail) {
				t.Errorf("level %d, cut by %d: got %d bytes %.20q", level, cut, len(tail), tail)
			}
			more += len(tail) - (len(got) - from)
		}
		if compressed := level > 0 || level == flate.HuffmanOnly; compressed && more == 0 {
			t.Errorf("level %d: compress/flate left nothing out", level)
		}
	}
}

// TestTailEnds asks for what comes long before the end: only so much is returned as can have been missed.
func TestTailEnds(t *testing.T) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat([]byte("0123456789"), 50_000)
	w.Write(content)
	w.Close()
	for _, from := range []int{0, 1000, 300_000, len(content) - maxTail} {
		if got := Tail(bytes.NewReader(b.Bytes()), uint64(from)); !bytes.Equal(got, content[from:from+maxTail]) {
			t.Errorf("from %d: got %d bytes %.20q", from, len(got), got)
		}
	}
}
