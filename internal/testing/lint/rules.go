package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
)

// maxTitle is how many characters of a title fit in summaries, which put it next to the name of the rule.
const maxTitle = 60

var (
	// A title doesn't begin with a capital, unless the word has more of them: NumPy, NUL, C.
	capital  = regexp.MustCompile(`^[A-Z][a-z]+\b`)
	sentence = regexp.MustCompile(`^[A-Zn].*[.]$`)
)

// checkRules looks at the form of the texts of rules. What they may say is for the tests of package spec.
func checkRules(t *tree, rules []spec.Rule) (faults []fault) {
	for _, r := range rules {
		report := func(field, format string, args ...any) {
			name, line := placeOfRule(t, r.Name, field)
			faults = append(faults, fault{name, line, ruleText, fmt.Sprintf("%s of %s: ", strings.ToLower(field), r.Name) + fmt.Sprintf(format, args...)})
		}
		if n := utf8.RuneCountInString(r.Title); n > maxTitle {
			report("Title", "got %d characters, expected at most %d", n, maxTitle)
		}
		if r.Title == "" || capital.MatchString(r.Title) || strings.Contains(r.Title, "\n") || strings.HasSuffix(r.Title, ".") {
			report("Title", "got %q, expected one line with lower case at the start and without a period", r.Title)
		}
		if len(r.Doc) < 80 || !utf8.ValidString(r.Doc) || strings.Contains(r.Doc, "  ") || !strings.HasSuffix(r.Doc, ".") {
			report("Doc", "got %q, expected some sentences", r.Doc)
		}
		if !sentence.MatchString(r.Owner) || strings.Contains(r.Owner, "  ") {
			report("Owner", "got %q, expected a sentence", r.Owner)
		}
		if r.Author != "" && (!sentence.MatchString(r.Author) || strings.Contains(r.Author, "  ")) {
			report("Author", "got %q, expected a sentence", r.Author)
		}
	}
	return faults
}

// placeOfRule returns where a field of a rule is set.
func placeOfRule(t *tree, rule, field string) (name string, line int) {
	for _, name := range t.under("spec", ".go") {
		text := string(t.texts[name])
		at := strings.Index(text, `Name: "`+rule+`"`)
		if at < 0 {
			continue
		}
		return name, lineAt(t.texts[name], at+max(0, strings.Index(text[at:], field+":")))
	}
	return "spec", 1
}
