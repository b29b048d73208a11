//go:build unix

package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"
)

// TestDocumentsPicture runs npycheck check on docs/data in a terminal, and compares what it shows with the picture of
// README.md. NPYCHECK_UPDATE=1 draws it.
func TestDocumentsPicture(t *testing.T) {
	window := openWindow(t, pty.Winsize{Rows: 60, Cols: pictureColumns})
	cmd := exec.Command(program(t, "npycheck"), "check", "data")
	cmd.Dir = "../../docs"
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "NO_COLOR=") && !strings.HasPrefix(variable, "TERM=") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "TERM=xterm")
	cmd.Stdout, cmd.Stderr = window.slave, window.slave
	window.start(cmd)
	screen := window.rest()
	cmd.Wait()
	shown := "\x1b[1m$ npycheck check data\x1b[0m\n" + regexp.MustCompile(`\r\x1b\[K|\r`).ReplaceAllString(screen, "")
	picture, err := draw(shown)
	if err != nil {
		t.Fatal(err)
	}
	const name = "../../docs/check.svg"
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile(name, picture, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || !bytes.Equal(text, picture) {
		t.Errorf("%s is out of date (%v): NPYCHECK_UPDATE=1 go test ./cmd/npycheck -run Documents", name, err)
	}
}

// pictureStyle has the colours of a terminal, for light and for dark pages. The classes are the numbers of escape
// sequences.
const pictureStyle = `<style>
rect { fill: #f6f8fa } text { fill: #1f2328; white-space: pre }
.c1 { font-weight: 700 } .c2 { opacity: .75 }
.c31 { fill: #c21c26 } .c32 { fill: #116329 } .c33 { fill: #7d4e00 } .c34 { fill: #0550ae } .c35 { fill: #8250df } .c36 { fill: #1b6f7d }
@media (prefers-color-scheme: dark) {
rect { fill: #161b22 } text { fill: #e6edf3 }
.c31 { fill: #ff7b72 } .c32 { fill: #56d364 } .c33 { fill: #e3b341 } .c34 { fill: #79c0ff } .c35 { fill: #d2a8ff } .c36 { fill: #56d4dd }
}
</style>
`

const (
	pictureColumns = 104
	columnWidth    = 8.4 // pixels of a character of 14 pixels in monospaced fonts
	lineHeight     = 19
	pictureMargin  = 18
)

var escapeSequence = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// draw returns the picture of a terminal that shows lines with escape sequences. It knows those for bold and for colours.
func draw(screen string) ([]byte, error) {
	lines := strings.Split(strings.TrimRight(wrap(screen), "\n"), "\n")
	var b bytes.Buffer
	width, height := pictureColumns*84/10+2*pictureMargin, len(lines)*lineHeight+2*pictureMargin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-labelledby="title">`+"\n"+
		"<title id=\"title\">npycheck check data, in a terminal</title>\n"+pictureStyle+`<rect width="%[1]d" height="%[2]d" rx="8"/>`+"\n"+
		`<g font-family="ui-monospace,SFMono-Regular,SF Mono,Menlo,Consolas,DejaVu Sans Mono,Liberation Mono,monospace" font-size="14">`+"\n",
		width, height)
	var classes []string
	for i, line := range lines {
		y, column := pictureMargin+14+i*lineHeight, 0
		for rest := line; rest != ""; {
			text, next := rest, ""
			at := escapeSequence.FindStringSubmatchIndex(rest)
			if at != nil {
				text, next = rest[:at[0]], rest[at[1]:]
			}
			write(&b, text, classes, column, y)
			column += utf8.RuneCountInString(text)
			if at != nil {
				var err error
				if classes, err = styled(classes, rest[at[2]:at[3]]); err != nil {
					return nil, err
				}
			}
			rest = next
		}
	}
	b.WriteString("</g>\n</svg>\n")
	if bytes.ContainsRune(b.Bytes(), '\x1b') {
		return nil, fmt.Errorf("got an unknown escape sequence: %q", screen)
	}
	return b.Bytes(), nil
}

// wrap breaks lines where the terminal does.
func wrap(screen string) string {
	var b strings.Builder
	column := 0
	for rest := screen; rest != ""; {
		if sequence := escapeSequence.FindString(rest); strings.HasPrefix(rest, "\x1b") && strings.HasPrefix(rest, sequence) {
			b.WriteString(sequence)
			rest = rest[max(1, len(sequence)):]
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == '\n':
			column = 0
		case column == pictureColumns:
			b.WriteByte('\n')
			column = 1
		default:
			column++
		}
		b.WriteRune(r)
		rest = rest[size:]
	}
	return b.String()
}

// write puts text at a column. Its length is given, so that columns are straight in every font.
func write(b *bytes.Buffer, text string, classes []string, column, y int) {
	trimmed := strings.TrimLeft(text, " ")
	column += len(text) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " ")
	if trimmed == "" {
		return
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f"`, pictureMargin+float64(column)*columnWidth, y,
		float64(utf8.RuneCountInString(trimmed))*columnWidth)
	if classes != nil {
		fmt.Fprintf(b, ` class="%s"`, strings.Join(classes, " "))
	}
	b.WriteString(">")
	xml.EscapeText(b, []byte(trimmed))
	b.WriteString("</text>\n")
}

var knownClass = regexp.MustCompile(`\.c\d+ `)

// styled returns the classes of text after the numbers of an escape sequence.
func styled(classes []string, numbers string) ([]string, error) {
	for number := range strings.SplitSeq(numbers, ";") {
		class := "c" + number
		switch {
		case number == "" || number == "0":
			classes = nil
		case number == "22":
			classes = slices.DeleteFunc(slices.Clone(classes), func(c string) bool { return c == "c1" || c == "c2" })
		case slices.Contains(knownClass.FindAllString(pictureStyle, -1), "."+class+" "):
			classes = append(slices.Clone(classes), class)
		default:
			return nil, fmt.Errorf("got the escape sequence %q, want bold, faint or a colour", numbers)
		}
	}
	return classes, nil
}
