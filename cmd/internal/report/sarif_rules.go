package report

import (
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/spec"
)

// repository is where the registers of clauses can be read.
const repository = "https://github.com/npycheck/npycheck"

// sarifDriver returns npycheck as SARIF describes it: with all its rules, in the order of the table.
func sarifDriver() *sarif.ToolComponent {
	tool := thisTool()
	driver := sarif.NewDriver(tool.Name).WithSemanticVersion(tool.Version).WithInformationURI(repository)
	clauses := make(map[string]spec.Clause)
	for _, c := range spec.Clauses() {
		clauses[c.ID] = c
	}
	for _, r := range spec.Rules() {
		driver.AddRule(sarifRule(r, clauses[r.Clause]))
	}
	return driver
}

func sarifRule(r spec.Rule, c spec.Clause) *sarif.ReportingDescriptor {
	url := repository + "/blob/main/spec/" + clausePage(c)
	text := r.Doc
	markdown := escapeMarkdown(r.Doc)
	text += "\n\nIf you have such a file: " + r.Owner
	markdown += "\n\n**If you have such a file:** " + escapeMarkdown(r.Owner)
	if r.Author != "" {
		text += "\n\nIf your program wrote it: " + r.Author
		markdown += "\n\n**If your program wrote it:** " + escapeMarkdown(r.Author)
	}
	text += "\n\nClause " + c.ID + ", " + c.Title + ": " + url
	markdown += "\n\nClause [" + c.ID + ", " + escapeMarkdown(c.Title) + "](" + url + "). `npycheck explain " + r.Name + "` has a file that breaks the rule."

	d := sarif.NewRule(r.Name).WithName(r.Name).WithHelpURI(url).WithDescription(r.Title)
	d.WithFullDescription(sarif.NewMultiformatMessageString(r.Doc))
	d.WithHelp(sarif.NewMultiformatMessageString(text).WithMarkdown(markdown))
	d.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(r.Level.Severity().String()))
	return d.WithProperties(sarif.Properties{"tags": []string{r.Kind.String(), r.Area()}})
}

// clausePage returns the place of a clause in the folder spec, with the anchor that renderers of Markdown make of
// its heading.
func clausePage(c spec.Clause) string {
	return c.File + "#" + page.Anchor(c.ID+" "+c.Title)
}

// escapeMarkdown makes Markdown of plain text.
func escapeMarkdown(text string) string { return markdownEscaper.Replace(text) }

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `&`, `\&`, `|`, `\|`, `#`, `\#`)
