package second

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

var (
	errType    = errors.New("the repaired array has another type")
	errShape   = errors.New("the repaired array has another shape or order")
	errEnd     = errors.New("the repaired data ends elsewhere")
	errPrefix  = errors.New("the repaired header isn't one that NumPy writes")
	errElement = errors.New("an element of the repaired array is another")
)

// Equal reads the array that after holds, to its end, and returns an error unless it has the type, the shape and the
// elements of the one before: its header, as a reader for Any sees it, and its data, which is followed by nothing.
func Equal(before *Header, data, after io.Reader) error {
	r := bufio.NewReaderSize(after, 64<<10)
	now, err := written(r)
	if err != nil {
		return err
	}
	switch {
	case !same(&before.DType, &now.DType):
		return errType
	case !slices.Equal(before.Shape, now.Shape) || before.Fortran != now.Fortran && before.ordered():
		return errShape
	case now.DType.Objects():
		return Identical(data, r)
	}
	before.DType.prune()
	now.DType.prune()
	return elements(&before.DType, &now.DType, data, r)
}

// ordered reports whether the order of elements matters: there are two dimensions of more than one element.
func (h *Header) ordered() bool {
	long := 0
	for _, n := range h.Shape {
		if n == 0 {
			return false
		}
		if n > 1 {
			long++
		}
	}
	return long > 1
}

// maxHeader is the size of the longest header that is read, in bytes.
const maxHeader = 1 << 20

// written reads the header of a file that has just been written.
func written(r *bufio.Reader) (*Header, error) {
	b, err := r.Peek(12)
	if err != nil {
		return nil, errPrefix
	}
	p, ok := PrefixOf(b)
	if !ok || p.Major < 1 || p.Major > 3 || p.Minor != 0 || p.Text > maxHeader || (int64(p.Len)+p.Text)%64 != 0 {
		return nil, errPrefix
	}
	text := make([]byte, p.Text)
	r.Discard(p.Len)
	if _, err := io.ReadFull(r, text); err != nil || text[0] != '{' || bytes.IndexByte(text, '\n') != len(text)-1 {
		return nil, errPrefix
	}
	return (&Reader{Level: Any}).Header(string(text), p.Major, 0)
}

// elements compares all elements of two arrays, and requires both to end with the last of them. The types are the same
// but for their byte order.
func elements(s, t *DType, old, r io.Reader) error {
	if t.Size == 0 {
		return Identical(old, r)
	}
	n := max(1, (32<<10)/t.Size) * t.Size
	// Memory is taken as far as there are bytes for it.
	a, b := &bytes.Buffer{}, &bytes.Buffer{}
	for {
		a.Reset()
		b.Reset()
		x, errX := io.Copy(a, io.LimitReader(old, n))
		y, errY := io.Copy(b, io.LimitReader(r, n))
		if err := errors.Join(errX, errY); err != nil {
			return err
		}
		if x != y || x%t.Size != 0 {
			return errEnd
		}
		s.Plain(a.Bytes())
		t.Plain(b.Bytes())
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			return errElement
		}
		if x < n {
			return nil
		}
	}
}

// Identical compares all bytes of two readers.
func Identical(old, r io.Reader) error {
	p, q := make([]byte, 32<<10), make([]byte, 32<<10)
	for {
		n, errP := io.ReadFull(old, p)
		m, errQ := io.ReadFull(r, q)
		for _, err := range []error{errP, errQ} {
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return err
			}
		}
		if n != m || !bytes.Equal(p[:n], q[:m]) {
			return errEnd
		}
		if n < len(p) {
			return nil
		}
	}
}

// Newline returns where a header ends by its newline: that which follows the dictionary, after spaces or NULs that a
// writer pads with. The text may be longer than the header. It is -1 if there is none.
func Newline(text []byte, dictionary int) int {
	for _, pad := range []string{" ", "\x00"} {
		rest := bytes.TrimLeft(text[dictionary:], pad)
		if bytes.HasPrefix(rest, []byte("\r\n")) {
			rest = rest[1:]
		}
		if bytes.HasPrefix(rest, []byte("\n")) {
			return len(text) - len(rest) + 1
		}
	}
	return -1
}
