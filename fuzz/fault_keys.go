package fuzz

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// keysFaults are those of the keys of the dictionary.
var keysFaults = map[spec.ID]fault{
	spec.KeysMissing: {wish{ascii: true}, func(d *draft) bool {
		if d.style.lines() {
			return false // with fewer entries it may be on one line, and a note for its commas
		}
		switch d.n(8) {
		case 0:
			d.keys = d.keys[:0]
		case 1:
			d.keys = append(d.keys[:0], byte(d.n(3)))
		default:
			at := d.n(3)
			d.keys = slices.Delete(d.keys, at, at+1)
		}
		d.spell()
		return true
	}},
	spec.KeysExtra: {wish{}, func(d *draft) bool {
		return d.addEntry(pickOf(d.Gen, "'units'", "''", "'itemsize'", "'order'", "'strides'", "'data'", "'descr.name'", "'__class__'", "'x'"), pickOf(d.Gen, "'m'", "1", "None", "True", "[]", "(3,)", "{}", "1.5", "'<f8'"), d.n(4))
	}},
	spec.KeysMisspelled: {wish{}, func(d *draft) bool {
		s, _ := d.span(spanKey, nil)
		d.splice(s.start+1, s.end-1, misspelled(d.Gen, d.body(&s)))
		return true
	}},
	spec.KeysDuplicate: {wish{order: 'C'}, func(d *draft) bool {
		key := d.n(3)
		var value string
		switch key {
		case keyDescr:
			value = pickOf(d.Gen, "'<f8'", "'|u1'", "'>i4'", "'|S3'")
		case keyOrder:
			value = "False"
		default:
			value = pickOf(d.Gen, "(3,)", "()", "(2, 2)", "(0,)")
		}
		if s, _ := d.span(spanDescr|spanOrder|spanShape, func(s *span) bool { return s.kind == [...]spanKind{spanDescr, spanOrder, spanShape}[key] }); d.one(4) {
			value = string(d.text[s.start:s.end])
		}
		return d.addEntry(keyNames[key], value, key+1+d.n(3-key))
	}},
	spec.KeysNotStr: {wish{}, func(d *draft) bool {
		return d.addEntry(pickOf(d.Gen, "1", "None", "b'descr'", "b'shape'", "True", "('descr',)", "0.5", "...", "-1"), pickOf(d.Gen, "'m'", "0", "None", "(3,)"), d.n(4))
	}},
	spec.KeysNotSorted: {wish{}, func(d *draft) bool {
		i := d.n(3)
		j := (i + 1 + d.n(2)) % 3
		d.keys[i], d.keys[j] = d.keys[j], d.keys[i]
		if k := (j + 1) % 3; k != i && d.one(2) {
			d.keys[j], d.keys[k] = d.keys[k], d.keys[j]
		}
		d.spell()
		return !slices.IsSorted(d.keys)
	}},
}

// addEntry puts an entry into the dictionary.
func (d *draft) addEntry(key, value string, at int) bool {
	d.extra = key + d.style.colon + value
	d.keys = slices.Insert(d.keys, at, keyExtra)
	d.spell()
	return true
}

// misspelled returns a key as somebody may spell it who means it.
func misspelled(g *Gen, key string) string {
	if key == "fortran_order" && g.one(3) {
		return pickOf(g, "fortran-order", "fortran order", "fortranorder", "fortranOrder", "FORTRAN_ORDER")
	}
	at := g.n(len(key))
	switch g.n(6) {
	case 0:
		return strings.ToUpper(key[:1]) + key[1:]
	case 1:
		return strings.ToUpper(key)
	case 2:
		return key[:at] + key[at+1:]
	case 3:
		return key[:at] + key[at:at+1] + key[at:]
	case 4:
		return key + pickOf(g, " ", "_", "s", "1")
	}
	return key[:at] + "x" + key[at+1:]
}
