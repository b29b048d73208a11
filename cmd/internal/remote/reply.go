package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/validator"
)

// Unknown is the size of a file that isn't known yet.
const Unknown = -1

// Identity has the properties in which all requests of a check have to agree.
type Identity struct {
	ETag     string // in its quotes; "" if there is none, or a weak one
	Modified string // the value of Last-Modified; "" if there is none
	Size     int64  // in bytes, or Unknown
}

// Getter gets bytes of one file. It may be used by several goroutines.
type Getter interface {
	// Get requests the n bytes at the offset off, of a file with that identity as far as it is known, with one
	// request. If the file is a different one, the error is validator.ErrChanged.
	Get(ctx context.Context, off, n int64, same Identity) (*Reply, error)
}

// Reply is an answer with bytes of a file.
type Reply struct {
	Body   io.ReadCloser
	Off, N int64 // which bytes; N is Unknown if the answer doesn't say
	Whole  bool  // the server sent the whole file, although it was asked for a part
	Identity
}

// NewReply reads the header of an answer to a request for the n bytes at an offset. The caller adds the body.
func NewReply(status int, header http.Header, off, n int64) (*Reply, error) {
	switch status {
	case http.StatusOK, http.StatusPartialContent:
	case http.StatusPreconditionFailed:
		return nil, validator.ErrChanged
	case http.StatusRequestedRangeNotSatisfiable:
		return emptyReply(header, off)
	default:
		err := StatusError(status, header)
		if !IsTransient(err) {
			err = refused{err}
		}
		return nil, err
	}
	if encoding := header.Get("Content-Encoding"); encoding != "" && encoding != "identity" && encoding != "aws-chunked" {
		return nil, fmt.Errorf("the server sends the file encoded (%s), so its bytes can't be judged", validator.Quote(encoding))
	}
	r := &Reply{Off: off, Identity: identity(header)}
	length, err := contentLength(header)
	if err != nil {
		return nil, err
	}
	if status == http.StatusOK {
		r.Off, r.N, r.Size, r.Whole = 0, length, length, true
		return r, nil
	}
	first, last, size, err := contentRange(header.Get("Content-Range"))
	switch {
	case err != nil:
		return nil, err
	case first != off || last >= off+n || size != Unknown && last < min(off+n, size)-1 && last-first+1 < minProgress:
		return nil, errors.New("the server sent a different range than it was asked for")
	case length != Unknown && length != last-first+1:
		return nil, fmt.Errorf("the server announces %d bytes for a range of %d", length, last-first+1)
	}
	r.N, r.Size = last-first+1, size
	return r, nil
}

// emptyReply returns the reply of a server to a request for bytes that the file doesn't have.
func emptyReply(header http.Header, off int64) (*Reply, error) {
	size, ok := strings.CutPrefix(header.Get("Content-Range"), "bytes */")
	if !ok || off > 0 {
		return nil, validator.ErrChanged // it had them before
	}
	if size != "0" {
		return nil, StatusError(http.StatusRequestedRangeNotSatisfiable, header)
	}
	return &Reply{Body: http.NoBody, Identity: identity(header)}, nil
}

func identity(header http.Header) Identity {
	id := Identity{ETag: header.Get("ETag"), Modified: header.Get("Last-Modified")}
	if !strings.HasPrefix(id.ETag, `"`) {
		id.ETag = "" // bytes may differ under the same weak one
	}
	return id
}

// contentLength returns the length that a header states, or Unknown.
func contentLength(header http.Header) (int64, error) {
	text := header.Get("Content-Length")
	if text == "" {
		return Unknown, nil
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, errors.New("the server announces a length that is not a number")
	}
	return int64(n), nil
}

// contentRange parses "bytes 0-99/1234", with "*" for a size that the server doesn't know.
func contentRange(text string) (first, last, size int64, err error) {
	wrong := errors.New("the server doesn't say which range it sent")
	text, ok := strings.CutPrefix(text, "bytes ")
	ends, total, ok2 := strings.Cut(text, "/")
	from, to, ok3 := strings.Cut(ends, "-")
	if !ok || !ok2 || !ok3 {
		return 0, 0, 0, wrong
	}
	var numbers [3]uint64
	for i, s := range []string{from, to, total} {
		if i == 2 && s == "*" {
			break
		}
		if numbers[i], err = strconv.ParseUint(s, 10, 63); err != nil {
			return 0, 0, 0, wrong
		}
	}
	first, last, size = int64(numbers[0]), int64(numbers[1]), int64(numbers[2])
	if total == "*" {
		size = Unknown
	}
	if last < first || size != Unknown && last >= size {
		return 0, 0, 0, wrong
	}
	return first, last, size, nil
}

// same returns what is known of a file after a reply, or validator.ErrChanged if the reply is about a different file than
// before.
func (id Identity) same(r Identity) (Identity, error) {
	switch {
	case id.ETag != "" && r.ETag != "":
		if id.ETag != r.ETag {
			return id, validator.ErrChanged
		}
	case id.Modified != "" && r.Modified != "" && id.Modified != r.Modified:
		return id, validator.ErrChanged
	}
	if id.Size != Unknown && r.Size != Unknown && id.Size != r.Size {
		return id, validator.ErrChanged
	}
	if id.Size == Unknown {
		id.Size = r.Size
	}
	if id.ETag == "" && id.Modified == "" { // the first reply decides by what the next ones are asked
		id.ETag, id.Modified = r.ETag, r.Modified
	}
	return id, nil
}
