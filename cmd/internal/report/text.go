package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TextOptions adjust a report as text.
type TextOptions struct {
	Levels
	Quiet   bool // nothing after the findings
	NoHex   bool // no bytes under the findings
	Colours bool // for a terminal
	Columns int  // of the terminal, for lines that are broken between words; 0 breaks none but those of help
}

// Text writes a report for people. The findings of a rule in a file, or in a member or an array of it, are a block: the
// first of them, its place, its bytes, the number of the others, and once in a report how to fix them. The last line is
// the verdict on all files.
type Text struct {
	Levels
	quiet    bool
	hex      bool
	paint    Paint
	columns  int
	helped   map[help]bool // what was written
	findings int64         // in the blocks that were written
	text     []byte
}

// NewText returns a Text for one report.
func NewText(o TextOptions) *Text {
	return &Text{
		Levels: o.Levels, quiet: o.Quiet, hex: !o.NoHex, paint: Paint(o.Colours),
		columns: o.Columns, helped: make(map[help]bool),
	}
}

// InOrder reports true: it remembers which rules it has explained.
func (*Text) InOrder() bool { return true }

// Begin writes nothing.
func (*Text) Begin(io.Writer) error { return nil }

// File writes the findings of a file.
func (t *Text) File(w io.Writer, _ int64, f *File) error {
	why := f.unsaid(t.Shown())
	s, path := t.text[:0], displayPath(f)
	for _, b := range f.blocks(t.Levels, true) {
		t.findings += b.size()
		s = t.appendBlock(s, path, b)
	}
	if why != "" {
		s = t.appendTitle(s, spec.Error, string(validator.NotChecked), text.Inert(why))
		s = append(t.appendPath(s, path, ""), '\n')
	}
	t.text = s
	return write(w, s)
}

// appendBlock appends a finding, and the number of others like it.
func (t *Text) appendBlock(dst []byte, path string, b *block) []byte {
	f := b.first
	if f == nil {
		dst = t.appendTitle(dst, b.severity, b.rule.String(), text.Count(b.others, "finding")+", not listed")
		dst = append(t.appendPath(dst, path, ""), '\n')
		return t.appendHelp(dst, b.rule, 0, b.rule.Rule().Owner)
	}
	dst = t.appendTitle(dst, f.Severity, f.Rule.String(), text.Inert(f.Message))
	dst = t.appendPath(dst, path, Within(&f.Finding))
	if f.Offset > 0 || f.Length > 0 { // otherwise it is about the whole file
		dst = strconv.AppendInt(append(dst, ':'), f.Offset, 10)
	}
	dst = append(dst, '\n')
	if t.hex {
		dst = appendExcerpt(dst, f, t.paint.Carets(f.Severity))
	}
	switch more := b.more(); {
	case b.beyond:
		dst = fmt.Appendf(dst, "  %s (--format compact lists them)\n", more)
	case more != "":
		dst = fmt.Appendf(dst, "  %s\n", more)
	}
	return t.appendHelp(dst, f.Rule, f.needed(), ownersHelp(&f.Finding))
}

// appendTitle appends the first line of a block.
func (t *Text) appendTitle(dst []byte, severity spec.Severity, rule, message string) []byte {
	label := severity.String() + "[" + rule + "]"
	dst = append(dst, t.paint.Severity(severity, label)...)
	return t.appendLine(dst, ": "+message, len(label))
}

// appendLine appends the rest of a line from a column on.
func (t *Text) appendLine(dst []byte, s string, column int) []byte {
	return append(text.AppendWrapped(dst, s, column, "    ", t.columns), '\n')
}

// appendPath appends the line of the place up to the offset.
func (t *Text) appendPath(dst []byte, path, within string) []byte {
	dst = append(append(dst, "  "...), t.paint.Arrow("-->")...)
	return append(append(append(dst, ' '), path...), within...)
}

const (
	textWidth = 80 // of running text, in columns
	helpStart = "  help: "
	maxHelp   = 3 // lines; npycheck explain has the rest
)

