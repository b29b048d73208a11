package zip

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// search looks for members before the directory, listed and unlisted ones.
type search struct {
	*localHeaders
	*contents
	members    []Member
	maxMembers int
}

// extent prepares the search for the end of a member.
func (s *search) extent(m *Member) extent {
	return extent{s.localHeaders, s.contents, m.reporter(s.faults), m}
}

// listed reads the local header of a member of the directory and compares the two.
func (s *search) listed(m *Member) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	c, x := &m.central, s.extent(m)
	if c.unknown&unknownOffset != 0 {
		return nil
	}
	if c.offset > uint64(s.Directory) || int64(c.offset) > s.Directory-localSize-s.base {
		x.report(spec.ZipMissingMember, c.at+42, 4, "directory entry points to offset %d, which is not before the central directory", c.offset)
		return nil
	}
	at := int64(c.offset) + s.base
	l, err := s.read(at, x.reporter)
	switch {
	case err != nil || s.budget < 0:
		return err
	case l == nil:
		x.report(spec.ZipMissingMember, at, 4, "directory entry points to offset %d, which has no local header", at)
		return nil
	}
	m.found(l)
	l.widen(c)
	c.checkFields(x.reporter)
	compareHeaders(x.reporter, l, c)
	m.Replaced = replaced(l, c)
	c.complete(l)
	m.Other = m.otherwise(*l, s.Directory)
	torn := l.torn || len(l.name) != len(c.name)
	if err := x.find(); err != nil || !torn || m.broken {
		return err
	}
	next, err := s.recordAt(m.End)
	m.Shifted = !next
	return err
}

// hidden reads the member that begins at pos, if any, and adds it to the others. It must end before
// end.
func (s *search) hidden(pos, end int64) (*Member, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	number, full := len(s.members)+1, len(s.members) >= s.maxMembers
	if full {
		number = 0
	}
	l, err := s.read(pos, reporter{s.faults, finding.Finding{Member: number, Unseen: true}})
	if err != nil || l == nil {
		return nil, err
	}
	if full {
		s.incomplete = overLimit(s.maxMembers)
		return nil, nil
	}
	m := &Member{Number: number, Hidden: true, central: *l}
	m.found(l)
	x := s.extent(m)
	if !s.blind {
		x.report(spec.ZipHiddenMember, pos, int64(l.size), "local header has no directory entry")
	}
	if err := x.findHidden(end); err != nil {
		return nil, err
	}
	s.members = append(s.members, *m)
	return m, nil
}

// afterOthers looks for hidden members where only a streaming reader gets: after members whose
// local header states a different size than the directory.
func (s *search) afterOthers() error {
	var ends []int64
	for i := range s.members {
		if m := &s.members[i]; m.Other != nil && m.Other.End != m.End {
			ends = append(ends, m.Other.End)
		}
	}
	return s.forward(ends)
}

// afterStreams looks for hidden members after deflate streams that are shorter than the directory says, which end at
// the given offsets: a streaming reader continues there, or after the data descriptor there.
func (s *search) afterStreams(ends []int64) error {
	var starts []int64
	for _, end := range ends {
		for _, descriptor := range []int64{0, 16, 24, 12, 20} {
			if b, err := s.signed(end+descriptor, localSize, localSignature); err != nil {
				return err
			} else if b != nil {
				starts = append(starts, end+descriptor)
				break
			}
		}
	}
	return s.forward(starts)
}

// forward walks from each of the offsets from member to member, as long as they are hidden.
func (s *search) forward(starts []int64) error {
	if len(starts) == 0 {
		return nil
	}
	known := make(map[int64]bool, len(s.members))
	for i := range s.members {
		known[s.members[i].local.at] = s.members[i].Found
	}
	for _, pos := range starts {
		for s.Directory-pos >= localSize && !known[pos] {
			known[pos] = true
			m, err := s.hidden(pos, s.Directory)
			if err != nil {
				return err
			}
			if m == nil || m.broken {
				break
			}
			pos = m.End
		}
	}
	return nil
}
