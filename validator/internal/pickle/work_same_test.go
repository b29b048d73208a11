package pickle

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"
)

// onePair are dictionaries and sets that are filled one by one, so that the place of a finding follows
// from what was counted by then.
func onePair() []string {
	return []string{
		"}" + many1(14_000, func(i int) string { return multiple(i) + "Ns" }),
		"}" + many1(14_000, func(i int) string { return multiple(i) + num(uint32(i)) + "\x86Ns" }),
		"}" + many1(30_000, func(i int) string { return num(uint32(i)) + str("text") + multiple(i%3) + "\x87Ns" }) + many1(12_000, func(i int) string { return multiple(i) + "Ns" }),
	}
}

// reportsByFile and reportsByStream have a line for what is reported of each pickle that takes too much work.
func reportsByFile(t *testing.T) (lines []string) {
	for i, data := range onePair() {
		lines = append(lines, reportLine(fmt.Sprint("pairs ", i), walk(t, onePairFile(data))))
	}
	for i, result := range spent() {
		lines = append(lines, reportLine(spendingPickles()[i].name, result))
	}
	return lines
}

func reportsByStream(t *testing.T) (lines []string) {
	stream := func(name string, file []byte) {
		result, err := Walk(t.Context(), iotest.DataErrReader(iotest.OneByteReader(bytes.NewReader(file[start:]))), config(&oneObject, -1))
		if err != nil {
			t.Fatalf("Walk: %v", err)
		}
		lines = append(lines, reportLine(name, result))
	}
	for i, data := range onePair() {
		stream(fmt.Sprint("pairs ", i), onePairFile(data))
	}
	for _, p := range spendingPickles() {
		stream(p.name, p.file())
	}
	return lines
}

func onePairFile(data string) []byte { return payload(proto(4) + spendingHead + data + "atb.") }

// reportLine is the name of a pickle with a checksum of all that is reported of it.
func reportLine(name string, result *Result) string {
	return fmt.Sprintf("%s: %x", name, sha256.Sum256(fmt.Appendf(nil, "%+v", *result)))
}

// TestPickleWorkIsReproducible compares the reports of two processes, one of which reads streams.
func TestPickleWorkIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("spends all the work that a pickle may take, in two processes")
	}
	t.Parallel()
	const variable, sign = "NPYCHECK_TEST_REPORTS", "report of "
	if os.Getenv(variable) != "" {
		for _, line := range reportsByStream(t) {
			fmt.Println(sign + line)
		}
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
	reports := reportsByFile(t)
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, line := range reports {
		if !strings.Contains(out.String(), sign+line+"\n") {
			t.Errorf("another process reports something else of a stream: got %s, want %s", &out, line)
		}
	}
}
