package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestTake adds results from elsewhere to those of an adapter that runs here, which keeps them when it runs again.
func TestTake(t *testing.T) {
	needShell(t)
	folder := tree(t, map[string]string{
		"fake/adapter.json": strings.Replace(goodAdapter, `,"2.0-debug"`, "", 1),
		"fake/install":      "#!/bin/sh\n",
		"fake/adapter":      "#!/bin/sh\nexit 1\n",

		"fake/known-failures-1.0.txt": "prefix/plain wrong-verdict it refuses everything\n",

		"../conditions.json": `{"name":"far","variant":"1.0","language":"Julia","license":"MIT","package":"Far.jl","about":"reads far away","formats":["npy"],
"limits":{"timeout_s":10},"elsewhere":{"by":"Jane Doe","date":"2026-11-26","system":"macOS 15, arm64"}}`,
		"../report.json": `{"schema":1,"implementation":{"name":"far","version":"1.0","language":"Julia"},"corpus":"` + corpus.Version() + `",
"summary":{"pass":1,"either":0,"unsupported":0,"wrong-verdict":1,"wrong-data":0,"exception":0,"crash":0,"hang":0,"out-of-memory":0},"results":[
{"id":"prefix/plain","duty":"accept","outcome":"reject","cell":"wrong-verdict","rules":[],"message":"no such file: /home/me/a/b/plain.npy"},
{"id":"prefix/magic-first-byte","duty":"reject","outcome":"reject","cell":"pass","rules":["magic"],"message":"no"}]}`,
	})
	schema, err := os.ReadFile("../../conform.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "conform.schema.json"), schema, 0o666); err != nil {
		t.Fatal(err)
	}
	c, _ := newConfig(t, folder)
	if got := run(c, false); got != "" {
		t.Fatal(got)
	}
	files := []string{filepath.Join(folder, "conditions.json"), filepath.Join(folder, "report.json")}
	if err := c.take(files); err != nil {
		t.Fatal(err)
	}
	for _, again := range []bool{false, true} {
		if again {
			if got := run(c, false); got != "" {
				t.Fatal(got)
			}
		}
		m, err := c.load()
		if err != nil {
			t.Fatal(err)
		}
		at := m.Find("far", "1.0")
		if at < 0 {
			t.Fatalf("run again %v: matrix.json lacks far", again)
		}
		messages := m.Implementations[at].Reader.Messages
		if len(messages) != 1 || messages[0].Text != "no such file: …/b/plain.npy" {
			t.Errorf("run again %v: got messages %+v, expected the one of the failure, without the path of that machine", again, messages)
		}
	}

	edit(t, folder, "../report.json", `"schema":1,`, `"schema":1,"extra":1,`)
	if err := c.take(files); err == nil || !strings.Contains(err.Error(), "extra") {
		t.Errorf("got error %v, expected one about a field that the schema lacks", err)
	}
}
