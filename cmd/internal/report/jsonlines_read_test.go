package report

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// lines returns a report with those lines between its head and its trailer.
func lines(files ...string) string {
	head := new(Checker).Head()
	var b bytes.Buffer
	NewJSONLines(head).Begin(&b)
	for _, f := range files {
		b.WriteString(f + "\n")
	}
	NewJSONLines(head).End(&b, Summary{})
	return b.String()
}

// TestLinesThatNoReportHas covers lines that would show what is unfit for a terminal, or count what nobody found.
func TestLinesThatNoReportHas(t *testing.T) {
	file := func(more string) string {
		return `{"path":"a.npy","format":"npy","ok":true,"verdict":"conforming","findings":[]` + more + `}`
	}
	finding := func(more string) string {
		return `{"path":"a.npy","format":"npy","ok":false,"verdict":"nonconforming","findings":[{"rule":"shape-negative","severity":"error"` + more + `}]}`
	}
	for _, good := range []string{file(""), finding(""), finding(`,"message":"got -3"`)} {
		if _, err := next(t, lines(good)); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		`{}`,
		`[]`,
		`{"path":"a.npy"`,
		`{"path":"a.n`,
		`{"path":"`,
		`{"path":"a.npy","format":"npy","verdict":"conforming","findings":[]}`,
		`{"path":"","format":"npy","ok":true,"verdict":"conforming"}`,
		`{"path":"a.npy","format":"txt","ok":true,"verdict":"conforming"}`,
		`{"path":"a.npy","format":"npy","ok":false,"verdict":"\u001b[2J"}`,
		`{"path":"a.npy","format":"npy","ok":false,"verdict":"not-checked"}`,
		file(`,"error":"not not-checked"`),
		`{"path":"a.npy","format":"npy","ok":false,"verdict":"not-checked","error":"\u001b[2J"}`,
		`{"path":"a.npy","format":"npy","ok":false,"verdict":"not-checked","error":"\u202e"}`,
		file(`,"size":-1`),
		file(`,"known":-1`),
		file(`,"omitted":[{"rule":"shape-negative","severity":"error","count":0}]`),
		file(`,"omitted":[{"severity":"error","count":1}]`),
		file(`,"omitted":[{"rule":"shape-negative","severity":"fatal","count":1}]`),
		file(`,"path_base64":"?"`),
		finding(`,"message":"\u001b[2J"`),
		finding(`,"message":"two\nlines"`),
		finding(`,"pointer":"\u001b[2J"`),
		finding(`,"rule":"no-such-rule"`),
		finding(`,"offset":-1`),
		finding(`,"length":-1`),
		finding(`,"excerpt":{"offset":-1}`),
		finding(`,"excerpt":{"bytes":"0"}`),
		finding(`,"excerpt":{"bytes":"` + strings.Repeat("00", maxExcerpt+1) + `"}`),
	} {
		f, err := next(t, lines(bad))
		if f != nil || err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: got %+v, %v, want an error about line 2", bad, f, err)
		}
	}
}

// TestPathThatIsCut covers lines that end inside of the path.
func TestPathThatIsCut(t *testing.T) {
	for _, bad := range []string{`{"path":"a.n`, `{"path":"`} {
		l, err := NewLinesReader(strings.NewReader(lines(bad)))
		if err != nil {
			t.Fatal(err)
		}
		if path, _, err := l.NextPath(); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: got the path %q, %v, want an error about line 2", bad, path, err)
		}
	}
}

// next returns the first file of a report.
func next(t *testing.T, text string) (*File, error) {
	t.Helper()
	l, err := NewLinesReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return l.Next()
}

// TestWhereFilesEnd cuts a report at each byte: whoever continues with it learns where its last whole line ends.
func TestWhereFilesEnd(t *testing.T) {
	const first, second = `{"path":"a.npy","format":"npy","ok":true,"verdict":"conforming","findings":[]}`, `{"path":"\u00e9","format":"npy","ok":true,"verdict":"conforming","findings":[]}`
	whole := lines(first, second)
	headEnd := strings.IndexByte(whole, '\n') + 1
	firstEnd := headEnd + len(first) + 1
	secondEnd := firstEnd + len(second) + 1
	for n := headEnd; n <= len(whole); n++ {
		l, err := NewLinesReader(strings.NewReader(whole[:n]))
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := headEnd, ErrCutOff
		switch {
		case n == len(whole):
			want, wantErr = secondEnd, io.EOF
		case n >= secondEnd:
			want = secondEnd
		case n >= firstEnd:
			want = firstEnd
		}
		for {
			path, offset, err := l.NextPath()
			if err == nil {
				if f, err := new(Head).FileAt(strings.NewReader(whole[:n]), offset); err != nil || f.Path != path {
					t.Fatalf("%d bytes: got %+v, %v, want %s", n, f, err, path)
				}
				continue
			}
			if !errors.Is(err, wantErr) || offset != int64(want) {
				t.Fatalf("%d bytes: got %v at %d, want %v at %d", n, err, offset, wantErr, want)
			}
			break
		}
		if _, err := ReadTrailer(strings.NewReader(whole[:n]), int64(n)); (err == nil) != (n == len(whole)) {
			t.Errorf("%d bytes: got the trailer with the error %v", n, err)
		}
	}
}

