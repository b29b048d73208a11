package report

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// CompactPattern matches a line of a report in the form of [Compact]. Its groups are the path, the member of an
// archive, which of several arrays it is, the offset, the severity, the message and the rule. For a file that isn't an
// archive, the number of the array replaces the member.
const CompactPattern = `^(.+?)(?:\[([^\[\]:]+)\])?(?:\[([0-9]+)\])?:([0-9]+): (error|warning|note): (.*) \[([a-z0-9-]+)\]$`

// Compact writes a line for each finding, for grep and for editors, and nothing else:
//
//	PATH:OFFSET: SEVERITY: MESSAGE [RULE]
//	PATH[MEMBER]:OFFSET: SEVERITY: MESSAGE [RULE]
//	PATH[ARRAY]:OFFSET: SEVERITY: MESSAGE [RULE]
//	PATH[MEMBER][ARRAY]:OFFSET: SEVERITY: MESSAGE [RULE]
//
// ARRAY is the number of an array after the first: 2, and so on.
// The offset, in bytes, is where compilers have the line. It counts from the start of the file or, for what is
// inside a member, from the start of its content. What is about a file as a whole has the offset 0: how many more
// findings of a rule there are, and, with "not-checked" for a rule, why the file could not be checked.
//
// Every line matches [CompactPattern], and only in one way: a path or a member that looks like the rest of
// the line has escapes, such as \x3a, in the places that matter.
//
// Findings below the level that is shown have no line.
type Compact struct{ Levels }

// compactSize is roughly the number of bytes of a line.
const compactSize = 128

// InOrder reports false: the files are independent of each other.
func (Compact) InOrder() bool { return false }

// Begin writes nothing.
func (Compact) Begin(io.Writer) error { return nil }

// File writes the lines of a file.
func (c Compact) File(w io.Writer, _ int64, f *File) error {
	if f.Silent() {
		return nil
	}
	shown := c.Shown()
	s := make([]byte, 0, compactSize*len(f.Findings))
	path := compactPath(f)
	for i := range f.Findings {
		found := &f.Findings[i]
		if found.Severity < shown {
			continue
		}
		s = append(s, path...)
		if found.MemberName != "" {
			s = append(s, '[')
			s = append(s, compactMember.Replace(quoteInert(found.MemberName))...)
			s = append(s, ']')
		}
		if found.Array > 0 {
			s = append(strconv.AppendInt(append(s, '['), int64(found.Array), 10), ']')
		}
		s = appendCompact(s, found.Offset, found.Severity, text.Inert(found.Message), found.Rule.String())
	}
	for _, o := range f.Omitted {
		if o.Severity < shown {
			continue
		}
		more := text.Count(int64(o.Count), "more finding") + " not listed"
		s = appendCompact(append(s, path...), 0, o.Severity, more, o.Rule.String())
	}
	if why := f.unsaid(shown); why != "" {
		s = appendCompact(append(s, path...), 0, spec.Error, text.Inert(why), string(validator.NotChecked))
	}
	return write(w, s)
}

// End writes nothing.
func (Compact) End(io.Writer, Summary) error { return nil }

// appendCompact appends the part of a line after the names.
func appendCompact(dst []byte, offset int64, severity spec.Severity, message, rule string) []byte {
	dst = strconv.AppendInt(append(dst, ':'), offset, 10)
	dst = append(append(dst, ": "...), severity.String()...)
	dst = append(append(dst, ": "...), message...)
	dst = append(append(dst, " ["...), rule...)
	return append(dst, "]\n"...)
}

var (
	compactOffset = regexp.MustCompile(`:([0-9]+: )`)
	compactMember = strings.NewReplacer("[", `\x5b`, "]", `\x5d`, ":", `\x3a`)
)

// compactPath returns the path of a file without anything that could be mistaken for the offset or the member after it.
func compactPath(f *File) string {
	path := displayPath(f)
	if strings.Contains(path, ": ") {
		path = compactOffset.ReplaceAllString(path, `\x3a$1`)
	}
	if rest, ok := strings.CutSuffix(path, "]"); ok {
		path = rest + `\x5d`
	}
	return path
}
