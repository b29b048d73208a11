package fix

import (
	"context"
	"io"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// undone plans to write a member with the header that it was meant to have, if that can be proved as for a file: its
// checksum agrees, so that a writer made the fault. The findings are those in its content.
func (p *Plan) undone(m *member, inside []validator.Finding, opt Options) (done bool, err error) {
	if !slices.ContainsFunc(inside, converted) {
		return false, nil
	}
	c, was, old, err := m.undo(context.Background())
	if c == nil || err != nil {
		return false, err
	}
	m.was = c
	findings := slices.Clone(was.Findings)
	for i := range findings {
		found := &findings[i]
		found.Base, found.Member, found.MemberName = validator.BaseContent, inside[0].Member, m.Name
	}
	opt.Level = spec.Note // the archive is written anyway
	if err := m.fix(was.Array, findings, opt); err != nil {
		return false, err
	}
	if m.header == nil {
		m.was, m.repair, m.array = nil, nil, nil
		return false, nil
	}
	if p.headers += len(old) + len(m.array.head) + len(m.header); p.headers > maxHeaders {
		return false, errHeaders
	}
	for _, found := range inside {
		if !slices.ContainsFunc(findings, func(f validator.Finding) bool { return f.Rule == found.Rule }) {
			p.Fixed = append(p.Fixed, found)
		}
	}
	p.Fixed, p.Left = append(p.Fixed, m.gone...), append(p.Left, m.left...)
	p.Headers = append(p.Headers, Header{MemberName: m.Name, Old: old, New: m.header})
	return true, nil
}

// undo returns what happened to the header of a member, a report about the content before that, and the header as it is.
// The conversion is nil if nothing is proved.
func (m *member) undo(ctx context.Context) (*conversion, *validator.Report, []byte, error) {
	r, err := m.content(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	defer r.Close()
	s, size, err := spooled(r, m.file.maxSpool)
	if err != nil {
		return nil, nil, nil, m.file.cause(ctx, err)
	}
	defer s.Close()
	f, err := read(ctx, Source{s, size, ""})
	if err != nil {
		return nil, nil, nil, err
	}
	c, ok := lengthOf(f)
	if !ok {
		c, ok = respelled(f)
	}
	if !ok {
		return nil, nil, nil, nil
	}
	was, err := c.try(ctx, f)
	if was == nil || err != nil || was.report.Format != validator.Npy || !c.proves(was.file) {
		return nil, nil, nil, err
	}
	old := make([]byte, was.report.Array.DataOffset-int64(len(c.start))+c.n)
	if _, err := f.ReadAt(old, 0); err != nil && err != io.EOF {
		return nil, nil, nil, err
	}
	return &c, was.report, old, nil
}
