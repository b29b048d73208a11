// Package shrink makes a file smaller that shows something, such as what a reader gets wrong: first by its
// structure, as far as it has one, and then byte by byte.
package shrink

import (
	"bytes"
	"context"
	"hash/maphash"
	"slices"

	"github.com/npycheck/npycheck/validator"
)

// maxRounds bounds how often all passes run over a file. Few need more than three.
const maxRounds = 8

// File returns the smallest file that it finds of which keep holds, or the content itself, of which it takes
// that for granted. It asks keep at most so many times, never twice for the same bytes, and what saves most
// first: an answer may take a reader seconds. What it makes of a large file takes a while too, and the end of the
// context ends that. The format is that of the content, or what it would be without its faults.
//
// The bytes that keep gets stay as they are.
func File(ctx context.Context, content []byte, format validator.Format, tries int, keep func([]byte) bool) []byte {
	smallest := content
	seed := maphash.MakeSeed()
	asked := map[uint64]bool{maphash.Bytes(seed, content): true}
	s := &search{best: content, spent: func() bool { return tries <= 0 || ctx.Err() != nil }}
	s.ask = func(candidate []byte) bool {
		sum := maphash.Bytes(seed, candidate)
		if s.spent() || asked[sum] {
			return false // what was kept before was given up for something simpler
		}
		asked[sum] = true
		tries--
		if !keep(candidate) {
			return false
		}
		if len(candidate) <= len(smallest) {
			smallest = candidate
		}
		return true
	}
	for range maxRounds {
		before := s.best
		if format == validator.Npz {
			s.archive()
		} else {
			s.npy()
		}
		s.bytes()
		if s.spent() || bytes.Equal(s.best, before) && s.finest(len(s.best)) == 1 {
			break
		}
		s.round++
	}
	return slices.Clone(smallest)
}

// search looks for something smaller: a file, or the content of a member.
type search struct {
	best  []byte            // what was kept last
	ask   func([]byte) bool // whether the file is kept that has this in place of best
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

// parts is into how many parts the first round divides what it can't take apart by structure. Each round after
// it divides more finely.
const parts = 64

// finest is how short the shortest runs of n things are.
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

// bytes drops bytes and makes the others plain: nothing is mended.
func (s *search) bytes() {
	s.runs(len(s.best), func(from, to int) bool { return s.try(without(s.best, from, to)) })
	s.plain(0, len(s.best), func(i int) byte {
		before, after := i > 0 && printable(s.best[i-1]), i+1 < len(s.best) && printable(s.best[i+1])
		switch {
		case printable(s.best[i]) && (before || after):
			return s.best[i] // text, which is plain enough
		case before && after:
			return ' '
		}
		return 0
	})
}

func printable(c byte) bool { return c >= ' ' && c < 0x7f }

// plain sets the bytes of a range to their plain value.
func (s *search) plain(from, to int, value func(int) byte) {
	for size, finest := to-from, s.finest(to-from); size >= finest; size /= 2 {
		for at := from; at < to && !s.spent(); at += size {
			candidate := slices.Clone(s.best)
			for i := at; i < min(at+size, to); i++ {
				if c := s.best[i]; c != 0 && c != ' ' {
					candidate[i] = value(i)
				}
			}
			s.try(candidate)
		}
	}
}
