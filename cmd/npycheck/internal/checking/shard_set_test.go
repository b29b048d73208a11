package checking

import "testing"

// TestShardSets has shards as the head of a report names them.
func TestShardSets(t *testing.T) {
	for text, missing := range map[string]string{
		"":            "",
		"1/1":         "",
		"1-4/4":       "",
		"2/3":         "shards 1,3 of 3 are",
		"1-3,5,7-8/8": "shards 4,6 of 8 are",
		"1-7/8":       "shard 8 of 8 is",
	} {
		set, err := parseShards(text)
		if err != nil || set.missing() != missing {
			t.Errorf("%q: got %q, %v, want %q", text, set.missing(), err, missing)
		}
		if got := set.String(); missing != "" && got != text || missing == "" && got != "" {
			t.Errorf("%q: got back %q", text, got)
		}
	}
	for _, text := range []string{"1", "0/2", "3/2", "2,1/4", "1-2,2/4", "2-1/4", "/3", "1,/3", "1/0", "1-4000000000/4000000000", "a/2", "1/2/3"} {
		if set, err := parseShards(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, set)
		}
	}
}
