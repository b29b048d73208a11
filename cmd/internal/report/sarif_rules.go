package report

import (
	"strings"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// repository is where the registers of clauses can be read.
const repository = "https://github.com/npycheck/npycheck"

// appendSARIFDriver appends npycheck as SARIF describes it: with all its rules, in the order of the table.
func appendSARIFDriver(dst []byte) text.Object {
	tool, rules := thisTool(), spec.Rules()
	clauses := make(map[string]spec.Clause)
	for _, c := range spec.Clauses() {
		clauses[c.ID] = c
	}
	return text.NewObject(dst).Text("informationUri", repository).Text("name", tool.Name).
		List("rules", len(rules), func(dst []byte, i int) []byte { return appendSARIFRule(dst, rules[i], clauses[rules[i].Clause]) }).
		Text("semanticVersion", tool.Version).End()
}

func appendSARIFRule(dst []byte, r spec.Rule, c spec.Clause) []byte {
	url := repository + "/blob/main/spec/" + clausePage(c)
	plain := r.Doc
	markdown := escapeMarkdown(r.Doc)
	plain += "\n\nIf you have such a file: " + r.Owner
	markdown += "\n\n**If you have such a file:** " + escapeMarkdown(r.Owner)
	if r.Author != "" {
		plain += "\n\nIf your program wrote it: " + r.Author
		markdown += "\n\n**If your program wrote it:** " + escapeMarkdown(r.Author)
	}
	plain += "\n\nClause " + c.ID + ", " + c.Title + ": " + url
	markdown += "\n\nClause [" + c.ID + ", " + escapeMarkdown(c.Title) + "](" + url + "). `npycheck explain " + r.Name + "` has a file that breaks the rule."

	return text.NewObject(dst).Text("id", r.Name).Text("name", r.Name).
		Object("shortDescription").Text("text", r.Title).End().
		Object("fullDescription").Text("text", r.Doc).End().
		Object("defaultConfiguration").Text("level", r.Level.Severity().String()).End().
		Text("helpUri", url).
		Object("help").Text("text", plain).Text("markdown", markdown).End().
		Object("properties").Any("tags", []string{r.Kind.String(), r.Area()}).End().End()
}

// clausePage returns the place of a clause in the folder spec, with the anchor that renderers of Markdown make of
// its heading.
func clausePage(c spec.Clause) string {
	return c.File + "#" + page.Anchor(c.ID+" "+c.Title)
}

// escapeMarkdown makes Markdown of plain text.
func escapeMarkdown(text string) string { return markdownEscaper.Replace(text) }

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `&`, `\&`, `|`, `\|`, `#`, `\#`)
