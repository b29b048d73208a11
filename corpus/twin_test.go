package corpus

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

// The limits of the difference between a case and its twin: the fault, the padding after it, and
// the length field. The fault has at most the size of a dictionary. An archive has the checksum of
// a member, its sizes and its name twice, and the offsets of all that follows.
const (
	maxHunks        = 5
	maxHunksArchive = 8
	maxCost         = 64
)

// farTwins has patterns for the cases that differ more from their twin, with the reasons.
var farTwins = []struct{ pattern, reason string }{
	{"prefix/magic-*", "the file is of another kind"},
	{"header/blank-*", "the header holds something else from its first byte to its last"},
	{"header/leading-*", "the padding stands on the other side of the dictionary"},
	{"header/padding-*", "the padding is another one from its first byte to its last"},
	{"header/cut-*", "a part of the dictionary is missing"},
	{"header/expression-*", "the dictionary is written as an expression"},
	{"header/list-*", "the dictionary is written as a list"},
	{"header/layout-*", "the dictionary is written in another style"},
	{"header/style-*", "the dictionary is written in another style"},
	{"literal/json-*", "the dictionary is written in another style"},
	{"keys/order-*", "a long descr stands in another place"},
	{"zip/*-object-import", "the member holds another array, compressed anew"},
	{"zip/*-unknown-type", "the member is compressed anew"},
	{"zip/bzip2-cut", "half of the stream is missing"},
	{"descr/dict-*", "the type is described in another way"},
	{"descr/comma-text-first", "the type and the data differ"},
	{"descr/size-overflow-60100-*", "the number of digits is the fault"},
	{"header/length-*", "the length is the fault"},
	{"header/nesting-*", "the number of brackets is the fault"},
	{"literal/parentheses-*", "the number of brackets is the fault"},
	{"literal/digits-*", "the number of digits is the fault"},
	{"shape/digits-*", "the number of digits is the fault"},
	{"shape/dimension-*", "the number of digits is the fault"},
	{"shape/negative-*", "the number of digits is the fault"},
	{"shape/rank-*", "the number of dimensions is the fault"},
	{"shape/sub-array-rank-*", "the number of dimensions is the fault"},
	{"pickle/*", "the pickle is longer than the elements in its place"},
	{"zip/bomb", "the number of bytes is the fault"},
	{"zip/comment-largest", "the number of bytes is the fault"},
	{"zip/deflate-cut-large", "the number of bytes is the fault"},
	{"zip/members-*", "the number of members is the fault"},
	{"zip/comment-long", "the number of bytes is the fault"},
	{"zip/nested-64", "the number of folders is the fault"},
	{"zip/name-cp437-letters", "the name is another one from its first byte to its last"},
	{"zip/deflate-empty", "the data is missing"},
	{"zip/empty", "the members are missing"},
	{"zip/hidden-*", "an entry is missing"},
	{"zip/missing-*", "there is an entry more"},
	{"zip/folder*", "there is a member more"},
	{"zip/overlap-in-*", "a member stands in another place"},
	{"zip/encrypted*", "the data is written in another way"},
	{"zip/method-*", "the data is written in another way"},
	{"npz/empty-member", "a member is another file"},
	{"npz/archive-*", "a member is another file"},
	{"npz/other-*", "the file is of another kind"},
	{"npz/npy-*", "a member is another file"},
	{"npz/object*", "a member is another file"},
	{"npz/pickle*", "a member is another file"},
	{"npz/text", "a member is another file"},
	{"npz/document", "no member is an array"},
	{"npz/member-*", "a member is another file"},
	{"npz/key-is-name-*", "a member is another file"},
}

