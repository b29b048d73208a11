package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/validator"
)

// misplacedFlag returns an error if a flag of conform stands after COMMAND, and no "--" before it: it
// would go to COMMAND, and a run without it is another one than was asked for.
func misplacedFlag(flags *pflag.FlagSet, args []string) error {
	if flags.ArgsLenAtDash() >= 0 || len(args) == 0 {
		return nil
	}
	given := []string{"npycheck", "conform"}
	flags.Visit(func(f *pflag.Flag) {
		word := "--" + f.Name
		if f.Value.Type() != "bool" || f.Value.String() != "true" {
			word += "=" + f.Value.String()
		}
		given = append(given, word)
	})
	for i, arg := range args[1:] {
		if arg == "--" {
			return nil
		}
		flag, value := ownFlag(flags, arg)
		if flag == nil {
			continue
		}
		at, n := i+1, 1
		if flag.NoOptDefVal == "" && !value {
			n = min(2, len(args)-at)
		}
		command := slices.Concat(args[:at], args[at+n:])
		name, _, _ := strings.Cut(arg, "=")
		if !strings.HasPrefix(arg, "--") {
			name = arg[:len("-x")]
		}
		return usagef("%s after COMMAND would go to COMMAND; want: %s (or, if it is for COMMAND: %s)", name,
			commandLine(given, args[at:at+n], []string{"--"}, command), commandLine(given, []string{"--"}, args))
	}
	return nil
}

// ownFlag returns the flag that a word stands for, and whether it holds the value, too. Letters after a
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
