package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/internal/paint"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TextOptions adjust a report as text.
type TextOptions struct {
	Levels
	Quiet   bool // nothing after the findings
	NoHex   bool // no bytes under the findings
	Colours bool // for a terminal
}

// Text writes a report for people. The findings of a rule in a file are a block: the first of them, its place, its
// bytes, the number of the others, and once in a report how to fix them. The last line is the verdict on all files.
type Text struct {
	Levels
	quiet  bool
	hex    bool
	paint  paint.Paint
	helped map[spec.ID]bool // rules whose fix was written
	blocks int64            // that were written of findings
	left   map[spec.ID]int  // findings of a file without a block yet
	text   []byte
}

// NewText returns a Text for one report.
func NewText(o TextOptions) *Text {
	return &Text{
		Levels: o.Levels, quiet: o.Quiet, hex: !o.NoHex, paint: paint.Paint(o.Colours),
		helped: make(map[spec.ID]bool), left: make(map[spec.ID]int),
	}
}

// InOrder marks a format that remembers which rules it has explained.
func (*Text) InOrder() {}

// Begin writes nothing.
func (*Text) Begin(io.Writer) error { return nil }

// File writes the findings of a file.
func (t *Text) File(w io.Writer, _ int64, f *File) error {
	shown := t.shown()
	for i := range f.Findings {
		if found := &f.Findings[i]; found.Severity >= shown {
			t.left[found.Rule]++
		}
	}
	for _, o := range f.Omitted {
		if o.Severity >= shown {
			t.left[o.Rule] += o.Count
		}
	}
	why := f.unsaid(shown)
	if len(t.left) == 0 && why == "" {
		return nil
	}
	text, path := t.text[:0], displayPath(f)
	for i := range f.Findings {
		found := &f.Findings[i]
		if n := t.left[found.Rule]; n > 0 && found.Severity >= shown {
			delete(t.left, found.Rule)
			t.blocks++
			text = t.appendBlock(text, path, found, n-1)
		}
	}
	for _, o := range f.Omitted {
		if n := t.left[o.Rule]; n > 0 && o.Severity >= shown {
			delete(t.left, o.Rule)
			t.blocks++
			text = t.appendTitle(text, o.Severity, o.Rule.String(), plural.Count(int64(n), "finding")+", not listed")
			text = append(t.appendPath(text, path, ""), '\n')
			text = t.appendHelp(text, o.Rule)
		}
	}
	if why != "" {
		text = t.appendTitle(text, spec.Error, string(validator.NotChecked), inert.Text(why))
		text = append(t.appendPath(text, path, ""), '\n')
	}
	t.text = text
	return write(w, text)
}

// appendBlock appends a finding, and the number of others of its rule.
func (t *Text) appendBlock(dst []byte, path string, f *Finding, others int) []byte {
	dst = t.appendTitle(dst, f.Severity, f.Rule.String(), inert.Text(f.Message))
	dst = t.appendPath(dst, path, Within(&f.Finding))
	if f.Offset > 0 || f.Length > 0 { // otherwise it is about the whole file
		dst = strconv.AppendInt(append(dst, ':'), f.Offset, 10)
	}
	dst = append(dst, '\n')
	if t.hex {
		dst = appendExcerpt(dst, f, t.paint.Carets(f.Severity))
	}
	if others > 0 {
		dst = fmt.Appendf(dst, "  and %d more in this file\n", others)
	}
	return t.appendHelp(dst, f.Rule)
}

// appendTitle appends the first line of a block.
func (t *Text) appendTitle(dst []byte, severity spec.Severity, rule, message string) []byte {
	dst = append(dst, t.paint.Severity(severity, severity.String()+"["+rule+"]")...)
	return append(append(append(dst, ": "...), message...), '\n')
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

// appendHelp appends how to fix the findings of a rule, unless that was said before.
func (t *Text) appendHelp(dst []byte, rule spec.ID) []byte {
	fix := rule.Rule().Fix
	if t.helped[rule] || fix == "" {
		return dst
	}
	t.helped[rule] = true
	return appendSentences(append(append(dst, "  "...), t.paint.Bold("help:")...), fix)
}

// appendSentences appends the first sentence of a text, and those after it for which there is room.
func appendSentences(dst []byte, text string) []byte {
	lines, column := 1, len(helpStart)-1
	sentence := 0 // end of the last whole one
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if column+1+n > textWidth {
			if lines >= maxHelp && sentence > 0 {
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

// manyBlocks is the number of blocks after which nobody reads all of them.
const manyBlocks = 100

// End writes where to read more, and the verdict.
func (t *Text) End(w io.Writer, s Summary) error {
	if t.quiet {
		return nil
	}
	var text []byte
	if t.blocks > manyBlocks {
		text = append(text, "More than 100 findings: --summary counts them by rule\n"...)
	}
	return write(w, t.appendEnd(text, s, t.blocks > 0))
}

// appendEnd appends how to read more about rules, and the verdict.
func (t *Text) appendEnd(dst []byte, s Summary, rules bool) []byte {
	if rules {
		dst = append(dst, "For more about a rule: npycheck explain RULE\n"...)
	}
	outcome, mark := t.outcome(s), t.paint.Bad
	if outcome == ok {
		mark = t.paint.Good
	}
	return fmt.Appendf(dst, "%s: %s\n", mark(string(outcome)), t.verdict(s))
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
