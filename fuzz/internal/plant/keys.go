package plant

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// keysFaults are the faults in the keys of the dictionary.
var keysFaults = map[spec.ID]fault{
	spec.KeysMissing: {npy.Wish{Ascii: true}, func(d *npy.Draft) bool {
		if d.Style.Lines() {
			return false // with fewer entries it may be on one line, and a note for its commas
		}
		switch d.N(8) {
		case 0:
			d.Keys = d.Keys[:0]
		case 1:
			d.Keys = append(d.Keys[:0], byte(d.N(3)))
		default:
			at := d.N(3)
			d.Keys = slices.Delete(d.Keys, at, at+1)
		}
		d.Spell()
		return true
	}},
	spec.KeysExtra: {npy.Wish{}, func(d *npy.Draft) bool {
		return addEntry(d, choice.Of(d.Chooser, "'units'", "''", "'itemsize'", "'order'", "'strides'", "'data'", "'descr.name'", "'__class__'", "'x'"), choice.Of(d.Chooser, "'m'", "1", "None", "True", "[]", "(3,)", "{}", "1.5", "'<f8'"), d.N(4))
	}},
	spec.KeysMisspelled: {npy.Wish{}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanKey, nil)
		d.Splice(s.Start+1, s.End-1, misspelled(d.Chooser, d.Body(&s)))
		return true
	}},
	spec.KeysDuplicate: {npy.Wish{Order: 'C'}, func(d *npy.Draft) bool {
		key := d.N(3)
		var value string
		switch key {
		case npy.KeyDescr:
			value = choice.Of(d.Chooser, "'<f8'", "'|u1'", "'>i4'", "'|S3'")
		case npy.KeyOrder:
			value = "False"
		default:
			value = choice.Of(d.Chooser, "(3,)", "()", "(2, 2)", "(0,)")
		}
		if s, _ := d.Span(npy.SpanDescr|npy.SpanOrder|npy.SpanShape, func(s *npy.Span) bool {
			return s.Kind == [...]npy.SpanKind{npy.SpanDescr, npy.SpanOrder, npy.SpanShape}[key]
		}); d.One(4) {
			value = string(d.Text[s.Start:s.End])
		}
		return addEntry(d, npy.KeyNames[key], value, key+1+d.N(3-key))
	}},
	spec.KeysNotStr: {npy.Wish{}, func(d *npy.Draft) bool {
		return addEntry(d, choice.Of(d.Chooser, "1", "None", "b'descr'", "b'shape'", "True", "('descr',)", "0.5", "...", "-1"), choice.Of(d.Chooser, "'m'", "0", "None", "(3,)"), d.N(4))
	}},
	spec.KeysNotSorted: {npy.Wish{}, func(d *npy.Draft) bool {
		i := d.N(3)
		j := (i + 1 + d.N(2)) % 3
		d.Keys[i], d.Keys[j] = d.Keys[j], d.Keys[i]
		if k := (j + 1) % 3; k != i && d.One(2) {
			d.Keys[j], d.Keys[k] = d.Keys[k], d.Keys[j]
		}
		d.Spell()
		return !slices.IsSorted(d.Keys)
	}},
}

// addEntry puts an entry into the dictionary.
func addEntry(d *npy.Draft, key, value string, at int) bool {
	d.Extra = key + d.Style.Colon + value
	d.Keys = slices.Insert(d.Keys, at, npy.KeyExtra)
	d.Spell()
	return true
}

// misspelled returns a likely misspelling of a key.
func misspelled(g *choice.Chooser, key string) string {
	if key == "fortran_order" && g.One(3) {
		return choice.Of(g, "fortran-order", "fortran order", "fortranorder", "fortranOrder", "FORTRAN_ORDER")
	}
	at := g.N(len(key))
	switch g.N(6) {
	case 0:
		return strings.ToUpper(key[:1]) + key[1:]
	case 1:
		return strings.ToUpper(key)
	case 2:
		return key[:at] + key[at+1:]
	case 3:
		return key[:at] + key[at:at+1] + key[at:]
	case 4:
		return key + choice.Of(g, " ", "_", "s", "1")
	}
	return key[:at] + "x" + key[at+1:]
}
