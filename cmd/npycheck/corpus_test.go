package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/corpus"
)

func TestCorpusListIsManifest(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"corpus", "list", "--format", "json"}, strings.NewReader(""), &stdout, &stderr); code != cli.ExitOK {
		t.Fatalf("got exit code %d: %s", code, stderr.String())
	}
	manifest, err := fs.ReadFile(corpus.Folder, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(manifest, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the list of all cases is not the manifest")
	}
}
