// Package zip reads the records of a zip archive byte by byte: every byte belongs to a member, to the directory or to
// nothing. It returns the members, listed in the directory or not, and the faults of the records. It knows nothing
// about the content of members.
package zip

import (
	"bufio"
	"context"
	"io"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Config is how to read an archive.
type Config struct {
	MaxMembers    int                                               // to check; more make the archive incomplete
	Whole         bool                                              // all of the archive may be read to find out what happened to it
	Decompressors map[uint16]Decompressor                           // by compression method
	Trace         func(offset, length int64, b []byte, what string) // is called for each record, if it isn't nil
}

// Decompressor returns a reader that decompresses the data of a member. Size is how many bytes the content has if the
// headers are right, and no more than the data can become; flags are those of the headers.
type Decompressor = func(data *bufio.Reader, size uint64, flags uint16) io.ReadCloser

// Archive is the result of reading an archive.
type Archive struct {
	Places
	Members    []Member // those of the directory in its order, and then others
	Incomplete string   // why not all of it was checked

	search *search
}

// Walk reads the records of an archive of the given size, front to back and by the directory (clauses
// npz-1.1 to npz-4.6), and adds what is wrong with them to faults. The error is that of reading, or of
// ctx; it is [io.ErrUnexpectedEOF] if there are fewer bytes.
func Walk(ctx context.Context, ra io.ReaderAt, size int64, c Config, faults *finding.List) (*Archive, error) {
	r := &reader{ctx: ctx, ra: ra, size: size, trace: c.Trace, whole: c.Whole, budget: 4*min(size, 1<<60) + 1<<20}
	e := &endRecords{reader: r, reporter: reporter{faults: faults}}
	if err := e.find(); err != nil {
		return nil, err
	}
	d, after := centralDirectory{endRecords: e}, e.Limit
	if !e.Lost {
		var err error
		if after, err = d.read(c.MaxMembers); err == nil && r.incomplete == "" {
			err = d.compare(after)
		}
		if err != nil {
			return nil, err
		}
	}
	e.several(after)
	s := &search{
		localHeaders: &localHeaders{reader: r, Places: e.Places, faults: faults},
		contents:     &contents{ra: ra, decompressors: c.Decompressors, expansion: expansion{most: MaxExpansion(size)}},
		members:      d.members, maxMembers: c.MaxMembers,
	}
	for i := 0; i < len(s.members) && r.budget >= 0; i++ {
		if err := s.listed(&s.members[i]); err != nil {
			return nil, err
		}
	}
	if r.incomplete == "" {
		p := partition{search: s, reporter: e.reporter}
		if err := p.run(); err != nil {
			return nil, err
		}
	}
	checkNames(s.members, faults)
	a := &Archive{Places: e.Places, search: s}
	a.take(0)
	return a, nil
}

// After looks for members that no directory lists after deflate streams that end earlier than the
// directory says, at the given offsets, and adds them to the others, and what is wrong with them to faults.
func (a *Archive) After(streams []int64, faults *finding.List) error {
	listed := len(a.Members)
	a.search.faults = faults
	err := a.search.afterStreams(streams)
	a.take(listed)
	return err
}

// take adds the members that were found. Those from the given one on are skipped if the budget is used up.
func (a *Archive) take(from int) {
	s := a.search
	for i := from; i < len(s.members); i++ {
		m := &s.members[i]
		m.Skipped = m.Found && !s.spend(m.End-m.Data)
		if m.Other != nil {
			m.Other.Skipped = m.Skipped || !s.spend(m.Other.End-m.Data)
		}
	}
	a.Members, a.Incomplete = s.members, s.incomplete
}

// Open returns the content of a member. Whole means that all of it will be read, not only the beginning. Open may be
// called by several goroutines. The caller closes it.
func (a *Archive) Open(m *Member, whole bool) *Content { return a.search.open(m, whole) }

// Readable reports whether the data of a member is stored, or compressed by a method that has a decompressor.
func (a *Archive) Readable(m *Member) bool { return m.Stored() || a.search.decompressor(m) != nil }

// Section returns the data of a member as stored in the archive.
func (a *Archive) Section(m *Member) *io.SectionReader { return a.search.section(m) }
