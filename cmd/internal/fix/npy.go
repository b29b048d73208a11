package fix

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// arrays plans what to do about a file of one or more arrays.
func (p *Plan) arrays(f *file, opt Options) {
	r := f.report
	count := max(1, len(r.Arrays))
	misnamed := slices.IndexFunc(r.Findings, func(f validator.Finding) bool { return f.Rule == spec.NpzSingleArray })
	p.Rename = misnamed >= 0 && opt.Rename
	if r.Array == nil || slices.Contains(r.Arrays, nil) {
		p.Rename = false
		p.leaveAll(r.Findings, "the header can't be understood")
		return
	}
	if count > 1 && !opt.Split {
		p.Rename = false
		p.leaveAll(r.Findings, "the file holds several arrays")
		return
	}
	var news []*NewFile
	for i := range count {
		a, err := arrayOf(f, i)
		if err != nil {
			p.leaveAll(r.Findings, err.Error())
			return
		}
		m, err := a.fix(f, opt)
		if m != nil {
			m.asked = m.asked || count > 1
		}
		if err != nil || m.header == nil {
			p.Fixed, p.Headers, p.Rename = nil, nil, false
			if err != nil {
				p.leaveAll(r.Findings, err.Error())
			} else if p.Left = append(p.Left, m.left...); count > 1 {
				p.Left = nil
				p.leaveAll(r.Findings, "one of the arrays can't be fixed")
			}
			return
		}
		p.Fixed, p.Left = append(p.Fixed, m.gone...), append(p.Left, m.left...)
		if !slices.Equal(m.header, a.head) {
			p.Headers = append(p.Headers, Header{Array: number(i), Old: a.head, New: m.header})
		}
		news = append(news, a.file(f, m, opt))
	}
	if count > 1 {
		p.split(r.Findings)
	}
	changed := len(p.Headers) > 0 || p.Rename || count > 1 || slices.ContainsFunc(p.Fixed, func(f validator.Finding) bool { return f.Rule == spec.DataTrailing })
	if !changed || count == 1 && !worth(p.Fixed, opt) {
		p.tooMild()
		return
	}
	if len(p.Headers) == 0 && count == 1 && p.Cut() == "" {
		return // only the name changes
	}
	p.settle(news...)
}

// split counts the finding that several arrays are in one file as fixed: that is what was asked for.
func (p *Plan) split(findings []validator.Finding) {
	for _, found := range findings {
		if found.Rule == spec.DataSecondArray {
			p.Fixed = append(p.Fixed, found)
			p.Left = slices.DeleteFunc(p.Left, func(l Left) bool { return l.Rule == spec.DataSecondArray })
		}
	}
}

func number(i int) int {
	if i == 0 {
		return 0
	}
	return i + 1
}

// arrayOf returns an array of a file, counted from 0.
func arrayOf(f *file, i int) (*array, error) {
	a := &array{Array: f.report.Array, end: f.Size}
	all := f.report.Arrays
	if len(all) > 0 {
		a.Array = all[i]
		end := func(b *validator.Array) int64 { return b.DataOffset + b.DataBytes }
		if i > 0 {
			a.at = end(all[i-1])
		}
		if i < len(all)-1 {
			a.end = end(all[i])
		}
		one := *a.Array
		one.DataOffset -= a.at
		a.Array = &one
	}
	for _, found := range f.report.Findings {
		if found.Array == number(i) && found.Rule != spec.DataSecondArray {
			a.findings = append(a.findings, found)
		}
	}
	if a.DataOffset < 0 || a.at+a.DataOffset > f.Size {
		return nil, errors.New("the arrays lie in each other")
	}
	a.head = make([]byte, a.DataOffset)
	if _, err := f.ReadAt(a.head, a.at); err != nil && err != io.EOF {
		return nil, err
	}
	return a, nil
}

// file returns the new file of an array.
func (a *array) file(f *file, m *repair, opt Options) *NewFile {
	begin := a.at + a.DataOffset
	data := func() *io.SectionReader { return io.NewSectionReader(f, begin, a.end-m.cut-begin) }
	return &NewFile{
		name: "a.npy",
		law:  func() ([]Loss, error) { return a.law(f, m, opt) },
		write: func(ctx context.Context, w io.WriteSeeker) error {
			if _, err := w.Write(m.header); err != nil {
				return err
			}
			return copyAll(ctx, w, data())
		},
		verify: func(ctx context.Context, now Source) error {
			return a.equal(ctx, opt, data(), io.NewSectionReader(now, 0, now.Size))
		},
	}
}

// Cut returns how many bytes after the data the findings are about, as a text, or "".
func (p *Plan) Cut() string {
	for _, found := range p.Fixed {
		if found.Rule == spec.DataTrailing && found.Length > 0 {
			return text.Count(found.Length, "byte") + " after the data"
		}
	}
	return ""
}
