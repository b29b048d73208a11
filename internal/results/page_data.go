package results

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
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
	Codes    string      `json:"codes"`              // two letters for each case
	Messages []said      `json:"messages"`
	Causes   []pageCause `json:"causes"` // of failures, the worst first

	all      tally
	headline int
}

type said struct {
	Text  string `json:"text,omitempty"`
	Known string `json:"known,omitempty"`
	Cases []int  `json:"cases"`
}

func newPageColumn(c column, place map[string]int, causes []pageCause) pageColumn {
	codes := bytes.Repeat([]byte(noCode), len(place))
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
		Role:     roleName(c.report),
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
	return described
}

func id(item *Item) string { return validator.Quote(item.Name) + "@" + validator.Quote(item.Variant) }

// pageCause is the failures of one cause.
type pageCause struct {
	Text  string   `json:"text"` // what happened
	Rules []string `json:"rules,omitempty"`
	Cases []int    `json:"cases"` // their places, in the order of their IDs
}

// newPageCauses returns the causes of failures as the reports in text and in Markdown have them. The reports of a
// matrix have no rules, so they come by the ID of a case.
func newPageCauses(r *conformance.Report, rules map[string][]string, place map[string]int) []pageCause {
	results := slices.Clone(r.Results)
	for i := range results {
		results[i].Rules = rules[results[i].ID]
	}
	causes := []pageCause{}
	for _, g := range Groups(results) {
		cause := pageCause{Text: g.Account()}
		for _, rule := range g.Rules(r.Writer) {
			cause.Rules = append(cause.Rules, validator.Quote(rule))
		}
		for _, result := range g.Results {
			cause.Cases = append(cause.Cases, place[result.ID])
		}
		causes = append(causes, cause)
	}
	return causes
}

// reportRules returns the rules that the files of the cases break, by ID, as a report has them.
func reportRules(r *conformance.Report) map[string][]string {
	rules := make(map[string][]string)
	for _, result := range r.Results {
		rules[result.ID] = result.Rules
	}
	return rules
}

// corpusRules returns the rules that the files of the cases break, by ID, as the corpus has them.
func corpusRules() map[string][]string {
	rules := make(map[string][]string)
	for _, c := range corpus.Cases() {
		rules[c.ID] = c.Rules
	}
	return rules
}

// pageResult is the second line of a page: what came out.
type pageResult struct {
	Word string // "OK", "Failed" or "Incomplete", and "" for a matrix
	Text string
}

// runResult says how the run of one reader or writer came out. Failures that are known don't fail a run.
func runResult(r *conformance.Report) pageResult {
	t := newTally(r.Results)
	known := 0
	for _, result := range r.Results {
		if result.Cell.Failed() && result.Known != "" {
			known++
		}
	}
	what := "file"
	if r.Writer {
		what = "array"
	}
	claimed := fmt.Sprintf("%s %ss that it claims to support", group(t.Claimed), what)
	all := "all " + claimed
	if t.Claimed == 1 {
		claimed = "one " + what + " that it claims to support"
		all = "the " + claimed
	}
	result := pageResult{Word: "OK", Text: "it passes on " + all}
	switch {
	case t.Claimed == 0:
		result = pageResult{Word: "Incomplete", Text: "it claims to support none of the " + what + "s"}
	case t.Failed > 0:
		result = pageResult{Word: "Failed", Text: fmt.Sprintf("%s of the %s", group(t.Failed), claimed)}
		if known == t.Failed {
			result.Word = "OK"
		}
		if !r.Writer {
			result.Text += fmt.Sprintf(", %s of them severely", group(t.Severe))
		}
		if known > 0 {
			result.Text += fmt.Sprintf("; %s known", text.Count(int64(known), "failure"))
		}
	}
	if r.Incomplete != "" && result.Word == "OK" {
		result.Word = "Incomplete"
	}
	return result
}

// matrixResult compares the newest releases of the readers of a matrix, which are in the order of their ranking.
func matrixResult(readers []column) pageResult {
	readers = slices.DeleteFunc(slices.Clone(readers), func(c column) bool { return c.newest != c.item || c.all.Claimed == 0 })
	if len(readers) < 2 {
		return pageResult{}
	}
	passing := 0
	for _, c := range readers {
		if c.all.Failed == 0 {
			passing++
		}
	}
	text := "No reader passes on every file that it claims to support."
	switch {
	case passing == 1:
		text = fmt.Sprintf("1 of %d readers passes on every file that it claims to support.", len(readers))
	case passing > 1:
		text = fmt.Sprintf("%d of %d readers pass on every file that they claim to support.", passing, len(readers))
	}
	name := func(c column) string {
		return validator.Quote(c.item.Name) + " " + validator.Quote(shortVariant(c.item.Variant))
	}
	severe := func(c column) string { return share(c.all, c.all.Severe) }
	worst, best := readers[0], readers[len(readers)-1]
	text += fmt.Sprintf(" Severe failures range from %s of these files (%s) to %s (%s)", severe(best), name(best), severe(worst), name(worst))
	for _, c := range readers[1 : len(readers)-1] {
		if c.item.Name == "numpy" {
			text += fmt.Sprintf("; NumPy %s has %s", validator.Quote(releaseForm.FindString(c.item.Variant)), severe(c))
		}
	}
	return pageResult{Text: text + "."}
}

var pseudoVersion = regexp.MustCompile(`^v?[0-9]+\.[0-9]+\.[0-9]+-(?:.*\.)?[0-9]{14}-([0-9a-f]{12})$`)

// shortVariant returns a variant, or the abbreviated commit of one that is a pseudo-version of Go.
func shortVariant(variant string) string {
	if m := pseudoVersion.FindStringSubmatch(variant); m != nil {
		return m[1][:7]
	}
	return variant
}
