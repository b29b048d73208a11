package fix

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/second"
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
	var s measurer
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
	done, err := p.fixConverted(m, inside, opt)
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

// tame returns a name that is safe on every system: relative, without control characters and the like.
func tame(name string) string {
	name, _, _ = strings.Cut(name, "\x00")
	name = strings.ReplaceAll(name, "\\", "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
	}
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		if part != "" && part != "." && part != ".." {
			parts = append(parts, strings.Map(visible, part))
		}
	}
	return strings.Join(parts, "/")
}

// visible returns a character of a name, or an underscore for one that can't be seen.
func visible(r rune) rune {
	if !unicode.IsGraphic(r) {
		return '_'
	}
	return r
}

// names are the members of an archive that its directory lists, by their names.
type names struct {
	members     []validator.Member
	last        map[string]int // index of the last
	count, seen map[string]int
}

func namesOf(members []validator.Member) *names {
	n := &names{members: members, last: map[string]int{}, count: map[string]int{}, seen: map[string]int{}}
	for i := range members {
		if m := &members[i]; !m.Hidden {
			n.last[m.Name] = i
			n.count[m.Name]++
		}
	}
	return n
}

// drop describes a member that is dropped. The members of a name are dropped in their order.
func (n *names) drop(ctx context.Context, archive io.ReaderAt, m *validator.Member) Dropped {
	d := Dropped{Name: m.Name, Hidden: m.Hidden, Of: n.count[m.Name]}
	if !m.Hidden {
		n.seen[m.Name]++
		d.Nth = n.seen[m.Name]
	}
	if d.Of > 0 {
		d.Equal = equal(ctx, archive, m, &n.members[n.last[m.Name]])
	}
	return d
}

// equal reports whether two members have the same content, both of which can be read.
func equal(ctx context.Context, archive io.ReaderAt, a, b *validator.Member) bool {
	if a.Size != b.Size {
		return false
	}
	opt := &validator.Options{Decompressors: decompress.Methods()}
	x, err := a.Open(archive, opt)
	if err != nil {
		return false
	}
	defer x.Close()
	y, err := b.Open(archive, opt)
	if err != nil {
		return false
	}
	defer y.Close()
	return second.Identical(disk.NewContextReader(ctx, x), disk.NewContextReader(ctx, y)) == nil
}

// archiveFile returns the new file of an archive.
func archiveFile(f *file, members []*member, fixed []validator.Finding, opt Options) *NewFile {
	return &NewFile{
		name: "a.npz",
		law:  func() ([]Loss, error) { return archiveLaw(f, members, fixed, opt) },
		write: func(ctx context.Context, w io.WriteSeeker) error {
			a := zipwrite.New(w)
			for _, m := range members {
				if err := m.write(ctx, a); err != nil {
					return err
				}
			}
			return a.Close()
		},
		verify: func(ctx context.Context, now Source) error { return verifyArchive(ctx, members, now, opt) },
	}
}

func (m *member) write(ctx context.Context, a *zipwrite.Archive) error {
	if !m.repaired() && (m.Stored || m.Method == zipwrite.Deflated) {
		data := io.NewSectionReader(m.file, m.Offset, int64(m.packed))
		return a.Raw(m.name, m.newMethod(), m.size, m.crc, m.packed, within(ctx, data))
	}
	r, err := m.content(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	if !m.repaired() {
		return a.Content(m.name, m.newMethod(), m.size, r)
	}
	if _, err := io.CopyN(io.Discard, r, m.array.DataOffset); err != nil {
		return err
	}
	rest := m.length() - m.array.DataOffset - m.cut
	content := io.MultiReader(bytes.NewReader(m.header), io.LimitReader(r, rest))
	return a.Content(m.name, m.newMethod(), uint64(int64(len(m.header))+rest), content)
}

var (
	errMembers = errors.New("the repaired archive has other members")
	errRecords = errors.New("the second reader of archives rejects the repaired archive")
)

// verifyArchive reads the new archive with package archive/zip, which has no part in writing it, and compares the
// members with the old ones.
func verifyArchive(ctx context.Context, members []*member, now Source, opt Options) error {
	z, err := zip.NewReader(now, now.Size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return errRecords
	}
	if len(z.File) != len(members) {
		return errMembers
	}
	for i, m := range members {
		if z.File[i].Name != m.name {
			return errMembers
		}
		if err := m.verify(ctx, z.File[i], opt); err != nil {
			return err
		}
	}
	return nil
}

func (m *member) verify(ctx context.Context, f *zip.File, opt Options) error {
	r, err := f.Open() // compares the checksum at the end
	if err != nil {
		return errRecords
	}
	defer r.Close()
	old, err := m.content(ctx)
	if err != nil {
		return err
	}
	defer old.Close()
	if !m.repaired() {
		return second.Identical(old, bufio.NewReader(within(ctx, r)))
	}
	if _, err := io.CopyN(io.Discard, old, m.array.DataOffset); err != nil {
		return err
	}
	data := io.LimitReader(old, m.length()-m.array.DataOffset-m.cut)
	return m.array.equal(ctx, opt, data, r)
}
