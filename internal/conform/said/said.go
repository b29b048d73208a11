// Package said shortens messages of programs to lines that are fit for a terminal and for a report.
package said

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/validator"
)

// maxMessage is the maximum number of characters of a message in a report.
const maxMessage = 200

// MaxInvalid is the number of answers in a row after which a run, or a hunt, ends if none keeps to the protocol.
const MaxInvalid = 25

// MaxRaw is the number of bytes that are looked at to make a message.
const MaxRaw = 64 << 10

// Parts that differ from run to run: addresses, and process numbers in the form in which runtimes write them.
var (
	terminalCodes = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)
	addresses     = regexp.MustCompile(`\b0x[0-9a-fA-F]{6,16}\b`)
)

// Clean turns an adapter's message about a file into one short line, the same in every run.
func Clean(text, path string, pid int) string {
	text = text[:min(len(text), MaxRaw)]
	if path != "" {
		text = strings.ReplaceAll(text, path, "FILE")
	}
	text = terminalCodes.ReplaceAllString(text, "")
	text = addresses.ReplaceAllString(text, "0x…")
	if pid > 0 {
		for _, form := range []string{"(%d)", "[%d]", "==%d=="} {
			text = strings.ReplaceAll(text, fmt.Sprintf(form, pid), strings.ReplaceAll(form, "%d", "PID"))
		}
	}
	return Line(text)
}

// Line makes one short line of any text, fit for a terminal and for a report.
func Line(text string) string {
	text = text[:min(len(text), MaxRaw)]
	return cut(validator.Quote(cut(strings.Join(strings.Fields(text), " "))))
}

// cut ends a line at maxMessage characters.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= maxMessage {
		return s
	}
	n := 0
	for i := range s {
		if n == maxMessage-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// What Node writes about an error that nobody catches: first the line of the source that threw it, and a
// few lines later the error.
var (
	sourceLine = regexp.MustCompile(`^\S.*:\d+$`)
	errorLine  = regexp.MustCompile(`^\w*(Error|Exception)\b.*:`)
)

// LastWords chooses the line of standard error that says why a program gave up: the first, the last where
// Python shows its stack, and the error where Node shows the line of the source first.
func LastWords(stderr string) string {
	first, last, thrown := "", "", ""
	for text := range strings.Lines(stderr) {
		if text = strings.TrimSpace(text); text != "" {
			if first == "" {
				first = text
			}
			if thrown == "" && errorLine.MatchString(text) {
				thrown = text
			}
			last = text
		}
	}
	if strings.HasPrefix(first, "Traceback (most recent call last)") {
		return last
	}
	if strings.HasPrefix(first, `File "`) && errorLine.MatchString(last) {
		return last // a syntax error has no stack
	}
	if thrown != "" && sourceLine.MatchString(first) {
		return thrown
	}
	return first
}
