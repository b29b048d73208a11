package inflate

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/npycheck/npycheck/internal/testing/seeded"
)

// maxFuzzed is the number of bytes that are decompressed of a fuzzed stream.
const maxFuzzed = 1 << 20

// result is what a decompressor makes of a stream.
type result struct {
	content  []byte
	consumed int // bytes of the stream
	err      error
}

// inflated returns what a Reader makes of a stream that comes from src.
func inflated(stream []byte, src io.Reader) result {
	b := bufio.NewReaderSize(src, 64)
	r := NewReader(b)
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, maxFuzzed))
	var at int64
	if err == nil && len(content) < maxFuzzed {
		at = r.begin
	}
	return result{content, int(at), err}
}

// flated returns what compress/flate makes of it.
func flated(stream []byte) result {
	src := bytes.NewReader(stream)
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(src), maxFuzzed))
	return result{content, len(stream) - src.Len(), err}
}

// FuzzInflate holds what a Reader returns against compress/flate, for input in pieces of two sizes. Of a stream that is
// cut, that leaves out what the last 24 bits stand for, and it accepts codes that zlib doesn't.
func FuzzInflate(tf *testing.F) {
	f := seeded.F{F: tf}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f.Add(randomStream(r))
	}
	for _, test := range streams() {
		f.Add(test.stream.b)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		got, other := inflated(stream, bytes.NewReader(stream)), flated(stream)
		if again := inflated(stream, iotest.OneByteReader(bytes.NewReader(stream))); !same(got, again) {
			t.Errorf("got %d bytes, %v, and of input byte by byte %d, %v", len(got.content), got.err, len(again.content), again.err)
		}
		if why := differs(stream, got, other); why != "" {
			t.Errorf("%s: got %d bytes, %v, and of compress/flate %d, %v", why, len(got.content), got.err, len(other.content), other.err)
		}
	})
}

func same(a, b result) bool {
	return bytes.Equal(a.content, b.content) && a.consumed == b.consumed && (a.err == nil) == (b.err == nil) && (a.err == nil || a.err.Error() == b.err.Error())
}

// differs says how what a Reader made of a stream differs from what compress/flate did, unless it may.
func differs(stream []byte, got, other result) string {
	const missed = 24 * maxMatch
	whole := len(got.content) < maxFuzzed
	var fault *Fault
	switch {
	case got.err == nil && whole && (other.err != nil || got.consumed != other.consumed):
		return "accepted"
	case got.err == nil:
		if !bytes.HasPrefix(got.content, other.content) || whole && len(got.content) != len(other.content) {
			return "other content"
		}
	case !errors.As(got.err, &fault):
		return "no fault"
	case fault.Cut, other.err == io.ErrUnexpectedEOF && len(stream)-int(fault.Offset) <= 8:
		if other.err != io.ErrUnexpectedEOF || !bytes.HasPrefix(got.content, other.content) || len(got.content)-len(other.content) > missed {
			return "cut"
		}
	case fault.What == "no code for the end of the block" || fault.What == "incomplete code of lengths":
		if !bytes.HasPrefix(other.content, got.content) {
			return "other content before a code that compress/flate accepts"
		}
	case !bytes.Equal(got.content, other.content):
		return "other content before the fault"
	case !errors.As(other.err, new(flate.CorruptInputError)):
		return "rejected"
	}
	return ""
}
