package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/npycheck/npycheck/cmd/internal/report"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// isPipe reports whether somebody reads what is written, rather than the disk.
func isPipe(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// takesEscapes reports whether w is a terminal that obeys escape sequences.
func takesEscapes(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("TERM") != "dumb" && escapesOn(w.(*os.File))
}

// TerminalWidth returns the number of columns of the terminal that w is, and 0 if it isn't one or doesn't say.
func TerminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 0
}

// minColumns is the number of columns of the narrowest terminal on which lines are broken between words.
const minColumns = 60

// WrapWidth returns the number of columns at which lines for w are broken between words, and 0 if they aren't, as those
// for a file or a pipe.
func WrapWidth(w io.Writer) int {
	if columns := TerminalWidth(w); columns >= minColumns {
		return columns
	}
	return 0
}

// PaintFor returns the colours for w: a terminal that takes them has some, unless NO_COLOR is set.
func PaintFor(w io.Writer) report.Paint {
	return report.Paint(os.Getenv("NO_COLOR") == "" && takesEscapes(w))
}

// Headings marks the lines of a text that begin a paragraph, end with a colon and are not indented.
func Headings(p report.Paint, text string) string {
	if !p {
		return text
	}
	paragraphs := strings.Split(text, "\n\n")
	for i, paragraph := range paragraphs {
		heading, _, _ := strings.Cut(paragraph, "\n")
		if strings.HasSuffix(heading, ":") && heading[0] != ' ' {
			paragraphs[i] = p.Bold(heading) + paragraph[len(heading):]
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
