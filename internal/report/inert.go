package report

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/npycheck/npycheck/validator"
)

// What CI services take for the start of a command: anywhere in a line "##[" (GitHub, Azure), "##vso[" (Azure) and
// "##teamcity[", and "::" after blanks (GitHub). Some compare text as people do, so that characters which nobody sees,
// and which aren't in ASCII, make no difference.
var (
	commandStart = regexp.MustCompile(`(#[[:^ascii:]]*#[A-Za-z[:^ascii:]]*)\[`)
	commandOpen  = regexp.MustCompile(`(#[[:^ascii:]]*)#([A-Za-z[:^ascii:]]*)$`) // to which a bracket might be added
	lineCommand  = regexp.MustCompile(`^[ [:^ascii:]]*:[[:^ascii:]]*:`)
)

// Inert breaks what CI services take for the start of a command anywhere in a line.
func Inert(s string) string {
	if strings.Count(s, "#") < 2 {
		return s
	}
	return commandStart.ReplaceAllString(s, `${1}\x5b`)
}

// inertBytes is Inert for text that ends dst and begins at start, with another escape of the bracket.
func inertBytes(dst []byte, start int, bracket string) []byte {
	if bytes.Count(dst[start:], []byte("#")) < 2 {
		return dst
	}
	return append(dst[:start], commandStart.ReplaceAll(dst[start:], []byte("${1}"+bracket))...)
}

// DisplayPath makes a path fit for a terminal and for the log of a CI service, also at the start of a line and with
// the name of a member in brackets after it.
func DisplayPath(path string) string {
	path = quoteInert(path)
	if strings.Count(path, "#") > 1 {
		path = commandOpen.ReplaceAllString(path, `${1}\x23$2`)
	}
	if strings.Contains(path, ":") && lineCommand.MatchString(path) {
		path = "." + string(filepath.Separator) + path
	}
	return path
}

// displayPath is DisplayPath for the path of a file.
func displayPath(f *File) string {
	if f.Stdin {
		return "<stdin>"
	}
	return DisplayPath(f.Path)
}

// quoteInert makes a name fit for a terminal and for the log of a CI service.
func quoteInert(name string) string { return Inert(validator.Quote(name)) }
