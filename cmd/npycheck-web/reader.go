//go:build js && wasm

package main

import (
	"errors"
	"io"
	"syscall/js"
)

// source reads a file that JavaScript has.
type source struct{ read js.Value }

// reader returns a reader for a function of an offset and a length that returns a Uint8Array, which is shorter at the
// end of the file.
func reader(read js.Value) io.ReaderAt { return source{read} }

// maxRead is how many bytes JavaScript is asked for at once.
const maxRead = 4 << 20

func (s source) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, errors.New("offset is negative")
	}
	for n < len(p) {
		want := min(len(p)-n, maxRead)
		got, err := s.piece(p[n:n+want], at+int64(n))
		n += got
		if err != nil {
			return n, err
		}
		if got < want {
			return n, io.EOF
		}
	}
	return n, nil
}

// piece reads once. What JavaScript throws is an error, such as that of a file that has changed.
func (s source) piece(p []byte, at int64) (n int, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			e, ok := thrown.(js.Error)
			if !ok {
				panic(thrown)
			}
			n, err = 0, errors.New(e.Get("message").String())
		}
	}()
	return js.CopyBytesToGo(p, s.read.Invoke(at, len(p))), nil
}
