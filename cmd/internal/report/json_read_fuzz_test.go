package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// FuzzReadBack reads what a report says about a file, which may come from anybody, and writes it in every format. What is
// written is fit for a terminal and gives no commands to CI services, and what is read of it is the same.
func FuzzReadBack(tf *testing.F) {
	f := seeded.F{F: tf}
	c := &Checker{Options: validator.Options{Depth: validator.Full}}
	for _, content := range []string{goodFile, goodFile[:148], "\x93NUMPX", strings.Replace(goodFile, "}  ", "}\t ", 1)} {
		report, err := validator.Check(f.Context(), strings.NewReader(content), int64(len(content)), &c.Options)
		f.Add(text.AppendJSON(nil, c.File(Path("a.npy"), report, err)))
	}
	f.Add(text.AppendJSON(nil, c.File(Path("##[a\x1b"), nil, errors.New("no luck"))))
	f.Add([]byte(`{"path":"b.npz","size":9,"format":"npz","ok":false,"verdict":"nonconforming","members":[{},{}],"findings":[{"rule":"data-truncated",` +
		`"severity":"error","message":"short","offset":1,"length":2,"base":"content","member":{"index":1,"name":"\u202e"},"hex":"00"}],` +
		`"omitted":[{"rule":"data-truncated","severity":"error","count":3}],"known":4,"modified":"2024-02-29T01:02:03Z","etag":"\"e\"","later":1e999}`))
	f.Fuzz(readBack)
}

// FuzzReadBackText is FuzzReadBack for lines with any text in the places of text.
func FuzzReadBackText(tf *testing.F) {
	f := seeded.F{F: tf}
	f.Add("a.npz", "short", "b.npy", "/shape/0", `"e"`, "<f8", "no luck")
	f.Add("::error::a", "##[group]", "\u202e\x00", "/\x1b[2J", "::", "##vso[", "##teamcity[\r\n::warning::")
	f.Fuzz(func(t *testing.T, path, message, member, pointer, etag, dtype, told string) {
		type object map[string]any
		found := object{
			"rule": "data-truncated", "severity": "error", "message": message, "offset": 1, "length": 2, "base": "content",
			"pointer": pointer, "member": object{"index": 1, "name": member},
		}
		for _, file := range []object{
			{"format": "npz", "ok": false, "verdict": "nonconforming", "members": []object{{}, {}}, "findings": []object{found}},
			{"format": "npy", "ok": true, "verdict": "conforming", "array": object{"dtype": dtype, "shape": []int{3}}},
			{"format": "unknown", "ok": false, "verdict": "not-checked", "error": told},
		} {
			file["path"], file["etag"] = path, etag
			line, err := json.Marshal(file)
			if err != nil {
				t.Fatal(err)
			}
			readBack(t, line)
		}
	})
}

func readBack(t *testing.T, line []byte) {
	var file, again File
	if file.UnmarshalJSON(line) != nil {
		return
	}
	s := text.AppendJSON(nil, &file)
	if err := again.UnmarshalJSON(s); err != nil {
		t.Fatalf("%s is read, and then not: %v", s, err)
	}
	if got := text.AppendJSON(nil, &again); !bytes.Equal(got, s) {
		t.Errorf("%s is read as\n%s", s, got)
	}
	c := new(Checker)
	for name, format := range map[string]Format{
		"text": NewText(TextOptions{}), "rules": NewByRule(TextOptions{}), "compact": Compact{}, "JSON": JSON{},
		"JSON lines": NewJSONLines(c.Head()), "GitLab": NewGitLab(""), "SARIF": brief{NewSARIF("")}, "JUnit": NewJUnit(spec.Error),
		"Markdown": NewMarkdown(), "HTML": brief{newTestHTML(c)}, "baseline": NewBaselineWriter(""),
	} {
		if format.InOrder() && file.Silent() {
			continue
		}
		out := written(t, format, []*File{&file})
		if at := unfit(out); at >= 0 {
			t.Errorf("%s has %q of %s", name, out[at:min(at+40, len(out))], s)
		}
		switch name {
		case "JSON", "GitLab":
			if !json.Valid([]byte(out)) { // numbers that no Go type holds are valid
				t.Errorf("%s of %s is no JSON: %s", name, s, out)
			}
		case "JUnit":
			parseJUnit(t, out)
		}
	}
}

// brief is a format without the beginning, which is long, and the same for all files.
type brief struct{ Format }

func (brief) Begin(io.Writer) error { return nil }

// unfit returns where text has a character that a terminal or a log would obey, or -1.
func unfit(s string) int {
	if at := text.CommandStart.FindStringIndex(s); at != nil {
		return at[0]
	}
	if !utf8.ValidString(s) {
		return 0
	}
	return strings.IndexFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && !strconv.IsPrint(r) })
}
