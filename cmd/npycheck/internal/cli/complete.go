package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/spec"
)

// LevelNames returns the levels of --severity.
func LevelNames() []string {
	return []string{spec.Error.String(), spec.Warning.String(), spec.Note.String(), report.LevelName(report.Off)}
}

// CompleteFiles completes the words of the settings that say which files of folders to take.
func CompleteFiles(cmd *cobra.Command) {
	CompleteFlag(cmd, "config", func(string) ([]string, cobra.ShellCompDirective) {
		return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
	})
	CompleteWords(cmd, "include")
	CompleteWords(cmd, "exclude")
}

// FailOnWords are the values of --fail-on.
var FailOnWords = []string{"error", "warning", "note", "never"}

// ShowWords are the values of --show.
var ShowWords = []string{"error", "warning", "note"}

// CheckWhen returns an error if the value of a flag isn't one of whenWords.
func CheckWhen(flag, value string) error {
	if !slices.Contains(WhenWords, value) {
		return Usagef("%s %s: expected auto, always or never", flag, Quoted(value))
	}
	return nil
}

// CompleteWords completes a flag that takes one of some words, or of none for free text.
func CompleteWords(cmd *cobra.Command, flag string, words ...string) {
	CompleteFlag(cmd, flag, func(string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	})
}

// CompleteList completes the last of a flag's comma-separated words.
func CompleteList(cmd *cobra.Command, flag string, words func() []string) {
	CompleteFlag(cmd, flag, func(word string) ([]string, cobra.ShellCompDirective) {
		before, _ := CutList(word)
		return WithPrefix(before, words()), cobra.ShellCompDirectiveNoFileComp
	})
}

func CompleteFlag(cmd *cobra.Command, flag string, complete func(word string) ([]string, cobra.ShellCompDirective)) {
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
