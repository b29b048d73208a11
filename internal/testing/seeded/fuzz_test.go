package seeded_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
)

// FuzzFails fails for one input, if the environment has it.
func FuzzFails(tf *testing.F) {
	f := seeded.F{F: tf}
	f.Add("(60,5)")
	f.Add("f8")
	fails, ok := os.LookupEnv("NPYCHECK_TEST_FAILS")
	f.Fuzz(func(t *testing.T, text string) {
		if ok && text == fails {
			t.Fatal("it fails")
		}
	})
}

// TestFuzz expects mutations of the seeds if the environment has their number, and an input that fails in the output.
func TestFuzz(t *testing.T) {
	const fails = "NPYCHECK_TEST_FAILS=(f8,5)"
	for _, test := range []struct {
		env  []string
		want []string // in the output; the target passes if there are none
	}{
		{[]string{"NPYCHECK_FUZZ_INPUTS=2000", fails}, []string{"--- FAIL: FuzzFails/seed#", "it fails", "go test fuzz v1\n", `string("(f8,5)")`}},
		{[]string{"NPYCHECK_FUZZ_INPUTS=2000"}, nil},
		{[]string{"NPYCHECK_FUZZ_INPUTS=", fails}, nil},
		{[]string{"NPYCHECK_FUZZ_INPUTS=4000x"}, []string{`NPYCHECK_FUZZ_INPUTS is "4000x", expected a number`}},
	} {
		cmd := exec.Command(os.Args[0], "-test.run", "^FuzzFails$")
		cmd.Env = append(os.Environ(), test.env...)
		out, err := cmd.CombinedOutput()
		if passed := err == nil; passed != (test.want == nil) {
			t.Errorf("%q: got passed %v, want %v\n%s", test.env, passed, test.want == nil, out)
		}
		for _, want := range test.want {
			if !strings.Contains(strings.ReplaceAll(string(out), "            ", ""), want) {
				t.Errorf("%q: got no %q in\n%s", test.env, want, out)
			}
		}
	}
}
