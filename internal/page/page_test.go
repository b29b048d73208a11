package page

import (
	"regexp"
	"testing"
)

// A page loads nothing.
func TestStyle(t *testing.T) {
	if m := regexp.MustCompile(`(?i)https?:|@import|url\(|[<&]`).FindString(Style); m != "" {
		t.Errorf("got %q, want a style that loads nothing and that no parser takes for markup", m)
	}
}

func TestPolicy(t *testing.T) {
	// The hashes are those that "printf 'a{}' | openssl dgst -sha256 -binary | base64" gives, and the same with 1.
	want := "default-src 'none'; style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; base-uri 'none'; form-action 'none'"
	if got := Policy("a{}", "1"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnchor(t *testing.T) {
	for heading, want := range map[string]string{
		"npz-4.2 No empty name":       "npz-42-no-empty-name",
		"The keys `descr` and _order": "the-keys-descr-and-_order",
		"":                            "",
	} {
		if got := Anchor(heading); got != want {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
}
