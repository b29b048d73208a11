package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

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
