package zip

import (
	"cmp"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// partition finds out whether every byte before the directory belongs to exactly one member, and
// what other bytes are.
type partition struct {
	*search
	reporter         // of the archive
	pos      int64   // every byte before it was checked
	last     *Member // the member that ends there

	missing map[int64]bool // where a member should begin but doesn't, as was reported
}

func (p *partition) run() error {
	var order []int
	for i := range p.members {
		if m := &p.members[i]; m.Found {
			order = append(order, i)
		} else if m.central.unknown&unknownOffset == 0 && m.central.offset < uint64(p.Directory) {
			if p.missing == nil {
				p.missing = make(map[int64]bool)
			}
			p.missing[int64(m.central.offset)+p.base] = true
		}
	}
	byOffset := func(i, j int) int { return cmp.Compare(p.members[i].local.at, p.members[j].local.at) }
	if !slices.IsSortedFunc(order, byOffset) {
		p.report(spec.ZipOrder, p.Directory, p.Limit-p.Directory, "central directory lists the members in a different order than the file")
		slices.SortStableFunc(order, byOffset)
	}
	for _, i := range order {
		m := &p.members[i]
		known := p.last == nil || !p.last.broken
		switch at := m.local.at; {
		case at < p.pos && known && !p.last.Shifted:
			m.reporter(p.faults).report(spec.ZipOverlap, at, p.pos-at, "member starts inside %s, %s before its end", p.last.Quoted(), text.Count(p.pos-at, "byte"))
		case at > p.pos && known:
			if err := p.gap(at); err != nil {
				return err
			}
		}
		if m.End > p.pos || !known {
			p.pos, p.last = m.End, m
		}
	}
	switch over := p.pos - p.Directory; {
	case over > 0 && !p.last.Shifted:
		p.last.reporter(p.faults).report(spec.ZipOverlap, p.Directory, over, "member extends %s into the central directory", text.Count(over, "byte"))
	case over < 0 && (p.last == nil || !p.last.broken):
		if err := p.gap(p.Directory); err != nil {
			return err
		}
	}
	return p.afterOthers()
}

// gap checks the bytes up to end that no directory entry points to: a data descriptor, hidden members, bytes before
// the archive, or none of these.
func (p *partition) gap(end int64) error {
	pos := p.pos
	if p.last != nil {
		n, err := p.extent(p.last).unannounced(end)
		if err != nil {
			return err
		}
		pos += n
	}
	for end-pos >= localSize {
		m, err := p.hidden(pos, end)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		if m.broken {
			return nil
		}
		pos = m.End
	}
	if pos == end || p.last != nil && p.last.Shifted || p.blind || pos < p.base || pos > 0 && p.missing[pos] {
		return nil
	}
	if pos == 0 {
		p.trace.tell(0, end, nil, "bytes before the first member")
		p.report(spec.ZipPrefixBytes, 0, end, "%s before the first member", text.Count(end, "byte"))
		return nil
	}
	p.trace.tell(pos, end-pos, nil, "bytes that belong to no member")
	p.report(spec.ZipGap, pos, end-pos, "gap of %s that belongs to no member", text.Count(end-pos, "byte"))
	return nil
}
