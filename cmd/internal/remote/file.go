package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/validator"
)

// File is a file that is checked in place.
type File struct {
	client *Client
	base   string // its name without that of its folder
	get    Getter
	id     Identity // what is known of it beforehand
}

// NewFile returns the file that a getter gets, with the last element of its name and what is known of it.
func (c *Client) NewFile(base string, get Getter, known Identity) *File {
	return &File{c, base, get, known}
}

// Size returns the size of the file in bytes, or Unknown.
func (f *File) Size() int64 { return f.id.Size }

// ETag returns the file's ETag without quotes, or "".
func (f *File) ETag() string { return strings.Trim(f.id.ETag, `"`) }

// Close does nothing: a check leaves nothing open.
func (f *File) Close() error { return nil }

// The bytes that the first request is for.
const (
	firstOfArray   = 4 << 10   // holds nearly every header
	firstOfArchive = 64 << 10  // holds a small archive
	maxAtOnce      = 256 << 10 // of an archive whose size is known
)

// Check checks the file. If it isn't the same for all requests, the error is [validator.ErrChanged].
func (f *File) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	var o validator.Options
	if opt != nil {
		o = *opt
	}
	o.Name = f.base
	r := &reader{ctx: ctx, client: f.client, get: f.get, id: f.id, full: o.Depth == validator.Full}
	defer func() {
		r.close()
		f.id = r.id
	}()
	if f.id.Size != 0 {
		if err := r.begin(validator.FormatOf(f.base) == validator.Npz); err != nil {
			return nil, err
		}
	}
	return validator.Check(ctx, r, r.size, &o)
}

// begin sends the first request, whose answer has the size of the file.
func (r *reader) begin(archive bool) error {
	head, n := int64(firstOfArray), int64(firstOfArray)
	switch {
	case archive && r.id.Size != Unknown && r.id.Size <= maxAtOnce:
		head, n = r.id.Size, r.id.Size
	case archive:
		head, n = firstOfArchive, firstOfArchive
	case r.full: // all of it is going to be read
		n = maxPiece
	}
	s, err := r.open(0, n)
	if err != nil {
		return err
	}
	if r.whole = s.whole; r.whole {
		if head, err = r.beginWhole(s, head); err != nil {
			s.body.Close()
			return err
		}
	}
	r.size = r.id.Size
	r.ends(s.end, n)
	_, err = r.keep(s, min(head, s.end))
	return err
}

// maxWhole is the size of the largest file that is kept in memory because its server doesn't support ranges.
const maxWhole = 1 << 20

// beginWhole returns how much to keep of a file that the server sends as a whole.
func (r *reader) beginWhole(s *stream, head int64) (int64, error) {
	if s.end == Unknown {
		text, err := io.ReadAll(io.LimitReader(s.body, maxWhole+1))
		if err != nil {
			return 0, err
		}
		if len(text) > maxWhole {
			return 0, errors.New("the server neither sends ranges of the file nor reports its size: download it, and check the copy")
		}
		s.body = readAll(text)
		s.end = int64(len(text))
		r.id.Size = s.end
	}
	if s.end <= maxWhole {
		return s.end, nil
	}
	return head, nil
}

// errWhole is the error for random access to a file that the server only sends from its beginning.
func (r *reader) errWhole() error {
	return fmt.Errorf("the server doesn't send ranges of the file, which has %d bytes: download it, and check the copy", r.size)
}
