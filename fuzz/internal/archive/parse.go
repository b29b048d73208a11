package archive

import (
	"bytes"
	"math"
	"slices"
)

// Archive is a file cut into records. Every byte is in exactly one record.
type Archive struct {
	Records []Record

	base    int       // from where its offsets count
	was     directory // as it was parsed
	entries []Record  // those of the directory, and where it begins
	dir     int
}

// directory is where the directory of an archive is, and how many bytes are before what its offsets count from.
type directory struct{ at, size, count, before int }

// take cuts n bytes off, or what there is.
func take(b *[]byte, n uint64) []byte {
	part := (*b)[:min(n, uint64(len(*b)))]
	*b = (*b)[len(part):]
	return slices.Clip(part)
}

// head cuts the head of a record off that the content has at an offset, if it has one there.
func head(content []byte, at int) (r Record, ok bool) {
	b := content[at:]
	if len(b) < 4 || b[0] != 'P' || b[1] != 'K' {
		return r, false
	}
	for kind := Local; kind < kinds; kind++ {
		if string(b[:4]) == signatures[kind] && len(b) >= kind.FixedLen() {
			r = Record{Kind: kind, At: at, Of: -1}
			copy(r.fixed[:], take(&b, uint64(kind.FixedLen())))
			for _, p := range []Part{NameOf, ExtraOf, CommentOf} {
				*p.Of(&r) = take(&b, r.Get(p.length))
			}
			return r, true
		}
	}
	return r, false
}

// endOf returns where the last end record begins, or false if there is none.
func endOf(content []byte) (at int, ok bool) {
	at = bytes.LastIndex(content, []byte(signatures[End]))
	return at, at >= 0 && len(content)-at >= End.FixedLen()
}

// Parse cuts a file into records, as far as it has some: they are where the last end record and the directory say, or
// else where they begin like records.
func Parse(content []byte) Archive {
	last, hasEnd := endOf(content)
	var end Record
	if hasEnd {
		end, _ = head(content, last)
	} else {
		last = len(content)
	}
	dir := directoryOf(content[:last], &end)
	var entries []Record
	afterDir := dir
	for afterDir < last {
		r, ok := head(content[:last], afterDir)
		if !ok || r.Kind != Entry {
			break
		}
		entries = append(entries, r)
		afterDir += r.Size()
	}

	a := Archive{base: baseOf(content, entries, dir, &end), entries: entries, dir: dir}
	packed := make(map[int]uint64) // sizes, by where the entry says that the member is
	known := []int{dir, last, len(content)}
	for i := range entries {
		r := &entries[i]
		at := a.base + int(min(r.Wide(Offset), math.MaxInt32))
		if at >= dir {
			continue
		}
		if l, ok := head(content, at); ok && l.Kind == Local {
			r.Of = at
			packed[at] = r.Wide(Packed)
			known = append(known, at)
		}
	}
	slices.Sort(known)
	for at := 0; at < len(content); {
		if at == dir && len(entries) > 0 {
			a.Records = append(a.Records, entries...)
			at = afterDir
			continue
		}
		i, _ := slices.BinarySearch(known, at+1)
		r := recordAt(content[:known[i]], at, packed)
		a.Records = append(a.Records, r)
		at += r.Size()
	}
	a.was = a.directory()
	return a
}

// recordAt returns the record that begins at an offset, with its data, or the gap up to the next one.
func recordAt(content []byte, at int, packed map[int]uint64) Record {
	r, ok := head(content, at)
	if !ok {
		return Record{Kind: Gap, At: at, Of: -1, Data: slices.Clip(content[at:nextHead(content, at+1)])}
	}
	if r.Kind == Local {
		b := content[at+r.Size():]
		size, listed := packed[at]
		if !listed {
			size = r.Wide(Packed)
		}
		r.Data = take(&b, size)
		if n := len(b); r.Get(Flags)&FlagStreamed != 0 && n >= 12 && n <= 24 && n%4 == 0 {
			r.After = slices.Clip(b)
		}
	}
	return r
}

// nextHead returns where the next record begins, or the end.
func nextHead(content []byte, from int) int {
	for at := from; ; at++ {
		i := bytes.Index(content[min(at, len(content)):], []byte("PK"))
		if i < 0 {
			return len(content)
		}
		at += i
		if _, ok := head(content, at); ok {
			return at
		}
	}
}

// directoryOf returns where the directory begins in what is before the end record, or its length.
func directoryOf(content []byte, end *Record) int {
	entry := []byte(signatures[Entry])
	if end.Kind == End {
		last := uint64(len(content))
		before := last // the zip64 end record and its locator
		if at := len(content) - End64.FixedLen() - Locator.FixedLen(); at >= 0 && bytes.HasPrefix(content[at:], []byte(signatures[End64])) {
			before = uint64(at)
		}
		for _, at := range []uint64{end.Get(Offset), before - end.Get(Size), last - end.Get(Size)} {
			if at < last && bytes.HasPrefix(content[at:], entry) {
				return int(at)
			}
		}
	}
	if at := bytes.Index(content, entry); at >= 0 {
		return at
	}
	return len(content)
}

