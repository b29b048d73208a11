package proof

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Header is where the header of an array is, and how to read it.
type Header struct {
	Text   []byte // from the end of the prefix to the data
	Latin1 bool   // as in versions 1.0 and 2.0
	Native byte   // '<' or '>' for types that leave their byte order open; 0 if none may
}

// array is what a header says.
type array struct {
	dtype   dtype
	shape   []int64
	fortran bool
	end     int       // of the dictionary in the text of the header
	keys    [3]string // of descr, fortran_order and shape, if they are ASCII
}

// read reads a header.
func (h Header) read() (*array, error) {
	d, end, err := literal(h.Text, h.Latin1)
	if err != nil {
		return nil, err
	}
	var descr, order, shape value
	var keys [3]string
	// The three values have different types, so that the spelling of the keys doesn't matter.
	for _, e := range d {
		at, i := &descr, 0
		switch e.value.(type) {
		case bool:
			at, i = &order, 1
		case tuple:
			at, i = &shape, 2
		}
		if key, ok := e.key.(text); ok {
			keys[i] = key.ascii()
		}
		if *at != nil {
			return nil, errLiteral
		}
		*at = e.value
	}
	a := &array{end: end, keys: keys}
	a.fortran, _ = order.(bool)
	dims, ok := shape.(tuple)
	if !ok || order == nil || descr == nil {
		return nil, errLiteral
	}
	for _, item := range dims {
		n, ok := item.(int64)
		if !ok || n < 0 {
			return nil, errLiteral
		}
		a.shape = append(a.shape, n)
	}
	a.dtype, err = typeOf(descr, h.Native)
	return a, err
}

// long reports whether the order of elements matters: there are two dimensions of more than one element.
func (a *array) long() bool {
	long := 0
	for _, n := range a.shape {
		if n == 0 {
			return false
		}
		if n > 1 {
			long++
		}
	}
	return long > 1
}

var (
	errType   = errors.New("the repaired array has another type")
	errShape  = errors.New("the repaired array has another shape or order")
	errEnd    = errors.New("the repaired data ends elsewhere")
	errPrefix = errors.New("the repaired header isn't one that NumPy writes")
)

// Equal reads the array that after holds, to its end, and returns an error unless it has the type, the shape and the
// elements of the one before: its header, and its data, which is followed by nothing.
func Equal(before Header, data, after io.Reader) error {
	old, err := before.read()
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(after, 64<<10)
	h, err := prefix(r)
	if err != nil {
		return err
	}
	a, err := h.read()
	if err != nil {
		return err
	}
	switch {
	case !same(&old.dtype, &a.dtype):
		return errType
	case !slices.Equal(old.shape, a.shape) || old.fortran != a.fortran && old.long():
		return errShape
	case a.dtype.objects():
		return Identical(data, r)
	}
	old.dtype.prune()
	a.dtype.prune()
	return elements(&old.dtype, &a.dtype, bufio.NewReaderSize(data, 64<<10), r)
}

// maxHeader is the size of the longest header that is read, in bytes.
const maxHeader = 1 << 20

// prefix reads the header of a file that has just been written.
func prefix(r io.Reader) (Header, error) {
	var b [12]byte
	if _, err := io.ReadFull(r, b[:10]); err != nil {
		return Header{}, errPrefix
	}
	n, start := int(binary.LittleEndian.Uint16(b[8:])), 10
	if b[6] != 1 {
		if _, err := io.ReadFull(r, b[10:]); err != nil {
			return Header{}, errPrefix
		}
		n, start = int(binary.LittleEndian.Uint32(b[8:])), 12
	}
	if string(b[:6]) != "\x93NUMPY" || b[6] < 1 || b[6] > 3 || b[7] != 0 || n > maxHeader || (start+n)%64 != 0 {
		return Header{}, errPrefix
	}
	h := Header{Text: make([]byte, n), Latin1: b[6] < 3}
	if _, err := io.ReadFull(r, h.Text); err != nil || h.Text[0] != '{' || h.Text[n-1] != '\n' || bytes.IndexByte(h.Text, '\n') != n-1 {
		return Header{}, errPrefix
	}
	return h, nil
}

// elements compares all elements of two arrays, and requires both to end with the last of them.
func elements(s, t *dtype, old, r io.Reader) error {
	size := int(t.size)
	if size == 0 {
		return Identical(old, r)
	}
	n := max(1, (32<<10)/size) * size
	// Memory is taken as far as there are bytes for it.
	a, b := &bytes.Buffer{}, &bytes.Buffer{}
	for {
		a.Reset()
		b.Reset()
		x, errX := io.Copy(a, io.LimitReader(old, int64(n)))
		y, errY := io.Copy(b, io.LimitReader(r, int64(n)))
		if err := errors.Join(errX, errY); err != nil {
			return err
		}
		if x != y || x%int64(size) != 0 {
			return errEnd
		}
		for p, q := a.Bytes(), b.Bytes(); len(p) > 0; p, q = p[size:], q[size:] {
			if !equal(s, t, p[:size], q[:size]) {
				return fmt.Errorf("an element of the repaired array is another")
			}
		}
		if x < int64(n) {
			return nil
		}
	}
}

// equal decodes and compares an element. The types are the same but for their byte order.
func equal(s, t *dtype, p, q []byte) bool {
	switch t.kind {
	case 'T':
		for i := range t.fields {
			n := t.fields[i].dtype.size
			if !t.fields[i].padding && !equal(&s.fields[i].dtype, &t.fields[i].dtype, p[:n], q[:n]) {
				return false
			}
			p, q = p[n:], q[n:]
		}
		return true
	case '*':
		for n := t.base.size; n > 0 && int64(len(p)) >= n; p, q = p[n:], q[n:] {
			if !equal(s.base, t.base, p[:n], q[:n]) {
				return false
			}
		}
		return true
	}
	if s.big == t.big {
		return bytes.Equal(p, q)
	}
	unit := len(p)
	switch t.kind {
	case 'c':
		unit /= 2
	case 'U':
		unit = 4
	}
	for ; len(p) > 0; p, q = p[unit:], q[unit:] {
		for i := range unit {
			if p[i] != q[unit-1-i] {
				return false
			}
		}
	}
	return true
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
