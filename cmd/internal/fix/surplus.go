package fix

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// block is the size to which tapes, tar and block devices fill files up with zeros, in bytes.
const block = 512

// surplusProved reports whether the bytes from offset to end can't be elements and are what tools add to files: fewer
// than an element of them or a fraction of one, and either a newline, or fewer zeros than a block up to the end of one.
func surplusProved(r io.ReaderAt, offset, end, itemsize int64) (bool, error) {
	n := end - offset
	if n <= 0 || n >= block || itemsize == 0 || n%itemsize == 0 {
		return false, nil
	}
	b := make([]byte, n)
	if _, err := r.ReadAt(b, offset); err != nil && err != io.EOF {
		return false, err
	}
	if string(b) == "\n" || string(b) == "\r\n" {
		return true, nil
	}
	return end%block == 0 && len(bytes.Trim(b, "\x00")) == 0, nil
}

// explained returns an error that says what bytes after the data may be, if something explains their number.
func explained(is *second.Header, surplus int64) error {
	switch {
	case is.Bytes() < 0:
		return errors.New("what follows a pickle may belong to it")
	case is.DType.Size == 0:
		return errors.New("the size of the type is 0, and the bytes after the data may be the elements")
	}
	row, count := is.DType.Size, int64(1)
	for i, n := range is.Shape {
		if outer := !is.Fortran && i == 0 || is.Fortran && i == len(is.Shape)-1; !outer {
			row *= n
		}
		count *= n
	}
	total := is.Bytes() + surplus
	switch {
	case row > 0 && surplus%row == 0:
		return fmt.Errorf("exactly the bytes of %s follow the data, so the shape may be wrong", text.Count(surplus/row, "more row"))
	case count > 1 && total%count == 0:
		return fmt.Errorf("the data would have exactly %s for each element, so the type may be wrong", text.Count(total/count, "byte"))
	case total%is.DType.Size == 0 && joined(is.Shape, total/is.DType.Size):
		return errors.New("with numbers of the shape joined, the data has exactly its size: they may have been written with separators")
	}
	return nil
}

// joined reports whether a shape has n elements if numbers of three digits in it belong to the number before: 2,621.
func joined(shape []int64, n int64) bool {
	if len(shape) == 0 {
		return n == 1
	}
	first := int64(0)
	for i, d := range shape {
		if i > 0 && (d < 100 || d > 999) || first > 1<<40 || d > 1<<50 {
			break
		}
		if first = 1000*first + d; first > 0 && n%first == 0 && joined(shape[i+1:], n/first) {
			return true
		}
	}
	return false
}

// allZeros reports whether r yields nothing but zeros.
func allZeros(r io.Reader) (bool, error) {
	b := make([]byte, 32<<10)
	for {
		n, err := r.Read(b)
		if len(bytes.Trim(b[:n], "\x00")) > 0 || err == io.EOF {
			return err == io.EOF, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// another returns an error if another array begins in data of n bytes.
func another(r io.ReaderAt, at, n int64) error {
	data, err := stream(r, at, n)
	if err != nil {
		return err
	}
	defer data.Close()
	found, err := contains(data, spec.Magic)
	if found {
		err = errors.New("another array begins inside the data, so the values may be wrong")
	}
	return err
}

// streamer has bytes that take long to read at an offset: those before it are decompressed.
type streamer interface {
	stream(at, n int64) (io.ReadCloser, error)
}

// stream returns a reader of n bytes.
func stream(r io.ReaderAt, at, n int64) (io.ReadCloser, error) {
	if s, ok := r.(streamer); ok {
		return s.stream(at, n)
	}
	return io.NopCloser(io.NewSectionReader(r, at, n)), nil
}

// contains reports whether a text is in what r yields.
func contains(r io.Reader, s string) (bool, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	for {
		block, err := b.Peek(64 << 10)
		switch {
		case bytes.Contains(block, []byte(s)):
			return true, nil
		case err == io.EOF:
			return false, nil
		case err != nil:
			return false, err
		}
		b.Discard(len(block) - len(s) + 1)
	}
}
