package fix

import (
	"bufio"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// member is a member of the new archive.
type member struct {
	*validator.Member
	file *file
	name string // in the new archive

	size   uint64 // of its content as it was
	crc    uint32
	packed uint64 // bytes of its data, without what follows a deflate stream

	array *array
	*mended
}

// maxHeaders is how long the headers before and after the repair may be together, in bytes: those of compressed members
// can be a thousand times as long as the archive.
const maxHeaders = 64 << 20

// archive plans what to do about an archive.
func (p *Plan) archive(f *file, opt Options) {
	r := f.report
	all := f.all()
	doubt := ""
	for i := range all {
		if found := &all[i]; found.Base == validator.BaseFile || found.Member == validator.NoMember {
			if reason := p.doubt(found, opt); reason != "" && doubt == "" {
				doubt = reason
			}
		}
	}
	if len(r.Followed) > 0 && doubt == "" {
		doubt = "the members can't be told from one another"
	}
	if doubt != "" {
		p.leaveAll(r.Findings, doubt)
		return
	}
	members, err := p.members(f, opt)
	if err != nil {
		p.Mended, p.Left, p.Headers = nil, nil, nil
		p.leaveAll(r.Findings, err.Error())
		return
	}
	switch {
	case !worth(p.Mended, opt):
		p.tooMild()
	case p.rewrites():
		p.settle(archiveFile(members, opt))
	}
}

// rewrites reports whether more changes than the name of the file.
func (p *Plan) rewrites() bool {
	return slices.ContainsFunc(p.Mended, func(f validator.Finding) bool { return f.Rule != spec.PrefixMagic || f.Member != validator.NoMember })
}

// doubt returns why a finding about the records of an archive keeps it from being written again.
func (p *Plan) doubt(found *validator.Finding, opt Options) string {
	r := remedy.Of(found.Rule)
	switch {
	case found.Rule == spec.PrefixMagic:
		return ""
	case r.Doubt:
		return "another finding leaves the members in doubt"
	case r.Way == remedy.Asks && r.Flag == "--drop" && !opt.Drop:
		return "members are listed twice or not at all"
	}
	return ""
}

// members plans the members of the new archive, and sorts the findings into those that are mended and those that stay.
func (p *Plan) members(f *file, opt Options) ([]*member, error) {
	r := f.report
	var members []*member
	last := map[string]int{}
	for i := range r.Members {
		if !r.Members[i].Hidden {
			last[r.Members[i].Name] = i
		}
	}
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
		if m.Hidden || strings.HasSuffix(m.Name, "/") || last[m.Name] != i { // the new archive doesn't have it
			p.Mended = append(p.Mended, byMember[i]...)
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
	if len(members) == 0 && len(r.Members) > 0 {
		return nil, errors.New("nothing would be left")
	}
	names := map[string]bool{}
	for _, m := range members {
		if key := strings.TrimSuffix(m.name, ".npy"); names[key] && m.name != m.Name || m.name == "" {
			return nil, errors.New("two members would have one key")
		} else {
			names[key] = true
		}
	}
	return members, nil
}

// member plans a member, whose findings are given.
func (p *Plan) member(m *member, own []validator.Finding, opt Options) error {
	var inside []validator.Finding
	for _, found := range own {
		if found.Base == validator.BaseContent {
			inside = append(inside, found)
		} else {
			p.about(found, m, opt)
		}
	}
	if m.Member.Array == nil || len(inside) == 0 {
		for _, found := range inside {
			p.leave(found, "")
		}
		return nil
	}
	if err := m.mend(inside, opt); err != nil {
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
			p.leave(found, "it needs no hand (--level note)")
		}
		return nil
	}
	if p.headers += len(m.array.head) + len(m.header); p.headers > maxHeaders {
		return errors.New("the headers of its members take too much memory")
	}
	p.Mended = append(p.Mended, m.gone...)
	p.Headers = append(p.Headers, Header{MemberName: m.Name, Old: m.array.head, New: m.header})
	return nil
}

// about sorts a finding about the records of an archive.
func (p *Plan) about(found validator.Finding, m *member, opt Options) {
	switch r := remedy.Of(found.Rule); {
	case found.Rule == spec.PrefixMagic && m == nil && opt.Rename:
		p.Rename = true
	case found.Rule == spec.PrefixMagic:
		p.leave(found, "programs may know the file by its name")
		p.Left[len(p.Left)-1].Flag = "--rename"
		return
	case found.Rule == spec.NpzNameSuffix && (m == nil || m.Member.Array == nil):
		p.leave(found, "the member is not an array that can be understood")
		return
	case found.Rule == spec.NpzNameSuffix:
		if !strings.HasSuffix(m.name, ".npy") {
			m.name += ".npy"
		}
	case r.Way == remedy.Leaves, r.Flag == "--rename" && !opt.Rename:
		p.leave(found, "")
		return
	case r.Flag == "--rename" && m != nil:
		if m.name = tame(m.name); m.Member.Array != nil && !strings.HasSuffix(m.name, ".npy") {
			m.name += ".npy"
		}
	}
	p.Mended = append(p.Mended, found)
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

// data returns the data of a member as it is stored.
func (m *member) data() *io.SectionReader {
	return io.NewSectionReader(m.file, m.Offset, m.Packed)
}

// content returns the content of a member as it was.
func (m *member) content(ctx context.Context) (io.ReadCloser, error) {
	r, err := m.Member.Open(m.file, checkOptions(""))
	if err != nil {
		return nil, err
	}
	return readCloser{io.LimitReader(within(ctx, r), int64(m.size)), r}, nil
}

type readCloser struct {
	io.Reader
	io.Closer
}

// scale measures members, one after the other.
type scale struct {
	in      countingReader
	inflate io.ReadCloser
	buffer  []byte
}

// measure finds the size and the checksum of the content of a member, and where its data ends.
func (s *scale) measure(m *member) error {
	if m.Offset < 0 {
		return fmt.Errorf("member %s has no data", validator.Quote(m.Name))
	}
	if s.buffer == nil {
		s.in.r, s.buffer = bufio.NewReaderSize(nil, 32<<10), make([]byte, 32<<10)
		s.inflate = flate.NewReader(&s.in)
	}
	s.in.r.Reset(m.data())
	s.in.n = 0
	var r io.Reader = &s.in
	switch {
	case m.Stored && m.Size != m.Packed:
		return fmt.Errorf("member %s has two sizes", validator.Quote(m.Name))
	case m.Stored:
	case m.Method == zipwrite.Deflated:
		if err := s.inflate.(flate.Resetter).Reset(&s.in, nil); err != nil {
			return err
		}
		r = s.inflate
	default:
		opened, err := m.Member.Open(m.file, checkOptions(""))
		if err != nil {
			return err
		}
		defer opened.Close()
		r = io.LimitReader(opened, max(m.Size, 0)) // the validator has seen that it isn't longer
	}
	crc := crc32.NewIEEE()
	n, err := io.CopyBuffer(crc, r, s.buffer)
	if err != nil {
		return fmt.Errorf("member %s: %w", validator.Quote(m.Name), err)
	}
	m.packed = uint64(m.Packed)
	if m.Method == zipwrite.Deflated {
		m.packed = uint64(s.in.n)
	}
	m.size, m.crc = uint64(n), crc.Sum32()
	return nil
}

// countingReader counts the bytes that are read one at a time, as package flate does.
type countingReader struct {
	r *bufio.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// mend plans what to do about the array in a member.
func (m *member) mend(findings []validator.Finding, opt Options) error {
	r, err := m.content(context.Background())
	if err != nil {
		return err
	}
	defer r.Close()
	m.array = &array{Array: m.Member.Array, end: int64(m.size), findings: findings}
	if m.array.DataOffset > int64(m.size) {
		return fmt.Errorf("member %s ends inside its header", validator.Quote(m.Name))
	}
	m.array.head = make([]byte, m.array.DataOffset)
	if _, err := io.ReadFull(r, m.array.head); err != nil {
		return err
	}
	m.mended, err = m.array.mend(m, opt)
	return err
}

// ReadAt reads from the content, from its start on each time.
func (m *member) ReadAt(p []byte, off int64) (int, error) {
	r, err := m.content(context.Background())
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, off); err != nil {
		return 0, err
	}
	return io.ReadFull(r, p)
}
