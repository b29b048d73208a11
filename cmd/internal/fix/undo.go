package fix

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/text/encoding/charmap"

	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// undone is a file as it was before it was converted.
type undone struct {
	*file
	spool io.Closer // nil if there is none
}

// Close removes the copy of the file.
func (u *undone) Close() error {
	if u.spool == nil {
		return nil
	}
	return u.spool.Close()
}

// texts are the conversions of a text. A file can have gone through several, one after the other.
var texts = []conversion{
	{undo: always(withoutReturns), redo: always(withReturns), only: onlyLineFeeds},
	charset(charmap.ISO8859_1),
	charset(charmap.Windows1252),
}

// maxTexts is the number of conversions of a text that are undone.
const maxTexts = 3

// undo returns the file as it was before it was converted or wrapped, if that can be proved, and nil otherwise.
func undo(ctx context.Context, f *file) (*undone, error) {
	head := make([]byte, min(headSize, f.Size))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if u, err := undoText(ctx, f, head, maxTexts); u != nil || err != nil {
		return u, err
	}
	c, ok := conversionOf(head, f.Size)
	if !ok {
		c, ok = lengthOf(f)
	}
	if !ok {
		c, ok = respelled(f)
	}
	if ok {
		inner, err := c.try(ctx, f)
		if inner == nil || c.proves(inner.file) {
			return inner, err
		}
		inner.Close()
	}
	return nil, ctx.Err()
}

// undoText undoes up to n conversions of a text. Head is how the file begins, before any of them was undone.
func undoText(ctx context.Context, f *file, head []byte, n int) (*undone, error) {
	name := bytes.Index(head, []byte(spec.Magic[1:]))
	if n == 0 || !bytes.HasPrefix(head, []byte("PK\x03\x04")) && (name < 1 || name > maxFirst) {
		return nil, nil
	}
	for i := range texts {
		inner, err := texts[i].try(ctx, f)
		if err != nil {
			return nil, err
		}
		if inner == nil {
			continue
		}
		if inner.Size < f.Size { // something was converted
			before := inner
			if !texts[i].proves(inner.file) {
				before, err = undoText(ctx, inner.file, head, n-1)
			}
			if before != nil && err == nil {
				before, err = texts[i].unambiguous(ctx, inner, before)
			}
			if before != inner {
				inner.Close()
			}
			if before != nil || err != nil {
				return before, err
			}
			continue
		}
		inner.Close()
	}
	return nil, nil
}

// unambiguous returns what was there before, unless another conversion could have made the same of something else.
func (c *conversion) unambiguous(ctx context.Context, after, before *undone) (*undone, error) {
	if before.report.Format == validator.Npz {
		return before, nil
	}
	only, err := c.only(within(ctx, io.NewSectionReader(after, 0, after.Size)))
	if only && err == nil {
		return before, nil
	}
	if before != after {
		before.Close()
	}
	return nil, err
}

// maxFirst is the number of bytes that the first byte of the magic can become, if it is converted maxTexts times.
const maxFirst = 16

// try undoes a conversion. The result is nil if it didn't happen to the whole file.
func (c *conversion) try(ctx context.Context, f *file) (*undone, error) {
	if c.undo == nil {
		rest := io.NewSectionReader(f, c.n, f.Size-c.n)
		inner, err := read(ctx, Source{replaced{c.start, rest}, int64(len(c.start)) + rest.Size(), ""})
		if err != nil {
			return nil, ctx.Err()
		}
		return &undone{inner, nil}, nil
	}
	old := func() io.Reader { return within(ctx, io.NewSectionReader(f, 0, f.Size)) }
	r, err := c.undo(old())
	if err != nil {
		return nil, nil
	}
	s, size, err := spooled(r, f.maxSpool)
	if err != nil {
		return nil, f.cause(ctx, err)
	}
	if size == f.Size && c.redo != nil {
		err = errDecode // nothing was converted
	} else if c.redo != nil {
		again, _ := c.redo(io.NewSectionReader(s, 0, size))
		err = second.Identical(old(), again)
	}
	if err == nil {
		var inner *file
		if inner, err = read(ctx, Source{s, size, ""}); err == nil {
			inner.maxSpool = f.maxSpool
			return &undone{inner, s}, nil
		}
	}
	s.Close()
	return nil, ctx.Err()
}

// cause returns the errors that are not those of the bytes. A file that is too large to be unpacked by Look may not be
// too large for fix.
func (f *file) cause(ctx context.Context, err error) error {
	if errors.Is(err, errSpool) || errors.Is(err, ErrTooLarge) && f.maxSpool < maxSpool {
		return err
	}
	return ctx.Err()
}

// proves reports whether a file is what it must be if the conversion was all that happened to it: an array whose data
// has exactly its length, or an archive whose checksums all agree.
func (c *conversion) proves(f *file) bool {
	r := f.report
	if c.sure != nil && !c.sure(r) || r.Incomplete != "" || len(r.Omitted) > 0 || slices.ContainsFunc(f.all(), func(found validator.Finding) bool {
		ofFile := r.Format == validator.Npy || found.Base == validator.BaseFile
		return found.Rule.Rule().Fix.Doubt || !c.lossless && ofFile && found.Severity() == spec.Error || found.Rule == spec.PrefixMagic || found.Rule == spec.DataTrailing || found.Rule == spec.DataSecondArray
	}) {
		return false
	}
	switch r.Format {
	case validator.Npy:
		// Where the pickle of an object array ends doesn't prove what is in it.
		return r.Array != nil && (c.lossless || !r.Array.DType.HasObject()) && r.Array.DataOffset+r.Array.DataBytes == f.Size
	case validator.Npz:
		return len(r.Members) > 0
	}
	return false
}

// maxMemory is the size of the largest file that is unpacked without a temporary file, in bytes.
const maxMemory = 8 << 20

var (
	// ErrTooLarge says that what was converted or packed is too large to find out what it is, or has too many findings.
	ErrTooLarge = errors.New("too large to be looked at")

	errSpool = errors.New("the temporary file can't be written")
)

// spool has the bytes of a file that was unpacked, in memory or in a temporary file.
type spool struct {
	io.ReaderAt
	file *os.File // or nil
}

// Close removes the file.
func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(s.file.Name()) // again, where it was removed at once
	return err
}

// spooled copies what r yields, and returns its size. More bytes than the limit are ErrTooLarge. An error of writing is
// errSpool.
func spooled(r io.Reader, limit int64) (*spool, int64, error) {
	var head bytes.Buffer
	n, err := io.Copy(&head, io.LimitReader(r, min(limit, maxMemory)+1))
	switch {
	case err != nil:
		return nil, 0, err
	case n > limit:
		return nil, 0, ErrTooLarge
	case n <= maxMemory:
		return &spool{ReaderAt: bytes.NewReader(head.Bytes())}, n, nil
	}
	f, err := os.CreateTemp("", "npycheck-fix-*")
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errSpool, err)
	}
	os.Remove(f.Name()) // so that nothing is left of it, on systems that can do that
	s := &spool{f, f}
	w := bufio.NewWriterSize(f, 64<<10)
	n, err = io.Copy(writing{w}, io.MultiReader(&head, io.LimitReader(r, limit+1-n)))
	if err == nil && n > limit {
		err = ErrTooLarge
	}
	if err == nil {
		if err = w.Flush(); err != nil {
			err = fmt.Errorf("%w: %w", errSpool, err)
		}
	}
	if err != nil {
		s.Close()
		return nil, 0, err
	}
	return s, n, nil
}

// writing marks errors of writing.
type writing struct{ w io.Writer }

func (w writing) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errSpool, err)
	}
	return n, err
}
