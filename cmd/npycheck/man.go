package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/validator"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addMan adds the command that writes the manual to the help command.
func addMan(root *cobra.Command) {
	for _, command := range root.Commands() {
		if command.Name() == "help" {
			command.AddCommand(newMan())
		}
	}
}

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write a manual page for each command",
		Long: `The pages go into a folder that exists: npycheck.1, npycheck-check.1 and so on.
They replace those that are there.`,
		Example: "  npycheck help man /usr/local/share/man/man1",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.MissingArgument(cmd, "help man needs a DIR to write the pages to")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return writeManual(cmd.Root(), args[0]) },
	}
}

// writeManual writes the pages of a command and of those below it.
func writeManual(cmd *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), manualPage(cmd), 0o644); err != nil {
		return err
	}
	for _, below := range availableCommands(cmd) {
		if err := writeManual(below, dir); err != nil {
			return err
		}
	}
	return nil
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func availableCommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// manualPage returns the page of a command, in the language of man. cobra's own treats the texts as
// Markdown and turns "run1/**/*.npy" into "run1/*/.npy".
func manualPage(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, ".TH %s 1 \"\" \"npycheck %s\" npycheck\n", strings.ToUpper(pageName(cmd)), validator.Version)
	fmt.Fprintf(&page, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&page, ".SH SYNOPSIS\n%s\n", roff(cli.UseLine(cmd)))
	if cmd.Long != "" {
		page.WriteString(".SH DESCRIPTION\n" + roffText(cmd.Long))
	}
	if groups := cli.FlagGroups(cmd); len(groups) > 0 {
		page.WriteString(".SH OPTIONS\n")
		for _, group := range groups {
			if len(groups) > 1 {
				fmt.Fprintf(&page, ".SS %s\n", roff(group.Title))
			}
			for _, f := range group.Flags {
				page.WriteString(roffFlag(f))
			}
		}
	}
	below := availableCommands(cmd)
	if len(below) > 0 {
		page.WriteString(".SH COMMANDS\n")
	}
	var related []string
	if cmd.HasParent() {
		related = append(related, pageName(cmd.Parent()))
	}
	for _, c := range below {
		fmt.Fprintf(&page, ".TP\n\\fB%s\\fR\n%s\n", roff(c.Name()), roff(c.Short))
		related = append(related, pageName(c))
	}
	if cmd.HasExample() {
		page.WriteString(".SH EXAMPLES\n" + roffText(cmd.Example))
	}
	if len(related) > 0 {
		for i, name := range related {
			related[i] = `\fB` + roff(name) + `\fR(1)`
		}
		page.WriteString(".SH SEE ALSO\n" + strings.Join(related, ", ") + "\n")
	}
	return page.Bytes()
}

// roffFlag describes a flag.
func roffFlag(f *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(f)
	name := `\fB` + roff("--"+f.Name) + `\fR`
	if f.Shorthand != "" {
		name = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + name
	}
	if value != "" {
		name += ` \fI` + roff(value) + `\fR`
	}
	if value := cli.DefaultOf(f); !slices.Contains([]string{"", "false", "[]", "0", "0s"}, value) {
		usage += " (default " + value + ")"
	}
	return ".TP\n" + name + "\n" + roff(usage) + "\n"
}

var indented = regexp.MustCompile(`(?m)^[ \t]`)

// roffText sets paragraphs. Those with an indented line keep their lines, and a first line with a colon is a heading.
func roffText(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(text, "\n\n") {
		first, rest, _ := strings.Cut(paragraph, "\n")
		if heading, ok := strings.CutSuffix(first, ":"); ok && rest != "" {
			b.WriteString(".SS " + roff(heading) + "\n")
			paragraph = rest
		} else if i > 0 {
			b.WriteString(".PP\n")
		}
		if indented.MatchString(paragraph) {
			b.WriteString(".nf\n" + roff(strings.ReplaceAll(paragraph, "\t", "  ")) + "\n.fi\n")
		} else {
			b.WriteString(roff(paragraph) + "\n")
		}
	}
	return b.String()
}

// roff escapes what has a special meaning to man.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
