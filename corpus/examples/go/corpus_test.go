// Package example reads every vector of the corpus with npyio. Start it with
//
//	NPYCHECK_CORPUS=DIR go test
//
// where DIR is a copy of the corpus. Each vector is a test of its own. The parts specific to npyio
// are in read_test.go.
package example

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type vector struct {
	ID, File, Duty, Comment, Withdrawn string
	Features                           []string
	Array                              *array
	Members                            []member
}

type member struct {
	Name  string
	Array *array
}

type array struct {
	DType  string
	Shape  []int
	SHA256 string
}

func TestCorpus(t *testing.T) {
	folder := os.Getenv("NPYCHECK_CORPUS")
	text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Cases []vector }
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	known := knownFailures(t)
	stale := knownFailures(t)
	counts := map[string]int{}
	for _, v := range m.Cases {
		if v.Withdrawn != "" {
			continue
		}
		if slices.ContainsFunc(v.Features, isUnsupported) {
			counts["unsupported"]++
			t.Run(v.ID, func(t *testing.T) { t.Skip("unsupported") })
			continue
		}
		reason := ""
		for pattern := range known {
			if ok, _ := path.Match(pattern, v.ID); ok {
				reason = known[pattern]
				delete(stale, pattern)
			}
		}
		name := filepath.Join(folder, "vectors", v.File)
		if _, err := os.Stat(name); err != nil {
			t.Fatalf("%v: use a folder that npycheck corpus copy made", err)
		}
		t.Run(v.ID, func(t *testing.T) {
			got, err := readInChild(name)
			failure := judge(v, got, err)
			switch {
			case failure != "" && reason != "":
				counts["known failures"]++
				t.Skipf("known failure: %s", reason)
			case failure != "":
				t.Errorf("%s: %s", failure, v.Comment)
			case reason != "":
				t.Errorf("passes, but is known to fail: %s", reason)
			}
			if !t.Failed() {
				counts["passed"]++
			}
		})
	}
	for pattern := range stale {
		t.Errorf("known-failures.txt: %s matches no case", pattern)
	}
	fmt.Println(counts)
}

// judge returns what npyio did wrong, or "".
func judge(v vector, got map[string]array, err error) string {
	switch {
	case err != nil && (err != errRefused || v.Duty == "accept"):
		return err.Error()
	case err == nil && v.Duty == "reject":
		return "read"
	case err != nil || v.Duty == "survive":
		return ""
	}
	wanted := v.Members
	if v.Array != nil {
		wanted = []member{{"", v.Array}}
	}
	for _, m := range wanted {
		if m.Array == nil {
			continue
		}
		got, want := got[m.Name], *m.Array
		want.DType = strings.TrimLeft(want.DType, "<|")
		if got.DType != want.DType || !slices.Equal(got.Shape, want.Shape) || got.SHA256 != want.SHA256 {
			return fmt.Sprintf("got %+v, expected %+v", got, want)
		}
	}
	return ""
}

// knownFailures returns the reasons for which cases fail, by case ID or pattern.
func knownFailures(t *testing.T) map[string]string {
	text, err := os.ReadFile("known-failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		pattern, reason, ok := strings.Cut(strings.TrimSpace(line), "  # ")
		if !ok {
			t.Fatalf("known-failures.txt: no reason in %q", line)
		}
		out[pattern] = reason
	}
	return out
}
