package decompress

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/ulikunitz/xz/lzma"

	"github.com/npycheck/npycheck/validator"
)

// flagEndMark is set if the stream ends with a mark.
const flagEndMark = 1 << 1

// lzmaReader reads an LZMA stream. Package lzma decompresses ahead, and withholds those bytes when it meets an error.
type lzmaReader struct {
	r   io.Reader
	src ending
	err error // where the stream ends
}

// newLZMAReader opens the data of a member: a version, the length of the properties, the properties, and the stream
// (APPNOTE 5.8.8).
func newLZMAReader(data *bufio.Reader, size uint64, flags uint16) io.ReadCloser {
	var start [9]byte
	if _, err := io.ReadFull(data, start[:]); err != nil {
		return failed{unexpected(err)}
	}
	le := binary.LittleEndian
	properties, window := start[4], uint64(le.Uint32(start[5:]))
	if le.Uint16(start[2:]) != 5 {
		return failed{errors.New("LZMA properties don't have 5 bytes")}
	}
	if window = min(window, max(size+1, lzma.MinDictCap)); window > maxWindow {
		return failed{validator.DecompressorLimit(fmt.Sprintf("LZMA dictionary has more than %d bytes: not checked", maxWindow))}
	}
	length := uint64(1<<64 - 1) // until the mark
	if flags&flagEndMark == 0 {
		length = size
	}
	header := append([]byte{properties}, le.AppendUint64(le.AppendUint32(nil, uint32(window)), length)...)
	l := &lzmaReader{src: ending{Reader: bytes.NewReader(header), data: data}}
	r, err := lzma.NewReader(&l.src)
	if err != nil {
		return failed{unexpected(err)}
	}
	l.r = r
	return l
}

func (l *lzmaReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	switch {
	case l.err == nil && err != nil:
		// The next calls return what was already decompressed, but decompress no more.
		l.err, l.src.over = err, true
	case err != nil:
		return n, l.err
	}
	return n, nil
}

func (l *lzmaReader) Close() error { return nil }

// ending reads a synthetic header, and then the stream's bytes one by one, to its end.
type ending struct {
	io.Reader // of the header
	data      *bufio.Reader
	over      bool
}

func (e *ending) ReadByte() (byte, error) {
	if e.over {
		return 0, io.EOF
	}
	return e.data.ReadByte()
}

// unexpected is the error for a stream that ends before it begins.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
