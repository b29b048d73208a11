package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/validator"
)

// The groups of flags, in the order in which the help of a command has them.
const (
	GroupCheck  = "What to check"
	GroupShow   = "What to show"
	GroupTest   = "What to test"
	GroupCases  = "Which cases"
	GroupFix    = "What to fix"
	GroupRules  = "Rules"
	GroupKnown  = "Known failures"
	GroupDepth  = "Depth and limits"
	GroupLimits = "Limits"
	GroupOutput = "Output"
	GroupConfig = "Configuration"
	groupOther  = "Other flags"
)

var flagGroups = []string{
	GroupCheck, GroupShow, GroupFix, GroupTest, GroupCases, GroupRules, GroupKnown,
	GroupDepth, GroupLimits, GroupOutput, GroupConfig, groupOther,
}

// groupKey is the annotation of a flag that names its group.
const groupKey = "npycheck-group"

// Group puts flags into one of the groups of the help.
func Group(flags *pflag.FlagSet, group string, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, groupKey, []string{group}); err != nil {
			panic(err) // no such flag
		}
	}
}

// FlagGroup is some flags of a command under their title.
type FlagGroup struct {
	Title string
	Flags []*pflag.Flag
}

// FlagGroups returns the flags of a command that its help shows. A command with few flags has one group.
func FlagGroups(cmd *cobra.Command) []FlagGroup {
	cmd.InitDefaultHelpFlag()
	if help := cmd.Flags().Lookup("help"); help != nil {
		help.Usage = "show this help"
	}
	byTitle := map[string][]*pflag.Flag{}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := groupOther
		if group := f.Annotations[groupKey]; len(group) > 0 {
			title = group[0]
		}
		byTitle[title] = append(byTitle[title], f)
	})
	if len(byTitle) == 1 {
		return []FlagGroup{{Title: "Flags", Flags: byTitle[groupOther]}}
	}
	var groups []FlagGroup
	for _, title := range flagGroups {
		if flags := byTitle[title]; len(flags) > 0 {
			groups = append(groups, FlagGroup{title, flags})
		}
	}
	if last := len(groups) - 1; groups[last].Title == groupOther && len(groups[last].Flags) == 1 { // that of the help
		groups[last-1].Flags = append(groups[last-1].Flags, groups[last].Flags...)
		groups = groups[:last]
	}
	return groups
}

// helpWidth is the width of the help in columns.
const helpWidth = 80

// Help returns the help of a command: a sentence, how to call it, examples, commands, flags, and the rest in prose.
func Help(cmd *cobra.Command, p report.Paint) string {
	sections := []string{cmd.Short + "."}
	section := func(title, text string) {
		sections = append(sections, p.Bold(title+":")+"\n"+strings.TrimRight(text, "\n"))
	}
	section("Usage", "  "+UseLine(cmd))
	if cmd.HasExample() {
		section("Examples", cmd.Example)
	}
	for _, group := range commandGroups(cmd) {
		var text strings.Builder
		for _, c := range group.commands {
			fmt.Fprintf(&text, "  %s %s\n", p.Bold(fmt.Sprintf("%-*s", c.NamePadding(), c.Name())), c.Short)
		}
		section(group.title, text.String())
	}
	for _, group := range FlagGroups(cmd) {
		section(group.Title, group.usages())
	}
	if cmd.Long != "" {
		sections = append(sections, Headings(p, strings.TrimSpace(cmd.Long)))
	}
	if cmd.HasAvailableSubCommands() {
		sections = append(sections, fmt.Sprintf("%q says more about a command.", cmd.CommandPath()+" COMMAND --help"))
	}
	return strings.Join(sections, "\n\n") + "\n"
}

// usages describes the flags.
func (g FlagGroup) usages() string {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, f := range g.Flags {
		shown := *f
		shown.DefValue = DefaultOf(f)
		if f.Value.Type() == "bool" {
			shown.Value = struct{ pflag.Value }{f.Value} // otherwise it would say [=true|false], which nobody needs
		}
		set.AddFlag(&shown)
	}
	return set.FlagUsagesWrapped(helpWidth)
}

// DefaultOf returns what a flag is if it isn't given, without the brackets that pflag puts around lists.
func DefaultOf(f *pflag.Flag) string {
	if _, ok := f.Value.(pflag.SliceValue); ok && f.DefValue != "[]" {
		return strings.Trim(f.DefValue, "[]")
	}
	return f.DefValue
}

// UseLine returns how to call a command.
func UseLine(cmd *cobra.Command) string {
	line := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	own := false
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { own = own || f.Name != "help" && !f.Hidden })
	if !own || cmd.DisableFlagsInUseLine || strings.Contains(line, "[flags]") {
		return line
	}
	return line + " [flags]"
}

// commandGroup is some commands of a command under their title.
type commandGroup struct {
	title    string
	commands []*cobra.Command
}

