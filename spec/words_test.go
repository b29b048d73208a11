package spec

import (
	"regexp"
	"strings"
	"testing"
)

var (
	anySpace = regexp.MustCompile(`\s+`)
	// A duty of readers is not about the file.
	ofReader = regexp.MustCompile(`(reader|program)[^.;:]*$`)
	// A conditional duty: the reader has to act only if it does something else first.
	conditional = regexp.MustCompile(`reader that|readers that|if it (looks|reads|depends)`)
)

// sentences returns the text of a clause without notes, tables and grammar.
func sentences(c Clause) []string {
	var text []string
	for _, paragraph := range strings.Split(c.Text, "\n\n") {
		if !strings.HasPrefix(paragraph, "Note:") && !strings.HasPrefix(paragraph, "```") {
			text = append(text, paragraph)
		}
	}
	return strings.SplitAfter(anySpace.ReplaceAllString(strings.Join(text, " "), " "), ". ")
}

// TestRequirementWords checks each rule against the words of its clause: its level against the strongest requirement
// word, and its duty against the unconditional sentences on readers.
func TestRequirementWords(t *testing.T) {
	clauses := make(map[string]Clause)
	for _, c := range Clauses() {
		clauses[c.ID] = c
	}
	word := map[Level]string{Must: "MUST", Should: "SHOULD", May: "MAY"}
	for _, r := range Rules() {
		level, duty := false, false
		for _, s := range sentences(clauses[r.Clause]) {
			level = level || ofFile(s, word[r.Level])
			switch r.Reader {
			case Accept:
				duty = duty || strings.Contains(s, "MUST accept")
			case Either:
				duty = duty || regexp.MustCompile(`MAY[^.]* (reject|refuse|read|take|go by|skip)`).MatchString(s)
			case Reject:
				duty = duty || strings.Contains(s, "MUST reject") && !conditional.MatchString(s)
			}
		}
		if !level {
			t.Errorf("%s: got the level %v, want its clause %s to say %s of the file", r.Name, r.Level, r.Clause, word[r.Level])
		}
		if !duty {
			t.Errorf("%s: got the duty %v, want its clause %s to say so, without a condition", r.Name, r.Reader, r.Clause)
		}
	}
}

// ofFile reports whether a sentence has a requirement word that is about the file.
func ofFile(sentence, word string) bool {
	for end := 0; ; {
		at := strings.Index(sentence[end:], word)
		if at < 0 {
			return false
		}
		if !ofReader.MatchString(sentence[:end+at]) {
			return true
		}
		end += at + len(word)
	}
}
