package validator

import (
	"bufio"
	"fmt"
	"io"
)

// Open returns a reader of the content of a member of the given archive. It ignores the content size that the
// directory states and reads a compressed stream to its end, which may be a thousand times as far. Opt says how to
// decompress. The caller closes the reader.
func (m *Member) Open(archive io.ReaderAt, opt *Options) (io.ReadCloser, error) {
	if m.Offset < 0 {
		return nil, fmt.Errorf("member %s has no data", Quote(m.Name))
	}
	data := io.NewSectionReader(archive, m.Offset, m.Packed)
	if m.Stored {
		return io.NopCloser(data), nil
	}
	open := opt.decompressors()[m.Method]
	if open == nil {
		return nil, fmt.Errorf("member %s is compressed by method %d, which this program doesn't decompress", Quote(m.Name), m.Method)
	}
	return open(bufio.NewReaderSize(data, 32<<10), uint64(m.Size), m.flags), nil
}
