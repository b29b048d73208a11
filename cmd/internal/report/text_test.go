package report

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestText covers a report with files of every sort.
func TestText(t *testing.T) {
	c := &Checker{Options: validator.Options{Depth: validator.Structure}}
	tab := strings.Replace(goodFile, "}  ", "}\t ", 1)
	member := validator.Finding{Rule: spec.DataTrailing, Message: "##[error] in a message", Base: validator.BaseContent, MemberName: "##[a]\x1b.npy"}
	fixed := checked(t, c, "tab.npy", tab)
	fixed.Findings[0].Fix = remedy.Fixed
	files := []*File{
		checked(t, c, "good.npy", goodFile),
		fixed,
		checked(t, c, "::warning::cut.npy", goodFile[:148]),
		c.File(Path("a.npz"), &validator.Report{Format: validator.Npz, Members: make([]validator.Member, 1),
			Findings: []validator.Finding{member}, Omitted: map[spec.ID]int{spec.ShapeNegative: 1, spec.LiteralLongSuffix: 2}}, nil),
		c.File(Stdin{}, nil, errors.New("no\x1b luck")),
	}
	help := func(rule spec.ID, fix remedy.Fix) string {
		return string(NewText(TextOptions{}).appendHelp(nil, rule, fix, rule.Rule().Owner))
	}
	want := `error[header-padding-byte]: padding byte 0x09 at offset 67, expected 0x20
  --> tab.npy:67
  00000040  2c 20 7d 09 20 20 20 20  20 20 20 20 20 20 20 20  |, }.            |
                     ^^
` + help(spec.HeaderPaddingByte, remedy.Fixed) + `error[data-truncated]: ` + files[2].Findings[0].Message + `
  --> ./::warning::cut.npy:148
  00000090  00 00 00 00                                       |....|
                        ^
warning[data-trailing]: ##\x5berror] in a message
  --> a.npz[##\x5ba]\x1b.npy]
` + help(spec.DataTrailing, 0) + `warning[literal-long-suffix]: 2 findings, not listed
  --> a.npz
` + help(spec.LiteralLongSuffix, 0) + `error[shape-negative]: 1 finding, not listed
  --> a.npz
` + help(spec.ShapeNegative, 0) + `error[not-checked]: no\x1b luck
  --> <stdin>
`
	const end = `For more about a rule: npycheck explain RULE
1 fixable with npycheck fix FILE
incomplete: 1 of 5 files not checked; 3 errors, 3 warnings in 3 of 5 files; checksums of 1 archive not verified (--depth full)
`
	if got := written(t, NewText(TextOptions{}), files); got != want+end {
		t.Errorf("got\n%s\nwant\n%s", got, want+end)
	}
	if got := written(t, NewText(TextOptions{Quiet: true}), files); got != want {
		t.Errorf("quiet: got\n%s\nwant\n%s", got, want)
	}
	colours := written(t, NewText(TextOptions{Colours: true}), files[1:2])
	const red, off = "\x1b[31;1m", "\x1b[0;22m"
	for _, part := range []string{
		red + "error[header-padding-byte]" + off + ": padding", "  \x1b[34;1m-->" + off + " tab.npy:67\n", " " + red + "^^" + off + "\n",
		"  \x1b[1mhelp:\x1b[22m ", "\n" + red + "FAILED" + off + ": 1 error in 1 file\n",
	} {
		if !strings.Contains(colours, part) {
			t.Errorf("got %q, want %q in it", colours, part)
		}
	}
	if got, want := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(colours, ""), written(t, NewText(TextOptions{}), files[1:2]); got != want {
		t.Errorf("got, without colours,\n%s\nwant\n%s", got, want)
	}
	// On a terminal too it is the option that decides.
	defer func(before bool) { color.NoColor = before }(color.NoColor)
	color.NoColor = false
	if got := written(t, NewText(TextOptions{}), files); got != want+end {
		t.Errorf("on a terminal: got %q, want no colours", got)
	}
}

