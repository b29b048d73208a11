package results

import (
	"bytes"
	"encoding/xml"
	"slices"
	"testing"
)

// TestChart has a reader that fails a third of what it claims, one that fails all, and one that fails nothing. A name is
// only text.
func TestChart(t *testing.T) {
	m := sampleMatrix()
	m.Put(item("</text>\x1b"), reportOf("x", "data/a accept accept pass"), nil)
	var b bytes.Buffer
	if err := m.WriteChart(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Title string `xml:"title"`
		Group struct {
			Texts []struct {
				Text string `xml:",chardata"`
			} `xml:"text"`
			Bars []struct {
				Width int    `xml:"width,attr"`
				Fill  string `xml:"fill,attr"`
			} `xml:"rect"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, text := range got.Group.Texts[4:] {
		texts = append(texts, text.Text)
	}
	if want := []string{"half ", "33.3%", "all ", "100.0%", `</text>\x1b `, "0.0%", "fine ", "0.0%"}; !slices.Equal(texts, want) {
		t.Errorf("got %q, want %q", texts, want)
	}
	var widths []int
	for i, bar := range got.Group.Bars[2:] {
		widths = append(widths, bar.Width)
		if want := []string{severeColour, wrongColour}[i%2]; bar.Fill != want {
			t.Errorf("bar %d: got %s, want %s", i, bar.Fill, want)
		}
	}
	if want := []int{147, 0, 110, 330, 0, 0, 0, 0}; !slices.Equal(widths, want) {
		t.Errorf("got bars of %d pixels, want %d", widths, want)
	}
	if want := "What 4 readers in 1 language do with the 4 files of the corpus"; got.Title != want {
		t.Errorf("got title %q, want %q", got.Title, want)
	}
}
