package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	given := strings.Fields(cmd.CommandPath())
	flags.Visit(func(f *pflag.Flag) { given = append(given, flagWords(f)...) })
	first := ""
	var own []string
	command := args[:1:1]
	at := 1
	for at < len(args) && args[at] != "--" {
		arg, n := args[at], 1
		flag, value := ownFlag(flags, arg)
		if flag == nil {
			command = append(command, arg)
			at++
			continue
		}
		if flag.NoOptDefVal == "" && !value {
			n = min(2, len(args)-at)
		}
		if first == "" {
			first, _, _ = strings.Cut(arg, "=")
			if !strings.HasPrefix(arg, "--") {
				first = arg[:len("-x")]
			}
		}
		own = append(own, args[at:at+n]...)
		at += n
	}
	if first == "" {
		return nil
	}
	command = append(command, args[at:]...)
	return Usagef("%s after COMMAND would go to COMMAND; expected: %s (or, if it is for COMMAND: %s)", first,
		commandLine(given, own, []string{"--"}, command), commandLine(given, []string{"--"}, args))
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
