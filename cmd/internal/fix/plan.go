package fix

import (
	"cmp"
	"context"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Copy returns a new file with the bytes of the old one, which only gets another name.
func (p *Plan) Copy() *NewFile {
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
	return f.make(ctx, opt)
}

// make plans what to do about the file, and asks for the flags that fix what is left.
func (f *file) make(ctx context.Context, opt Options) (*Plan, error) {
	opt.Level = cmp.Or(opt.Level, spec.Warning)
	var u *undone
	if f.inDoubt() {
		var err error
		if u, err = undo(ctx, f); err != nil {
			return nil, err
		}
	}
	p, err := f.planned(ctx, u, opt)
	if err == nil && opt.Ask > 0 {
		err = f.ask(ctx, p, u, opt)
	}
	if u != nil {
		p.closers = append(p.closers, u)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// planned plans what to do about the file, or what it was before it was converted.
func (f *file) planned(ctx context.Context, u *undone, opt Options) (*Plan, error) {
	p := &Plan{file: f}
	if u != nil {
		if err := p.unwrapped(ctx, f, u, opt); err != nil {
			return p, err
		}
	} else {
		p.plan(f, opt)
	}
	if len(p.Fixed) == 0 { // what nothing was wrong with stays as it is
		p.Files, p.Headers, p.Dropped, p.Lost, p.Rename = nil, nil, nil, nil, false
	}
	return p, ctx.Err()
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
	p.obey()
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

// maxTries is the number of sets of flags that are tried on a file. Hardly any needs two flags.
const maxTries = 16

// ask finds out which further flags fix what a plan leaves, the fewest first. Only a plan with them says that: a flag
// can be refused, or need another.
func (f *file) ask(ctx context.Context, p *Plan, u *undone, opt Options) error {
	tried := map[remedy.Fix]bool{}
	sets := p.unasked(p, 0, opt.Ask)
	for len(sets) > 0 && len(tried) < maxTries {
		set := sets[0]
		sets = sets[1:]
		if tried[set] {
			continue
		}
		tried[set] = true
		q, err := f.planned(ctx, u, opt.With(set))
		if err != nil {
			return err
		}
		now := q.Outlook()
		for i := range p.Left {
			if l := &p.Left[i]; l.Fix == 0 && now.Of(&l.Finding) == remedy.Fixed {
				l.Fix = remedy.Fixed | set
			}
		}
		sets = append(sets, p.unasked(q, set, opt.Ask)...)
	}
	return nil
}

// unasked returns the sets of flags to try after the plan q with a set, if any finding of a severity is still left.
func (p *Plan) unasked(q *Plan, set remedy.Fix, ask spec.Severity) (sets []remedy.Fix) {
	open := false
	for i := range p.Left {
		open = open || p.Left[i].Fix == 0 && p.Left[i].Severity() >= ask
	}
	if !open {
		return nil
	}
	seen := set
	for i := range q.Left {
		l := &q.Left[i]
		flag := remedy.FixOf(l.Flag)
		if flag == remedy.Notes && l.Severity() < ask || seen&flag != 0 {
			continue
		}
		if flag != 0 {
			seen |= flag
			sets = append(sets, set|flag)
		}
	}
	return sets
}

// Outlook is what npycheck fix does about the findings of a file.
type Outlook map[place]remedy.Fix

// place is where a finding is, and what it is about: no two of a file have the same.
type place struct {
	rule           spec.ID
	offset, length int64
	member, array  int
	base           validator.Base
	pointer        string
}

func placeOf(f *validator.Finding) place {
	return place{
		rule: f.Rule, offset: f.Offset, length: f.Length, member: f.Member, array: f.Array, base: f.Base, pointer: f.Pointer,
	}
}

// Of returns what fix does about a finding of the file.
func (o Outlook) Of(f *validator.Finding) remedy.Fix { return o[placeOf(f)] }

// Outlook returns what the plan for a file does about its findings: without further flags, and with those that the plan
// was asked about.
func (p *Plan) Outlook() Outlook {
	o := Outlook{}
	for i := range p.Left {
		if l := &p.Left[i]; l.Fix != 0 {
			o[placeOf(&l.Finding)] = l.Fix
		}
	}
	if p.Changes() {
		for i := range p.Fixed {
			o[placeOf(&p.Fixed[i])] = remedy.Fixed
		}
	}
	return o
}

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
