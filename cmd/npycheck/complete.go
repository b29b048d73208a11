package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// levelNames returns the levels of --severity.
func levelNames() []string {
	return []string{spec.Error.String(), spec.Warning.String(), spec.Note.String(), report.LevelName(report.Off)}
}

// completeSettings completes the words of settings in a shell.
func completeSettings(cmd *cobra.Command) {
	completeList(cmd, "ignore", ruleIDs)
	completeList(cmd, "only", ruleIDs)
	completeFlag(cmd, "severity", func(word string) ([]string, cobra.ShellCompDirective) {
		before, last := cutList(word)
		rule, _, ok := strings.Cut(last, "=")
		if ok {
			return withPrefix(before+rule+"=", levelNames()), cobra.ShellCompDirectiveNoFileComp
		}
		words := withPrefix(before, ruleIDs())
		for i := range words {
			words[i] += "="
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	completeWords(cmd, "fail-on", failOnWords...)
	completeWords(cmd, "depth", validator.Header.String(), validator.Structure.String(), validator.Full.String())
	completeWords(cmd, "allow-import")
	completeWords(cmd, "max-header-size")
	completeFiles(cmd)
}

// completeFiles completes the words of the settings that say which files of folders to take.
func completeFiles(cmd *cobra.Command) {
	completeFlag(cmd, "config", func(string) ([]string, cobra.ShellCompDirective) {
		return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
	})
	completeWords(cmd, "include")
	completeWords(cmd, "exclude")
}

// failOnWords are the values of --fail-on.
var failOnWords = []string{"error", "warning", "note", "never"}

// whenWords are the values of flags that say when to do something.
var whenWords = []string{"auto", "always", "never"}

// checkWhen returns an error if the value of a flag is none of whenWords.
func checkWhen(flag, value string) error {
	if !slices.Contains(whenWords, value) {
		return usagef("%s %s: want auto, always or never", flag, quoted(value))
	}
	return nil
}

// completeReport completes the words of the flags for reports on files.
func completeReport(cmd *cobra.Command) {
	completeWords(cmd, "format", fileFormatNames()...)
	completeWords(cmd, "color", whenWords...)
	completeWords(cmd, "progress", whenWords...)
}

// completeCheck completes the words of the flags of check.
func completeCheck(cmd *cobra.Command) {
	completeSettings(cmd)
	completeReport(cmd)
	completeWords(cmd, "jobs")
	completeWords(cmd, "shard", "auto")
}

// completeFilter completes the words of the flags that select cases.
func completeFilter(cmd *cobra.Command) {
	for _, list := range new(corpusFilter).lists() {
		completeList(cmd, list.name, func() []string {
			words := slices.Clone(list.known)
			if words == nil {
				for _, c := range corpus.Cases() {
					words = append(words, list.of(c)...)
				}
				slices.Sort(words)
			}
			return slices.Compact(words)
		})
	}
}

// completeAdapter completes the words of adapterFlags.
func completeAdapter(cmd *cobra.Command) {
	completeWords(cmd, "protocol", string(conformance.Exec), string(conformance.JSONL))
	var profiles []string
	for _, p := range corpus.Profiles() {
		profiles = append(profiles, p.Name)
	}
	completeWords(cmd, "profile", profiles...)
	completeList(cmd, "unsupported", claimable)
	for _, flag := range []string{"jobs", "timeout", "start-timeout", "memory", "address-space"} {
		completeWords(cmd, flag)
	}
}

// completeWords completes a flag that takes one of some words, or none that anybody can know.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	completeFlag(cmd, flag, func(string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	})
}

// completeList completes the last of the words that a flag takes with commas between them.
func completeList(cmd *cobra.Command, flag string, words func() []string) {
	completeFlag(cmd, flag, func(word string) ([]string, cobra.ShellCompDirective) {
		before, _ := cutList(word)
		return withPrefix(before, words()), cobra.ShellCompDirectiveNoFileComp
	})
}

func completeFlag(cmd *cobra.Command, flag string, complete func(word string) ([]string, cobra.ShellCompDirective)) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return complete(word)
	})
	if err != nil {
		panic(err) // there is no such flag
	}
}

// cutList parts the last word of a list from those before it, which keep their comma.
func cutList(list string) (before, last string) {
	i := strings.LastIndexByte(list, ',') + 1
	return list[:i], list[i:]
}

func withPrefix(prefix string, words []string) []string {
	words = slices.Clone(words)
	for i := range words {
		words[i] = prefix + words[i]
	}
	return words
}
