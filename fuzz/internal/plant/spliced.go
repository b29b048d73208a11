package plant

import (
	"bytes"
	"context"
	"encoding/binary"
	"io/fs"
	"slices"
	"sync"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/fuzz/internal/sample"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// pair is a case of the corpus that breaks one rule more than its twin, and that twin, which conforms.
type pair struct {
	format    validator.Format
	bad, good []byte
	dtype     spec.DType // of the twin; zero if unknown
	shape     []int64    // of the twin
}

// maxPaired is the size in bytes up to which a case is a model for others.
const maxPaired = 1 << 16

// pairs has, for each rule that has no fault written by hand, its pairs in the order of the cases.
var pairs = sync.OnceValue(func() map[spec.ID][]pair {
	all := make(map[spec.ID][]pair)
	byHand := byHand()
	byID := make(map[string]*corpus.Case)
	cases := corpus.Cases()
	for i := range cases {
		byID[cases[i].ID] = &cases[i]
	}
	for i := range cases {
		rule, ok := difference(&cases[i], byID[cases[i].Twin])
		if !ok || byHand[rule] {
			continue
		}
		if p := newPair(&cases[i], byID[cases[i].Twin]); breaksOnly(rule, p.bad, p.good) {
			all[rule] = append(all[rule], p)
		}
	}
	return all
})

// difference returns the rule that a case breaks more than its twin, if it is one, and decides on the duty.
func difference(c, twin *corpus.Case) (spec.ID, bool) {
	if twin == nil || !twin.Conforms || c.Withdrawn != "" || max(c.Size, twin.Size) > maxPaired {
		return 0, false
	}
	own := slices.DeleteFunc(slices.Clone(c.Rules), func(rule string) bool { return slices.Contains(twin.Rules, rule) })
	if len(own) != 1 {
		return 0, false
	}
	rule, ok := spec.Lookup(own[0])
	return rule.ID, ok && string(c.Duty) == rule.Reader.String()
}

func newPair(c, twin *corpus.Case) pair {
	p := pair{format: validator.Format(c.Format), bad: vector(c), good: vector(twin)}
	if a := twin.Array; a != nil {
		if t, err := spec.ParseDescr(a.DType); err == nil {
			p.dtype, p.shape = t, a.Shape
		}
	}
	return p
}

func vector(c *corpus.Case) []byte {
	b, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		panic("fault: " + err.Error()) // it is part of the program
	}
	return b
}

// splicePair returns a generated file with the difference of one of the pairs of a rule, or the pair itself if none of a
// few files has a place for it.
func splicePair(g *choice.Chooser, rule spec.ID, all []pair) (faulty, twin sample.File) {
	const tries = 12
	for range tries {
		p := all[g.N(len(all))]
		if p.format != validator.Npy {
			continue
		}
		twin = npy.New(g, p.wish(g)).File()
		if content, ok := p.splice(g, twin.Content); ok && breaksOnly(rule, content, twin.Content) {
			return sample.File{Content: content, Format: validator.Npy}, twin
		}
	}
	p := all[g.N(len(all))]
	return sample.File{Content: bytes.Clone(p.bad), Format: p.format}, sample.File{Content: bytes.Clone(p.good), Format: p.format}
}

// wish returns what a file should be like that is to get the difference of the pair: it has the type of the twin, perhaps
// as the type of a field, its shape, both or neither.
func (p *pair) wish(g *choice.Chooser) npy.Wish {
	w := npy.Wish{Fault: true, Plain: true, Ascii: true}
	if p.dtype.Kind == 0 {
		return w
	}
	like := g.N(4)
	if like&1 == 0 {
		w.DType = func(t *npy.Typer) spec.DType { return t.Holding(p.dtype) }
	}
	if like&2 == 0 {
		w.Shape = func(*choice.Chooser) []int64 { return slices.Clone(p.shape) }
	}
	return w
}

// parts are those of an .npy file whose header length is right.
type parts struct{ prefix, header, data []byte }

func split(file []byte) (p parts, ok bool) {
	if len(file) < 12 {
		return p, false
	}
	start, length := 10, int(binary.LittleEndian.Uint16(file[8:]))
	if file[6] != 1 {
		start, length = 12, int(min(binary.LittleEndian.Uint32(file[8:]), maxPaired))
	}
	if length > len(file)-start {
		return p, false
	}
	return parts{file[:start], file[start : start+length], file[start+length:]}, true
}

