package fix

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/fix/proof"
	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// conversion is something that may have happened to a file. Undo returns what was there before; redo does it again, so
// that the comparison with the file shows that nothing else was there. Redo is nil if undo finds every fault itself.
type conversion struct {
	undo, redo func(io.Reader) (io.Reader, error)
	lossless   bool // whatever comes out is what was there
}

// headSize is the number of bytes in which an array is looked for.
const headSize = 512

// conversionOf returns what may have happened to a file that begins with head.
func conversionOf(head []byte) (c conversion, ok bool) {
	begins := func(start string) bool { return bytes.HasPrefix(head, []byte(start)) }
	const url = "data:application/octet-stream;base64,"
	switch at := bytes.Index(head, []byte(spec.Magic)); {
	case begins(spec.Magic), begins("PK\x03\x04"): // whatever is in an archive is a part of it
		return conversion{undo: always(withoutReturns), redo: always(withReturns)}, true
	case begins("\x1f\x8b"):
		return conversion{undo: func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }, lossless: true}, true
	case begins("k05VTVBZ"), begins("UEsDB"):
		return base64Of(0), true
	case begins(url):
		return base64Of(int64(len(url))), true
	case begins("\xc2\x93NUMPY"):
		return conversion{undo: always(fromUTF8), redo: always(toUTF8)}, true
	case begins(spec.Magic[1:]):
		return conversion{undo: func(r io.Reader) (io.Reader, error) {
			return io.MultiReader(bytes.NewReader([]byte(spec.Magic[:1])), r), nil
		}}, true
	case at > 0 && plain(head[:at]):
		return skip(int64(at)), true
	}
	return conversion{}, false
}

func always(f func(io.Reader) io.Reader) func(io.Reader) (io.Reader, error) {
	return func(r io.Reader) (io.Reader, error) { return f(r), nil }
}

// plain reports whether bytes before an array are a text, such as the headers of a response, and nothing that could be
// an array whose magic is damaged, or a value.
func plain(b []byte) bool {
	return utf8.Valid(b) && !bytes.Contains(b, []byte(spec.Magic[1:])) && !bytes.ContainsFunc(b, func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t'
	})
}

func skip(n int64) conversion {
	return conversion{undo: func(r io.Reader) (io.Reader, error) {
		_, err := io.CopyN(io.Discard, r, n)
		return r, err
	}}
}

// base64Of undoes base64, with line breaks or without, after n bytes.
func base64Of(n int64) conversion {
	return conversion{lossless: true, undo: func(r io.Reader) (io.Reader, error) {
		if _, err := io.CopyN(io.Discard, r, n); err != nil {
			return nil, err
		}
		return base64.NewDecoder(base64.StdEncoding.Strict(), r), nil
	}}
}

// undone is a file as it was before it was converted.
type undone struct {
	*file
	spool io.Closer
}

// Close removes the copy of the file.
func (u *undone) Close() error { return u.spool.Close() }

// undo returns the file as it was before it was converted or wrapped, if that can be proved, and nil otherwise.
func undo(ctx context.Context, f *file) (*undone, error) {
	head := make([]byte, min(headSize, f.Size))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	c, ok := conversionOf(head)
	if !ok {
		return nil, nil
	}
	return c.try(ctx, f)
}

// try undoes a conversion. The result is nil if that doesn't give a whole file.
func (c *conversion) try(ctx context.Context, f *file) (*undone, error) {
	old := func() io.Reader { return within(ctx, io.NewSectionReader(f, 0, f.Size)) }
	r, err := c.undo(old())
	if err != nil {
		return nil, nil
	}
	s, size, err := spooled(r, maxSpool)
	if err != nil {
		return nil, cmpErr(ctx, err)
	}
	inner, err := read(ctx, Source{s, size, ""})
	if err == nil && c.proves(inner) {
		if c.redo != nil {
			again, _ := c.redo(io.NewSectionReader(s, 0, size))
			err = proof.Identical(old(), again)
		}
		if err == nil {
			return &undone{inner, s}, nil
		}
	}
	s.Close()
	return nil, ctx.Err()
}

// cmpErr returns the errors that are not those of the bytes.
func cmpErr(ctx context.Context, err error) error {
	if errors.Is(err, errSpool) {
		return err
	}
	return ctx.Err()
}

// proves reports whether a file is what it must be if the conversion was all that happened to it: an array whose data
// has exactly its length, or an archive whose checksums all agree.
func (c *conversion) proves(f *file) bool {
	r := f.report
	if r.Incomplete != "" || len(r.Omitted) > 0 || slices.ContainsFunc(f.all(), func(found validator.Finding) bool {
		return remedy.Of(found.Rule).Doubt || found.Rule == spec.PrefixMagic || found.Rule == spec.DataTrailing || found.Rule == spec.DataSecondArray
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
