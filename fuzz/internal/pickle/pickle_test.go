package pickle

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// cleanShare is how many of 100 files must be clean, and cleanChanged how many of them must be clean
// although they differ from what NumPy writes.
const (
	cleanShare   = 40
	cleanChanged = 10
)

// TestHostileObject checks the distribution of the generator: what it doesn't change is clean, and so is
// enough of what it does change.
func TestHostileObject(t *testing.T) {
	const count = 1000
	clean, changed := 0, 0
	for i := range count {
		made := HostileObject(1, i)
		if again := HostileObject(1, i); !bytes.Equal(made.Content, again.Content) {
			t.Fatalf("file %d differs when it is made again", i)
		}
		report, err := validator.Check(context.Background(), bytes.NewReader(made.Content), int64(len(made.Content)), nil)
		if err != nil {
			t.Fatal(err)
		}
		bad := slices.IndexFunc(report.Findings, func(f validator.Finding) bool { return f.Severity() >= spec.Warning })
		switch {
		case bad >= 0 && len(made.Mutations) == 0:
			t.Errorf("file %d is as NumPy writes it: got %+v, want it clean", i, report.Findings[bad])
		case bad < 0 && len(made.Mutations) > 0:
			changed++
			fallthrough
		case bad < 0:
			clean++
		}
	}
	if clean < count*cleanShare/100 || changed < count*cleanChanged/100 {
		t.Errorf("got %d clean files of %d, %d of them with changes; want %d%% and %d%%", clean, count, changed, cleanShare, cleanChanged)
	}
}

// TestHostileCall checks the purpose of the grammar of calls: most files have faults, in every rule on calls and
// bounds, and some that differ from what NumPy writes have none.
func TestHostileCall(t *testing.T) {
	const count = 1000
	clean, changed, broken := 0, 0, make(map[spec.ID]int)
	for i := range count {
		made := HostileCall(1, i)
		if again := HostileCall(1, i); !bytes.Equal(made.Content, again.Content) {
			t.Fatalf("file %d differs when it is made again", i)
		}
		report, err := validator.Check(context.Background(), bytes.NewReader(made.Content), int64(len(made.Content)), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range report.Findings {
			if f.Severity() >= spec.Warning {
				found = true
				broken[f.Rule]++
			}
		}
		switch {
		case found:
		case len(made.Mutations) > 0:
			changed++
			fallthrough
		default:
			clean++
		}
	}
	if clean < count/10 || clean > count/2 || changed < count/30 {
		t.Errorf("got %d clean files of %d, %d of them with changes; want 100 to 500, and 33", clean, count, changed)
	}
	for _, id := range []spec.ID{spec.PickleCallForm, spec.PickleMutation, spec.PickleState, spec.PickleAllocation, spec.PickleExpansion, spec.PickleWork, spec.PickleMalformed} {
		if broken[id] == 0 {
			t.Errorf("got no file that breaks %v, want some", id)
		}
	}
}

// objectHeader is the header of one object.
const objectHeader = "\x93NUMPY\x01\x00\x76\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" +

	"                                                             \n"

// TestImportTable compares the table of imports with those that the validator trusts.
func TestImportTable(t *testing.T) {
	seen := make(map[[2]string]bool)
	for _, pair := range Imports {
		if seen[pair] {
			t.Errorf("%v stands twice", pair)
		}
		seen[pair] = true
		file := append([]byte(objectHeader), "c"+pair[0]+"\n"+pair[1]+"\n."...)
		report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Imports) != 1 || report.Imports[0].Tier != spec.TierNumPy && report.Imports[0].Tier != spec.TierStdlib {
			t.Errorf("%v: got %+v, want one import of a trusted tier", pair, report.Imports)
		}
	}
}

// TestHostileGolden pins what the numbers of a seed give, since people refer to a file by its number.
func TestHostileGolden(t *testing.T) {
	for _, test := range []struct {
		what string
		made func(seed uint64, number int) Made
		want string
	}{
		{"objects", HostileObject, "0eb948a84a71f969a04c4861897f3bc0bc0a5091f0a1277e5e47326091497b1a"},
		{"calls", HostileCall, "4a9e42e3b41d56a7fb95bb4026da35a3e6fa65caeff26f05e4a85e785d0dad70"},
	} {
		h := sha256.New()
		for i := range 2000 {
			made := test.made(1, i)
			fmt.Fprintf(h, "%q %q\n", made.Content, made.Mutations)
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != test.want {
			t.Errorf("%s: got the hash %s, want %s", test.what, got, test.want)
		}
	}
}
