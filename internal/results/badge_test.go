package results

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestBadges(t *testing.T) {
	badges := sampleMatrix().Badges()
	texts := []struct{ name, title, left, right, colour string }{
		{"half", "half 1.0 claims 3 files of npycheck corpus 0.1.0: wrong data in 1, crash in 0, hang in 0, out of memory in 0, exception in 0, the wrong verdict in 0", "npycheck 0.1.0", "1 severe in 3 files", "#8a4b00"},
		{"all", "all 1.0 claims 4 files of npycheck corpus 0.1.0: wrong data in 0, crash in 1, hang in 0, out of memory in 0, exception in 0, the wrong verdict in 3", "npycheck 0.1.0", "1 severe in 4 files", "#8a4b00"},
		{"fine", "fine 1.0 claims 4 files of npycheck corpus 0.1.0: wrong data in 0, crash in 0, hang in 0, out of memory in 0, exception in 0, the wrong verdict in 0", "npycheck 0.1.0", "nothing severe in 4 files", "#00664a"},
	}
	if len(badges) != len(texts) {
		t.Fatalf("got %d badges, want %d", len(badges), len(texts))
	}
	for i, want := range texts {
		var got struct {
			Title string   `xml:"title"`
			Text  []string `xml:"g>text"`
			Rect  struct {
				Fill string `xml:"fill,attr"`
			} `xml:"rect"`
		}
		if err := xml.Unmarshal(badges[i].SVG, &got); err != nil {
			t.Errorf("%s: %v", badges[i].Name, err)
		}
		if badges[i].Name != want.name || got.Title != want.title || got.Rect.Fill != want.colour || len(got.Text) != 2 || got.Text[0] != want.left || got.Text[1] != want.right {
			t.Errorf("got badge %s %+v, want %+v", badges[i].Name, got, want)
		}
	}
}

// A name is text in a badge, and one part of a path in the links to it.
func TestBadgeForeign(t *testing.T) {
	m := &Matrix{Schema: 1, Corpus: `</text><script>`}
	i := item(`</title><script>alert(1)</script>"` + "\x00\u202e/..\\")
	m.Put(i, reportOf("x", "data/a accept accept pass"), nil)
	badge := m.Badges()[0]
	d := xml.NewDecoder(bytes.NewReader(badge.SVG))
	var elements []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, badge.SVG)
		}
		if start, ok := token.(xml.StartElement); ok {
			elements = append(elements, start.Name.Local)
		}
	}
	if got, want := strings.Join(elements, " "), "svg title rect path g text text"; got != want {
		t.Errorf("got elements %s, want %s", got, want)
	}
	if bytes.ContainsAny(badge.SVG, "\x00\u202e") {
		t.Errorf("got %q, want no controls", badge.SVG)
	}
	if got, want := badgeFile(&i), `badges/%3C%2Ftitle%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E%22%00%E2%80%AE%2F..%5C.svg`; got != want {
		t.Errorf("got file %s, want %s", got, want)
	}
	if got := badgeMarkdown(&i); strings.ContainsAny(got, "<>\"\\ ") || strings.Count(got, "]") != 2 || strings.Count(got, "(") != 2 {
		t.Errorf("got %s, want one image in one link", got)
	}
}
