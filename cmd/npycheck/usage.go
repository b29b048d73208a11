package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/validator"
)

// usageTemplate is that of cobra with lines that fit, and with one line of usage.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}{{$commands := .Commands}}{{range $group := .Groups}}

{{.Title}}{{range $commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{else}}

Commands:{{range $commands}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

Use "{{.CommandPath}} COMMAND --help" for more about a command.{{end}}
`

// usageError is a mistake in the command line, in one line.
type usageError string

func (e usageError) Error() string { return string(e) }

func usagef(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

// quoted shows a word of the command line.
func quoted(word string) string { return `"` + validator.Quote(word) + `"` }

// alternatives returns words as a choice: "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// flagError says what is wrong with a flag in the words of the command.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usagef("%s%s", validator.Quote(err.Error()), didYouMean("--"+unknown.GetSpecifiedName(), names))
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		want := map[string]string{
			"bool":     "true or false",
			"int":      "a whole number",
			"int64":    "a whole number",
			"uint64":   "a whole number, 0 or more",
			"duration": "a time with its unit, for example 10s",
		}[flag.Value.Type()]
		if want != "" {
			return usagef("--%s %s: want %s", flag.Name, quoted(invalid.GetValue()), want)
		}
	}
	return usagef("%s", validator.Quote(err.Error()))
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, got %s", cmd.Name(), quoted(args[0]))
	}
	return nil
}

// subcommandOnly rejects an argument that is not a subcommand.
func subcommandOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	of := ""
	if cmd.HasParent() {
		of = " of " + cmd.Name()
	} else if _, err := os.Stat(args[0]); err == nil || hasArrayName(args[0]) {
		return usagef("unknown command %s; to check a file or a folder, type: %s", quoted(args[0]), commandLine([]string{"npycheck", "check"}, args))
	}
	return usagef("unknown command %s%s%s", quoted(args[0]), of, didYouMean(args[0], names))
}

// strictDefaults makes the commands that cobra adds fail where they would print some help and succeed.
func strictDefaults(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, command := range root.Commands() {
		switch command.Name() {
		case "help":
			command.Args = func(cmd *cobra.Command, args []string) error {
				found, rest, err := cmd.Root().Find(args)
				if err != nil {
					return usagef("%s", validator.Quote(err.Error()))
				}
				return subcommandOnly(found, rest)
			}
		case "completion":
			command.Args = subcommandOnly
			command.RunE = func(*cobra.Command, []string) error {
				return usagef("completion needs a shell: bash, fish, powershell or zsh")
			}
		}
	}
}