// TestTextBlocks covers findings of one rule in a file and in the next, and those that are hidden.
func TestTextBlocks(t *testing.T) {
	help := func(rule spec.ID, fix remedy.Fix) string {
		return string(NewText(TextOptions{}).appendHelp(nil, rule, fix, rule.Rule().Owner))
	}
	file := func(path string, of ...Finding) *File {
		return &File{Path: path, Verdict: validator.Conforming, Findings: of}
	}
	found := func(rule spec.ID, offset int64, severity spec.Severity) Finding {
		return Finding{Finding: validator.Finding{Rule: rule, Message: "m", Offset: offset, Length: 1, Member: validator.NoMember}, Severity: severity, Fix: remedy.Fixed}
	}
	quotes, alignment, suffix := spec.LiteralDoubleQuotes, spec.HeaderAlignment64, spec.LiteralLongSuffix
	first := file("a.npy", found(quotes, 11, spec.Warning), found(alignment, 8, spec.Note), found(suffix, 61, spec.Error), found(quotes, 20, spec.Warning), found(quotes, 41, spec.Warning))
	first.Omitted = []Omitted{{suffix, spec.Error, 7}}
	files := []*File{first, file("b.npy", found(alignment, 8, spec.Note), found(alignment, 9, spec.Note)), file("c.npy", found(quotes, 11, spec.Warning))}
	want := `warning[literal-double-quotes]: m
  --> a.npy:11
  and 2 more in this file
` + help(quotes, remedy.Fixed) + `error[literal-long-suffix]: m
  --> a.npy:61
  and 7 more in this file
` + help(suffix, remedy.Fixed) + `warning[literal-double-quotes]: m
  --> c.npy:11
For more about a rule: npycheck explain RULE
5 fixable with npycheck fix FILE
FAILED: 8 errors, 4 warnings in 2 of 3 files; 3 notes hidden (--show note)
`
	if got := written(t, NewText(TextOptions{}), files); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := written(t, NewText(TextOptions{}), files[1:2]), "ok: 1 file, no errors or warnings; 2 notes hidden (--show note)\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := written(t, NewText(TextOptions{Quiet: true}), files[1:2]); got != "" {
		t.Errorf("quiet: got\n%s", got)
	}
	if got := written(t, NewText(TextOptions{Levels: Levels{Show: spec.Note}}), files); strings.Count(got, "note[header-alignment-64]: m\n") != 2 || !strings.HasSuffix(got, "\nFAILED: 8 errors, 4 warnings, 3 notes in 3 files\n") {
		t.Errorf("with notes: got\n%s", got)
	}
	var many []*File
	for range maxRead + 1 {
		many = append(many, files[2])
	}
	for n, hint := range map[int]bool{maxRead: false, maxRead + 1: true} {
		if got := written(t, NewText(TextOptions{}), many[:n]); strings.Contains(got, "--summary") != hint {
			t.Errorf("%d findings: got a hint at --summary: %v", n, !hint)
		}
	}
}

// TestTextHints says with which command a finding is fixed where another of its rule was not, and nothing twice.
func TestTextHints(t *testing.T) {
	t.Parallel()
	var files []*File
	for _, fix := range []remedy.Fix{0, remedy.Fixed, remedy.Fixed, remedy.Fixed | remedy.Cut, 0} {
		files = append(files, &File{Path: "a.npy", Findings: []Finding{{Finding: validator.Finding{Rule: spec.DataTrailing, Message: "m"}, Severity: spec.Warning, Fix: fix}}})
	}
	var helps []string
	for line := range strings.Lines(written(t, NewText(TextOptions{}), files)) {
		if text, ok := strings.CutPrefix(line, "  help: "); ok {
			helps = append(helps, text)
		}
	}
	if len(helps) != 3 || strings.Contains(helps[0], "npycheck fix") || helps[1] != "npycheck fix FILE fixes it.\n" || helps[2] != "npycheck fix --cut FILE fixes it.\n" {
		t.Errorf("got %q, want the help of the rule and two commands", helps)
	}
}

// TestTextColumns breaks lines between words for a terminal, and paints them as before.
func TestTextColumns(t *testing.T) {
	c := &Checker{}
	file := checked(t, c, "tab.npy", strings.Replace(goodFile, "}  ", "}\t ", 1))
	for colours, label := range map[bool]string{false: "error[header-padding-byte]", true: "\x1b[31;1merror[header-padding-byte]\x1b[0;22m"} {
		got := written(t, NewText(TextOptions{Columns: 60, NoHex: true, Colours: colours}), []*File{file})
		if want := label + ": padding byte 0x09 at offset 67,\n    expected 0x20\n"; !strings.HasPrefix(got, want) {
			t.Errorf("got\n%s\nwant the beginning\n%s", got, want)
		}
	}
	got := written(t, NewByRule(TextOptions{Columns: 60}), []*File{file})
	if want := "    1      1  error    header-padding-byte  padding byte is\n" + strings.Repeat(" ", 44) + "not a space\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant in it\n%s", got, want)
	}
}

