package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/report"
)

// The groups of flags, in the order in which the help of a command has them.
const (
	GroupCheck  = "What to check"
	GroupShow   = "What to show"
	GroupTest   = "What to test"
	GroupCases  = "Which cases"
	GroupWrite  = "What to write"
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
	GroupCheck, GroupShow, GroupFix, GroupTest, GroupCases, GroupWrite, GroupRules, GroupKnown,
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
