package protocol

import "testing"

func TestOldWords(t *testing.T) {
	for _, test := range []struct{ word, answered, recorded string }{
		{"fail", "fail", "wrong-verdict"}, // no adapter ever answered this
		{"blow-up", "exception", "out-of-memory"},
		{"crash", "crash", "crash"},
		{"exception", "exception", "exception"},
		{"out-of-memory", "out-of-memory", "out-of-memory"},
		{"Fail", "Fail", "Fail"},
		{"", "", ""},
	} {
		if got := Answered(test.word); got != test.answered {
			t.Errorf("an adapter that answers %q: got %q, want %q", test.word, got, test.answered)
		}
		if got := Recorded(test.word); got != test.recorded {
			t.Errorf("a report that says %q: got %q, want %q", test.word, got, test.recorded)
		}
	}
}
