package fix

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// archive plans what to do about an archive.
func (p *Plan) archive(f *file, opt Options) {
	r := f.report
	all := f.all()
	doubt := ""
	for i := range all {
		if found := &all[i]; found.Base == validator.BaseFile || found.Member == validator.NoMember {
			if reason := doubtOf(found, opt); reason != "" && doubt == "" {
				doubt = reason
			}
		}
	}
	if len(r.Followed) > 0 && doubt == "" {
		doubt = "it isn't clear which members there are"
	}
	if doubt != "" {
		p.leaveAll(r.Findings, doubt)
		return
	}
	members, err := p.members(f, opt)
	if err != nil {
		p.Fixed, p.Left, p.Headers, p.Dropped = nil, nil, nil, nil
		p.leaveAll(r.Findings, err.Error())
		return
	}
	switch {
	case !worth(p.Fixed, opt):
		p.tooMild()
	case p.rewrites():
		p.settle(archiveFile(f, members, slices.Clone(p.Fixed), opt))
	}
}

// rewrites reports whether more changes than the name of the file.
func (p *Plan) rewrites() bool {
	return slices.ContainsFunc(p.Fixed, func(f validator.Finding) bool { return f.Rule != spec.PrefixMagic || f.Member != validator.NoMember })
}

// doubtOf returns why a finding about the records of an archive keeps it from being written again.
func doubtOf(found *validator.Finding, opt Options) string {
	r := found.Rule.Rule().Fix
	switch {
	case found.Rule == spec.PrefixMagic:
		return ""
	case r.Doubt:
		return "another finding leaves the members in doubt"
	case r.Way == spec.FixIfAsked && r.Flag == "--drop" && !opt.Drop:
		return "members are listed twice or not at all"
	}
	return ""
}

// members plans the members of the new archive, and sorts the findings into those that are fixed and those that stay.
func (p *Plan) members(f *file, opt Options) ([]*member, error) {
	r := f.report
	var members []*member
	listed := namesOf(r.Members)
	byMember := map[int][]validator.Finding{}
	for _, found := range r.Findings {
		if found.Member == validator.NoMember {
			p.about(found, nil, opt)
		} else {
			byMember[found.Member] = append(byMember[found.Member], found)
		}
	}
	var s scale
	for i := range r.Members {
		m := &member{Member: &r.Members[i], file: f, name: r.Members[i].Name}
		if folder := strings.HasSuffix(m.Name, "/"); folder && m.Size+m.Packed > 0 && !m.Hidden {
			return nil, fmt.Errorf("folder %s has a content", validator.Quote(m.Name))
		} else if folder || m.Hidden || listed.last[m.Name] != i { // the new archive doesn't have it
			p.Fixed = append(p.Fixed, byMember[i]...)
			if !folder {
				p.Dropped = append(p.Dropped, listed.drop(context.Background(), f, m.Member))
			}
			continue
		}
		if err := s.measure(m); err != nil {
			return nil, err
		}
		if err := p.member(m, byMember[i], opt); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	count := map[string]int{}
	for _, m := range members {
		count[strings.TrimSuffix(m.name, ".npy")]++
	}
	for _, m := range members {
		if m.name == "" || m.name != m.Name && count[strings.TrimSuffix(m.name, ".npy")] > 1 {
			return nil, errors.New("two members would have one key")
		}
	}
	return members, nil
}

// member plans a member, whose findings are given.
func (p *Plan) member(m *member, own []validator.Finding, opt Options) error {
	var inside, outside []validator.Finding
	for _, found := range own {
		if found.Base == validator.BaseContent {
			inside = append(inside, found)
		} else {
			outside = append(outside, found)
		}
	}
	done, err := p.undone(m, inside, opt)
	for _, found := range outside {
		p.about(found, m, opt)
	}
	if done || err != nil {
		return err
	}
	if m.Member.Array == nil || len(inside) == 0 {
		for _, found := range inside {
			p.leave(found, "")
		}
		return nil
	}
	if err := m.fix(m.Member.Array, inside, opt); err != nil {
		return err
	}
	p.Left = append(p.Left, m.left...)
	if m.header == nil {
		m.array.head = nil
		return nil
	}
	if slices.Equal(m.header, m.array.head) && m.cut == 0 || !worth(m.gone, opt) {
		m.header, m.array.head = nil, nil // it stays as it is
		for _, found := range m.gone {
			p.mild(found)
		}
		return nil
	}
	if p.headers += len(m.array.head) + len(m.header); p.headers > maxHeaders {
		return errHeaders
	}
	p.Fixed = append(p.Fixed, m.gone...)
	p.Headers = append(p.Headers, Header{MemberName: m.Name, Old: m.array.head, New: m.header})
	return nil
}

// about sorts a finding about the records of an archive.
func (p *Plan) about(found validator.Finding, m *member, opt Options) {
	switch r := found.Rule.Rule().Fix; {
	case found.Rule == spec.PrefixMagic && m == nil && opt.Rename:
		p.Rename = true
	case found.Rule == spec.PrefixMagic:
		p.leave(found, "programs may know the file by its name")
		p.Left[len(p.Left)-1].Flag = "--rename"
		return
	case found.Rule == spec.NpzNameSuffix && (m == nil || !m.isArray()):
		p.leave(found, "the member is not an array that can be understood")
		return
	case found.Rule == spec.NpzNameSuffix:
		if !strings.HasSuffix(m.name, ".npy") {
			m.name += ".npy"
		}
	case r.Way == spec.FixNever, r.Flag == "--rename" && !opt.Rename:
		p.leave(found, "")
		return
	case r.Flag == "--rename" && m != nil:
		if m.name = tame(m.name); m.isArray() && !strings.HasSuffix(m.name, ".npy") {
			m.name += ".npy"
		}
	}
	p.Fixed = append(p.Fixed, found)
}
