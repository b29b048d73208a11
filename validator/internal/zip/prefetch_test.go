package zip

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

func randomBytes(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func TestPrefetcher(t *testing.T) {
	broken := errors.New("broken")
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 5*blockSize + 17} {
		for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, broken} {
			want := randomBytes(n)
			for name, r := range map[string]io.Reader{
				"whole":          io.MultiReader(bytes.NewReader(want), iotest.ErrReader(end)),
				"halves":         io.MultiReader(iotest.HalfReader(bytes.NewReader(want)), iotest.ErrReader(end)),
				"error with end": iotest.DataErrReader(io.MultiReader(bytes.NewReader(want), iotest.ErrReader(end))),
			} {
				a := newPrefetcher(r)
				var got []byte
				var err error
				for p := make([]byte, 1000); err == nil; {
					var m int
					m, err = a.Read(p)
					got = append(got, p[:m]...)
				}
				if !bytes.Equal(got, want) || err != end {
					t.Errorf("%s: got %d bytes and %v, want %d and %v", name, len(got), err, n, end)
				}
				if m, err := a.Read(make([]byte, 1)); m != 0 || err != end {
					t.Errorf("%s: asked again, got %d bytes and %v, want %v", name, m, err, end)
				}
				a.Close()
			}
		}
	}
}

// endlessReader counts the bytes that it was asked for.
type endlessReader struct{ read atomic.Int64 }

func (e *endlessReader) Read(p []byte) (int, error) {
	e.read.Add(int64(len(p)))
	return len(p), nil
}

// TestPrefetcherClose leaves an endless reader in the middle: it is read half a megabyte ahead, and no more after Close.
func TestPrefetcherClose(t *testing.T) {
	for _, n := range []int{0, 1, 3 * blockSize} {
		r := new(endlessReader)
		a := newPrefetcher(r)
		if _, err := io.ReadFull(a, make([]byte, n)); err != nil {
			t.Fatal(err)
		}
		a.Close()
		read := r.read.Load()
		if most := int64(n + blocks*blockSize); read > most {
			t.Errorf("%d bytes were asked for: got %d read, want at most %d", n, read, most)
		}
		if again := r.read.Load(); again != read {
			t.Errorf("read %d bytes after Close", again-read)
		}
	}
}
