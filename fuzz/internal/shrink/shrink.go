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

// maxWork bounds the bytes of all candidates, which takes a second or so. Only files of 100 KiB and more need as much.
const maxWork = 256 << 20

// File returns the smallest file that it finds for which keep returns true; it assumes that keep does so for the
// content itself. It calls keep a limited number of times, never twice for the same bytes, and tries the largest
// savings first: an answer may take a reader seconds. Reducing a large file takes a while too, and ends with the
// context. The format is that of the content, or what it would be without its faults.
//
// The bytes that keep gets are not modified later.
func File(ctx context.Context, content []byte, format validator.Format, tries int, keep func([]byte) bool) []byte {
	smallest := content
	seed := maphash.MakeSeed()
	asked := map[uint64]bool{maphash.Bytes(seed, content): true}
	work := 0
	s := &search{best: content, spent: func() bool { return tries <= 0 || work > maxWork || ctx.Err() != nil }}
	s.ask = func(candidate []byte) bool {
		work += len(candidate)
		sum := maphash.Bytes(seed, candidate)
		if s.spent() || asked[sum] {
			return false // a simpler file replaced the one that was kept before
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
			shrinkArchive(s)
		} else {
			shrinkNpy(s)
		}
		shrinkBytes(s)
		if s.spent() || bytes.Equal(s.best, before) && s.finest(len(s.best)) == 1 {
			break
		}
		s.round++
	}
	return slices.Clone(smallest)
}

// shrinkBytes drops bytes and makes the others plain, without adjusting anything else.
func shrinkBytes(s *search) {
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
