package decompress

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/npycheck/npycheck/validator"
)

// zstdReader reads one frame of Zstandard.
type zstdReader struct {
	*zstd.Decoder
	frame  frame
	closed *sync.Pool
}

func newZstdReader() validator.Decompressor {
	closed := &sync.Pool{New: func() any {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			panic(err) // the options are constants
		}
		return d
	}}
	return func(data *bufio.Reader, size uint64, _ uint16) io.ReadCloser {
		z := &zstdReader{closed: closed, frame: frame{data: data}}
		if err := z.frame.open(size); err != nil {
			return failed{unexpected(err)}
		}
		z.Decoder = closed.Get().(*zstd.Decoder)
		if err := z.Reset(&z.frame); err != nil {
			return failed{err}
		}
		return z
	}
}

func (z *zstdReader) Close() error {
	z.Reset(nil)
	z.closed.Put(z.Decoder)
	return nil
}

// frame reads the bytes of one frame (RFC 8878), and none after it.
type frame struct {
	data   *bufio.Reader
	header []byte // the unread part of the header, or of a block's header
	left   int    // bytes that follow before the next header
	last   bool   // no block follows
	sum    bool   // a checksum does after the last one
}

const frameMagic = "\x28\xb5\x2f\xfd"

// open reads the header of the frame. If the window is larger than the content, it reduces it to the content plus one
// block, enough to detect content that is too long.
func (f *frame) open(size uint64) error {
	start := make([]byte, 5, 18)
	if _, err := io.ReadFull(f.data, start); err != nil {
		return err
	}
	if string(start[:4]) != frameMagic {
		return errors.New("no Zstandard frame")
	}
	descriptor := start[4]
	single := descriptor>>5&1 == 1
	rest := [...]int{0, 1, 2, 4}[descriptor&3] + [...]int{0, 2, 4, 8}[descriptor>>6]
	if single && descriptor>>6 == 0 {
		rest++
	}
	if !single {
		rest++
	}
	f.header = start[:5+rest]
	if _, err := io.ReadFull(f.data, f.header[5:]); err != nil {
		return err
	}
	f.sum = descriptor>>2&1 == 1
	if single {
		if window := contentSize(f.header); window > maxWindow {
			return limitOf(window)
		}
		return nil
	}
	window := &f.header[5]
	for *window > 0 && windowSize(*window-1) >= size+blockSize {
		*window--
	}
	if n := windowSize(*window); n > maxWindow {
		return limitOf(n)
	}
	return nil
}

// blockSize is the maximum size of a block.
const blockSize = 128 << 10

func windowSize(descriptor byte) uint64 {
	base := uint64(1) << (10 + descriptor>>3)
	return base + base/8*uint64(descriptor&7)
}

// contentSize returns the size of the content in the header of a frame of one segment, which ends with it.
func contentSize(header []byte) uint64 {
	le := binary.LittleEndian
	switch header[4] >> 6 {
	case 0:
		return uint64(header[len(header)-1])
	case 1:
		return uint64(le.Uint16(header[len(header)-2:])) + 256
	case 2:
		return uint64(le.Uint32(header[len(header)-4:]))
	}
	return le.Uint64(header[len(header)-8:])
}

func limitOf(window uint64) error {
	return validator.DecompressorLimit(fmt.Sprintf("Zstandard window has %d bytes, more than %d: not checked", window, maxWindow))
}

func (f *frame) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(f.header) == 0 && f.left == 0 {
		if f.last {
			return 0, io.EOF
		}
		if err := f.block(); err != nil {
			return 0, unexpected(err)
		}
	}
	if len(f.header) > 0 {
		n := copy(p, f.header)
		f.header = f.header[n:]
		return n, nil
	}
	n, err := f.data.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, unexpected(err)
}

// block reads the header of a block.
func (f *frame) block() error {
	f.header = make([]byte, 3)
	if n, err := io.ReadFull(f.data, f.header); err != nil {
		f.header = f.header[:n]
		return err
	}
	fields := uint32(f.header[0]) | uint32(f.header[1])<<8 | uint32(f.header[2])<<16
	f.left = int(fields >> 3)
	if fields>>1&3 == 1 {
		f.left = 1 // a byte that is repeated
	}
	if f.last = fields&1 == 1; f.last && f.sum {
		f.left += 4
	}
	return nil
}
