package conformance

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// maxSummary is the number of bytes after which no list of failures goes on. Services drop a job
// summary of more than 1 MiB.
const maxSummary = 900_000

// WriteMarkdown writes a report as Markdown for a job summary: the counts, a line for each area,
// and the failures.
func WriteMarkdown(w io.Writer, r *Report) error {
	var b bytes.Buffer
	all := newTally(r.Results)
	fmt.Fprintf(&b, "## %s: %d of %d failed\n\n", mdImplementation(r.Implementation), all.failed, all.claimed)
	fmt.Fprintf(&b, "As a %s, on corpus %s", r.role(), mdCode(r.Corpus))
	if r.Profile != "" {
		fmt.Fprintf(&b, " with the profile %s", mdCode(r.Profile))
	}
	fmt.Fprintf(&b, ". %s", report.Count(int64(all.total), "case"))
	if n := all.cells[CellUnsupported]; n > 0 {
		fmt.Fprintf(&b, ", %d of them not claimed", n)
	}
	b.WriteString(".\n\n")

	b.WriteString("| area | cases |" + mdCellHeads() + "\n|---|--:|" + strings.Repeat("--:|", len(Cells())) + "\n")
	areas := byArea(r.Results)
	for _, a := range areas {
		fmt.Fprintf(&b, "| %s | %d |%s\n", mdWord(a.name), len(a.results), mdCells(count(a.results)))
	}
	fmt.Fprintf(&b, "| **all** | %d |%s\n", all.total, mdCells(all.cells))

	for _, a := range areas {
		var failed []Result
		for _, result := range a.results {
			if result.Cell.Failed() {
				failed = append(failed, result)
			}
		}
		if len(failed) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n<details><summary>%s: %s</summary>\n\n", mdWord(a.name), report.Count(int64(len(failed)), "failure"))
		b.WriteString("| case | duty | cell | rules | message |\n|---|---|---|---|---|\n")
		for i, result := range failed {
			if b.Len() > maxSummary {
				fmt.Fprintf(&b, "\n… and %d more\n", len(failed)-i)
				break
			}
			message := mdCode(result.Message)
			if result.Known != "" {
				message = strings.TrimSpace(message + " known: " + mdCode(result.Known))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", mdCode(result.ID), mdWord(string(result.Duty)),
				result.Cell, mdCodes(result.Rules), message)
		}
		b.WriteString("\n</details>\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

func mdImplementation(i Implementation) string {
	return strings.TrimSpace(mdCode(i.Name) + " " + mdCode(i.Version))
}

// mdCellHeads returns the heads of the columns that mdCells fills.
func mdCellHeads() string {
	var b strings.Builder
	for _, cell := range Cells() {
		fmt.Fprintf(&b, " %s |", cell)
	}
	return b.String()
}

func mdCells(counts map[Cell]int) string {
	var b strings.Builder
	for _, cell := range Cells() {
		fmt.Fprintf(&b, " %d |", counts[cell])
	}
	return b.String()
}

func mdCodes(words []string) string {
	codes := make([]string, len(words))
	for i, word := range words {
		codes[i] = mdCode(word)
	}
	return strings.Join(codes, " ")
}

// mdWord returns plain words as they are, and anything else as code.
func mdWord(s string) string {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '+' && c != ' ' {
			return mdCode(s)
		}
	}
	return s
}

// mdCode shows foreign text in Markdown, in the cell of a table as well: in code nothing is a
// link, a mention or a tag. A code span has no escape for a backquote, nor one that every renderer
// of tables knows for a bar, so that text with either becomes an element with references.
func mdCode(s string) string {
	s = strings.TrimSpace(validator.Quote(s))
	if s == "" {
		return ""
	}
	if !strings.ContainsAny(s, "`|") {
		return "`" + s + "`"
	}
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range s {
		if r > '~' || r == ' ' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
