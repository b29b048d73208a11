package validator

import (
	"context"

	"github.com/npycheck/npycheck/validator/internal/pickle"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

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