// endless is a file without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}

// TestNoReport reads no more than the beginning of what isn't a report.
func TestNoReport(t *testing.T) {
	zeros := new(endless)
	if _, err := NewLinesReader(zeros); err != errNoReport || zeros.read > 1<<20 {
		t.Errorf("got %v after %d bytes, want %v", err, zeros.read, errNoReport)
	}
	for _, text := range []string{"", "{", `{"head":`, `{"head":1}` + "\n", `{"head":{}}` + "\n", "\n"} {
		if _, err := NewLinesReader(strings.NewReader(text)); err != errNoReport {
			t.Errorf("%q: got %v, want %v", text, err, errNoReport)
		}
	}
}

// TestModifiedThatRFC3339HasNot covers times of files that file systems can keep and JSON can't.
func TestModifiedThatRFC3339HasNot(t *testing.T) {
	for year, want := range map[int]bool{-1: false, 0: true, 1970: true, 9999: true, 10_000: false} {
		modified := time.Date(year, 7, 1, 0, 0, 0, 1, time.UTC)
		f := File{Path: "a.npy", Size: -1, Modified: modified, Format: validator.Npy, Verdict: validator.Conforming}
		back, err := next(t, lines(string(text.AppendJSON(nil, f))))
		if err != nil {
			t.Errorf("year %d: %v", year, err)
			continue
		}
		if got := back.Modified.Equal(modified); got != want || !got && !back.Modified.IsZero() {
			t.Errorf("year %d: got back %v", year, back.Modified)
		}
	}
}

// TestMemberWithoutName reads back where offsets count from.
func TestMemberWithoutName(t *testing.T) {
	for _, test := range []struct {
		rule spec.ID
		name string
		want validator.Base
	}{
		{spec.ShapeNegative, "a.npy", validator.BaseContent},
		{spec.ShapeNegative, "", validator.BaseContent},
		{spec.PrefixMagic, "a.npy", validator.BaseContent},
		{spec.PrefixMagic, "", validator.BaseFile},
		{spec.NpzMixedMethods, "a.npy", validator.BaseFile},
	} {
		f := File{Path: "a.npz", Size: -1, Format: validator.Npz, Verdict: validator.Nonconforming, Findings: []Finding{
			{Finding: validator.Finding{Rule: test.rule, MemberName: test.name, Base: test.want}, Severity: spec.Error},
		}}
		back, err := next(t, lines(string(text.AppendJSON(nil, f))))
		if err != nil || back.Findings[0].Base != test.want {
			t.Errorf("%s, member %q: got %+v, %v, want %v", test.rule, test.name, back, err, test.want)
		}
	}
}

// TestOtherPolicy covers lines that are written again under another policy, and one that was changed by hand: only the
// file's own "ok" changes.
func TestOtherPolicy(t *testing.T) {
	line := func(ok string) string {
		return `{"path":"\"ok\":true","etag":"{\"ok\":true","format":"npy","ok":` + ok + `,"verdict":"nonconforming","array":{"ok":true},` +
			`"findings":[{"rule":"shape-negative","severity":"error"}],"OK":` + ok + `,"\u006fk":` + ok + `}`
	}
	for _, test := range []struct {
		said, failOn, want string
	}{
		{"false", "error", "false"},
		{"true", "error", "false"},
		{"true", "never", "true"},
		{"false", "never", "true"},
		{" \ttrue ", "error", "false"},
	} {
		head := Head{Options: HeadOptions{FailOn: test.failOn}}
		f, err := head.file([]byte(line(test.said)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.MarshalJSON()
		if err != nil || string(got) != line(test.want) {
			t.Errorf("%q with --fail-on %s: got %s, %v, want %s", test.said, test.failOn, got, err, line(test.want))
		}
	}
}
