package contents

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator"
)

// MaxUnpacked is how much of a compressed member Data unpacks in memory, in bytes.
const MaxUnpacked = 128 << 20

// Data returns the content of the file, or of a member, to be read from any place. A compressed member is unpacked in
// memory, as far as MaxUnpacked. It returns an error for what isn't read: objects, and archives that expand without
// bound.
func (f *File) Data(a *validator.Array, m *validator.Member) (io.ReaderAt, error) {
	if a == nil {
		return nil, errors.New("there is no array that can be understood")
	}
	if why := f.Unread(a, m); why != "" {
		return nil, errors.New(why)
	}
	switch {
	case m == nil:
		return f.Source, nil
	case m.Offset < 0:
		return nil, errors.New("the member has no data")
	case m.Stored:
		return io.NewSectionReader(f.Source, m.Offset, m.Packed), nil
	}
	content, err := m.Open(f.Source, options())
	if err != nil {
		return nil, err
	}
	defer content.Close()
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(disk.NewContextReader(f.Context, content), MaxUnpacked+1))
	switch {
	case n > MaxUnpacked:
		return nil, fmt.Errorf("the member is compressed and has more than %d bytes, so only its beginning could be shown", MaxUnpacked)
	case err != nil && n == 0:
		return nil, err
	}
	return bytes.NewReader(b.Bytes()), nil
}
