// Package cli has what all commands share: usage errors, exit codes, output, terminals, bars and completion.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/validator"
)

// UsageError is a mistake in the command line, as one line.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// MissingArgument is a UsageError about arguments that a command needs: it shows how to call the command.
func MissingArgument(cmd *cobra.Command, format string, args ...any) error {
	return Usagef("%s\nUsage: %s\nSee also: %s --help", fmt.Sprintf(format, args...), UseLine(cmd), cmd.CommandPath())
}

func Usagef(format string, args ...any) error { return UsageError(fmt.Sprintf(format, args...)) }

// Quoted returns a word of the command line for messages.
func Quoted(word string) string { return `"` + validator.Quote(word) + `"` }

// Alternatives returns words as a choice: "a, b or c".
func Alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// FlagError says what is wrong with a flag in the words of the command.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
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
			return Usagef("--%s %s: expected %s", flag.Name, Quoted(invalid.GetValue()), want)
		}
	}
	return Usagef("%s", validator.Quote(err.Error()))
}

// unknownFlag says what an unknown flag may have been meant to be: another flag, or a file.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	file := "--" + err.GetSpecifiedName()
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		file = "-" + letters
	}
	if _, missing := os.Lstat(file); missing == nil || HasArrayName(file) {
		return Usagef("%s; for a file of that name: %s", validator.Quote(err.Error()), commandLine([]string{"./" + file}))
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return Usagef("%s%s", validator.Quote(err.Error()), cmp.Or(DidYouMean("--"+err.GetSpecifiedName(), names), "; "+cmd.CommandPath()+" --help lists the flags"))
}

func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no argument, got %s", cmd.Name(), Quoted(args[0]))
	}
	return nil
}

// SubcommandOnly rejects an argument that is not a subcommand.
func SubcommandOnly(cmd *cobra.Command, args []string) error {
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
	} else if _, err := os.Stat(args[0]); err == nil || HasArrayName(args[0]) {
		return Usagef("unknown command %s; to check a file or a folder, type: %s", Quoted(args[0]), commandLine([]string{"npycheck", "check"}, args))
	}
	return Usagef("unknown command %s%s%s", Quoted(args[0]), of, cmp.Or(DidYouMean(args[0], names), "; "+cmd.CommandPath()+" --help lists the commands"))
}

// HasArrayName reports whether a name in a folder promises an array or an archive of arrays. Some systems
// write suffixes in capitals.
func HasArrayName(path string) bool {
	return validator.FormatOf(path) != validator.Unknown
}
