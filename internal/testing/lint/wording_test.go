package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWordingFinds covers the places of a phrase, and phrases that look like it.
func TestWordingFinds(t *testing.T) {
	v := newVocabulary(slices.Concat(phrases, messagePhrases))
	for _, test := range []struct{ text, want string }{
		{"The data are cut.", "1: data are"},
		{"// it is\n// no archive", "1: is no"},
		{"| a |\n\n* is\n  none", "3: is none"},
		{"3 items, want 4", "1: , want"},
		{"Takes a list for a shape.", "1: takes a list for"},
		{"The end. Such a file", ""},
		{"a reader of Go and files of\nNumPy", "1: reader of go; 1: files of numpy"},
		{"`told`, told", "1: told; 1: told"},
		{"header/magic-behind-bom, is None, there is no end, leaves nothing behind, takes 2 seconds for it", ""},
		{"no longer is. No data, are", ""},
	} {
		var got []string
		for _, h := range v.find([]byte(test.text)) {
			got = append(got, fmt.Sprintf("%d: %s", h.line, h.text))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
	const code = "package p\n\n// is no reader\nvar behind = \"told\" + \"it is \" +\n\t\"no file\" // anew\n"
	comments, literals := split([]byte(code))
	for _, test := range []struct {
		text []byte
		want string
	}{{comments, "3: is no; 5: anew"}, {literals, "4: is no"}} {
		var got []string
		for _, h := range v.find(test.text) {
			got = append(got, fmt.Sprintf("%d: %s", h.line, h.text))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
