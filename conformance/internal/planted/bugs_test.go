package planted

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// named matches the names of bugs in the code.
var named = regexp.MustCompile(`has\("([^"]+)"\)|must\(.*, "([a-z0-9-]+)", "|\{"([a-z0-9-]+)", [0-9]`)

func TestBugsAreInTheCode(t *testing.T) {
	var files []string
	for _, folder := range []string{".", "../../../internal/second"} {
		more, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	var found []string
	for _, name := range files {
		if name == "bugs.go" || name == "bugs_test.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllSubmatch(text, -1) {
			found = append(found, string(m[1])+string(m[2])+string(m[3]))
		}
	}
	found = slices.AppendSeq(found, maps.Keys(inMembers))
	found = slices.AppendSeq(found, maps.Keys(endings))
	slices.Sort(found)
	found = slices.Compact(found)
	var listed []string
	for _, bug := range slices.Concat(ReaderBugs, WriterBugs) {
		listed = append(listed, bug.Name)
	}
	slices.Sort(listed)
	for _, bug := range found {
		if !slices.Contains(listed, bug) {
			t.Errorf("the code has %q, which no list has", bug)
		}
	}
	for i, bug := range listed {
		if !slices.Contains(found, bug) {
			t.Errorf("%q is listed and nowhere in the code", bug)
		}
		if i > 0 && listed[i-1] == bug {
			t.Errorf("%q is listed twice", bug)
		}
	}
}
