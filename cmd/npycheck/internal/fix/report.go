package fix

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// fail says that a file could not be fixed, for a reason that isn't in it.
func (r *run) fail(path string, err error) {
	r.failed++
	r.say("%s: failed: %s", cli.QuotedText(path), text.Inert(report.ErrorText(err)))
}

// refuse says that a new file was not put in place.
func (r *run) refuse(path string, err error) {
	r.left++
	r.say("%s: left as it was: %s", cli.QuotedText(path), text.Inert(err.Error()))
}

// report says what became of a file.
func (r *run) report(path string, plan *fix.Plan) {
	verb := "fixed"
	if r.dry() {
		verb = "would be fixed"
	}
	shown := cli.QuotedText(path)
	if plan.Changes() {
		r.fixed++
		if r.diff {
			r.writeDiff(shown, cli.QuotedText(renamed(path, plan)), plan)
		}
		r.say("%s: %s: %s%s", shown, verb, strings.Join(rulesOf(plan.Fixed), ", "), newNames(path, plan))
		r.dropped(plan.Dropped)
	}
	left := r.lines(plan)
	switch {
	case len(left) > 0:
		r.left++
		if !plan.Changes() {
			r.say("%s: not fixed", shown)
		}
		for _, line := range left {
			r.say("%s", line)
		}
	case !plan.Changes():
		r.untouched++
	}
}

// maxDropped is the number of members of a file that are named.
const maxDropped = 10

// dropped says which members the new archive doesn't have, and whether their values are in it.
func (r *run) dropped(all []fix.Dropped) {
	for i, d := range all {
		if i == maxDropped {
			r.say("  dropped: %s", text.Count(int64(len(all)-i), "more member"))
			return
		}
		kept, s := "the last", fmt.Sprintf("member %d of %d named '%s'", d.Nth, d.Of, cli.QuotedText(d.Name))
		if d.Hidden {
			kept, s = "the other", fmt.Sprintf("member '%s', which the directory doesn't list", cli.QuotedText(d.Name))
		}
		switch {
		case d.Equal:
			s += "; " + kept + " is kept, and is equal"
		case d.Of > 0:
			s += "; " + kept + " is kept, and differs from it"
		}
		r.say("  dropped: %s", text.Inert(s))
	}
}

// rulesOf returns the names of the rules of findings, in their order and each once.
func rulesOf(findings []validator.Finding) []string {
	var names []string
	for _, found := range findings {
		if name := found.Rule.String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// lines says what is left, and why, each rule once.
func (r *run) lines(plan *fix.Plan) []string {
	var lines []string
	seen := map[spec.ID]bool{}
	for _, l := range plan.Left {
		if l.Severity() < max(spec.Warning, r.options.Level) && !(l.Rule == spec.DataSecondArray && r.options.Level == spec.Note) || seen[l.Rule] {
			continue
		}
		seen[l.Rule] = true
		lines = append(lines, fmt.Sprintf("  left: %v%s: %s", l.Rule, text.Inert(report.Within(&l.Finding)), text.Inert(reason(&l))))
	}
	return lines
}

// reason says what was found, why it is left, and which flags fix it.
func reason(l *fix.Left) string {
	text := l.Message
	if l.Why != "" {
		text += "; " + l.Why
	}
	if flags := l.Fix.Flags(); flags != "" {
		text += "; npycheck fix" + flags + " fixes it"
	}
	return text
}

// writeDiff shows the bytes and the records that change.
func (r *run) writeDiff(from, to string, plan *fix.Plan) {
	fmt.Fprintf(r.out, "--- %s\n+++ %s\n", from, to)
	for _, h := range plan.Headers {
		found := validator.Finding{MemberName: h.MemberName, Array: h.Array}
		fmt.Fprintf(r.out, "@@ header%s, %s: now %s @@\n", text.Inert(report.Within(&found)), text.Count(int64(len(h.Old)), "byte"), text.Count(int64(len(h.New)), "byte"))
		fmt.Fprintf(r.out, "-%s\n+%s\n", text.Inert(visible(h.Old)), text.Inert(visible(h.New)))
	}
	for _, found := range plan.Fixed {
		lost := func(l fix.Loss) bool { return l.MemberName == found.MemberName && l.Offset == found.Offset }
		if area := found.Rule.Rule().Area(); !slices.ContainsFunc(plan.Lost, lost) && (area == "zip" || area == "npz" || found.Rule == spec.DataTrailing || found.Rule == spec.DataSecondArray || found.Rule == spec.PrefixMagic || found.Rule == spec.HeaderNewlinesConverted) {
			fmt.Fprintf(r.out, "@@ %s%s at byte %d @@\n-%s\n", text.Count(found.Length, "byte"), text.Inert(report.Within(&found)), found.Offset, text.Inert(found.Message))
		}
	}
	for _, l := range plan.Lost {
		found := validator.Finding{MemberName: l.MemberName}
		more := ""
		if n := l.Length - int64(len(l.Head)); n > 0 {
			more = fmt.Sprintf(" (%s more)", text.Count(n, "byte"))
		}
		fmt.Fprintf(r.out, "@@ %s%s at byte %d: lost @@\n-%s%s\n", text.Count(l.Length, "byte"), text.Inert(report.Within(&found)), l.Offset, text.Inert(visible(l.Head)), more)
	}
}

// maxShown is the number of characters of a header that a diff shows.
const maxShown = 2000

// visible returns bytes in one line, as Python would write them, with long runs of spaces counted.
func visible(b []byte) string {
	var s strings.Builder
	for len(b) > 0 && s.Len() < maxShown {
		if n := len(b) - len(bytes.TrimLeft(b, " ")); n > 8 {
			fmt.Fprintf(&s, " (%d spaces) ", n)
			b = b[n:]
			continue
		}
		switch c := b[0]; {
		case c == '\n':
			s.WriteString(`\n`)
		case c == '\\':
			s.WriteString(`\\`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&s, `\x%02x`, c)
		default:
			s.WriteByte(c)
		}
		b = b[1:]
	}
	if len(b) > 0 {
		fmt.Fprintf(&s, " (%s more)", text.Count(int64(len(b)), "byte"))
	}
	return s.String()
}
