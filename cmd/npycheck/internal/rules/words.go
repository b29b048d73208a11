package rules

import (
	"slices"

	"github.com/npycheck/npycheck/validator"
)

// word is a term in reports that isn't the name of a rule.
type word struct {
	name  string
	title string
	doc   string
	exit  string // the exit code of check
	do    string
}

var words = []word{
	{
		name:  string(validator.Conforming),
		title: "the file follows the format",
		doc: "The verdict of a file that was checked for everything that --depth asks for, and has no error of kind conformance. It may " +
			"have other findings: warnings, notes, and errors of kind security, limit or portability, such as a pickle that can run code.",
		exit: "0, or 1 if the file has a finding at or above --fail-on (default error).",
		do:   "Nothing, if there are no findings. Errors of kind security come first: don't load such a file.",
	},
	{
		name:  string(validator.Nonconforming),
		title: "the file breaks the format",
		doc: "The verdict of a file with an error of kind conformance. No flag changes the verdict: --ignore, --severity and a " +
			"baseline only change which findings are shown and counted.",
		exit: "1, or 0 if no finding that counts is at or above --fail-on (default error).",
		do:   "Read the errors. npycheck explain RULE, with the name in brackets, says how to fix each.",
	},
	{
		name:  string(validator.NotChecked),
		title: "the file was not checked, or not to its end",
		doc: "It is not known whether the file conforms. The report says why: it can't be opened or read, it " +
			"changed during the check, a member of the archive is encrypted or compressed by an unknown method, or a limit was reached. " +
			"What was found until then is reported, too.",
		exit: "3, whatever else was found and whatever --fail-on is.",
		do: "Remove the reason and check again: fetch or write the file again, without encryption, or raise the limit that the reason " +
			"names, such as --max-header-size. If the file is not for you to check, leave it out with --exclude.",
	},
	{
		name:  "known",
		title: "findings that the baseline has",
		doc: "With --baseline, the summary counts the findings that the baseline has, and the report doesn't list them. They are in none " +
			"of the other counts of findings.",
		exit: "They don't change it.",
		do:   "Nothing. Without --baseline the report lists them. When they are fixed, write the baseline again with npycheck baseline.",
	},
	{
		name:  "interrupted",
		title: "the check was ended before its last file",
		doc:   "A signal, such as that of Ctrl-C, ended the run. The report has the files that were checked until then; there were more.",
		exit:  "3, whatever was found.",
		do:    "Run the check again. With --resume FILE, which has to be given from the start, it continues the report in FILE.",
	},
}

// lookupWord returns the word of that name.
func lookupWord(name string) (w word, ok bool) {
	i := slices.IndexFunc(words, func(w word) bool { return w.name == name })
	if i < 0 {
		return word{}, false
	}
	return words[i], true
}

// appendWord appends what a word means.
func (e *explainer) appendWord(dst []byte, w word) []byte {
	dst = e.heading(dst, w.name+": "+w.title)
	for _, paragraph := range []string{w.doc, "Exit code: " + w.exit, "What to do: " + w.do} {
		dst = appendWrapped(append(dst, '\n'), paragraph, e.columns)
	}
	return dst
}

// topics returns what explain explains.
func topics(rules []string) []string {
	for _, w := range words {
		rules = append(rules, w.name)
	}
	return rules
}
