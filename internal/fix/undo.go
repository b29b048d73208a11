package fix

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
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

// texts are the conversions of a text. A file can have gone through several, one after the other.
var texts = []conversion{
	{undo: always(withoutReturns), redo: always(withReturns)},
	{undo: always(fromUTF8), redo: always(toUTF8)},
	{undo: always(from1252), redo: always(to1252)},
}

// maxTexts is the number of conversions of a text that are undone.
const maxTexts = 3

// headSize is the number of bytes in which an array is looked for.
const headSize = 512

// conversionOf returns what may have happened to a file that begins with head, if it is no conversion of a text.
func conversionOf(head []byte, size int64) (c conversion, ok bool) {
	begins := func(start string) bool { return bytes.HasPrefix(head, []byte(start)) }
	const url = "data:application/octet-stream;base64,"
	for _, start := range oddMagics {
		if begins(start) {
			return instead(int64(len(start)), spec.Magic), true
		}
	}
	switch at := bytes.Index(head, []byte(spec.Magic)); {
	case begins(spec.Magic), begins("PK\x03\x04"): // whatever is in an archive is a part of it
	case begins("\x1f\x8b"):
		return conversion{undo: func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }, lossless: true}, true
	case begins("k05VTVBZ"), begins("UEsDB"):
		return base64Of(0), true
	case begins(url):
		return base64Of(int64(len(url))), true
	case at > 0 && (plain(head[:at]) || string(head[:at]) == fmt.Sprintf("blob %d\x00", size-int64(at))): // an object of Git
		return instead(int64(at), ""), true
	}
	return conversion{}, false
}

// oddMagics are what writers of text make of the magic, if they write the data right all the same: its first character
// in UTF-8 or escaped, no such byte, and the rest in lower case. A question mark isn't among them: it would stand for
// bytes of the data, too.
var oddMagics = []string{"\u0093NUMPY", "\u201cNUMPY", `\x93NUMPY`, spec.Magic[1:], "\x93numpy"}

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

// instead puts a start in the place of the first n bytes.
func instead(n int64, start string) conversion {
	return conversion{undo: func(r io.Reader) (io.Reader, error) {
		_, err := io.CopyN(io.Discard, r, n)
		return io.MultiReader(strings.NewReader(start), r), err
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
	if u, err := undoText(ctx, f, head, maxTexts); u != nil || err != nil {
		return u, err
	}
	if c, ok := conversionOf(head, f.Size); ok {
		inner, err := c.try(ctx, f)
		if inner == nil || c.proves(inner.file) {
			return inner, err
		}
		inner.Close()
	}
	return nil, ctx.Err()
}

// undoText undoes up to n conversions of a text that begins with head.
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
		if texts[i].proves(inner.file) {
			return inner, nil
		}
		if inner.Size < f.Size {
			before, err := undoText(ctx, inner.file, head, n-1)
			if before != nil || err != nil {
				inner.Close()
				return before, err
			}
		}
		inner.Close()
	}
	return nil, nil
}

// maxFirst is the number of bytes that the first byte of the magic can become, if it is converted maxTexts times.
const maxFirst = 16

// try undoes a conversion. The result is nil if it didn't happen to the whole file.
func (c *conversion) try(ctx context.Context, f *file) (*undone, error) {
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
		err = proof.Identical(old(), again)
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
	if r.Incomplete != "" || len(r.Omitted) > 0 || slices.ContainsFunc(f.all(), func(found validator.Finding) bool {
		ofFile := r.Format == validator.Npy || found.Base == validator.BaseFile
		return remedy.Of(found.Rule).Doubt || !c.lossless && ofFile && found.Severity() == spec.Error || found.Rule == spec.PrefixMagic || found.Rule == spec.DataTrailing || found.Rule == spec.DataSecondArray
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