// splice returns a file with each of the differences of the pair at the place like that in the twin.
func (p *pair) splice(g *choice.Chooser, file []byte) ([]byte, bool) {
	good, ok := split(p.good)
	bad, parsed := split(p.bad)
	to, whole := split(file)
	if !ok || !whole || len(good.prefix) != len(to.prefix) {
		return nil, false
	}
	if !parsed || len(bad.prefix) != len(good.prefix) { // the difference is in the prefix, or is a cut in the header
		return edge(file, p.good, p.bad)
	}
	header, ok := transplant(g, to.header, good.header, bad.header)
	if !ok {
		return nil, false
	}
	if more := len(header) - len(to.header); more != 0 && len(bad.header) == len(good.header) {
		header = repad(header, more)
	}
	data, ok := edge(to.data, good.data, bad.data)
	if !ok {
		return nil, false
	}
	prefix := bytes.Clone(to.prefix)
	for i := range 8 {
		if good.prefix[i] != bad.prefix[i] {
			prefix[i] = bad.prefix[i]
		}
	}
	if len(prefix) == 10 {
		if len(header) > 0xffff {
			return nil, false
		}
		binary.LittleEndian.PutUint16(prefix[8:], uint16(len(header)))
	} else {
		binary.LittleEndian.PutUint32(prefix[8:], uint32(len(header)))
	}
	return slices.Concat(prefix, header, data), true
}

// edge changes bytes as the good ones differ from the bad ones, counted from the start, or from the end if the end
// differs.
func edge(to, good, bad []byte) ([]byte, bool) {
	start, end := common(good, bad)
	removed, added := good[start:len(good)-end], bad[start:len(bad)-end]
	at := start
	if end == 0 && len(good) != len(bad) {
		at = len(to) - len(removed)
	}
	if at < 0 || at+len(removed) > len(to) {
		return nil, false
	}
	return slices.Concat(to[:at], added, to[at+len(removed):]), true
}

// transplant changes text as the good one differs from the bad one, at the place whose surroundings are most alike.
func transplant(g *choice.Chooser, to, good, bad []byte) ([]byte, bool) {
	start, end := common(good, bad)
	removed, added := good[start:len(good)-end], bad[start:len(bad)-end]
	before, after := good[:start], good[len(good)-end:]
	best, places := -1, []int(nil)
	for at := 0; at+len(removed) <= len(to); at++ {
		if !bytes.HasPrefix(to[at:], removed) {
			continue
		}
		const far = 16
		alike := alikeBefore(to[:at], before, far) + alikeAfter(to[at+len(removed):], after, far)
		if alike > best {
			best, places = alike, nil
		}
		if alike == best {
			places = append(places, at)
		}
	}
	if places == nil {
		return nil, false
	}
	at := places[g.N(len(places))]
	return slices.Concat(to[:at], added, to[at+len(removed):]), true
}

// common returns how many bytes two texts have in common at the start, and at the end of the rest.
func common(a, b []byte) (start, end int) {
	start = alikeAfter(a, b, min(len(a), len(b)))
	return start, alikeBefore(a[start:], b[start:], min(len(a), len(b))-start)
}

func alikeBefore(a, b []byte, most int) (n int) {
	for most = min(most, len(a), len(b)); n < most && a[len(a)-1-n] == b[len(b)-1-n]; n++ {
	}
	return n
}

func alikeAfter(a, b []byte, most int) (n int) {
	for most = min(most, len(a), len(b)); n < most && a[n] == b[n]; n++ {
	}
	return n
}

// repad takes bytes from the padding of a header that has become longer, or adds some, so that the data stays aligned.
func repad(header []byte, more int) []byte {
	end := len(header) - 1
	padding := alikeBefore(header[:end], bytes.Repeat([]byte{' '}, end), end)
	if more > padding {
		more -= (more - padding + 63) / 64 * 64
	}
	return slices.Concat(header[:end-max(more, 0)], bytes.Repeat([]byte{' '}, max(-more, 0)), header[end:])
}

// breaksOnly reports whether the validator finds the rule in a file, and nothing else but notes that it finds in the
// other, which conforms.
func breaksOnly(rule spec.ID, file, twin []byte) bool {
	right, had := check(twin)
	wrong, has := check(file)
	if right == nil || wrong == nil || right.Verdict() != validator.Conforming || had[rule] || !has[rule] {
		return false
	}
	for id := range had {
		if id.Rule().Level > spec.May {
			return false
		}
	}
	for id := range has {
		if id != rule && !had[id] {
			return false
		}
	}
	return right.Duty() != spec.Accept || wrong.Duty() == rule.Rule().Reader
}

// check returns the report on a file whatever its name is, and its rules; nil if it can't be checked.
func check(file []byte) (*validator.Report, map[spec.ID]bool) {
	r, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full})
	if err != nil {
		return nil, nil
	}
	rules := make(map[spec.ID]bool)
	for _, f := range r.Findings {
		rules[f.Rule] = true
	}
	for id := range r.Omitted {
		rules[id] = true
	}
	return r, rules
}
