package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/check"
)

const actionFolder = "../../.github/actions/check/"

func readAction(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(actionFolder + name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// TestActionInputs compares the action with the flags of check: each is an input, is in the environment of the script,
// and is one of its two kinds there.
func TestActionInputs(t *testing.T) {
	action, script := readAction(t, "action.yml"), readAction(t, "check.sh")
	_, inputs, _ := strings.Cut(action, "\ninputs:\n")
	inputs, _, _ = strings.Cut(inputs, "\noutputs:\n")
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^  "?([a-z-]+)"?:$`).FindAllStringSubmatch(inputs, -1) {
		names = append(names, m[1])
	}
	want := []string{"paths", "binary", "sarif"}
	lists := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)for flag in ([a-z \\\n\t-]+); do\n\tflags "\$flag" (value|switch)\n`).FindAllStringSubmatch(script, -1) {
		lists[m[2]] = " " + strings.Join(strings.Fields(strings.ReplaceAll(m[1], "\\", " ")), " ") + " "
	}
	check.New().Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		want = append(want, f.Name)
		if variable := "INPUT_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_")); !strings.Contains(action, "        "+variable+": ") {
			t.Errorf("--%s: the action sets no %s", f.Name, variable)
		}
		kind := "value"
		if f.Value.Type() == "bool" {
			kind = "switch"
		}
		if !strings.Contains(lists[kind], " "+f.Name+" ") {
			t.Errorf("--%s is no %s in check.sh", f.Name, kind)
		}
	})
	if !slices.Equal(names, want) {
		t.Errorf("got the inputs %q, want the flags of check and three more: %q", names, want)
	}
}

// TestActionMatcher compares the problem matcher with the format compact.
func TestActionMatcher(t *testing.T) {
	var matcher struct {
		ProblemMatcher []struct {
			Pattern []struct{ Regexp string }
		}
	}
	if err := json.Unmarshal([]byte(readAction(t, "matcher.json")), &matcher); err != nil {
		t.Fatal(err)
	}
	// A matcher can't show members, arrays and offsets.
	want := strings.NewReplacer(`([^\[\]:]+)`, `[^\[\]:]+`, `([0-9]+)`, `[0-9]+`).Replace(report.CompactPattern)
	if got := matcher.ProblemMatcher[0].Pattern[0].Regexp; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
