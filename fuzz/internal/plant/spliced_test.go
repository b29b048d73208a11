package plant

import (
	"bytes"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// TestTransplant moves differences of text to other text.
func TestTransplant(t *testing.T) {
	for _, test := range []struct{ to, good, bad, want string }{
		{"{'a': 1, 'b': 1}", "{'b': 1}", "{'b': 2}", "{'a': 1, 'b': 2}"},
		{"(1, 1)", "(1,)", "(True,)", "(True, 1)"},
		{"{'a': 1}   \n", "{'b': 2}  \n", "{'b': 2} # \n", "{'a': 1}  # \n"},
		{"{'a': 1}\n", "{}\n", "\xef\xbb\xbf{}\n", "\xef\xbb\xbf{'a': 1}\n"},
		{"{'a': 1}\n", "{'b': 2}\n", "{'b': 3}\n", ""},
		{"{'a': 1}\n", "{}\n", "{}", "{'a': 1}"},
	} {
		got, ok := transplant(choice.Numbered(1, 1), []byte(test.to), []byte(test.good), []byte(test.bad))
		if string(got) != test.want || ok != (test.want != "") {
			t.Errorf("%q as %q to %q: got %q, %v, want %q", test.to, test.good, test.bad, got, ok, test.want)
		}
	}
}

// TestEdge changes the start of data, or its end.
func TestEdge(t *testing.T) {
	for _, test := range []struct {
		to, good, bad, want string
		ok                  bool
	}{
		{"abcdef", "0123", "0123", "abcdef", true},
		{"abcdef", "0123", "0193", "ab9def", true},
		{"abcdef", "0123", "012", "abcde", true},
		{"abcdef", "0123", "", "ab", true},
		{"abcdef", "0123", "01234", "abcdef4", true},
		{"ab", "0123", "", "", false},
		{"ab", "0123", "0193", "", false},
	} {
		got, ok := edge([]byte(test.to), []byte(test.good), []byte(test.bad))
		if string(got) != test.want || ok != test.ok {
			t.Errorf("%q as %q to %q: got %q, %v, want %q, %v", test.to, test.good, test.bad, got, ok, test.want, test.ok)
		}
	}
}

// TestRepad changes headers whose text has become longer or shorter.
func TestRepad(t *testing.T) {
	for _, test := range []struct {
		text, padding, more, want int
	}{{20, 10, 3, 7}, {20, 10, 10, 0}, {20, 10, 11, 63}, {20, 10, -4, 14}, {20, 0, 130, 62}} {
		header := append(bytes.Repeat([]byte{'x'}, test.text), bytes.Repeat([]byte{' '}, test.padding)...)
		want := append(bytes.Repeat([]byte{'x'}, test.text), bytes.Repeat([]byte{' '}, test.want)...)
		if got := repad(append(header, '\n'), test.more); string(got) != string(want)+"\n" {
			t.Errorf("%+v: got %q, want %q", test, got, want)
		}
	}
}

// TestPlantPair makes files from one pair of each part of a file. Most are new, and all break the rule.
func TestPlantPair(t *testing.T) {
	byID := make(map[string]corpus.Case)
	for _, c := range corpus.Cases() {
		byID[c.ID] = c
	}
	for id, want := range map[string]struct {
		rule  spec.ID
		least int // files of 50 that differ
	}{
		"prefix/version-1-1":       {spec.PrefixVersionUnknown, 40},
		"header/padding-nul-last":  {spec.HeaderPaddingNul, 40},
		"shape/bool-first":         {spec.ShapeBool, 40},
		"order/bytes-false":        {spec.OrderNotBool, 40},
		"data/truncated-last-byte": {spec.DataTruncated, 40},
		"zip/crc":                  {spec.ZipCrc, 1},
	} {
		c := byID[id]
		twin := byID[c.Twin]
		rule, ok := difference(&c, &twin)
		if !ok || rule != want.rule {
			t.Errorf("%s: got the difference %v, %v, want %v", id, rule, ok, want.rule)
			continue
		}
		all := []pair{newPair(&c, &twin)}
		contents := make(map[string]bool)
		for i := range uint64(50) {
			faulty, twin := splicePair(choice.Numbered(1, i), rule, all)
			again, _ := splicePair(choice.Numbered(1, i), rule, all)
			if !bytes.Equal(faulty.Content, again.Content) {
				t.Errorf("%s: got two files for the same choices", id)
			}
			if !breaksOnly(rule, faulty.Content, twin.Content) {
				t.Errorf("%s: got %q, want a file that breaks %s alone", id, faulty.Content, rule)
			}
			contents[string(faulty.Content)] = true
		}
		if len(contents) < want.least {
			t.Errorf("%s: got %d different files, want at least %d of 50", id, len(contents), want.least)
		}
	}
}

// TestPairs requires pairs of exactly the rules without a fault written by hand, as far as cases show them alone.
func TestPairs(t *testing.T) {
	byHand := byHand()
	for rule, all := range pairs() {
		if byHand[rule] || len(all) == 0 {
			t.Errorf("%s: got %d pairs, and by hand %v", rule, len(all), byHand[rule])
		}
	}
	for _, rule := range spec.Rules() {
		_, derived := pairs()[rule.ID]
		if got := slices.Contains(Plantable(), rule.ID); got != (derived || byHand[rule.ID]) {
			t.Errorf("%s: got plantable %v, want %v", rule.Name, got, !got)
		}
	}
}
