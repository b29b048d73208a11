package process

import "sync"

// Excerpt keeps the first and the last bytes of a stream. Both ends are used at the same time.
type Excerpt struct {
	Flooded chan struct{} // closed when more was written than anybody needs

	mu         sync.Mutex
	head, tail []byte
	written    int64
	full       bool
}

func newExcerpt() *Excerpt { return &Excerpt{Flooded: make(chan struct{})} }

// Bytes that an excerpt keeps of each end.
const maxExcerpt = 8 << 10

// MaxErrors is the number of bytes that a process may write to standard error for a file.
const MaxErrors = 64 << 20

func (e *Excerpt) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.written += int64(len(p)); e.written > MaxErrors && !e.full {
		e.full = true
		close(e.Flooded)
	}
	n := min(len(p), maxExcerpt-len(e.head))
	e.head = append(e.head, p[:n]...)
	e.tail = append(e.tail, p[n:]...)
	if extra := len(e.tail) - maxExcerpt; extra > 0 {
		e.tail = append(e.tail[:0], e.tail[extra:]...)
	}
	return len(p), nil
}

// Reset forgets what was written so far.
func (e *Excerpt) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.head, e.tail, e.written = e.head[:0], e.tail[:0], 0
}

func (e *Excerpt) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return string(e.head) + string(e.tail)
}
