package text

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxMessage is the maximum number of characters of a message in a report.
const maxMessage = 200

// MaxRawMessage is the number of bytes that are looked at to make a message.
const MaxRawMessage = 64 << 10

// Parts that differ from run to run: addresses, and process numbers in the form in which runtimes write them.
var (
	terminalCodes = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)
	addresses     = regexp.MustCompile(`\b0x[0-9a-fA-F]{6,16}\b`)
)

// CleanMessage turns an adapter's message about a file into one short line, the same in every run.
func CleanMessage(text, path string, pid int) string {
	text = text[:min(len(text), MaxRawMessage)]
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
	text = text[:min(len(text), MaxRawMessage)]
	return cut(Quote(cut(strings.Join(strings.Fields(text), " "))))
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

// Parts of a message that differ from file to file.
var (
	paths   = regexp.MustCompile(`(?:[A-Za-z]:)?(?:[/\\][\w.+@~-]+){2,}`)
	quoted  = regexp.MustCompile(`"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*'|` + "`[^`]*`")
	numbers = regexp.MustCompile(`0x[0-9a-fA-F…]+|[0-9]+`)
	asides  = regexp.MustCompile(`\([^()]*\)`)
	where   = regexp.MustCompile(` --> .*`) // Rust parsers show the text at which they fail
	lists   = regexp.MustCompile(`#(?:[,; ]+-?#)+`)
)

// maxShape is the number of bytes of a message that count.
const maxShape = 100

// MessageShape returns a message without the parts that differ from file to file: numbers, paths, and what is quoted or in
// parentheses, which is often a piece of the file.
func MessageShape(message string) string {
	message = where.ReplaceAllString(message, "")
	message = quoted.ReplaceAllString(message, "…")
	message = asides.ReplaceAllString(message, "(…)")
	message = paths.ReplaceAllString(message, "…")
	message = numbers.ReplaceAllString(message, "#")
	message = lists.ReplaceAllString(message, "#")
	if len(message) > maxShape {
		message = strings.ToValidUTF8(message[:maxShape], "")
	}
	return message
}

// DifferenceKind returns what differs between two arrays, without the values.
func DifferenceKind(message string) string {
	of := ""
	if member, rest, ok := strings.Cut(message, `": `); ok && strings.HasPrefix(member, `member "`) {
		of, message = "member: ", rest
	}
	for _, what := range []string{"dtype", "shape", "element"} {
		if strings.HasPrefix(message, what) {
			return of + what
		}
	}
	message, _, _ = strings.Cut(message, ", expected")
	return of + MessageShape(message)
}

// mistakes are the types of errors that runtimes raise where a program has a mistake or runs out of memory, and by which
// no library refuses a file. The names stand without modules, except those of the JVM.
var mistakes = map[string][]string{
	"Python": {
		"ArithmeticError", "AssertionError", "AttributeError", "BufferError", "FloatingPointError", "IndentationError", "IndexError",
		"KeyError", "LookupError", "MemoryError", "NameError", "OverflowError", "RecursionError", "StopIteration", "SyntaxError",
		"SystemError", "TabError", "TokenError", "TypeError", "UnboundLocalError", "ZeroDivisionError", "_ArrayMemoryError",
	},
	"JavaScript": {"RangeError", "ReferenceError", "TypeError"},
	"Java": {
		"java.lang.ArithmeticException", "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException",
		"java.lang.ClassCastException", "java.lang.IndexOutOfBoundsException", "java.lang.NegativeArraySizeException",
		"java.lang.NullPointerException", "java.lang.StringIndexOutOfBoundsException", "java.lang.UnsupportedOperationException",
		"java.nio.BufferOverflowException", "java.nio.ReadOnlyBufferException", "java.util.ConcurrentModificationException",
		"java.util.EmptyStackException",
	},
}

// What runtimes write before or after an error that nobody catches.
const pythonStack = "Traceback (most recent call last):"

var (
	nodeEnd    = regexp.MustCompile(`(?m)^Node\.js v\d`)
	nodeError  = regexp.MustCompile(`(?m)^(?:Uncaught )?(\w*Error)\b`)
	javaError  = regexp.MustCompile(`(?m)^Exception in thread "[^"\n]*" ([\w.$]+)(.*)`)
	javaCause  = regexp.MustCompile(`(?m)^Caused by: ([\w.$]+)(.*)`)
	pythonType = regexp.MustCompile(`^[\w.]+`)
)

// Mistake reports whether standard error shows that a program ended by an error that nobody caught, and that no library
// means. The error is of Python, Node or a JVM.
func Mistake(stderr string) bool {
	if at := strings.LastIndex(stderr, pythonStack); at >= 0 {
		return pythonMistake(stderr[at+len(pythonStack):])
	}
	if m := javaError.FindStringSubmatch(stderr); m != nil {
		if cause := javaCause.FindStringSubmatch(stderr); cause != nil && m[1] == "java.lang.RuntimeException" {
			m = cause // some libraries wrap their exceptions
		}
		return javaMistake(m[1], m[2])
	}
	if nodeEnd.MatchString(stderr) {
		m := nodeError.FindStringSubmatch(stderr)
		return m != nil && slices.Contains(mistakes["JavaScript"], m[1])
	}
	return false
}

// pythonMistake looks at the line with the error, which is the first after the stack.
func pythonMistake(stack string) bool {
	for line := range strings.Lines(stack) {
		if line == "\n" || line == "\r\n" || line[0] == ' ' {
			continue
		}
		name := pythonType.FindString(line)
		if name == "struct.error" {
			return true
		}
		return slices.Contains(mistakes["Python"], name[strings.LastIndexByte(name, '.')+1:])
	}
	return false
}

func javaMistake(name, message string) bool {
	if name == "java.lang.ArithmeticException" && strings.HasSuffix(strings.TrimSpace(message), "overflow") {
		return false // a number that Math.toIntExact and its like find too large
	}
	return slices.Contains(mistakes["Java"], name) || strings.HasPrefix(name, "java.lang.") && strings.HasSuffix(name, "Error")
}

// Like reports whether a text matches a pattern, in which "*" stands for any characters; \* and \\ are a star and a
// backslash.
func Like(pattern, text string) bool {
	parts := literals(pattern)
	if len(parts) == 1 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(text, part)
		if !ok || at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return ok && strings.HasSuffix(text, parts[len(parts)-1])
}

// literals returns what is between the stars of a pattern.
func literals(pattern string) []string {
	if !strings.Contains(pattern, `\`) {
		return strings.Split(pattern, "*")
	}
	var parts []string
	var part strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern) && (pattern[i+1] == '*' || pattern[i+1] == '\\'):
			i++
			part.WriteByte(pattern[i])
		case c == '*':
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteByte(c)
		}
	}
	return append(parts, part.String())
}

// Literally makes a pattern that only the text matches.
var Literally = strings.NewReplacer(`\`, `\\`, `*`, `\*`)

// CutWord cuts the first word off. The rest is empty if nothing follows.
func CutWord(s string) (word, rest string) {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], strings.TrimLeft(s[i:], " \t")
	}
	return s, ""
}
