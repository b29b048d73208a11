package fix

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/validator"
)

// maxHeaders is how long the headers before and after the repair may be together, in bytes: those of compressed members
// can be a thousand times as long as the archive.
const maxHeaders = 64 << 20

var errHeaders = errors.New("the headers of its members take too much memory")

// member is a member of the new archive.
type member struct {
	*validator.Member
	file *file
	name string // in the new archive

	size   uint64 // of its content as it was
	crc    uint32
	packed uint64 // bytes of its data, without what follows a deflate stream

	was *conversion // of the start of its content, if that is undone

	array *array
	*repair
}

// data returns the data of a member as it is stored.
func (m *member) data() *io.SectionReader {
	return io.NewSectionReader(m.file, m.Offset, m.Packed)
}

// content returns the content of a member as it was before it was converted.
func (m *member) content(ctx context.Context) (io.ReadCloser, error) {
	opened, err := m.Member.Open(m.file, checkOptions(""))
	if err != nil {
		return nil, err
	}
	r := io.LimitReader(within(ctx, opened), int64(m.size))
	if m.was != nil {
		if _, err := io.CopyN(io.Discard, r, m.was.n); err != nil {
			opened.Close()
			return nil, err
		}
		r = io.MultiReader(strings.NewReader(m.was.start), r)
	}
	return readCloser{r, opened}, nil
}

// isArray reports whether a member is an array that is understood.
func (m *member) isArray() bool { return m.Member.Array != nil || m.was != nil }

// length returns the number of bytes of the content.
func (m *member) length() int64 {
	if m.was != nil {
		return int64(m.size) - m.was.n + int64(len(m.was.start))
	}
	return int64(m.size)
}

type readCloser struct {
	io.Reader
	io.Closer
}

// fix plans what to do about the array in a member.
func (m *member) fix(is *validator.Array, findings []validator.Finding, opt Options) error {
	r, err := m.content(context.Background())
	if err != nil {
		return err
	}
	defer r.Close()
	m.array = &array{Array: is, end: m.length(), findings: findings, member: true}
	if m.array.DataOffset > m.length() {
		return fmt.Errorf("member %s ends inside its header", validator.Quote(m.Name))
	}
	m.array.head = make([]byte, m.array.DataOffset)
	if _, err := io.ReadFull(r, m.array.head); err != nil {
		return err
	}
	if m.repair, err = m.array.fix(m, opt); err != nil || m.header == nil || len(m.gone) == 0 && m.was == nil {
		return err
	}
	if _, err := m.array.law(m, m.repair, opt); err != nil { // this member stays, and others may be repaired
		for _, found := range m.gone {
			m.left = append(m.left, Left{Finding: found, Why: err.Error()})
		}
		m.header, m.gone, m.cut = nil, nil, 0
	}
	return nil
}

// ReadAt reads from the content, from its start on each time.
func (m *member) ReadAt(p []byte, off int64) (int, error) {
	r, err := m.content(context.Background())
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, off); err != nil {
		return 0, err
	}
	return io.ReadFull(r, p)
}

// stream reads n bytes of the content.
func (m *member) stream(at, n int64) (io.ReadCloser, error) {
	r, err := m.content(context.Background())
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, at); err != nil {
		r.Close()
		return nil, err
	}
	return readCloser{io.LimitReader(r, n), r}, nil
}

// repaired reports whether the content of a member is another than before.
func (m *member) repaired() bool { return m.repair != nil && m.repair.header != nil }

// method returns the compression method that the member gets: its own, if NumPy writes that.
func (m *member) newMethod() uint16 {
	if m.Stored {
		return zipwrite.Stored
	}
	return zipwrite.Deflated
}
