package hunt

import (
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/validator"
)

func TestReportJSON(t *testing.T) {
	schema := schematest.Read(t, "report.schema.json")
	found := someFinding(t, "\x93NUMPY")
	found.Folder, found.Seed, found.Number = found.Signature.folder(), 7, 3
	other := &Finding{
		Signature: Signature{Cell: CellDiffers, Duty: "either", Traits: []string{"2d"}, Message: "shape [#]"},
		Format:    validator.Npz,
		Account:   "shape [1]\x1b[31m",
		Other:     AsStream,
	}
	r := &Report{
		Implementation: conformance.Implementation{Name: "reader"},
		Writer:         true,
		Seed:           7,
		Runs:           1000,
		Elapsed:        1500 * time.Millisecond,
		Share:          0.25,
		Incomplete:     "interrupted",
		Remarks:        []string{"there is no room for 1 finding: 1000 are kept, with 32 MiB of files in all"},
		Findings:       []*Finding{found, other},
	}
	text := string(r.AppendJSON(nil))
	const head = `{"schema":1,"npycheck":"0.1.0","implementation":{"name":"reader","version":"","language":""},"writer":true,` +
		`"seed":7,"runs":1000,"elapsed_ms":1500,"share":0.25,"known":0,"corpus_failures":0,"suspects":0,"late":0,"aside":0,"incomplete":"interrupted",` +
		`"remarks":["there is no room for 1 finding: 1000 are kept, with 32 MiB of files in all"],"findings":[` + "\n" +
		`{"signature":{"cell":"crash","duty":"reject","rules":["shape-bool"],"traits":[],"message":"panic"},"account":"got crash, expected reject: panic",` +
		`"folder":"crash-shape-bool-`
	const tail = `"account":"shape [1]\\x1b[31m","other":"the same reader, from a stream",` +
		`"file":{"name":"input.npz","format":"npz","size":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},` +
		`"first":{"seed":0,"number":0,"size":0},"runs":0}` + "\n]}\n"
	if !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) || strings.Count(text, "\n") != 4 {
		t.Errorf("got\n%s\nwant\n%s…%s", text, head, tail)
	}
	for _, text := range []string{text, string((&Report{Implementation: conformance.Implementation{Name: "r"}, Seed: 1}).AppendJSON(nil))} {
		schema.Check(t, []byte(text))
	}
}
