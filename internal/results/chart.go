package results

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// chartStyle has the colours of the page, for light and for dark pages.
const chartStyle = `<style>
text { fill: #1b1d21 } .soft { fill: #5c616b } .back { fill: #fbfbf9; stroke: #e2e3df }
@media (prefers-color-scheme: dark) { text { fill: #e4e5e7 } .soft { fill: #9ba1ab } .back { fill: #14161a; stroke: #2d3138 } }
</style>
`

// The colours of bars are told apart with any kind of colour vision.
const severeColour, wrongColour = "#d55e00", "#e69f00"

// The chart, in pixels.
const (
	chartWidth = 760
	chartHead  = 92 // above the first row
	chartRow   = 21
	chartLeft  = 210 // where bars begin
	chartBar   = 440 // the length of the longest bar
)

// WriteChart writes a picture of the shares of failures of the newest release of each reader.
func (m *Matrix) WriteChart(w io.Writer) error {
	var readers []column
	var languages []string
	most := .01 // the share that the longest bar shows
	for _, c := range m.ranking(false) {
		if !c.isHeadline() {
			continue
		}
		readers = append(readers, c)
		most = max(most, c.all.Share(c.all.Failed))
		if !slices.Contains(languages, c.item.Language) {
			languages = append(languages, c.item.Language)
		}
	}
	title := fmt.Sprintf("What %s in %s do with the %s files of the corpus", text.Count(int64(len(readers)), "reader"),
		text.Count(int64(len(languages)), "language"), group(len(m.Cases)))
	var b bytes.Buffer
	height := chartHead + chartRow*len(readers) + 14
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="title">`+"\n",
		chartWidth, height)
	fmt.Fprintf(&b, `<title id="title">%s</title>`+"\n", escape(title))
	b.WriteString(chartStyle)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" class="back"/>`+"\n", chartWidth, height)
	b.WriteString(`<g font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Liberation Sans,Arial,sans-serif" font-size="13">` + "\n")
	fmt.Fprintf(&b, `<text x="20" y="31" font-size="16" font-weight="600">%s</text>`+"\n", escape(title))
	drawLegend(&b, 20, severeColour, "wrong data, or breaks down")
	drawLegend(&b, 226, wrongColour, "the wrong verdict, or an exception")
	fmt.Fprintf(&b, `<text x="%d" y="76" font-size="12" class="soft">share of the files that the reader claims to support</text>`+"\n", chartLeft)
	for i, c := range readers {
		y := chartHead + chartRow*i
		severe, failed := c.all.Share(c.all.Severe), c.all.Share(c.all.Failed)
		middle, end := int(severe/most*chartBar+.5), int(failed/most*chartBar+.5)
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s <tspan class="soft">%s</tspan></text>`+"\n",
			chartLeft-10, y+12, escape(validator.Quote(c.item.Name)), escape(validator.Quote(c.item.Language)))
		drawBar(&b, chartLeft, y+2, middle, severeColour)
		drawBar(&b, chartLeft+middle, y+2, end-middle, wrongColour)
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="12" class="soft">%.1f%%</text>`+"\n", chartLeft+end+7, y+12, 100*failed)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func drawLegend(b *bytes.Buffer, x int, colour, text string) {
	drawBar(b, x, 44, 12, colour)
	fmt.Fprintf(b, `<text x="%d" y="54.5" font-size="12">%s</text>`+"\n", x+18, text)
}

func drawBar(b *bytes.Buffer, x, y, width int, colour string) {
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="12" fill="%s"/>`+"\n", x, y, width, colour)
}

// isHeadline reports whether the column is that of the newest release of a reader that claims anything and runs here.
func (c column) isHeadline() bool {
	return !c.report.Writer && c.newest == c.item && c.item.Elsewhere == nil && c.all.Claimed > 0
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // writing to a strings.Builder can't fail
	return b.String()
}
