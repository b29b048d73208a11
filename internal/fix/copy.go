package fix

import (
	"context"
	"io"

	"github.com/npycheck/npycheck/internal/contextio"
)

// within returns a reader that ends with the context.
func within(ctx context.Context, r io.Reader) io.Reader { return contextio.NewReader(ctx, r) }

// copyAll copies all of a section.
func copyAll(ctx context.Context, w io.Writer, r *io.SectionReader) error {
	n, err := io.Copy(w, within(ctx, r))
	if err == nil && n != r.Size() {
		err = io.ErrUnexpectedEOF
	}
	return err
}
