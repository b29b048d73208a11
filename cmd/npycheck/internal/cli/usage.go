// Package cli has what all commands share: usage errors, exit codes, output, terminals, bars and completion.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/report"
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

// ErrRemote is about a URL or a bucket that is given to a command that reads only files of this machine.
var ErrRemote = errors.New("only check and list read from servers; download it first")

// Missing returns the error for a path whose file could not be opened: if there is none, and the path is something
// other than one, it says what to give instead.
func Missing(path string, err error) error {
	var failed *fs.PathError
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &failed) {
		return err
	}
	hint := ""
	scheme, rest, ok := strings.Cut(path, "://")
	switch lower := strings.ToLower(scheme); {
	case report.IsRemote(path):
		return ErrRemote
	case ok && lower == "file":
		hint = "expected a path without file://: " + Quoted("/"+strings.TrimLeft(rest, "/"))
	case ok && report.IsRemote(lower+"://"):
		hint = fmt.Sprintf("expected %s:// in lower case", lower)
	case ok && strings.Trim(lower, "abcdefghijklmnopqrstuvwxyz0123456789+-.") == "":
		hint = fmt.Sprintf("%s:// is not supported, only https://, http:// and s3://; copy the file to this machine first", lower)
	case strings.ContainsAny(filepath.Base(path), "*?["):
		folder, pattern := filepath.Split(path)
		hint = "patterns are for the shell: leave out the quotes, or: " + commandLine([]string{"npycheck", "check", "--include", pattern, filepath.Clean(folder)})
	default:
		return err
	}
	return &fs.PathError{Op: failed.Op, Path: failed.Path, Err: fmt.Errorf("%w; %s", failed.Err, hint)}
}

// DidYouMean returns "; did you mean X?" for the word nearest to the one given, or "" if none is
// near.
func DidYouMean(word string, words []string) string {
	if len(word) > 100 {
		return "" // not one of our names, and the distance takes quadratic time
	}
	word = strings.ToLower(strings.ReplaceAll(word, "_", "-"))
	best, distance := "", (len(word)+2)/3+1
	for _, w := range words {
		if d := editDistance(word, w); d < distance {
			best, distance = w, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// WantOneOf returns DidYouMean, or, if no word is near, the list of words.
func WantOneOf(word string, words []string) string {
	return cmp.Or(DidYouMean(word, words), "; expected one of "+strings.Join(words, ", "))
}

// editDistance returns the number of bytes to insert, delete or replace to get from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
