package said

import (
	"regexp"
	"slices"
	"strings"
)

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
