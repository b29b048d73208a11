package validator

import (
	"bufio"
	"fmt"
	"io"
)

// deflated is the number of the compression method that inflating undoes.
const deflated = 8

// Open returns a reader of the content of a member of the given archive. It reads the bytes that are there, whatever
// the directory says of the size of the content: those of a deflate stream end where the stream does, which may be
// a thousand times as far. Opt says how to inflate. The caller closes the reader.
func (m *Member) Open(archive io.ReaderAt, opt *Options) (io.ReadCloser, error) {
	switch {
	case m.Offset < 0:
		return nil, fmt.Errorf("member %s has no data", Quote(m.Name))
	case !m.Stored && m.Method != deflated:
		return nil, fmt.Errorf("member %s is compressed by method %d, want 0 or %d", Quote(m.Name), m.Method, deflated)
	}
	data := io.NewSectionReader(archive, m.Offset, m.Packed)
	if m.Stored {
		return io.NopCloser(data), nil
	}
	return opt.inflate(bufio.NewReaderSize(data, 32<<10)), nil
}
