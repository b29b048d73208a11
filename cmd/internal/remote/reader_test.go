package remote

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/npycheck/npycheck/validator"
)

// TestReadAt compares what several goroutines read here and there, and one after the other, with what there is.
func TestReadAt(t *testing.T) {
	data := make([]byte, 3<<20)
	source := rand.New(rand.NewPCG(1, 2))
	for i := range data {
		data[i] = byte(source.Uint32())
	}
	s := serve(t, data, func(s *fakeServer, nth int, w http.ResponseWriter, r *http.Request) {
		if nth%3 == 0 { // once in a while it breaks off
			s.answer(&cutting{w, 100_000}, r)
			return
		}
		s.answer(w, r)
	})
	for _, full := range []bool{false, true} {
		c := newClient("test", quick)
		f, err := c.Open(s.URL + "/a.npz")
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{ctx: context.Background(), client: c, get: f.get, id: f.id, full: full}
		if err := r.begin(true); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() {
				source := rand.New(rand.NewPCG(uint64(worker), 3))
				at := int64(0)
				for range 200 {
					if source.IntN(4) == 0 {
						at = source.Int64N(int64(len(data)))
					}
					p := make([]byte, 1+source.IntN(1<<source.IntN(20)))
					n, err := r.ReadAt(p, at)
					if want := data[at:min(at+int64(len(p)), int64(len(data)))]; !bytes.Equal(p[:n], want) {
						t.Errorf("ReadAt(%d bytes, %d): %d bytes that differ, %v", len(p), at, n, err)
						return
					}
					if (n < len(p)) != (err == io.EOF) {
						t.Errorf("ReadAt(%d bytes, %d): %d, %v", len(p), at, n, err)
						return
					}
					if at += int64(n); at == int64(len(data)) {
						at = 0
					}
				}
			})
		}
		wg.Wait()
		if r.kept > maxKept || len(r.streams) > maxStreams {
			t.Errorf("%d bytes and %d answers are kept", r.kept, len(r.streams))
		}
		r.close()
	}
}

// TestFullArchive reads all of an archive. Its members are judged by several goroutines: each takes one request for
// its local header and one or two for its data, besides the two that every archive takes.
func TestFullArchive(t *testing.T) {
	data := npz(t, 8, 1<<20)
	s := serve(t, data, nil)
	if got := check(t, s, "a.npz", validator.Full); got != "npz" {
		t.Errorf("got %s, want npz", got)
	}
	if asked := strings.Fields(s.asked()); len(asked) > 2+8*3 {
		t.Errorf("%d requests: %s", len(asked), asked)
	}
}

// TestManyMembers reads the records of an archive of a thousand small members: what is next to each other is read
// together.
func TestManyMembers(t *testing.T) {
	s := serve(t, npz(t, 1000, 2000), nil) // 2.2 MB
	if got := check(t, s, "a.npz", validator.Structure); got != "npz" {
		t.Errorf("got %s, want npz", got)
	}
	// The members in pieces of up to 256 KiB, twice, with the pieces before that are smaller.
	if asked := strings.Fields(s.asked()); len(asked) > 40 {
		t.Errorf("%d requests: %s", len(asked), asked)
	}
}

// zeros is a file with a header and zeros.
type zeros struct {
	head     []byte
	at, size int64
}

func (z *zeros) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
		z.at = offset
	case io.SeekEnd:
		z.at = z.size + offset
	}
	return z.at, nil
}

func (z *zeros) Read(p []byte) (int, error) {
	n := int(min(int64(len(p)), z.size-z.at))
	if n == 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	if z.at < int64(len(z.head)) {
		copy(p[:n], z.head[z.at:])
	}
	z.at += int64(n)
	return n, nil
}

// TestMemory reads all of 300 MB, in requests for 64 MiB each, with little memory.
func TestMemory(t *testing.T) {
	const size = 300_000_000
	head := bytes.Replace(npy(0), []byte("(0,), }        "), []byte("(300000000,), }"), 1)
	s := serve(t, nil, func(_ *fakeServer, _ int, w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, &zeros{head: head, size: int64(len(head)) + size})
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if got := check(t, s, "a.npy", validator.Full); got != "npy" {
		t.Errorf("got %s, want npy", got)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
		t.Errorf("%d bytes were allocated", got)
	}
	want := "0-67108863 67108864-134217727 134217728-201326591 201326592-268435455 268435456-300000127"
	if got := s.asked(); got != want {
		t.Errorf("requests for %s, want %s", got, want)
	}
}
