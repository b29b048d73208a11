package shrink

import (
	"bytes"
	"slices"
)

// search looks for something smaller: a file, or the content of a member.
type search struct {
	best  []byte            // the smallest content that was kept
	ask   func([]byte) bool // whether the file with this in place of best is kept
	spent func() bool       // whether no more questions are left, or no time
	round int
}

// try makes the candidate the best if it is kept.
func (s *search) try(candidate []byte) bool {
	if bytes.Equal(candidate, s.best) || !s.ask(candidate) {
		return false
	}
	s.best = candidate
	return true
}

// parts is the number of parts into which the first round divides content without structure. Each round after it
// divides more finely.
const parts = 64

// finest returns the length of the shortest runs of n things.
func (s *search) finest(n int) int { return max(1, n/(parts<<(2*s.round))) }

// runs calls drop for runs of n things, the longest first, all of them to begin with. What drop has dropped, by
// its answer, is gone, and the things after it have moved up.
func (s *search) runs(n int, drop func(from, to int) bool) {
	for size, finest := n, s.finest(n); size >= finest; size /= 2 {
		for from := 0; from < n && !s.spent(); {
			to := min(from+size, n)
			if drop(from, to) {
				n -= to - from
			} else {
				from = to
			}
		}
	}
}

// without returns a copy of b that lacks a range.
func without(b []byte, from, to int) []byte { return slices.Concat(b[:from], b[to:]) }

// plain sets the bytes of a range to their plain value.
func (s *search) plain(from, to int, value func(int) byte) {
	for size, finest := to-from, s.finest(to-from); size >= finest; size /= 2 {
		for at := from; at < to && !s.spent(); at += size {
			var candidate []byte
			for i := at; i < min(at+size, to); i++ {
				c := s.best[i]
				if c == 0 || c == ' ' || value(i) == c {
					continue
				}
				if candidate == nil {
					candidate = slices.Clone(s.best)
				}
				candidate[i] = value(i)
			}
			if candidate != nil {
				s.try(candidate)
			}
		}
	}
}