func TestTwins(t *testing.T) {
	byID := map[string]Case{}
	for _, c := range Cases() {
		byID[c.ID] = c
	}
	used := map[string]bool{}
	for _, c := range Cases() {
		if c.Twin == "" {
			if c.Duty == Reject || c.Duty == Either || !c.Conforms {
				t.Errorf("%s: no twin", c.ID)
			}
			continue
		}
		twin, ok := byID[c.Twin]
		if !ok {
			t.Errorf("%s: the twin %s does not exist", c.ID, c.Twin)
			continue
		}
		places, cost := difference(read(t, c), read(t, twin))
		if places == 0 {
			t.Errorf("%s: the same bytes as its twin %s", c.ID, c.Twin)
		}
		most := maxHunks
		if c.Format == "npz" {
			most = maxHunksArchive
		}
		if places <= most && cost <= maxCost {
			continue
		}
		i := slices.IndexFunc(farTwins, func(far struct{ pattern, reason string }) bool {
			match, err := path.Match(far.pattern, c.ID)
			return match && err == nil
		})
		if i < 0 {
			t.Errorf("%s: differs from its twin %s in %d places and %d bytes, want at most %d and %d", c.ID, c.Twin, places, cost, most, maxCost)
			continue
		}
		used[farTwins[i].pattern] = true
	}
	for _, far := range farTwins {
		if !used[far.pattern] {
			t.Errorf("%s: no case needs the exception", far.pattern)
		}
	}
}

func read(t *testing.T, c Case) []byte {
	t.Helper()
	b, err := fs.ReadFile(FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hunk is a place where two files differ: n bytes of one, and the bytes of the other that replace them.
type hunk struct {
	at   int
	a, b []byte
}

// hunks returns the places where two files differ, with offsets in the first.
func hunks(a, b []byte) (all []hunk) {
	for at := 0; ; {
		n := commonPrefix(a, b)
		at, a, b = at+n, a[n:], b[n:]
		if len(a) == 0 && len(b) == 0 {
			return all
		}
		i, j := len(a), len(b)
		if i > 0 && j > 0 {
			i, j = resync(a, b)
		}
		all = append(all, hunk{at, a[:i], b[:j]})
		at, a, b = at+i, a[i:], b[j:]
	}
}

// difference returns in how many places two files differ, and in how many bytes. Padding counts as
// one byte whatever its length, and so does a part that only one file has at its end, or a run of
// one byte: a fault may be that a part is long or missing.
func difference(a, b []byte) (places, cost int) {
	all := hunks(a, b)
	for _, h := range all {
		if h.at+len(h.a) == len(a) && (len(h.a) == 0 || len(h.b) == 0) {
			cost++
			continue
		}
		cost += max(weight(h.a), weight(h.b))
	}
	return len(all), cost
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// synced is the number of equal bytes that end a difference, maxSkipped that of other bytes within one.
const (
	synced     = 6
	maxSkipped = 1 << 14
)

// resync returns how many bytes to skip of each so that the next ones are equal again, as few as
// possible together, or all.
func resync(a, b []byte) (i, j int) {
	for sum := 1; sum < min(len(a)+len(b), maxSkipped); sum++ {
		for i := max(0, sum-len(b)); i <= min(sum, len(a)); i++ {
			x, y := a[i:], b[sum-i:]
			if n := commonPrefix(x, y); n >= synced || n == len(x) && n == len(y) {
				return i, sum - i
			}
		}
	}
	return len(a), len(b)
}

func weight(b []byte) int {
	if len(b) > 0 && bytes.Count(b, b[:1]) == len(b) {
		return 1
	}
	return len(b)
}

func TestDifference(t *testing.T) {
	const text = "{'shape': (3,), }      \n12345678"
	for _, test := range []struct {
		a, b         string
		places, cost int
	}{
		{text, text, 0, 0},
		{text, strings.Replace(text, "(3,), }  ", "(3L,), } ", 1), 2, 2},
		{text, strings.Replace(text, "3", "-3", 1), 1, 1},
		{text, strings.Replace(text, "shape", "sharp", 1), 1, 2},
		{text, text[:20], 1, 1},
		{text, "", 1, 1},
		{text, text + "123", 1, 1},
		{text, strings.Replace(text, "\n", strings.Repeat(" ", 5000)+"\n", 1), 1, 1},
		{"completely", "different", 1, 10},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			places, cost := difference([]byte(pair[0]), []byte(pair[1]))
			if got, want := fmt.Sprint(places, cost), fmt.Sprint(test.places, test.cost); got != want {
				t.Errorf("%.40q and %.40q: got %s, want %s", pair[0], pair[1], got, want)
			}
		}
	}
}
