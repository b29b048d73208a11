package pickle

// The items of a dict are dropped like those of every other collection, except in the latest small dicts: a pickler
// passes a dict to BUILD right after filling it, and its items can be compared with a row only while they are kept.

const (
	maxEntryDicts = 32 // dicts whose items are kept
	maxEntries    = 16 // items of such a dict
	maxEntryCost  = 32 // units of a value in it
)

// entryRing holds the items of the latest dicts. The next dict replaces the oldest.
type entryRing struct {
	slots []*entries
	next  int
}

// of returns the items of a dict, which begin with nothing when it is new.
func (r *entryRing) of(n *node) *entries {
	if n.entries != nil && n.entries.owner == n {
		return n.entries
	}
	if len(r.slots) < maxEntryDicts {
		r.slots = append(r.slots, &entries{})
	}
	e := r.slots[r.next]
	r.next = (r.next + 1) % maxEntryDicts
	if e.owner != nil {
		e.owner.entries = nil
	}
	clear(e.list)
	*e = entries{owner: n, list: e.list[:0], lost: n.count > 0}
	n.entries = e
	return e
}

// add keeps an item.
func (e *entries) add(key, v value) {
	if len(e.list) == maxEntries {
		e.drop()
	}
	if e.lost {
		return
	}
	if key.cost() > maxEntryCost {
		key = value{kind: kindLost}
	}
	if v.cost() > maxEntryCost {
		v = value{kind: kindLost}
	}
	e.list = append(e.list, dictEntry{key, v})
}

// drop drops all items.
func (e *entries) drop() {
	clear(e.list)
	e.list, e.lost = e.list[:0], true
}
