package results

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
)

// maxSummary is the number of bytes after which no list of failures continues. Services drop a job
// summary of more than 1 MiB.
const maxSummary = 900_000

// Markdown writes a report as Markdown for a job summary: the counts, a line for each area,
// and the failures.
func Markdown(w io.Writer, r *conformance.Report) error {
	var b bytes.Buffer
	all := newTally(r.Results)
	fmt.Fprintf(&b, "## %s: %d of %d failed\n\n", implementationCode(r.Implementation), all.Failed, all.Claimed)
	fmt.Fprintf(&b, "As a %s, on corpus %s", roleName(r), code(r.Corpus))
	if r.Profile != "" {
		fmt.Fprintf(&b, " with the profile %s", code(r.Profile))
	}
	fmt.Fprintf(&b, ". %s", text.Count(int64(all.Total), "case"))
	if n := all.Cells[conformance.CellUnsupported]; n > 0 {
		fmt.Fprintf(&b, ", %d of them not claimed", n)
	}
	b.WriteString(".\n\n")
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "Incomplete: %s\n\n", code(r.Incomplete))
	}

	writeCauses(&b, r)
	b.WriteString("| area | cases |" + cellHeads() + "\n|---|--:|" + strings.Repeat("--:|", len(conformance.Cells())) + "\n")
	areas := ByArea(r.Results)
	for _, a := range areas {
		fmt.Fprintf(&b, "| %s | %d |%s\n", plainWord(a.Name), len(a.Results), cellCounts(Count(a.Results)))
	}
	fmt.Fprintf(&b, "| **all** | %d |%s\n", all.Total, cellCounts(all.Cells))

	for _, a := range areas {
		var failed []conformance.Result
		for _, result := range a.Results {
			if result.Cell.Failed() {
				failed = append(failed, result)
			}
		}
		if len(failed) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n<details><summary>%s: %s</summary>\n\n", plainWord(a.Name), text.Count(int64(len(failed)), "failure"))
		b.WriteString("| case | duty | cell | rules | message |\n|---|---|---|---|---|\n")
		for i, result := range failed {
			if b.Len() > maxSummary {
				fmt.Fprintf(&b, "\n… and %d more\n", len(failed)-i)
				break
			}
			message := code(result.Message)
			if result.Known != "" {
				message = strings.TrimSpace(message + " known: " + code(result.Known))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(result.ID), plainWord(string(result.Duty)),
				result.Cell, codeList(result.Rules), message)
		}
		b.WriteString("\n</details>\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// maxCauses is the number of causes that the summary lists.
const maxCauses = 60

// writeCauses writes a line for each cause of failures, the worst first.
func writeCauses(b *bytes.Buffer, r *conformance.Report) {
	groups := Groups(r.Results)
	if len(groups) == 0 {
		return
	}
	b.WriteString("| cell | cases | what happened | rules | such as |\n|---|--:|---|---|---|\n")
	for i, g := range groups {
		if i == maxCauses {
			break
		}
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s |\n", g.Cause.Cell, len(g.Results), code(g.Account()), codeList(g.Rules(r.Writer)), codeList(g.Such()))
	}
	b.WriteString("\n")
	if n := len(groups) - maxCauses; n > 0 {
		fmt.Fprintf(b, "… and %s\n\n", text.Count(int64(n), "more cause"))
	}
}
