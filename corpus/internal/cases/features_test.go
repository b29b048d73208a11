package cases

import (
	"strings"
	"testing"
)

func TestNeeds(t *testing.T) {
	written, like, likeLike := cut(), cut(), cut()
	like.ID, like.Features = "prefix/like", ""
	likeLike.ID, likeLike.Features, likeLike.Twin = "prefix/like-like", "", "prefix/like"
	all := []Case{good(), bad(), written, like, likeLike}
	needLikeTwins(all)
	for i, want := range []string{"v1 float 1d", "v1 float 1d", "v1", "v1 float 1d", ""} {
		if got := strings.Join(all[i].Needs(), " "); got != want {
			t.Errorf("%s: got %q, want %q", all[i].ID, got, want)
		}
	}
}

func TestWhereUnread(t *testing.T) {
	family := whereUnread("v1 float", []Case{good(), cut()})
	if family[0].Features != "" || family[1].Features != "v1 float" {
		t.Errorf("got %q and %q, want %q and %q", family[0].Features, family[1].Features, "", "v1 float")
	}
}
