package results

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator"
)

// repository is where the files of conformance/ are read from a README elsewhere.
const repository = "https://github.com/npycheck/npycheck"

// Badge is a picture that shows how many severe failures a reader has.
type Badge struct {
	Name string // of the implementation, and of the file without .svg
	SVG  []byte
}

// badgeLink is the entry of a badge on the page.
type badgeLink struct {
	File     string `json:"file"`
	Markdown string `json:"markdown"`
}

// Badges returns the badges of the newest releases of the readers, in the order of the ranking.
func (m *Matrix) Badges() []Badge {
	var badges []Badge
	for _, c := range m.ranking(false) {
		if c.hasBadge() {
			badges = append(badges, Badge{c.item.Name, c.badge(m.Corpus)})
		}
	}
	return badges
}

func (c column) hasBadge() bool {
	return !c.report.Writer && c.newest == c.item && c.item.Elsewhere == nil && c.all.Claimed > 0
}

func badgeFile(item *Item) string { return "badges/" + url.PathEscape(item.Name) + ".svg" }

// badgeMarkdown returns the line that shows the badge in the README of a reader.
func badgeMarkdown(item *Item) string {
	return fmt.Sprintf("[![npycheck](%s/raw/main/conformance/%s)](%[1]s/blob/main/conformance/matrix.md#badges)", repository, badgeFile(item))
}

// The badge names the version of the corpus that the numbers are for, and counts only harmful failures: with unclaimed
// files and wrong verdicts, the numbers of readers that claim more or less would not be comparable. The title has the
// rest.
const badgeForm = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" role="img" aria-labelledby="title">
<title id="title">%[4]s</title>
<rect width="%[1]d" height="20" rx="3" fill="%[7]s"/>
<path d="M3 0h%[3]dv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#3a3f47"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
<text x="7" y="14" textLength="%[8]d">%[5]s</text>
<text x="%[2]d" y="14" textLength="%[9]d">%[6]s</text>
</g>
</svg>
`

func (c column) badge(corpus string) []byte {
	left, files := "npycheck "+validator.Quote(corpus), "files"
	if c.all.Claimed == 1 {
		files = "file"
	}
	right, colour := fmt.Sprintf("%s severe in %s %s", group(c.all.Severe), group(c.all.Claimed), files), "#8a4b00"
	if c.all.Severe == 0 {
		right, colour = fmt.Sprintf("nothing severe in %s %s", group(c.all.Claimed), files), "#00664a"
	}
	title := fmt.Sprintf("%s %s claims %s %s of npycheck corpus %s", validator.Quote(c.item.Name), validator.Quote(c.item.Variant),
		group(c.all.Claimed), files, validator.Quote(corpus))
	for _, part := range []struct {
		words string
		cell  conformance.Cell
	}{
		{": wrong data in %s", conformance.CellWrongData}, {", crash in %s", conformance.CellCrash}, {", hang in %s", conformance.CellHang},
		{", out of memory in %s", conformance.CellOutOfMemory}, {", exception in %s", conformance.CellException},
		{", the wrong verdict in %s", conformance.CellWrongVerdict},
	} {
		title += fmt.Sprintf(part.words, group(c.all.Cells[part.cell]))
	}
	wide, rest := textWidth(left), textWidth(right)
	middle := 7 + wide + 7
	return fmt.Appendf(nil, badgeForm, middle+7+rest+7, middle+7, middle-3, escape(title), escape(left), escape(right), colour, wide, rest)
}

// textWidth returns the number of pixels that a text takes in Verdana of 11 pixels. With another font, textLength
// keeps it within them.
func textWidth(text string) int {
	tenths := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune(" .,ijl", r):
			tenths += 36
		case strings.ContainsRune("frt-", r):
			tenths += 46
		case strings.ContainsRune("mw", r):
			tenths += 96
		default:
			tenths += 68
		}
	}
	return (tenths + 9) / 10
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // writing to a strings.Builder can't fail
	return b.String()
}
