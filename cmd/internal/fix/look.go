package fix

import (
	"context"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// MaxLook is the size of the largest file for which Look plans, and of what is in it, in bytes.
const MaxLook = 64 << 20

// Hopeless reports whether no file with only these findings is fixed, so that nobody has to look at it.
func Hopeless(findings []validator.Finding) bool {
	for i := range findings {
		if r := findings[i].Rule.Rule().Fix; r.Way != spec.FixNever || r.Doubt {
			return false
		}
	}
	return true
}

// Look returns what fix does about the findings of a file of which there is a report already, of depth full: about those
// of a severity or above also with flags. The error is ErrTooLarge for a file whose plan would take too long to find
// out, or that of reading it.
func Look(ctx context.Context, src Source, report *validator.Report, from spec.Severity) (Outlook, error) {
	size := src.Size
	for i := range report.Members {
		size += max(report.Members[i].Size, 0)
		if size > 2*MaxLook || size < 0 {
			break
		}
	}
	if src.Size > MaxLook || size-src.Size > MaxLook || size < 0 || len(report.Omitted) > 0 { // fix lists more findings than a report
		return nil, ErrTooLarge
	}
	f := newFile(src, report)
	f.maxSpool = MaxLook
	p, err := f.make(ctx, Options{Ask: from})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Outlook(), nil
}
