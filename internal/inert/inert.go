// Package inert keeps CI services from acting on what reports say, and writes JSON on which no terminal acts. Single names
// are quoted by package quote.
package inert

import (
	"bytes"
	"regexp"
	"strings"
)

// CommandStart is what CI services treat as the start of a command anywhere in a line: "##[" (GitHub, Azure), "##vso["
// (Azure) and "##teamcity[". Some ignore invisible non-ASCII characters when they compare text.
var CommandStart = regexp.MustCompile(`(#[[:^ascii:]]*#[A-Za-z[:^ascii:]]*)\[`)

// Text breaks what CI services treat as the start of a command anywhere in a line.
func Text(s string) string {
	if strings.Count(s, "#") < 2 {
		return s
	}
	return CommandStart.ReplaceAllString(s, `${1}\x5b`)
}

// End is Text for what ends dst and begins at start, with another escape of the bracket.
func End(dst []byte, start int, bracket string) []byte {
	if bytes.Count(dst[start:], []byte("#")) < 2 {
		return dst
	}
	return append(dst[:start], CommandStart.ReplaceAll(dst[start:], []byte("${1}"+bracket))...)
}
