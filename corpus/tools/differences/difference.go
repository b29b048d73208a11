package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/corpus"
)

// kind is a way in which NumPy differs from the corpus, or from itself.
type kind string

const (
	accepted kind = "accepts what it must reject"
	rejected kind = "rejects what it must accept"
	misread  kind = "returns different values than the corpus"
	leaked   kind = "raises an exception from its internals"
	crashed  kind = "crashes"
	memory   kind = "asks for too much memory"
	hung     kind = "hangs"
	waysVary kind = "depends on how it reads"

	releasesVary kind = "depends on the release"
)

// kinds lists the kinds that a single release can show.
func kinds() []kind {
	return []kind{accepted, rejected, misread, leaked, crashed, memory, hung, waysVary}
}

// result is what one release did with a case in one of its ways of reading.
type result struct {
	outcome string
	array   *corpus.ReadArray   // what it returned, if that isn't the array of the case
	members []corpus.ReadMember // the same for an archive; nil for no difference
}

func (r result) read() bool { return r.outcome == "accept" || r.outcome == "warn" }

func (r result) differs() bool { return r.array != nil || r.members != nil }

// results are the results of np.load with the name of a file, with a stream, and with mmap_mode,
// which changes nothing for an archive.
type results [3]result

func resultsOf(c corpus.Case, release string) results {
	detail := c.DetailOf(release)
	file := result{c.NumPy[release], detail.Array, detail.Members}
	other := func(outcome string, array *corpus.ReadArray) result {
		r := result{outcome: cmp.Or(outcome, file.outcome), array: array}
		if r.array == nil && r.read() {
			r.array, r.members = file.array, file.members
		}
		return r
	}
	return results{file, other(detail.Stream, detail.StreamArray), other(detail.MMap, detail.MMapArray)}
}

// kindsOf returns how a release differs from the expectation of a case, in the order of kinds.
func kindsOf(c corpus.Case, all results) []kind {
	found := map[kind]bool{}
	for _, r := range all {
		switch {
		case r.read() && c.Duty == corpus.Reject:
			found[accepted] = true
		case r.read() && (c.Array != nil || c.Members != nil) && r.differs():
			found[misread] = true
		case r.outcome == "reject" && c.Duty == corpus.Accept:
			found[rejected] = true
		case r.outcome == "exception":
			found[leaked] = true
		case r.outcome == "crash":
			found[crashed] = true
		case r.outcome == "memory":
			found[memory] = true
		case r.outcome == "hang":
			found[hung] = true
		}
		if r.text(c) != all[0].text(c) {
			found[waysVary] = true
		}
	}
	return slices.DeleteFunc(kinds(), func(k kind) bool { return !found[k] })
}

// releases returns the releases with a result for the case, oldest first.
func releases(c corpus.Case) []string {
	var out []string
	for release := range c.NumPy {
		out = append(out, release)
	}
	slices.SortFunc(out, compareReleases)
	return out
}

// compareReleases compares the parts between the dots as numbers.
func compareReleases(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
}

// differs says whether a case belongs on the page.
func differs(c corpus.Case) bool {
	first := ""
	for i, release := range releases(c) {
		all := resultsOf(c, release)
		if len(kindsOf(c, all)) > 0 {
			return true
		}
		if i == 0 {
			first = all.text(c)
		} else if all.text(c) != first {
			return true
		}
	}
	return false
}

// outcomes returns the outcomes of the releases, with equal neighbours merged.
func outcomes(c corpus.Case) string {
	type span struct{ first, last, text string }
	var spans []span
	for _, release := range releases(c) {
		text := resultsOf(c, release).text(c)
		if n := len(spans); n > 0 && spans[n-1].text == text {
			spans[n-1].last = release
		} else {
			spans = append(spans, span{release, release, text})
		}
	}
	if len(spans) == 1 {
		return spans[0].text
	}
	var parts []string
	for _, s := range spans {
		if s.first != s.last {
			s.first += "–" + s.last
		}
		parts = append(parts, s.first+": "+s.text)
	}
	return strings.Join(parts, "<br>")
}

// text returns the outcome of reading the file, and of other ways of reading if it differs.
func (all results) text(c corpus.Case) string {
	text := all[0].text(c)
	for i, way := range []string{"", "stream", "mmap"} {
		if other := all[i].text(c); other != all[0].text(c) {
			text += "; " + way + ": " + other
		}
	}
	return text
}

func (r result) text(c corpus.Case) string {
	switch {
	case r.array != nil && c.Format == "npz":
		return r.outcome + " as one array, " + code(arrayText(r.array))
	case r.array != nil && c.Array != nil && sameType(*c.Array, *r.array):
		return r.outcome + " as other values"
	case r.array != nil:
		return r.outcome + " as " + code(arrayText(r.array))
	case r.members != nil:
		return r.outcome + " with " + membersText(r.members, c.Members)
	}
	return r.outcome
}

func sameType(want corpus.Array, got corpus.ReadArray) bool {
	return want.DType == got.DType && slices.Equal(want.Shape, got.Shape)
}

// membersText lists the members that NumPy returned.
func membersText(got []corpus.ReadMember, want []corpus.Member) string {
	const shown = 3
	if len(got) == 0 {
		return "no members"
	}
	var items []string
	for i, m := range got[:min(len(got), shown)] {
		text := code(cmp.Or(quotedText(m.Key), `""`))
		switch {
		case m.Array == nil:
			text += " as bytes"
		case i < len(want) && want[i].Key == m.Key && want[i].Array != nil && sameType(*want[i].Array, *m.Array):
			if want[i].Array.SHA256 != m.Array.SHA256 {
				text += " as other values"
			}
		default:
			text += " as " + code(arrayText(m.Array))
		}
		items = append(items, text)
	}
	if len(got) > shown {
		items = append(items, fmt.Sprintf("… %d members", len(got)))
	}
	return strings.Join(items, ", ")
}

func arrayText(a *corpus.ReadArray) string { return quotedText(a.DType) + " " + shapeText(a.Shape) }

func shapeText(shape []int64) string {
	const shown = 4
	var items []string
	for _, d := range shape[:min(len(shape), shown)] {
		items = append(items, strconv.FormatInt(d, 10))
	}
	switch {
	case len(shape) > shown:
		return fmt.Sprintf("(%s, … %d dimensions)", strings.Join(items, ", "), len(shape))
	case len(shape) == 1:
		return "(" + items[0] + ",)"
	}
	return "(" + strings.Join(items, ", ") + ")"
}

// quotedText returns a dtype or a key without quotes. It keeps an element with thousands of fields
// out of the table.
func quotedText(s string) string {
	const shown = 60
	quoted := strconv.QuoteToASCII(s)
	text := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	if len(text) > shown {
		return text[:shown] + "…"
	}
	return text
}

// code returns text as code in the cell of a table.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + fence
}
