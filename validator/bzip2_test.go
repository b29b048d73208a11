package validator

import (
	"bufio"
	"io"
	"runtime"
	"strings"
	"testing"
)

// bzip2Stream is what bz2 of Python makes of "npy\n" at level 9.
const bzip2Stream = "BZh91AY&SY\x6c\xdf\xe4\x87\x00\x00\x00\xc1\x80\x00\x10\x00\x01\x40\x20\x20\x00\x21\x9a\x68\x33\x4d\x13\x3c\x5d\xc9\x14\xe1\x42\x41\xb3\x7f\x92\x1c"

// TestBzip2Memory opens a stream that says that it has blocks of 900,000 bytes, but has little content.
func TestBzip2Memory(t *testing.T) {
	for _, test := range []struct {
		size uint64 // that the archive says
		most uint64
	}{{4, 1 << 20}, {1 << 40, 5 << 20}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := io.ReadAll(newBzip2Reader(bufio.NewReader(strings.NewReader(bzip2Stream)), test.size, 0))
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; string(got) != "npy\n" || err != nil || used > test.most {
			t.Errorf("size %d: got %q, %v, %d bytes allocated, want at most %d", test.size, got, err, used, test.most)
		}
	}
}

// TestBzip2Level covers the sizes at which four equal bytes everywhere, which become five, still fit into a block.
func TestBzip2Level(t *testing.T) {
	for size, want := range map[uint64]byte{0: '1', 79_999: '1', 80_000: '2', 159_999: '2', 639_999: '8', 640_000: '9', 720_000: '9', 1<<64 - 1: '9'} {
		if got := levelFor(size); got != want {
			t.Errorf("size %d: got level %c, want %c", size, got, want)
		}
	}
}
