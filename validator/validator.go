package validator

import (
	"context"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator/internal/pickle"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

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

// checkSource checks a file, and reports whether it was read at once.
func checkSource(ctx context.Context, src source, opt *Options) (report *Report, once bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	w := pool.Get().(*walk)
	defer w.release()
	w.ctx, w.opt, w.source = ctx, opt, src
	w.faults.Max = opt.maxFindings()
	if src.ra != nil {
		w.steady.ra, w.steady.size = src.ra, src.size
		w.ra = &w.steady
	} else {
		w.r = w.once.of(src.r)
		if opt.depth() == Full {
			w.once.lines = &lineEnds{}
		}
	}
	report, err = w.file()
	if err == nil && w.steady.short.Load() {
		err = ErrChanged
	}
	if err != nil {
		return nil, false, err
	}
	report.Omitted, report.Unseen = w.faults.Omitted, w.faults.Unseen
	report.Imports, report.ImportsOmitted = w.imports.kept, w.imports.omitted
	if report.Incomplete == "" {
		report.Incomplete = w.incomplete
	}
	return report, w.steady.reads.Load() == 1, nil
}

// file checks a file as the format that its first bytes indicate.
func (w *walk) file() (*Report, error) {
	if err := w.read(firstRead); err != nil {
		return nil, err
	}
	report := &Report{Format: Unknown}
	if w.name == "" && w.opt != nil {
		w.name = w.opt.Name
	}
	var err error
	switch {
	case zip.IsArchive(w.head):
		misnamed(Npz, w.name, w.head, &w.faults)
		// An archive from a stream can be read again only as long as it is spooled.
		if err := w.spooled(report, w.npz); err != nil {
			return nil, err
		}
		return report, nil
	case pickle.Begins(w.head):
		err = w.arrays(report)
	case !hasMagic(w.head):
		err = w.otherFormat()
	default:
		if len(w.head) >= len(magic)+2 {
			report.Format = Npy
		}
		err = w.arrays(report)
	}
	if err == nil {
		err = w.ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	w.faults.Sort()
	report.Findings = w.findings(w.faults.Kept, 0, nil)
	return report, nil
}
