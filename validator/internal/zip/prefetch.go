package zip

import (
	"io"
	"sync"
)

const (
	blocks    = 4 // that may wait for the consumer
	blockSize = 128 << 10
)

type prefetched [blocks][blockSize]byte

var prefetchers = sync.Pool{New: func() any { return new(prefetched) }}

// prefetcher reads from another reader in the background before it is asked to, up to half a megabyte. It returns the same bytes, and then
// the same error each time it is asked.
type prefetcher struct {
	memory *prefetched
	full   chan block  // what was read, in order
	free   chan []byte // room for more
	now    block       // the one at hand
	used   int         // bytes of it that were returned
}

// block is the result of one read. Err is why it isn't longer.
type block struct {
	b   []byte
	err error
}

// newPrefetcher returns a prefetcher of r. Until its Read has returned an error, or its Close has returned, r must not be used
// otherwise.
func newPrefetcher(r io.Reader) *prefetcher {
	a := &prefetcher{memory: prefetchers.Get().(*prefetched), full: make(chan block, blocks), free: make(chan []byte, blocks)}
	for i := range a.memory {
		a.free <- a.memory[i][:]
	}
	go a.fill(r)
	return a
}

func (a *prefetcher) fill(r io.Reader) {
	defer close(a.full)
	for room := range a.free {
		var n int
		var err error
		for n < len(room) && err == nil {
			var got int
			got, err = r.Read(room[n:])
			n += got
		}
		a.full <- block{room[:n], err}
		if err != nil {
			return
		}
	}
}

func (a *prefetcher) Read(p []byte) (int, error) {
	if a.used == len(a.now.b) && a.now.err == nil {
		if a.now.b != nil {
			a.free <- a.now.b[:blockSize]
		}
		a.now, a.used = <-a.full, 0
	}
	n := copy(p, a.now.b[a.used:])
	a.used += n
	if a.used == len(a.now.b) && n == 0 {
		return 0, a.now.err
	}
	return n, nil
}

// Close waits until reading has stopped.
func (a *prefetcher) Close() {
	for wanted := true; wanted; {
		select {
		case <-a.free:
		default:
			wanted = false
		}
	}
	close(a.free)
	for range a.full {
	}
	prefetchers.Put(a.memory)
}