func commandGroups(cmd *cobra.Command) []commandGroup {
	var groups []commandGroup
	for _, g := range cmd.Groups() {
		groups = append(groups, commandGroup{title: g.ID})
	}
	if groups == nil && cmd.HasAvailableSubCommands() {
		groups = []commandGroup{{title: "Commands"}}
	}
	for i := range groups {
		for _, c := range cmd.Commands() {
			if cmd.Groups() == nil || c.GroupID == groups[i].title {
				groups[i].commands = append(groups[i].commands, c)
			}
		}
	}
	return groups
}

// OwnDefaults gives the commands that cobra adds our words, and makes them fail where they would print help and succeed.
func OwnDefaults(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, command := range root.Commands() {
		switch command.Name() {
		case "help":
			ownHelp(command)
		case "completion":
			ownCompletion(command)
		}
	}
}

func ownHelp(help *cobra.Command) {
	help.Use = "help [COMMAND]"
	help.Short = "Show the help of a command"
	help.Long = ""
	help.Example = "  npycheck help check\n  npycheck help corpus copy"
	help.DisableFlagsInUseLine = true
	help.Args = func(cmd *cobra.Command, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil {
			return Usagef("%s", validator.Quote(err.Error()))
		}
		return SubcommandOnly(found, rest)
	}
}

// shells say where a shell looks for completions.
var shells = map[string]struct{ example, long string }{
	"bash": {
		"  npycheck completion bash >/etc/bash_completion.d/npycheck\n  source <(npycheck completion bash)",
		"The first example is for all new shells on Linux, the second for the current\none. On macOS the folder is $(brew --prefix)/etc/bash_completion.d. bash needs\nits package bash-completion.",
	},
	"fish": {
		"  npycheck completion fish >~/.config/fish/completions/npycheck.fish\n  npycheck completion fish | source",
		"The first example is for all new shells, the second for the current one.",
	},
	"powershell": {
		"  npycheck completion powershell | Out-String | Invoke-Expression",
		"The example is for the current shell. For all new ones, add it to your profile.",
	},
	"zsh": {
		"  npycheck completion zsh >\"${fpath[1]}/_npycheck\"\n  source <(npycheck completion zsh)",
		"The first example is for all new shells, the second for the current one. If\ncompletion is off, switch it on once:\n\n  echo 'autoload -U compinit; compinit' >>~/.zshrc",
	},
}

func ownCompletion(completion *cobra.Command) {
	completion.Use = "completion SHELL"
	completion.Short = "Write a script that completes npycheck's command line"
	completion.Long = ""
	completion.DisableFlagsInUseLine = true
	completion.Args = SubcommandOnly
	completion.RunE = func(cmd *cobra.Command, _ []string) error {
		return MissingArgument(cmd, "completion needs a SHELL: bash, fish, powershell or zsh")
	}
	for _, shell := range completion.Commands() {
		shell.Short = "Write the completion script for " + shell.Name()
		shell.Example, shell.Long = shells[shell.Name()].example, shells[shell.Name()].long
		if f := shell.Flags().Lookup("no-descriptions"); f != nil {
			f.Usage = "complete words without their descriptions"
		}
	}
}

// Completion returns the words that the beginning of a flag's value may stand for.
type Completion func(word string) ([]string, cobra.ShellCompDirective)

// Words completes one of some words, or nothing if there are none.
func Words(words ...string) Completion {
	return func(string) ([]string, cobra.ShellCompDirective) { return words, cobra.ShellCompDirectiveNoFileComp }
}

// WordsOfList completes the last of comma-separated words.
func WordsOfList(words func() []string) Completion {
	return func(word string) ([]string, cobra.ShellCompDirective) {
		before, _ := CutList(word)
		return WithPrefix(before, words()), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteWords completes a flag that takes one of some words, or of none for free text.
func CompleteWords(cmd *cobra.Command, flag string, words ...string) {
	CompleteFlag(cmd, flag, Words(words...))
}

// CompleteList completes the last of a flag's comma-separated words.
func CompleteList(cmd *cobra.Command, flag string, words func() []string) {
	CompleteFlag(cmd, flag, WordsOfList(words))
}

func CompleteFlag(cmd *cobra.Command, flag string, complete Completion) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return complete(word)
	})
	if err != nil {
		panic(err) // no such flag
	}
}

// CutList splits the last word of a list from those before it, which keep their comma.
func CutList(list string) (before, last string) {
	i := strings.LastIndexByte(list, ',') + 1
	return list[:i], list[i:]
}

func WithPrefix(prefix string, words []string) []string {
	words = slices.Clone(words)
	for i := range words {
		words[i] = prefix + words[i]
	}
	return words
}

// WhenWords are the values of flags that say when to do something.
var WhenWords = []string{"auto", "always", "never"}

// CheckWhen returns an error if the value of a flag isn't one of WhenWords.
func CheckWhen(flag, value string) error {
	if !slices.Contains(WhenWords, value) {
		return Usagef("%s %s: expected auto, always or never", flag, Quoted(value))
	}
	return nil
}
