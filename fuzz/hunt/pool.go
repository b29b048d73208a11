package hunt

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// The bounds of a pool: of files, of their bytes in all, of one file, and of the distinct pairs.
const (
	maxPool      = 4096
	maxPoolBytes = 32 << 20
	maxPoolFile  = 64 << 10
	maxSeen      = 1 << 20
)

// pool keeps files that were new to the reader, to change them: the latest ones.
type pool struct {
	seen  map[uint64]bool // pairs of what is wrong with a file and what the reader did
	files []pooled
	bytes int
}

type pooled struct {
	content []byte
	format  validator.Format
}

func newPool() *pool { return &pool{seen: map[uint64]bool{}} }

// novel reports whether an answer of that kind to a file of that kind is new, and keeps the file if so. The kind of a
// file is its findings and duty; that of an answer is its outcome and the shape of its message.
func (p *pool) novel(e *conformance.Expectation, a *conformance.Answer, cell Cell, file pooled) bool {
	h := fnv.New64a()
	rules := make([]string, 0, 8)
	for _, f := range e.Report.Findings {
		rules = append(rules, f.Rule.String())
	}
	slices.Sort(rules)
	for _, word := range append(slices.Compact(rules), "", string(e.Duty), string(a.Outcome), string(cell), shape(a.Message, e.File)) {
		h.Write([]byte(word))
		h.Write([]byte{0})
	}
	if e.Duty != "reject" {
		for _, t := range traits(e) {
			h.Write([]byte(t))
			h.Write([]byte{0})
		}
	}
	key := h.Sum64()
	if p.seen[key] || len(p.seen) >= maxSeen {
		return false
	}
	p.seen[key] = true
	p.add(file)
	return true
}

func (p *pool) add(file pooled) {
	if len(file.content) > maxPoolFile || len(file.content) == 0 {
		return
	}
	p.files = append(p.files, file)
	p.bytes += len(file.content)
	for len(p.files) > maxPool || p.bytes > maxPoolBytes {
		p.bytes -= len(p.files[0].content)
		p.files = slices.Delete(p.files, 0, 1)
	}
}

// pick returns a file, preferably a recent one, of a format if there is any. It is false if there is no file.
func (p *pool) pick(choices *rand.Rand, format validator.Format) (pooled, bool) {
	if len(p.files) == 0 {
		return pooled{}, false
	}
	at := 0
	for range 8 {
		at = max(choices.IntN(len(p.files)), choices.IntN(len(p.files)))
		if p.files[at].format == format {
			break
		}
	}
	return p.files[at], true
}

func fileName(format validator.Format) string { return "input" + extension(format) }

// nextName is the name of the file that a reader is given after another one.
func nextName(format validator.Format) string { return "next" + extension(format) }

func extension(format validator.Format) string {
	if format == validator.Npz {
		return ".npz"
	}
	return ".npy"
}
