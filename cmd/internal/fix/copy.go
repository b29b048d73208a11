package fix

import (
	"context"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/second"
)

// within returns a reader that ends with the context.
func within(ctx context.Context, r io.Reader) io.Reader { return disk.NewContextReader(ctx, r) }

// copyAll copies all of a section.
func copyAll(ctx context.Context, w io.Writer, r *io.SectionReader) error {
	n, err := io.Copy(w, within(ctx, r))
	if err == nil && n != r.Size() {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// verbatim returns a new file with the bytes of another.
func verbatim(f *file) *New {
	all := func() *io.SectionReader { return io.NewSectionReader(f, 0, f.Size) }
	return &New{
		write: func(ctx context.Context, w io.WriteSeeker) error { return copyAll(ctx, w, all()) },
		verify: func(ctx context.Context, now Source) error {
			return second.Identical(within(ctx, all()), within(ctx, io.NewSectionReader(now, 0, now.Size)))
		},
	}
}
