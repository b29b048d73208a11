package hunt

import (
	"github.com/npycheck/npycheck/conformance"
)

// hangs keeps a reader that hangs from taking much time: each kind of hang is waited for once.
type hangs struct {
	kinds map[uint64]*kind // by the hash of the signature that a hang has
	found bool             // the reader has hung, and isn't only slow, as all are on a busy machine
}

// kind counts files in which a hang has the same signature, from one in which the reader hung, or seemed to.
type kind struct {
	asked, hung int64
	aside       int64
	claimed     bool // somebody has waited, or does
}

// maxKinds bounds the kinds that are known. The reader isn't waited for in others.
const maxKinds = 4096

// asideRate is one in how many files of a kind in which the reader hangs is given to it.
const asideRate = 16

// hangIn identifies the signature that a hang in a file has.
func hangIn(e *conformance.Expectation) uint64 {
	s := NewSignature(conformance.CellHang, e, conformance.OutcomeHang, "")
	return s.hash()
}

// aside reports whether a file should be set aside: one of a kind in most of which the reader hung, but for a few, which
// may show that the kind isn't the cause.
func (h *hangs) aside(e *conformance.Expectation) bool {
	if len(h.kinds) == 0 {
		return false
	}
	k := h.kinds[hangIn(e)]
	if k == nil || 2*k.hung <= k.asked {
		return false
	}
	k.aside++
	return k.aside%asideRate != 0
}

// claimed reports whether somebody has found out that the reader hangs in a kind of file, or is about to find out.
func (h *hangs) claimed(e *conformance.Expectation) bool {
	k := h.kinds[hangIn(e)]
	return k != nil && k.claimed
}

// claim makes the caller the one who finds out. It is false if there are too many kinds.
func (h *hangs) claim(e *conformance.Expectation) bool {
	k := h.kind(hangIn(e))
	if k == nil {
		return false
	}
	k.claimed = true
	return true
}

// asked records whether the reader hung in a file. A kind in which it never did is forgotten.
func (h *hangs) asked(e *conformance.Expectation, hung bool) {
	if len(h.kinds) == 0 && !hung {
		return
	}
	hash := hangIn(e)
	k := h.kinds[hash]
	if hung {
		k = h.kind(hash)
	}
	switch {
	case k == nil:
	case hung:
		k.asked++
		k.hung++
	case k.hung == 0:
		delete(h.kinds, hash)
	default:
		k.asked++
	}
}

// kind returns a kind, nil if there are too many.
func (h *hangs) kind(hash uint64) *kind {
	k := h.kinds[hash]
	if k == nil && len(h.kinds) < maxKinds {
		k = &kind{}
		h.kinds[hash] = k
	}
	return k
}
