package protocol

import "slices"

// oldWords are words of earlier versions, each with the one that it is now. An adapter said blow-up for an allocation
// error that it caught; in reports and lists it was also the word for a process over its limit.
var oldWords = []struct{ word, outcome, result string }{
	{word: "fail", result: "wrong-verdict"},
	{word: "blow-up", outcome: "exception", result: "out-of-memory"},
}

// Answered returns the outcome that an adapter means by a word.
func Answered(word string) string {
	for _, old := range oldWords {
		if old.word == word && old.outcome != "" {
			return old.outcome
		}
	}
	return word
}

// Recorded returns the outcome or the result that a report or a list means by a word.
func Recorded(word string) string {
	for _, old := range oldWords {
		if old.word == word {
			return old.result
		}
	}
	return word
}

// caught are the outcomes that an adapter may report besides accept and reject.
var caught = []string{"unsupported", "exception", "crash"}

// answerable reports whether an adapter may answer with the outcome.
func answerable(outcome string) bool {
	return outcome == "accept" || outcome == "reject" || slices.Contains(caught, outcome)
}
