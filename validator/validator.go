package validator

import (
	"context"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
)

// Version is the version of npycheck, of its rules and of what they report.
const Version = "0.1.0"

// Check checks the size bytes that r holds. The error is not nil only if the bytes can't be read, if the size is negative,
// or if ctx is done. Arrays are read in one pass from front to back, their data only if it is a pickle or, at depth Full,
// if not every bit pattern is a value of their type; an archive is read from its end.
func Check(ctx context.Context, r io.ReaderAt, size int64, opt *Options) (*Report, error) {
	if f, ok := r.(*disk.File); ok {
		return checkFile(ctx, f, opt)
	}
	if size < 0 {
		return nil, fmt.Errorf("size of the file is negative: %d", size)
	}
	report, _, err := checkSource(ctx, source{ra: r, size: size}, opt)
	return report, err
}

// CheckStream checks everything that r yields up to io.EOF, with the report that Check gives for the same bytes. The
// stream is read to its end, at depth Header up to the end of the last array, unless more than 64 MiB follow that can't be
// judged: then the report is incomplete. An archive over 1 MiB goes through a temporary file.
func CheckStream(ctx context.Context, r io.Reader, opt *Options) (*Report, error) {
	report, _, err := checkSource(ctx, source{r: r, size: unknownSize}, opt)
	return report, err
}

// CheckFile checks the named file. Only a regular file is opened, and on Linux also by a path longer than the 4,095
// bytes that the system takes at once. A file that changes during the check, or whose name refers to another file in
// the end, gives the error [ErrChanged].
func CheckFile(ctx context.Context, name string, opt *Options) (*Report, error) {
	f, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return checkFile(ctx, f, opt)
}
