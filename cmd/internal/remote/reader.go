package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
)

// The sizes of pieces, in bytes. A piece that continues the last one is twice as long, since more is likely to be
// read.
const (
	minPiece = 4 << 10
	maxBlock = 256 << 10 // of pieces that are kept
	maxPiece = 64 << 20
	fullSize = 1 << 20 // of the first one that continues another, if all is going to be read
	maxKept  = 1 << 20 // of all that are kept
	maxSkip  = 64 << 10
)

// The numbers of places in a file at which reading may continue, and of open answers.
const (
	maxCursors = 8
	maxStreams = 8
)

// reader reads a file through requests. Its methods may be called by several goroutines.
type reader struct {
	ctx    context.Context
	client *Client
	get    Getter
	full   bool  // all of the data will be read
	whole  bool  // the server sends the file from its beginning or not at all
	size   int64 // of the file, once the first request is answered

	mu      sync.Mutex
	id      Identity
	blocks  []block // pieces that are kept, the one used last at the end
	kept    int
	cursors []cursor  // where pieces end, the one used last at the end
	streams []*stream // idle ones, the most recently used at the end
}

// block is a piece of the file.
type block struct {
	off  int64
	data []byte
}

func (b *block) end() int64 { return b.off + int64(len(b.data)) }

// cursor is the end of a piece.
type cursor struct{ end, size int64 }

// stream is an answer that is being read.
type stream struct {
	body     io.ReadCloser
	pos, end int64
	whole    bool // it has the whole file, although a part was asked for
}

// ReadAt reads from the file as an [io.ReaderAt] does.
func (r *reader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at >= r.size {
			return n, io.EOF
		}
		got, err := r.some(p[n:], at)
		n += got
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// some reads at least a byte.
func (r *reader) some(p []byte, at int64) (int, error) {
	p = p[:min(int64(len(p)), r.size-at)]
	r.mu.Lock()
	if n := r.cached(p, at); n > 0 {
		r.mu.Unlock()
		return n, nil
	}
	s := r.take(at)
	if s == nil && r.whole {
		r.mu.Unlock()
		return 0, r.errWhole()
	}
	n := int64(0)
	if s == nil {
		n = r.plan(at, int64(len(p)))
	}
	r.mu.Unlock()
	if s == nil {
		var err error
		if s, err = r.open(at, n); err != nil {
			return 0, err
		}
		if n <= maxBlock {
			data, err := r.keep(s, min(n, s.end-s.pos))
			return copy(p, data), err
		}
	}
	if err := r.skip(s, at); err != nil {
		s.body.Close()
		return 0, err
	}
	got, err := r.read(s, p[:min(int64(len(p)), s.end-at)])
	r.put(s, err)
	return got, err
}

// cached copies what the blocks have of the bytes at an offset.
func (r *reader) cached(p []byte, at int64) int {
	for i := len(r.blocks) - 1; i >= 0; i-- {
		if b := r.blocks[i]; b.off <= at && at < b.end() {
			copy(r.blocks[i:], r.blocks[i+1:])
			r.blocks[len(r.blocks)-1] = b
			return copy(p, b.data[at-b.off:])
		}
	}
	return 0
}

// take returns an open answer with the byte at an offset, which isn't too far ahead.
func (r *reader) take(at int64) *stream {
	for i, s := range r.streams {
		if s.pos <= at && at < s.end && at-s.pos <= maxSkip {
			r.streams = slices.Delete(r.streams, i, i+1)
			return s
		}
	}
	return nil
}

// put keeps an answer from which more may be read.
func (r *reader) put(s *stream, err error) {
	if err != nil || s.pos == s.end {
		s.body.Close()
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.streams) == maxStreams {
		r.streams[0].body.Close()
		r.streams = slices.Delete(r.streams, 0, 1)
	}
	r.streams = append(r.streams, s)
}

// plan returns how many bytes to request at an offset where n are needed now.
func (r *reader) plan(at, n int64) int64 {
	size := int64(minPiece)
	for i, c := range r.cursors {
		if c.end <= at && at-c.end <= min(c.size, maxBlock) {
			size = min(2*c.size, maxPiece)
			if r.full && at == c.end {
				size = max(size, fullSize)
			}
			r.cursors = slices.Delete(r.cursors, i, i+1)
			break
		}
	}
	size = min(max(size, n), r.size-at)
	for _, b := range r.blocks {
		if at < b.off {
			size = min(size, b.off-at)
		}
	}
	r.ends(at+size, size)
	return size
}

// ends keeps where a piece ends.
func (r *reader) ends(at, size int64) {
	if len(r.cursors) == maxCursors {
		r.cursors = slices.Delete(r.cursors, 0, 1)
	}
	r.cursors = append(r.cursors, cursor{at, size})
}

// keep reads the next n bytes of an answer, and keeps them as a block.
func (r *reader) keep(s *stream, n int64) ([]byte, error) {
	b := block{s.pos, make([]byte, n)}
	_, err := r.read(s, b.data)
	r.put(s, err)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.blocks) > 0 && r.kept+len(b.data) > maxKept {
		r.kept -= len(r.blocks[0].data)
		r.blocks = slices.Delete(r.blocks, 0, 1)
	}
	r.blocks = append(r.blocks, b)
	r.kept += len(b.data)
	return b.data, nil
}

// open asks for the n bytes at an offset.
func (r *reader) open(at, n int64) (*stream, error) {
	var s *stream
	err := r.client.Retry(r.ctx, func() (err error) {
		s, err = r.request(at, n)
		return err
	})
	return s, err
}

func (r *reader) request(at, n int64) (*stream, error) {
	r.mu.Lock()
	id := r.id
	r.mu.Unlock()
	reply, err := r.get.Get(r.ctx, at, n, id)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.id, err = r.id.same(reply.Identity)
	known := r.id.Size != Unknown
	r.mu.Unlock()
	switch {
	case err != nil:
	case reply.Whole && at > 0:
		err = r.errWhole()
	case !reply.Whole && !known:
		err = errNoSize
	}
	if err != nil {
		reply.Body.Close()
		return nil, err
	}
	s := &stream{body: reply.Body, pos: reply.Off, end: Unknown, whole: reply.Whole}
	if reply.N != Unknown {
		s.end = reply.Off + reply.N
	}
	return s, nil
}

// skip discards bytes up to an offset.
func (r *reader) skip(s *stream, at int64) error {
	if s.pos == at {
		return nil
	}
	_, err := r.read(s, make([]byte, at-s.pos))
	return err
}

// read fills p. If the answer breaks off, another request asks for the rest of it.
func (r *reader) read(s *stream, p []byte) (n int, err error) {
	for try := 1; n < len(p); {
		got, err := io.ReadFull(s.body, p[n:])
		n += got
		s.pos += int64(got)
		if err == nil {
			break
		}
		if r.ctx.Err() != nil {
			return n, r.ctx.Err()
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errClosed
		}
		if got >= minProgress {
			try = 1
		}
		if !IsTransient(err) || r.whole || !r.client.wait(r.ctx, try, err) {
			return n, err
		}
		try++
		s.body.Close()
		again, err := r.open(s.pos, s.end-s.pos)
		if err != nil {
			return n, err
		}
		*s = *again
	}
	return n, nil
}

// close closes what is open.
func (r *reader) close() {
	for _, s := range r.streams {
		s.body.Close()
	}
}

var errNoSize = errors.New("the server doesn't report the size of the file")

// readAll is a body that was read.
func readAll(text []byte) io.ReadCloser { return io.NopCloser(bytes.NewReader(text)) }
