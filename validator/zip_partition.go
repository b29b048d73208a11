package validator

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// partition finds out whether every byte up to the directory belongs to one member, and what the
// others are.
func (w *walk) partition(a *archive) error {
	var order []int
	for i := range a.members {
		if a.members[i].found {
			order = append(order, i)
		}
	}
	sorted := slices.IsSortedFunc(order, func(i, j int) int { return cmp.Compare(a.members[i].local.at, a.members[j].local.at) })
	if !sorted {
		w.report(spec.ZipOrder, a.directory, a.limit-a.directory, "", "directory lists the members in another order than they have in the file")
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.members[i].local.at, a.members[j].local.at) })
	}
	pos := int64(0)
	var last *zipMember // that ends there
	for _, i := range order {
		m := &a.members[i]
		known := last == nil || !last.broken
		switch {
		case m.local.at < pos && known:
			w.member = m.name()
			w.report(spec.ZipOverlap, m.local.at, pos-m.local.at, "", "member begins inside of %s, %s in front of its end", last.display(), plural(pos-m.local.at, "byte"))
			w.member = ""
		case m.local.at > pos && known:
			if err := w.gap(a, last, pos, m.local.at); err != nil {
				return err
			}
		}
		if m.end > pos || !known {
			pos, last = m.end, m
		}
	}
	switch {
	case pos > a.directory:
		w.member = last.name()
		w.report(spec.ZipOverlap, a.directory, pos-a.directory, "", "member reaches %s into the directory", plural(pos-a.directory, "byte"))
		w.member = ""
	case pos < a.directory && (last == nil || !last.broken):
		if err := w.gap(a, last, pos, a.directory); err != nil {
			return err
		}
	}
	return w.behindOthers(a)
}

// gap looks at bytes behind a member, or in front of all, that no directory entry points to: a data
// descriptor, hidden members, bytes in front of the archive, or none of these.
func (w *walk) gap(a *archive, last *zipMember, pos, end int64) error {
	if last != nil {
		n, err := w.unannounced(last, end)
		if err != nil {
			return err
		}
		pos += n
	}
	start := pos
	for end-pos >= localSize {
		m, err := w.hiddenMember(a, pos, end)
		switch {
		case err != nil:
			return err
		case m == nil:
		case m.broken:
			return nil
		default:
			pos, start = m.end, m.end
			continue
		}
		break
	}
	if start == end || a.blind || start < a.base {
		return nil
	}
	if start == 0 {
		w.trace(0, end, nil, "bytes in front of the first member")
		w.report(spec.ZipPrefixBytes, 0, end, "", "%s in front of the first member", plural(end, "byte"))
		return nil
	}
	w.trace(start, end-start, nil, "bytes that belong to no member")
	w.report(spec.ZipGap, start, end-start, "", "gap of %s that no member has", plural(end-start, "byte"))
	return nil
}

// hiddenMember reads the member that begins at pos, if one does, and adds it to the others. Its end is
// looked for in front of end.
func (w *walk) hiddenMember(a *archive, pos, end int64) (*zipMember, error) {
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	l, err := w.readLocal(a, pos)
	if err != nil || l == nil {
		return nil, err
	}
	if len(a.members) >= w.opt.maxMembers() {
		a.incomplete = fmt.Sprintf("archive has more than %d members, and the rest was not checked", w.opt.maxMembers())
		return nil, nil
	}
	m := zipMember{central: *l, local: localPart{l.at, l.size, l.flags, l.zip64}, found: true, hidden: true}
	m.data = pos + int64(l.size)
	w.member = m.name()
	defer func() { w.member = "" }()
	if !a.blind {
		w.report(spec.ZipHiddenMember, pos, int64(l.size), "", "local header is not in the directory")
	}
	if err := w.hiddenExtent(a, &m, end); err != nil {
		return nil, err
	}
	a.members = append(a.members, m)
	return &m, nil
}

// otherwise returns a member as its local header has it, or nil if that is no other one.
func otherwise(a *archive, m *zipMember, l memberHeader) *zipMember {
	c := &m.central
	if l.streamed() {
		l.packed, l.unpacked = c.packed, c.unpacked
	}
	if l.unknown|c.unknown != 0 || l.method == c.method && l.packed == c.packed && l.unpacked == c.unpacked {
		return nil
	}
	o := *m
	o.central, o.hidden, o.broken = l, true, true
	o.end = m.data + int64(min(l.packed, uint64(a.directory-m.data)))
	return &o
}

// behindOthers looks for hidden members where only a reader of streams comes by: behind members whose
// local header gives another size than the directory.
func (w *walk) behindOthers(a *archive) error {
	var ends []int64
	for i := range a.members {
		if m := &a.members[i]; m.other != nil && m.other.end != m.end {
			ends = append(ends, m.other.end)
		}
	}
	return w.forward(a, ends)
}

// behindStreams looks for hidden members behind deflate streams that are shorter than the directory
// says: a reader of streams goes on where they end, or behind the data descriptor there.
func (w *walk) behindStreams(a *archive) error {
	var ends []int64
	for i := range a.members {
		if m := &a.members[i]; m.behind > 0 {
			for _, descriptor := range []int64{0, 16, 24, 12, 20} {
				if b, err := w.signed(m.behind+descriptor, localSize, localSignature); err != nil {
					return err
				} else if b != nil {
					ends = append(ends, m.behind+descriptor)
					break
				}
			}
		}
	}
	return w.forward(a, ends)
}

// forward walks from each of the offsets from member to member, as long as they are hidden ones.
func (w *walk) forward(a *archive, starts []int64) error {
	if len(starts) == 0 {
		return nil
	}
	known := make(map[int64]bool, len(a.members))
	for i := range a.members {
		known[a.members[i].local.at] = a.members[i].found
	}
	for _, pos := range starts {
		for a.directory-pos >= localSize && !known[pos] {
			known[pos] = true
			m, err := w.hiddenMember(a, pos, a.directory)
			if err != nil {
				return err
			}
			if m == nil || m.broken {
				break
			}
			pos = m.end
		}
	}
	return nil
}
