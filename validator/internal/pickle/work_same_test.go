package pickle

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// onePair are dictionaries and sets that are filled one by one, so that the place of a finding follows
// from what was counted by then.
var onePair = []string{
	"}" + many1(14_000, func(i int) string { return multiple(i) + "Ns" }),
	"}" + many1(14_000, func(i int) string { return multiple(i) + num(uint32(i)) + "\x86Ns" }),
	"}" + many1(30_000, func(i int) string { return num(uint32(i)) + str("text") + multiple(i%3) + "\x87Ns" }) + many1(12_000, func(i int) string { return multiple(i) + "Ns" }),
}

// sumOfReports is a checksum of what is reported of pickles that take too much work.
func sumOfReports(t *testing.T) string {
	h := sha256.New()
	pickles := slices.Clone(onePair)
	for _, test := range spendingPickles {
		pickles = append(pickles, "("+test.before+test.after+"t")
	}
	for _, data := range pickles {
		file := payload(proto(4) + newND + "(K\x01K\x01\x85" + dtypeO + "\x89]" + data + "atb.")
		fmt.Fprintf(h, "%v\n", walk(t, file).Faults.Kept)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// TestPickleWorkIsReproducible compares the reports of two processes.
func TestPickleWorkIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("spends all the work that a pickle may take, in two processes")
	}
	t.Parallel()
	const variable = "NPYCHECK_TEST_SUM_OF_REPORTS"
	if os.Getenv(variable) != "" {
		fmt.Println("sum " + sumOfReports(t))
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	c := exec.CommandContext(t.Context(), self, "-test.run=^TestPickleWorkIsReproducible$")
	c.Env = append(os.Environ(), variable+"=1")
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	sum := sumOfReports(t)
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "sum "+sum+"\n") {
		t.Errorf("another process reports something else: got %s, want %s", &out, sum)
	}
}
