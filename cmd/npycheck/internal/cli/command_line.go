package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/validator"
)

// CheckCommand returns an error if there is no COMMAND, or if flags of cmd follow it without "--" before them: they would
// go to COMMAND, and the run would not be what the user asked for.
func CheckCommand(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags()
	if len(args) == 0 {
		return MissingArgument(cmd, "no COMMAND given, expected the adapter after --")
	}
	if flags.ArgsLenAtDash() >= 0 {
		return nil
	}
	own, command := splitFlags(flags, args[1:])
	if len(own) == 0 {
		return nil
	}
	first, _, _ := strings.Cut(own[0], "=")
	if !strings.HasPrefix(first, "--") {
		first = first[:len("-x")]
	}
	given := strings.Fields(cmd.CommandPath())
	flags.Visit(func(f *pflag.Flag) { given = append(given, flagWords(f)...) })
	return Usagef("%s after COMMAND would go to COMMAND; expected: %s (or, if it is for COMMAND: %s)", first,
		commandLine(given, own, []string{"--"}, args[:1], command), commandLine(given, []string{"--"}, args))
}

// splitFlags takes our own flags and their values out of words, up to a "--".
func splitFlags(flags *pflag.FlagSet, words []string) (own, others []string) {
	for len(words) > 0 && words[0] != "--" {
		flag, hasValue := ownFlag(flags, words[0])
		n, to := 1, &others
		if flag != nil {
			to = &own
			if flag.NoOptDefVal == "" && !hasValue {
				n = min(2, len(words))
			}
		}
		*to = append(*to, words[:n]...)
		words = words[n:]
	}
	return own, append(others, words...)
}

// flagWords spells a flag as it could have been given. A list gets a word for each of its values, since what it calls
// its String has brackets around it.
func flagWords(f *pflag.Flag) []string {
	name := "--" + f.Name
	list, ok := f.Value.(pflag.SliceValue)
	switch {
	case !ok && f.Value.Type() == "bool" && f.Value.String() == "true":
		return []string{name}
	case !ok:
		return []string{name + "=" + f.Value.String()}
	case len(list.GetSlice()) == 0:
		return []string{name + "="}
	}
	var words []string
	for _, value := range list.GetSlice() {
		words = append(words, name+"="+value)
	}
	return words
}

// ownFlag returns the flag that a word stands for, and whether the word includes the value. Letters after a
// short flag make it another program's: "-jar". But "-j4" is ours.
func ownFlag(flags *pflag.FlagSet, word string) (flag *pflag.Flag, value bool) {
	if name, ok := strings.CutPrefix(word, "--"); ok {
		name, _, value = strings.Cut(name, "=")
		return flags.Lookup(name), value
	}
	if len(word) < 2 || word[0] != '-' || strings.Trim(word[2:], "0123456789") != "" {
		return nil, false
	}
	return flags.ShorthandLookup(word[1:2]), len(word) > 2
}

// ShellWords splits a line into words as a shell does, with quotes and backslashes, but expands nothing.
func ShellWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	open := false // there is a word, though it may be empty
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && quote != '\'':
			if i++; i == len(line) {
				return nil, errors.New("nothing follows the last backslash")
			}
			if quote == '"' && !strings.ContainsRune("\"\\$`", rune(line[i])) {
				word.WriteByte('\\')
			}
			word.WriteByte(line[i])
			open = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, open = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteByte(c)
			open = true
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case open:
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("no command")
	}
	return words, nil
}

// commandLine joins words for a shell.
func commandLine(parts ...[]string) string {
	words := slices.Concat(parts...)
	for i, word := range words {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") != "" || word == "" {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return validator.Quote(strings.Join(words, " "))
}
