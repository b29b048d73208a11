package fix

import (
	"cmp"
	"context"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Copy returns a new file with the bytes of the old one, which only gets another name.
func (p *Plan) Copy() *New {
	n := verbatim(p.file)
	for _, l := range p.Left {
		n.left = append(n.left, l.Rule)
	}
	return n
}

// Make plans what to do about a file. The error is that of reading it. The caller closes the plan, and keeps the source
// open until then.
func Make(ctx context.Context, src Source, opt Options) (*Plan, error) {
	f, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	p := &Plan{file: f}
	opt.Level = cmp.Or(opt.Level, spec.Warning)
	if f.inDoubt() {
		undone, err := undo(ctx, f)
		if err != nil {
			return nil, err
		}
		if undone != nil {
			p.closers = append(p.closers, undone)
			return p, p.unwrapped(ctx, f, undone, opt)
		}
	}
	p.plan(f, opt)
	return p, nil
}

// plan plans what to do about a file that is as its writer left it.
func (p *Plan) plan(f *file, opt Options) {
	p.Format = f.report.Format
	switch {
	case f.report.Incomplete != "":
		p.leaveAll(f.report.Findings, "it could not be checked to its end: "+f.report.Incomplete)
	case len(f.report.Omitted) > 0:
		p.leaveAll(f.report.Findings, "there are too many findings")
	case f.report.Format == validator.Npy:
		p.arrays(f, opt)
	case f.report.Format == validator.Npz:
		p.archive(f, opt)
	default:
		p.leaveAll(f.report.Findings, "")
	}
}

// unwrapped plans to write the file as it was before it was converted, and fixes that, too.
func (p *Plan) unwrapped(ctx context.Context, f *file, u *undone, opt Options) error {
	p.Format = u.report.Format
	named := validator.FormatOf(f.Name)
	misnamed := named != validator.Unknown && named != p.Format
	switch {
	case named == validator.Unknown && f.breaks(spec.PrefixMagic):
		p.leaveAll(f.report.Findings, "a file of this name may be what it is: only .npy and .npz files are unwrapped")
		return nil
	case misnamed && !opt.Rename:
		for _, found := range f.report.Findings {
			p.leave(found, "what is in it needs another suffix")
			p.Left[len(p.Left)-1].Flag = "--rename"
		}
		return nil
	}
	inner := opt
	inner.Level = spec.Note // the file is written anyway
	p.plan(u.file, inner)
	p.Rename = misnamed
	for _, found := range f.report.Findings {
		if !slices.ContainsFunc(u.report.Findings, func(f validator.Finding) bool { return f.Rule == found.Rule }) {
			p.Fixed = append(p.Fixed, found)
		}
	}
	if len(p.Files) == 0 {
		p.settle(verbatim(u.file))
	}
	return ctx.Err()
}
