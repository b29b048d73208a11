package results

import (
	"reflect"
	"testing"
)

func TestCompareReleases(t *testing.T) {
	for _, test := range []struct{ older, newer string }{
		{"1.9.0", "1.26.4"},
		{"1.26.4", "2.0.2"},
		{"2.0", "2.0.1"},
		{"2.5.0rc1", "2.5.0"},
		{"0.24.3-debug", "0.24.3"},
		{"0.24.3-debug", "0.24.3-ndebug"},
		{"0.24.3-ndebug", "0.24.4-debug"},
		{"0.0.0-20210519231815-fa3c8dd8e59b", "0.0.0-20220101000000-0123456789ab"},
		{"", "1"},
		{"a", "0"},
		{"18446744073709551614", "99999999999999999999"},
	} {
		if got := compareReleases(test.older, test.newer); got >= 0 {
			t.Errorf("%q, %q: got %d, want less than 0", test.older, test.newer, got)
		}
		if got := compareReleases(test.newer, test.older); got <= 0 {
			t.Errorf("%q, %q: got %d, want more than 0", test.newer, test.older, got)
		}
		if got := compareReleases(test.newer, test.newer); got != 0 {
			t.Errorf("%q twice: got %d, want 0", test.newer, got)
		}
	}
}

// The share of severe failures comes first, then that of all. The newest release stands for an
// implementation, whatever the older ones did.
func TestRanking(t *testing.T) {
	m := &Matrix{Schema: 1, Corpus: "0.1.0"}
	put := func(name, variant string, lines ...string) {
		i := item(name)
		i.Variant = variant
		m.Put(i, reportOf(name, lines...), nil)
	}
	put("verdicts", "1.0", "data/a accept reject wrong-verdict", "data/b accept reject wrong-verdict")
	put("crashes", "1.0", "data/a accept crash crash", "data/b accept accept pass")
	put("both", "1.0", "data/a accept crash crash", "data/b accept reject wrong-verdict")
	put("small", "1.0", "data/a accept accept wrong-data", "data/b accept unsupported unsupported")
	put("mended", "1.10", "data/a accept accept pass", "data/b accept accept pass")
	put("mended", "1.9", "data/a accept hang hang", "data/b accept hang hang")
	put("mended", "1.2", "data/a accept out-of-memory out-of-memory", "data/b accept hang hang")
	put("nothing", "1.0", "data/a accept unsupported unsupported", "data/b accept unsupported unsupported")
	put("a", "1.0", "data/a accept accept pass", "data/b accept accept pass")
	var got []string
	for _, c := range m.ranking(false) {
		got = append(got, id(c.item)+" "+id(c.newest))
	}
	want := []string{"small@1.0 small@1.0", "both@1.0 both@1.0", "crashes@1.0 crashes@1.0", "verdicts@1.0 verdicts@1.0", "a@1.0 a@1.0",
		"mended@1.10 mended@1.10", "mended@1.9 mended@1.10", "mended@1.2 mended@1.10", "nothing@1.0 nothing@1.0"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	page := newPage(m, nil)
	columns := page.data.Columns
	if c := columns[6]; c.ID != "mended@1.9" || c.Newest != "mended@1.10" || c.Findings != "FINDINGS.md#mended" {
		t.Errorf("got %+v, want mended 1.9 below 1.10", c)
	}
	if c := columns[5]; c.Newest != "" || c.Findings != "" {
		t.Errorf("got %+v, want mended 1.10 without findings", c)
	}
	if got, want := bars(columns[0].all), []bar{{"wrong-data", "0.0", "1000.0"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got bars %v, want %v: unsupported files are no part of them", got, want)
	}
	if got, want := bars(columns[1].all), []bar{{"crash", "0.0", "500.0"}, {"wrong-verdict", "500.0", "500.0"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got bars %v, want %v", got, want)
	}
	if got := bars(columns[8].all); got != nil {
		t.Errorf("got bars %v of nothing", got)
	}
}

// All failures of a writer count alike.
func TestRankingOfWriters(t *testing.T) {
	m := &Matrix{Schema: 1, Corpus: "0.1.0"}
	for name, lines := range map[string][]string{
		"fails":  {"data/a accept accept wrong-verdict", "data/b accept accept wrong-verdict"},
		"wrong":  {"data/a accept accept wrong-data", "data/b accept accept pass"},
		"wrong2": {"data/a accept accept wrong-verdict", "data/b accept accept wrong-data"},
	} {
		report := reportOf(name, lines...)
		report.Writer = true
		m.Put(item(name), nil, report)
	}
	var got []string
	for _, c := range m.ranking(true) {
		got = append(got, c.item.Name)
	}
	if want := []string{"fails", "wrong2", "wrong"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