// help is what was said about a rule: the command that fixes its finding; if it takes a flag, or there is none, with
// the text of the rule.
type help struct {
	rule spec.ID
	fix  remedy.Fix
}

// appendHelp appends what to do with a file that breaks a rule, unless that was said before. Own is what the rule says
// besides the command that fixes it.
func (t *Text) appendHelp(dst []byte, rule spec.ID, fix remedy.Fix, own string) []byte {
	said, owner := help{rule, fix}, help{rule, 0}
	text, lines := fix.Hint(), maxHelp
	if text != "" {
		lines++
	}
	if fix != remedy.Fixed && own != "" && !t.helped[owner] {
		text = strings.TrimSpace(text + " " + own)
		t.helped[owner] = true
	} else if text == "" || t.helped[said] {
		return dst
	}
	t.helped[said] = true
	return appendSentences(append(append(dst, "  "...), t.paint.Bold("help:")...), text, lines)
}

// ownersHelp returns what to do with a file that breaks a rule. If the message says it, that is only how to save the rest
// of an archive of which a part is damaged, which no message says: of one that was converted, nothing is left to save.
func ownersHelp(f *validator.Finding) string {
	text := f.Rule.Rule().Owner
	if !f.Remedy {
		return text
	}
	if _, salvage, ok := strings.Cut(text, salvageCommand); ok && strings.Contains(f.Message, "fetch or write it again") {
		return salvageCommand + salvage
	}
	return ""
}

const salvageCommand = "npycheck fix --salvage"

// appendSentences appends the first sentence of a text, and those after it for which there is room.
func appendSentences(dst []byte, text string, maxLines int) []byte {
	lines, column := 1, len(helpStart)-1
	sentence := 0 // end of the last whole one
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if column+1+n > textWidth {
			if lines >= maxLines && sentence > 0 {
				return append(dst[:sentence], '\n')
			}
			dst = append(append(dst, '\n'), strings.Repeat(" ", len(helpStart)-1)...)
			lines, column = lines+1, len(helpStart)-1
		}
		dst = append(append(dst, ' '), word...)
		column += 1 + n
		if strings.HasSuffix(word, ".") {
			sentence = len(dst)
		}
	}
	return append(dst, '\n')
}

// maxRead is the number of findings after which nobody reads all of them.
const maxRead = 100

// End writes where to read more, and the verdict.
func (t *Text) End(w io.Writer, s Summary) error {
	if t.quiet {
		return nil
	}
	var text []byte
	if t.findings > maxRead {
		text = append(text, "More than 100 findings: --summary counts them by rule\n"...)
	}
	return write(w, t.appendEnd(text, s, t.findings > 0))
}

// appendEnd appends how to read more about rules, how many findings can be fixed, and the verdict.
func (t *Text) appendEnd(dst []byte, s Summary, rules bool) []byte {
	if rules {
		dst = append(dst, "For more about a rule: npycheck explain RULE\n"...)
	}
	for _, line := range t.fixable(s.Fixable) {
		dst = t.appendLine(dst, line, 0)
	}
	word := outcomeWord(s.Outcome)
	return t.appendLine(append(dst, t.paint.Outcome(s.Outcome, word)...), ": "+text.Inert(t.verdict(s)), len(word))
}

// Within says which part of a file a finding is about, in the form that follows the path: the member of an archive,
// and which of several arrays. It is "[b.npy]", "[2]" or "[b.npy][2]", and "" for the file and for its first array.
func Within(f *validator.Finding) string {
	within := ""
	if f.MemberName != "" {
		within = "[" + quoteInert(f.MemberName) + "]"
	}
	return within + arrayIndex(f)
}

// arrayIndex says which of several arrays a finding is about, unless it is the first.
func arrayIndex(f *validator.Finding) string {
	if f.Array == 0 {
		return ""
	}
	return fmt.Sprintf("[%d]", f.Array)
}
