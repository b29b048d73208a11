package main

import (
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// TestReasons holds the corpus to what npy.md says about files that conform (Requirement words): a reader has to reject
// them only for harm, which are the rules of kind security in pickle.md, or for a limit. The one exception is a name
// that two readers cut differently.
func TestReasons(t *testing.T) {
	cut := map[spec.ID]bool{spec.ZipNameNul: true}
	reasons := map[string]bool{}
	for _, c := range corpus.Cases() {
		if !c.Conforms || c.Duty != corpus.Reject || c.Withdrawn != "" {
			continue
		}
		found := false
		for _, name := range c.Rules {
			rule, known := spec.Lookup(name)
			if !known {
				t.Fatalf("%s: no rule %s", c.ID, name)
			}
			if rule.Reader != spec.Reject {
				continue
			}
			switch {
			case rule.Kind == spec.Limit:
				reasons["limit"] = true
			case rule.Kind == spec.Security && rule.Area() == "pickle":
				reasons["harm"] = true
			case cut[rule.ID]:
				reasons["cut"] = true
			default:
				t.Errorf("%s conforms and is to be rejected for %s, which is neither harm nor a limit", c.ID, name)
			}
			found = true
		}
		if !found {
			t.Errorf("%s conforms and is to be rejected, and none of %v says so", c.ID, c.Rules)
		}
	}
	if len(reasons) != 3 {
		t.Errorf("got the reasons %v, want cases of all three", reasons)
	}
}
