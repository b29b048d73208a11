package corpus

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
)

// examples are pairs chosen by hand, for rules of which each case differs from its twin in more than the rule.
var examples = map[string][2]string{
	"descr-zero-itemsize":          {"descr/zero-itemsize-void-empty", "pickle/raw-empty"},
	"descr-subarray-zero-itemsize": {"descr/zero-sub-array-bytes", "descr/sub-array-of-bytes"},
	"pickle-missing":               {"pickle/missing-0d", "pickle/objects-0d"},
	"pickle-call-unknown":          {"pickle/unknown-by-inst", "pickle/holds-class"},
	"pickle-numpy-core":            {"pickle/0d", "pickle/objects-0d"},
	"pickle-python2-text":          {"pickle/python-2", "pickle/objects-text"},
}

// Example returns a case that breaks a rule of npycheck, and the same case without the fault. It chooses the pair in
// the corpus that differs least. For a rule that no case breaks, ok is false.
func Example(rule string) (bad, good Case, ok bool) {
	if pair, listed := examples[rule]; listed {
		bad, ok = find(pair[0])
		good, found := find(pair[1])
		return bad, good, ok && found
	}
	var least distance
	for _, c := range parsed().Cases {
		if !slices.Contains(c.Rules, rule) || c.Withdrawn != "" {
			continue
		}
		twin, found := find(c.Twin)
		if !found || slices.Contains(twin.Rules, rule) {
			continue
		}
		if d := distanceOf(c, twin); !ok || d.compare(least) < 0 {
			bad, good, ok, least = c, twin, true, d
		}
	}
	return bad, good, ok
}

func find(id string) (Case, bool) {
	cases := parsed().Cases
	at, ok := slices.BinarySearchFunc(cases, id, func(c Case, id string) int { return strings.Compare(c.ID, id) })
	if !ok {
		return Case{}, false
	}
	return cases[at], true
}

// distance is how much a case differs from its twin. The first of the fields that isn't equal decides.
type distance struct {
	rules    int // that only one of them breaks
	findings int
	changed  int
	size     int64
}

func distanceOf(c, twin Case) distance {
	shared := 0
	for _, rule := range c.Rules {
		if slices.Contains(twin.Rules, rule) {
			shared++
		}
	}
	return distance{
		rules:    len(c.Rules) + len(twin.Rules) - 2*shared,
		findings: len(c.Findings),
		changed:  changed(bytesOf(c), bytesOf(twin)),
		size:     c.Size + twin.Size,
	}
}

func (d distance) compare(e distance) int {
	return cmp.Or(cmp.Compare(d.rules, e.rules), cmp.Compare(d.findings, e.findings), cmp.Compare(d.changed, e.changed), cmp.Compare(d.size, e.size))
}

// bytesOf returns the bytes of a case. They are part of the program, so that reading them can't fail.
func bytesOf(c Case) []byte {
	b, err := fs.ReadFile(FS, c.File)
	if err != nil {
		panic("corpus: " + err.Error())
	}
	return b
}

// changed returns the number of bytes from the first to the last that differ, in the file where that is more.
func changed(a, b []byte) int {
	n, start, end := min(len(a), len(b)), 0, 0
	for start < n && a[start] == b[start] {
		start++
	}
	for end < n-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return max(len(a), len(b)) - start - end
}