// TestTextHelp covers the fixes of all rules: each has at least a whole sentence, in few lines of a terminal's width.
func TestTextHelp(t *testing.T) {
	for _, rule := range spec.Rules() {
		for _, fix := range []remedy.Fix{0, remedy.Fixed | remedy.Cut} {
			help := string(NewText(TextOptions{}).appendHelp(nil, rule.ID, fix, rule.Owner))
			for line := range strings.Lines(help) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > textWidth {
					t.Errorf("%s: got a line of %d columns: %s", rule.Name, n, line)
				}
			}
			hint, lines := "", maxHelp
			if fix != 0 {
				hint, lines = "npycheck fix --cut FILE fixes it. ", maxHelp+1
			}
			words := strings.Join(strings.Fields(help), " ")
			if full := "help: " + hint + rule.Owner; !strings.HasPrefix(full, words) || !strings.HasSuffix(words, ".") || strings.Count(help, "\n") > lines || len(words) <= len("help: "+hint) {
				t.Errorf("%s: got\n%s\nwant the beginning of %s", rule.Name, help, full)
			}
		}
	}
	text := NewText(TextOptions{})
	if got := string(text.appendHelp(nil, spec.PrefixMagic, 0, "")); got != "" {
		t.Errorf("got %q for a message that says what to do, want nothing besides", got)
	}
	if got := string(text.appendHelp(nil, spec.PrefixMagic, remedy.Fixed|remedy.Cut, "")); got != "  help: npycheck fix --cut FILE fixes it.\n" {
		t.Errorf("got %q for a message that says what to do, want only the command", got)
	}
	if got := string(text.appendHelp(nil, spec.PrefixMagic, 0, spec.PrefixMagic.Rule().Owner)); !strings.Contains(got, "np.fromfile") {
		t.Errorf("got %q for the first message that doesn't, want the text of the rule", got)
	}
	for _, test := range []struct{ text, want string }{
		{"Write True or False.", "help: Write True or False.\n"},
		{
			strings.Repeat("Words fill a line and the next one. ", 8),
			"help: Words fill a line and the next one. Words fill a line and the next one.\n        Words fill a line and the next one. Words fill a line and the next one.\n        Words fill a line and the next one. Words fill a line and the next one.\n",
		},
		{
			"Short. " + strings.Repeat("and on it goes ", 20) + "to the end. ", "help: Short.\n",
		},
		{
			strings.Repeat("and on it goes ", 20) + "to the end. Next.",
			"help:" + strings.Repeat(" and on it goes", 4) + " and on it\n        goes" + strings.Repeat(" and on it goes", 4) + " and on\n        it goes" +
				strings.Repeat(" and on it goes", 4) + " and\n        on it goes" + strings.Repeat(" and on it goes", 4) + "\n        and on it goes to the end. Next.\n",
		},
	} {
		if got := string(appendSentences([]byte("help:"), test.text, maxHelp)); got != test.want {
			t.Errorf("got\n%s\nwant\n%s", got, test.want)
		}
	}
}

// TestOwnersHelp has findings whose message says what to do, and findings whose message doesn't.
func TestOwnersHelp(t *testing.T) {
	const salvage = "npycheck fix --salvage --output DIR FILE writes the members that are whole to a new archive."
	for _, test := range []struct {
		finding validator.Finding
		want    string
	}{
		{validator.Finding{Rule: spec.ZipNoEndRecord, Remedy: true, Message: "archive has no end record: fetch or write it again"}, salvage},
		{validator.Finding{Rule: spec.ZipNoEndRecord, Remedy: true, Message: "converted to UTF-8: fetch it in binary mode"}, ""},
		{validator.Finding{Rule: spec.ZipNoEndRecord}, "Fetch or write the file again. " + salvage},
		{validator.Finding{Rule: spec.PrefixMagic, Remedy: true, Message: "all zero: fetch or write it again"}, ""},
		{validator.Finding{Rule: spec.ZipOrder}, "Nothing needs to be done."},
	} {
		if got := ownersHelp(&test.finding); got != test.want {
			t.Errorf("%v, %q: got %q, want %q", test.finding.Rule, test.finding.Message, got, test.want)
		}
	}
}
