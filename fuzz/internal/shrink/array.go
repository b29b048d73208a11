package shrink

import (
	"iter"
	"math"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// shrinkArray simplifies the array of a file: the header as NumPy writes it, and then the type, the order and the
// shape, with the remaining data. Each is tried with NumPy's text and, if the file needs its own text, with that.
func shrinkArray(s *search) {
	simplestArray(s)
	lowerVersion(s)
	if a, ok := understood(s.best); ok && s.round == 0 {
		s.try(a.file())
	}
	eachSimpler(s, array.orders)
	eachSimpler(s, array.dtypes)
	eachSimpler(s, array.shapes)
	for axis := 0; ; axis++ {
		a, ok := understood(s.best)
		if !ok || axis >= len(a.shape) {
			break
		}
		shortenAxis(s, axis)
	}
	eachSimpler(s, array.ranks)
}

// lowerVersion tries the simplest version of the format.
func lowerVersion(s *search) {
	p, ok := aligned(s)
	if !ok || len(p.head) == 10 || headerLen(p.head) >= 1<<16 {
		return
	}
	p.head = withLen([]byte(spec.Magic+"\x01\x00\x00\x00"), headerLen(p.head))
	s.try(p.with(p.text))
}

// eachSimpler tries the simpler arrays that a function yields, until none of them is kept. One that is kept has
// simpler ones of its own.
func eachSimpler(s *search, simpler func(array) iter.Seq[array]) {
	for changed := true; changed; {
		changed = false
		a, ok := understood(s.best)
		if !ok {
			return
		}
		for b := range simpler(a) {
			if changed = replaceArray(s, a, b); changed || s.spent() {
				break
			}
		}
	}
}

// replaceArray tries an array in place of the one in the best file.
func replaceArray(s *search, old, by array) bool {
	p, ok := aligned(s)
	if !ok {
		return false
	}
	places := make(map[string]edit)
	for _, e := range values(p.text) {
		places[e.by] = e
	}
	var edits []edit
	for _, v := range []struct{ key, old, by string }{
		{"descr", old.descr(), by.descr()}, {"fortran_order", old.order(), by.order()}, {"shape", old.size(), by.size()},
	} {
		if v.old == v.by {
			continue
		}
		e, ok := places[v.key]
		if !ok {
			return s.try(by.file())
		}
		e.by = v.by
		edits = append(edits, e)
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	text := p.text
	for _, e := range edits {
		text = e.apply(text)
	}
	p.data = by.data
	return s.try(p.with(text))
}

// values finds the values of the outermost dictionary of a text, each with its key.
func values(text []byte) (found []edit) {
	depth, key, from := 0, "", -1
	close := func(to int) {
		if from >= 0 {
			found = append(found, edit{from: from, to: to, by: key})
		}
		from = -1
	}
	for _, t := range npy.Tokens(text) {
		switch t.Kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				close(t.From)
			}
		case ',':
			if depth == 1 {
				close(t.From)
			}
		case ':':
			if depth == 1 && from < 0 {
				from = t.To
			}
		case 's':
			if depth == 1 && from < 0 && t.To-t.From >= 2 {
				key = string(text[t.From+1 : t.To-1])
			}
		}
	}
	return found
}

// simplestArray tries to do with one element of the simplest type, and with the first one. Of an array of objects it
// tries one that holds None.
func simplestArray(s *search) {
	a, ok := understood(s.best)
	if !ok {
		return
	}
	if a.dtype.HasObject() {
		replaceArray(s, a, array{dtype: spec.DType{Kind: 'O', Order: '|', Itemsize: 8}, shape: []int64{1}, data: []byte(none)})
		return
	}
	for _, t := range []spec.DType{{Kind: 'u', Order: '|', Itemsize: 1}, {Kind: 'f', Order: '<', Itemsize: 8}} {
		if replaceArray(s, a, array{dtype: t, data: a.data[:min(int64(len(a.data)), t.Itemsize)]}) {
			return
		}
	}
	replaceArray(s, a, array{dtype: a.dtype, data: a.data[:min(int64(len(a.data)), max(0, a.dtype.Itemsize))]})
}

// orders yields the array in the order of C, with the same bytes.
func (a array) orders() iter.Seq[array] {
	return func(yield func(array) bool) {
		c := a
		c.fortran = false
		reversed := c
		reversed.shape = slices.Clone(a.shape)
		slices.Reverse(reversed.shape)
		_ = a.fortran && yield(c) && yield(reversed)
	}
}

// shapes yields the array with its first element, and with all in one dimension.
func (a array) shapes() iter.Seq[array] {
	return func(yield func(array) bool) {
		one := a
		if n, ok := a.count(); ok && n > 0 {
			one.data = a.data[:a.dtype.Itemsize]
		}
		scalar, flat := one, a
		scalar.shape, one.shape = nil, []int64{1}
		if len(a.shape) == 0 || !yield(scalar) {
			return
		}
		if len(a.shape) == 1 && a.shape[0] <= 1 || !yield(one) {
			return
		}
		if n, ok := a.count(); ok && len(a.shape) > 1 {
			flat.shape = []int64{int64(n)}
			yield(flat)
		}
	}
}

// ranks yields the array without one of its dimensions: one of length 1, or one that joins the next.
func (a array) ranks() iter.Seq[array] {
	return func(yield func(array) bool) {
		for i, n := range a.shape {
			b := a
			b.shape = slices.Delete(slices.Clone(a.shape), i, i+1)
			if n != 1 {
				if i+1 == len(a.shape) || n < 0 || n > math.MaxInt32 || a.shape[i+1] < 0 || a.shape[i+1] > math.MaxInt32 {
					continue
				}
				b.shape[i] = n * a.shape[i+1]
			}
			if !yield(b) {
				return
			}
		}
	}
}

// shortenAxis drops the elements at some indices of an axis: as many as it can, and the last first.
func shortenAxis(s *search, axis int) {
	a, _ := understood(s.best)
	if n := a.shape[axis]; n > 1 && n <= math.MaxInt32 {
		s.runs(int(n)-1, func(from, to int) bool {
			a, ok := understood(s.best)
			if !ok || axis >= len(a.shape) || int64(to) >= a.shape[axis] {
				return false
			}
			return replaceArray(s, a, a.dropped(axis, from+1, to+1)) || replaceArray(s, a, a.dropped(axis, from, to))
		})
	}
}

// dropped returns the array without the indices of a range of an axis.
func (a array) dropped(axis, from, to int) array {
	b := a
	b.shape = slices.Clone(a.shape)
	b.shape[axis] -= int64(to - from)
	if _, ok := a.count(); !ok {
		return b
	}
	stored, at := slices.Clone(a.shape), axis
	if a.fortran {
		slices.Reverse(stored)
		at = len(stored) - 1 - axis
	}
	inner := int(a.dtype.Itemsize)
	for _, n := range stored[at+1:] {
		inner *= int(n)
	}
	row := inner * int(stored[at])
	total, _ := a.count()
	size := total * int(a.dtype.Itemsize)
	b.data = nil
	for i := 0; row > 0 && i < size; i += row {
		b.data = append(b.data, a.data[i:i+from*inner]...)
		b.data = append(b.data, a.data[i+to*inner:i+row]...)
	}
	b.data = append(b.data, a.data[size:]...)
	return b
}
