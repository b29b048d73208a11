package report

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

var (
	commandOpen = regexp.MustCompile(`(#[[:^ascii:]]*)#([A-Za-z[:^ascii:]]*)$`) // to which a bracket might be added

	// lineCommand is what GitHub treats as a command at the start of a line, after spaces, as [text.CommandStart] is
	// anywhere.
	lineCommand = regexp.MustCompile(`^[ [:^ascii:]]*:[[:^ascii:]]*:`)
)

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
func quoteInert(name string) string { return text.Inert(validator.Quote(name)) }
