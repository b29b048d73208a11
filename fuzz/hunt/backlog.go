package hunt

import (
	"cmp"
	"slices"
)

// backlog has failures whose files are to be made smaller, the simplest first: its finding may explain the others. A
// signature is in it once, with the smallest file. It is bounded: failures without room come up again.
type backlog struct {
	list  []pending
	bytes int // of the files
}

// pending is a failure of the file with the number.
type pending struct {
	*failure
	number int64
}

// The bounds of a backlog.
const (
	maxBacklog      = 64
	maxBacklogBytes = 8 << 20
)

// add adds a failure. Without room, those that are least simple are left out.
func (b *backlog) add(f *failure, number int64) {
	f.answer.Array = nil // there may be many, and each far larger than the file
	hash := f.signature.hash()
	at := slices.IndexFunc(b.list, func(p pending) bool { return p.signature.hash() == hash })
	if at >= 0 {
		if len(f.file) >= len(b.list[at].file) {
			return
		}
		b.remove(at)
	}
	p := pending{f, number}
	at, _ = slices.BinarySearchFunc(b.list, p, func(a, b pending) int {
		return cmp.Or(simpler(a.failure, b.failure), -1) // after its equals
	})
	b.list = slices.Insert(b.list, at, p)
	b.bytes += len(f.file)
	for len(b.list) > maxBacklog || b.bytes > maxBacklogBytes && len(b.list) > 1 {
		b.remove(len(b.list) - 1)
	}
}

// take returns the simplest. It is false if there is none.
func (b *backlog) take() (p pending, ok bool) {
	if len(b.list) == 0 {
		return p, false
	}
	p = b.list[0]
	b.remove(0)
	return p, true
}

func (b *backlog) remove(at int) {
	b.bytes -= len(b.list[at].file)
	b.list = slices.Delete(b.list, at, at+1)
}

// simpler compares failures by how little is unusual about their files.
func simpler(a, b *failure) int {
	words := func(f *failure) int { return len(f.signature.Rules) + len(f.signature.Traits) }
	return cmp.Or(cmp.Compare(words(a), words(b)), cmp.Compare(len(a.file), len(b.file)))
}
