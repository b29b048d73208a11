package main

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// textReporter writes a line for each finding, the bytes concerned under it, and nothing for a
// file without findings.
type textReporter struct {
	quiet bool // no line at the end
	paint paint
}

// paint colours the words of the text format, if colours are wanted.
type paint struct {
	severity [spec.Error + 1]func(...any) string
	path     func(...any) string
	caret    func(...any) string
}

func newPaint(colours bool) paint {
	of := func(attributes ...color.Attribute) func(...any) string {
		c := color.New(attributes...)
		if colours {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	var p paint
	p.severity[spec.Note] = of(color.FgCyan, color.Bold)
	p.severity[spec.Warning] = of(color.FgYellow, color.Bold)
	p.severity[spec.Error] = of(color.FgRed, color.Bold)
	p.path = of(color.Bold)
	p.caret = of(color.FgGreen, color.Bold)
	return p
}

func (t *textReporter) begin() string { return "" }

func (t *textReporter) append(dst []byte, _ int64, r *result, _ func([]byte) []byte) []byte {
	if len(r.shown) == 0 && r.err == nil && len(r.omitted) == 0 {
		return dst
	}
	path := t.paint.path(displayPath(r))
	bytes := openBytes(r)
	defer bytes.close()
	for _, f := range r.shown {
		dst = fmt.Appendf(dst, "%s%s: %s: %s [%s]\n", path, inMember(f.Member), t.paint.severity[f.severity](f.severity), inert(f.Message), f.Rule)
		dst = bytes.of(f.Finding).appendDump(dst, f.Offset, f.Length, t.paint.caret)
	}
	for _, id := range slices.Sorted(maps.Keys(r.omitted)) {
		dst = fmt.Appendf(dst, "%s: %s not listed [%s]\n", path, plural(int64(r.omitted[id]), "more finding"), id)
	}
	if r.err != nil {
		dst = fmt.Appendf(dst, "%s: %s: %s\n", path, t.paint.severity[spec.Error](validator.Unreadable), inert(errorText(r.err)))
	}
	return dst
}

// inMember names the member of an archive that a finding is about.
func inMember(member string) string {
	if member == "" {
		return ""
	}
	return "[" + inert(member) + "]"
}

func (t *textReporter) end(s summary) string {
	if t.quiet {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d conforming, %d nonconforming", plural(s.files, "file"), s.conforming, s.nonconforming)
	if s.unreadable > 0 {
		fmt.Fprintf(&b, ", %d unreadable", s.unreadable)
	}
	fmt.Fprintf(&b, "; %s, %s, %s", plural(s.findings[spec.Error], "error"),
		plural(s.findings[spec.Warning], "warning"), plural(s.findings[spec.Note], "note"))
	if s.unverified > 0 {
		fmt.Fprintf(&b, "; checksums of %s not verified (--depth full)", plural(s.unverified, "archive"))
	}
	if s.links > 0 {
		fmt.Fprintf(&b, "; %s not followed (--follow)", plural(s.links, "link"))
	}
	b.WriteByte('\n')
	return b.String()
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// displayPath returns the path of an input, fit for a terminal and for the log of a CI service.
func displayPath(r *result) string {
	if r.stdin {
		return "<stdin>"
	}
	path := inert(validator.Quote(r.path))
	// Services take lines that begin with "::" for commands, with or without blanks before it.
	if strings.HasPrefix(strings.TrimLeft(path, " "), "::") {
		path = "." + string(filepath.Separator) + path
	}
	return path
}

// inert breaks "##[", which CI services take for the start of a command anywhere in a line.
func inert(s string) string { return strings.ReplaceAll(s, "##[", `##\x5b`) }

func inertColumn(ascii []byte) { copy(ascii, bytes.ReplaceAll(ascii, []byte("##["), []byte("##."))) }
