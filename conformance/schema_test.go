package conformance_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/schematest"
)

// TestRequestSchema validates what the harness sends against the schema, in which an array is the same in a request and
// as the input of a writer of tier 0. Elements of over 32 KiB would take long, and have the form of fewer.
func TestRequestSchema(t *testing.T) {
	requests := schematest.ReadDefinition(t, "protocol.schema.json", "request")
	for _, text := range conformance.FixedRequests() {
		if err := requests.Validate(t, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	written, err := conformance.WriteRequests(corpus.Cases())
	if err != nil {
		t.Fatal(err)
	}
	if len(written) < 300 {
		t.Errorf("got %d arrays to write, want hundreds", len(written))
	}
	for _, text := range written {
		if len(text) > 1<<16 {
			continue
		}
		if err := requests.Validate(t, text); err != nil {
			t.Errorf("%.200s: %v", text, err)
		}
	}
}

// TestConformSchema validates reports against their schema.
func TestConformSchema(t *testing.T) {
	t.Parallel()
	schema := schematest.Read(t, "conform.schema.json")
	for _, mode := range []string{"right", "accept-all", "crash", "garbage", "numbers"} {
		report, err := conformance.Run(t.Context(), newFakeRun(t, conformance.JSONL, mode).Options)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(t, text); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
	}
	// The schema must reject something.
	const good = `{"schema":1,"implementation":{"name":"a","version":"","language":""},"corpus":"0.1.0","summary":{"crash":0,"either":0,"exception":0,"hang":0,"out-of-memory":0,"pass":1,"unsupported":0,"wrong-data":0,"wrong-verdict":0},"results":[{"id":"a/b","duty":"accept","outcome":"accept","cell":"pass","rules":[]}]}`
	for _, test := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true},
		{`"rules":[]`, `"rules":["a"],"message":"m","known":"k"`, true},
		{`"corpus":`, `"profile":"numpy","writer":true,"corpus":`, true},
		{`"corpus":`, `"repeat":3,"incomplete":"interrupted","corpus":`, true},
		{`"corpus":`, `"repeat":1,"corpus":`, false},
		{`"rules":[]`, `"rules":[],"remark":"r","importance":"high","features":["v1"],"duration_ms":0.25,"peak_bytes":4096`, true},
		{`"rules":[]`, `"rules":[],"remark":""`, false},
		{`"rules":[]`, `"rules":[],"duration_ms":-1`, false},
		{`"rules":[]`, `"rules":[],"importance":"huge"`, false},
		{`"language":""`, `"language":"","runtime":"Node 20.20.2"`, true},
		{`"schema":1`, `"schema":2`, false},
		{`"hang":0,`, ``, false},
		{`"hang":0`, `"hang":-1`, false},
		{`"cell":"pass"`, `"cell":"passed"`, false},
		{`"duty":"accept"`, `"duty":"unsupported"`, false},
		{`"rules":[]`, `"rules":null`, false},
		{`"rules":[]`, `"rules":[],"message":""`, false},
		{`"rules":[]`, `"rules":[],"message":"` + strings.Repeat("m", 201) + `"`, false},
		{`"name":"a"`, `"name":""`, false},
		{`"corpus":`, `"writer":false,"corpus":`, false},
		{`"corpus":`, `"corpse":`, false},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		if err := schema.Validate(t, []byte(text)); (err == nil) != test.valid {
			t.Errorf("%s: got %v, want valid %t", test.new, err, test.valid)
		}
	}
}
