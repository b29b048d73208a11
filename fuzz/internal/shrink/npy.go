package shrink

import (
	"bytes"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// shrinkNpy makes an .npy file smaller.
func shrinkNpy(s *search) {
	coarse(s)
	fine(s)
}

// coarse drops the largest things: elements, fields and padding.
func coarse(s *search) {
	if _, ok := understood(s.best); ok {
		shrinkArray(s)
	} else {
		cutData(s)
	}
	dropPadding(s)
}

// fine drops what is left piece by piece.
func fine(s *search) {
	shrinkText(s)
	shrinkData(s)
	dropPadding(s)
	respell(s)
}

// respell tries NumPy's text if it is no longer than what is left of the file's own.
func respell(s *search) {
	p, ok := aligned(s)
	a, understood := understood(s.best)
	if !ok || !understood {
		return
	}
	text := spec.Header{DType: a.dtype, FortranOrder: a.fortran, Shape: a.shape}.AppendText(nil)
	for _, text := range [][]byte{text, append(bytes.TrimSuffix(text, []byte(", }")), '}')} {
		if spelled := p.with(text); len(spelled) <= len(s.best) && s.try(spelled) {
			return
		}
	}
}

// dropPadding drops as much of the padding as it can.
func dropPadding(s *search) {
	p, ok := split(s.best)
	if !ok {
		return
	}
	for _, align := range []int{1, 16, 64} {
		if pad := padding(len(p.head)+len(p.text), align); len(pad) < len(p.pad) && s.try(p.header(p.text, pad)) {
			return
		}
	}
	s.runs(len(p.pad), func(from, to int) bool {
		if to > len(p.pad) || from > 0 && bytes.Count(p.pad[:to], []byte(" ")) == to {
			return false // the same file as without as many spaces before
		}
		if !s.try(p.header(p.text, without(p.pad, from, to))) {
			return false
		}
		p, _ = split(s.best)
		return true
	})
}

// cutData tries to do without data of unknown structure, or its end.
func cutData(s *search) {
	p, _ := split(s.best)
	for n := len(p.data); n >= 16 && !s.try(slices.Clip(s.best[:len(s.best)-n])); n /= 2 {
	}
}

// shrinkData makes the data smaller: by bytes, or by opcodes if it is a pickle.
func shrinkData(s *search) {
	p, ok := split(s.best)
	if !ok {
		return
	}
	start := len(s.best) - len(p.data)
	if ops := opcodes(p.data); len(ops) > 1 {
		dropOpcodes(s, start, ops)
	}
	s.runs(len(s.best)-start, func(from, to int) bool {
		return s.try(without(s.best, start+from, start+to))
	})
	s.plain(start, len(s.best), func(int) byte { return 0 })
}

// dropOpcodes drops the opcodes of a pickle that begins at an offset.
func dropOpcodes(s *search, start int, lengths []int) {
	s.runs(len(lengths), func(from, to int) bool {
		at := start
		for _, n := range lengths[:from] {
			at += n
		}
		end := at
		for _, n := range lengths[from:to] {
			end += n
		}
		if !s.try(without(s.best, at, end)) {
			return false
		}
		lengths = slices.Delete(lengths, from, to)
		return true
	})
}
