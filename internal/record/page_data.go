package record

import (
	"bytes"

	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/table"
	"github.com/npycheck/npycheck/validator"
)

// pageData is the document that the script reads. Only the script uses its fields.
type pageData struct {
	Published bool                  `json:"published"`
	Columns   []pageColumn          `json:"columns"`
	Cases     []pageCase            `json:"cases"`
	Names     []string              `json:"names"` // of regions
	Rules     map[string]pageRule   `json:"rules"`
	Clauses   map[string]pageClause `json:"clauses"`
	Flags     map[string]string     `json:"flags"`
	Features  map[string]string     `json:"features"`
}

// pageColumn is a reader or a writer, in the order of the ranking.
type pageColumn struct {
	Role     string      `json:"role"`
	ID       string      `json:"id"`
	Newest   string      `json:"newest,omitempty"` // the ID of the newest release; none for that one
	Name     string      `json:"name"`
	Variant  string      `json:"variant"`           // as it is shown
	Version  string      `json:"version,omitempty"` // the whole variant, if it isn't shown
	Language string      `json:"language"`
	License  string      `json:"license,omitempty"`
	Package  string      `json:"package,omitempty"`
	About    string      `json:"about,omitempty"`
	Formats  []string    `json:"formats"`
	Features []string    `json:"features,omitempty"`
	Ran      *condition  `json:"ran,omitempty"`
	Findings string      `json:"findings,omitempty"` // link to its findings
	Badge    *badgeLink  `json:"badge,omitempty"`
	Codes    string      `json:"codes"` // two letters for each case
	Messages []said      `json:"messages"`
	Causes   []pageCause `json:"causes"` // of failures, the worst first

	all      table.Tally
	headline int
}

type said struct {
	Text  string `json:"text,omitempty"`
	Known string `json:"known,omitempty"`
	Cases []int  `json:"cases"`
}

func newPageColumn(c column, place map[string]int, causes []pageCause) pageColumn {
	codes := bytes.Repeat([]byte(NoCode), len(place))
	for _, r := range c.report.Results {
		copy(codes[2*place[r.ID]:], cellLetter(r.Cell)+outcomeLetter(r.Outcome))
	}
	results := c.item.Reader
	if c.report.Writer {
		results = c.item.Writer
	}
	messages := make([]said, len(results.Messages))
	for i, message := range results.Messages {
		messages[i] = said{Text: validator.Quote(message.Text), Known: validator.Quote(message.Known)}
		for _, id := range message.Cases {
			if at, ok := place[id]; ok {
				messages[i].Cases = append(messages[i].Cases, at)
			}
		}
	}
	described := pageColumn{
		Role:     table.Role(c.report),
		ID:       id(c.item),
		Name:     validator.Quote(c.item.Name),
		Variant:  validator.Quote(shortVariant(c.item.Variant)),
		Language: validator.Quote(c.item.Language),
		License:  validator.Quote(c.item.License),
		Package:  validator.Quote(c.item.Package),
		About:    validator.Quote(c.item.About),
		Formats:  append([]string{}, c.item.Formats...),
		Features: c.item.Features,
		Ran:      c.item.condition(),
		Codes:    string(codes),
		Messages: messages,
		Causes:   causes,
		all:      c.all,
		headline: c.headline(),
	}
	if described.Variant != validator.Quote(c.item.Variant) {
		described.Version = validator.Quote(c.item.Variant)
	}
	if c.newest != c.item {
		described.Newest = id(c.newest)
	}
	if c.all.Failed > 0 && c.item.Elsewhere == nil {
		described.Findings = "FINDINGS.md#" + shared.Anchor(c.item.Name)
	}
	if c.hasBadge() {
		described.Badge = &badgeLink{badgeFile(c.item), badgeMarkdown(c.item)}
	}
	return described
}

func id(item *Item) string { return validator.Quote(item.Name) + "@" + validator.Quote(item.Variant) }
