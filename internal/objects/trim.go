package objects

const (
	maxMade  = 1 << 15 // nodes that are made before trim looks for those that are still needed
	maxKept  = 1 << 14 // of those that it keeps with their parts, apart from those on the stack and in the memo
	maxFirst = 1 << 13 // slots of the memo that are kept
	maxLate  = 1 << 12 // of the other slots those that are kept, the latest
)

// memo has the values of the first slots and of the latest ones.
type memo struct {
	first []*node
	late  map[int64]*node
	ring  []int64 // slots in late, from next on the oldest first
	next  int
}

func (m *memo) put(slot int64, n *node) {
	if slot < 0 {
		return
	}
	if slot < maxFirst {
		for int64(len(m.first)) <= slot {
			m.first = append(m.first, nil)
		}
		m.first[slot] = n
		return
	}
	if m.late == nil {
		m.late, m.ring = make(map[int64]*node), make([]int64, maxLate)
	}
	if _, again := m.late[slot]; !again {
		delete(m.late, m.ring[m.next])
		m.ring[m.next] = slot
		m.next = (m.next + 1) % maxLate
	}
	m.late[slot] = n
}

// get returns the value of a slot, or nil if it was let go.
func (m *memo) get(slot int64) *node {
	if 0 <= slot && slot < int64(len(m.first)) {
		return m.first[slot]
	}
	return m.late[slot]
}

func (m *memo) each(do func(*node)) {
	for _, n := range m.first {
		if n != nil {
			do(n)
		}
	}
	for _, n := range m.late {
		do(n)
	}
}

// trim bounds memory, whatever the pickle does: breadth first from the bottom of the stack, where the outermost
// collections are, a certain number of nodes keep their parts. Each call has an epoch of its own.
func trim(stack []*node, m *memo, epoch uint32) {
	queue := make([]*node, 0, maxKept)
	see := func(n *node) bool {
		if n.seen != epoch {
			n.seen = epoch
			queue = append(queue, n)
		}
		return true
	}
	for _, n := range stack {
		see(n)
	}
	for at := 0; at < len(queue); at++ {
		if n := queue[at]; len(queue)+n.parts() > len(stack)+maxKept {
			n.drop()
		} else {
			n.children(see)
		}
	}
	m.each(func(n *node) {
		if n.seen != epoch {
			n.drop()
		}
	})
}
