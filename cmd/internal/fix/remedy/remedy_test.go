package remedy

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestAdvice holds what people read about a rule of each way.
func TestAdvice(t *testing.T) {
	const plan = " npycheck fix --check FILE says whether it does."
	for rule, want := range map[spec.ID]string{
		spec.HeaderTabInside:         "npycheck fix FILE fixes it, unless something else in the file leaves the array in doubt.",
		spec.HeaderAlignment64:       "npycheck fix --level note FILE fixes it, unless something else in the file leaves the array in doubt.",
		spec.HeaderNewlinesConverted: "npycheck fix FILE can fix it if every newline has a CR before it, and without these the data has exactly its length." + plan,
		spec.DataTrailing:            "npycheck fix FILE can fix it if the bytes are a single newline or zeros up to a multiple of 512, and not whole elements; --cut asks for it otherwise." + plan,
		spec.DescrTypeName:           "npycheck fix --byte-order ORDER FILE can fix it; without the flag it stays, unless each part of the type is a single byte. npycheck fix --byte-order ORDER --check FILE says whether it does.",
		spec.ZipNameDuplicate:        "npycheck fix --drop FILE can fix it; without the flag it stays, since it would lose a member. npycheck fix --drop --check FILE says whether it does.",
		spec.DataTruncated:           "npycheck fix leaves it: bytes are lost or changed, and only another copy has them.",
	} {
		if got := Advice(rule.Rule()); got != want {
			t.Errorf("%v: got %q, want %q", rule, got, want)
		}
	}
}

// TestFix holds commands, and that they are read again.
func TestFix(t *testing.T) {
	for _, test := range []struct {
		fix     Fix
		command string
	}{
		{Fixed, "npycheck fix FILE"},
		{Fixed | Cut, "npycheck fix --cut FILE"},
		{Fixed | Rename | Notes | ByteOrder, "npycheck fix --level note --byte-order ORDER --rename FILE"},
		{Fixed | Notes | ByteOrder | Cut | Split | Drop | Rename, "npycheck fix --level note --byte-order ORDER --cut --split --drop --rename FILE"},
	} {
		if got := test.fix.Command(); got != test.command {
			t.Errorf("%b: got %q, want %q", test.fix, got, test.command)
		}
		if got, ok := ParseCommand(test.command); got != test.fix || !ok {
			t.Errorf("%q: got %b, %v, want %b", test.command, got, ok, test.fix)
		}
	}
	for _, text := range []string{"", "npycheck fix", "npycheck fix --cut --level note FILE", "rm FILE"} {
		if got, ok := ParseCommand(text); ok {
			t.Errorf("%q: got %b, want none", text, got)
		}
	}
	if got := (Cut | Drop).Command(); got != "" {
		t.Errorf("flags alone: got %q, want no command", got)
	}
	for flag, want := range map[string]Fix{"--cut": Cut, "--byte-order": ByteOrder, "--level": Notes, "": 0} {
		if got := FixOf(flag); got != want {
			t.Errorf("%q: got %b, want %b", flag, got, want)
		}
	}
}