// baseOf returns where offsets count from: the start of the file, or of an archive with something before it.
func baseOf(content []byte, entries []Record, dir int, end *Record) int {
	if len(entries) == 0 {
		return 0
	}
	offset := uint64(math.MaxUint64)
	for i := range entries {
		offset = min(offset, entries[i].Wide(Offset))
	}
	if offset > uint64(dir) {
		return 0
	}
	local := []byte(signatures[Local])
	// Bytes before the archive may look like a member: the place of the directory counts more.
	if end.Kind == End {
		base := uint64(dir) - min(end.Get(Offset), uint64(dir))
		if at := base + offset; at < uint64(dir) && bytes.HasPrefix(content[at:], local) {
			return int(base)
		}
	}
	first := bytes.Index(content[:dir], local)
	if first < 0 || bytes.HasPrefix(content[offset:], local) {
		return 0
	}
	return max(0, first-int(offset))
}

// directory returns where the directory is.
func (a *Archive) directory() (d directory) {
	at, ends := 0, -1
	for i := range a.Records {
		switch r := &a.Records[i]; {
		case r.Kind == Entry:
			if d.count == 0 {
				d.at = at
			}
			d.size += r.Size()
			d.count++
		case r.Kind != Gap && r.Kind != Local && ends < 0:
			ends = at
		}
		if at += a.Records[i].Size(); a.Records[i].At < a.base {
			d.before = at
		}
	}
	if d.count == 0 {
		d.at = max(ends, 0)
	}
	return d
}

// Edited returns the archive with some records changed.
func (a Archive) Edited(change func(*Record)) Archive {
	a.Records = slices.Clone(a.Records)
	for i := range a.Records {
		change(&a.Records[i])
	}
	return a
}

// Kept returns the archive with the records for which keep returns true.
func (a Archive) Kept(keep func(*Record) bool) Archive {
	a.Records = slices.DeleteFunc(slices.Clone(a.Records), func(r Record) bool { return !keep(&r) })
	return a
}

// Bytes returns the file. Offsets, counts and sizes are adjusted to what has changed since it was parsed: a wrong one
// stays wrong by the same amount.
func (a Archive) Bytes() []byte {
	moved := make(map[int]int) // how far the bytes at an offset have moved
	end64 := make(map[uint64]int)
	at := 0
	for i := range a.Records {
		r := &a.Records[i]
		moved[r.At] = at - r.At
		if at += r.Size(); r.Kind == End64 {
			end64[uint64(r.At-a.base)] = r.At
		}
	}
	now := a.directory()
	base := now.before - a.was.before
	b := make([]byte, 0, at)
	for _, r := range a.Records {
		switch r.Kind {
		case Entry:
			if by, ok := moved[r.Of]; ok && r.Of >= 0 {
				r.ShiftWide(Offset, by-base)
			}
		case Locator:
			if to, ok := end64[r.Get(Offset)]; ok {
				r.Shift(Offset, moved[to]-base)
			}
		case End64, End:
			r.Shift(Here, now.count-a.was.count)
			r.Shift(All, now.count-a.was.count)
			r.Shift(Size, now.size-a.was.size)
			r.Shift(Offset, now.at-a.was.at-base)
		}
		b = r.Append(b)
	}
	return b
}

// Split makes a draft of a file, as far as its end record can be found, with up to so many members; further entries are
// a gap. What is after a member and in no entry is its After. A member that is listed twice has two copies, of which only
// the first is among the members of the draft.
func Split(content []byte, most int) (*Draft, bool) {
	last, ok := endOf(content)
	if !ok {
		return nil, false
	}
	a := Parse(content)
	d := NewDraft()
	members := make(map[int]*Member) // by where their local headers are
	at := a.dir
	for _, r := range a.entries[:min(most, len(a.entries))] {
		m := &Member{Entry: r}
		d.Listed = append(d.Listed, m)
		if at += r.Size(); r.Of >= 0 && members[r.Of] == nil {
			members[r.Of] = m
		}
	}
	d.ends(content, at, last, a.Records)

	next := a.dir
	for i := len(a.Records) - 1; i >= 0; i-- {
		if r := a.Records[i]; r.Kind == Local && members[r.At] != nil {
			r.After = slices.Clip(content[r.At+len(r.Head())+len(r.Data) : next])
			next = r.At
			members[r.At].Local = r
			d.Members = append(d.Members, members[r.At])
		}
	}
	slices.Reverse(d.Members)
	d.Prefix = slices.Clip(content[:next])
	for _, m := range d.Listed {
		if m.Entry.Of >= 0 {
			m.Local = members[m.Entry.Of].Local
		}
	}
	return d, true
}

// ends finds the end records of a file, between the end of its directory and its last end record.
func (d *Draft) ends(content []byte, from, last int, records []Record) {
	d.End, _ = head(content, last)
	d.Tail = slices.Clip(content[last+d.End.Size():])
	rest := &d.Gap
	for i := range records {
		switch r := &records[i]; {
		case r.At < from || r.At >= last:
		case r.Kind == End64 && d.End64 == nil:
			*rest = slices.Clip(content[from:r.At])
			end64 := *r
			d.End64, rest, from = &end64, &end64.After, r.At+r.Size()
		case r.Kind == Locator && d.End64 != nil && d.Locator == nil:
			*rest = slices.Clip(content[from:r.At])
			locator := *r
			d.Locator, rest, from = &locator, &locator.After, r.At+r.Size()
		}
	}
	*rest = slices.Clip(content[from:last])
}
