package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestRemoteURI(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"https://example.org/a.npz", "https://example.org/a.npz"},
		{"https://example.org/a b.npz?id=1&token=...", "https://example.org/a%20b.npz?id=1&token=..."},
		{"https://example.org/a%20b.npz", "https://example.org/a%20b.npz"},
		{"http://ex ample/\x1b", "http://ex%20ample%2F%1B"},
		{"s3://data/run/a.npy", "s3://data/run/a.npy"},
		{"s3://data/a b%?#\n.npy", "s3://data/a%20b%25%3F%23%0A.npy"},
		{"s3://data/../a//b.npy", "s3://data/../a//b.npy"},
		{"s3://data", "s3://data/"},
	} {
		if !IsRemote(tt.name) {
			t.Errorf("%q is remote", tt.name)
		}
		if got := fileURI(&File{Path: tt.name}, "/data"); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.name, got, tt.want)
		}
	}
	for _, path := range []string{"a.npy", "https:/a.npy", "./https://a.npy", "file:///a.npy", "S3://a.npy", "://", ""} {
		if IsRemote(path) {
			t.Errorf("%q is a path", path)
		}
	}
}

// TestRemoteNames covers a remote file in every format: its name is what it is, with the slashes that a path wouldn't
// have.
func TestRemoteNames(t *testing.T) {
	f := new(Checker).File(remoteInput("s3://data/run//a.npy"), &validator.Report{Findings: []validator.Finding{{Rule: spec.HeaderPaddingByte, Message: "m", Member: validator.NoMember}}}, nil)
	for name, format := range map[string]Format{
		"text": NewText(TextOptions{}), "compact": Compact{}, "json": JSON{}, "junit": NewJUnit(0), "github": NewGitHub(GitHubOptions{}),
		"markdown": NewMarkdown(), "sarif": NewSARIF("/data"), "gitlab": NewGitLab("/data"), "html": NewHTML(Head{}), "baseline": NewBaselineWriter("/data"),
	} {
		var out bytes.Buffer
		var sum Summary
		sum.Add(f)
		if err := format.Begin(&out); err != nil {
			t.Fatal(err)
		}
		if err := format.File(&out, 0, f); err != nil {
			t.Fatal(err)
		}
		if err := format.End(&out, sum); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(out.String(), "%3A", ":") // as GitHub has it
		if !strings.Contains(text, "s3://data/run//a.npy") {
			t.Errorf("%s has no such name:\n%.2000s", name, text)
		}
	}
}

type remoteInput string

func (r remoteInput) Name() string { return string(r) }
