package properties

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func dataOffset(report *validator.Report) int64 {
	if report.Array == nil {
		return 0
	}
	return report.Array.DataOffset
}

// Full returns the report on a file at depth Full, after checking WorkBounded, Places and
// ImportsOrdered.
func (c *Checker) Full(content []byte) (*validator.Report, error) {
	full, err := c.check(content, options(validator.Full))
	if err != nil {
		return nil, err
	}
	if c.Seen != nil {
		c.Seen(full)
	}
	c.ran(WorkBounded)
	if n := c.file.n.Load(); n > maxRead(len(content)) {
		return nil, violation(WorkBounded, "read %d bytes of a file of %d", n, len(content))
	}
	if err := c.imports(content, full); err != nil {
		return nil, err
	}
	return full, c.places(content, full)
}

// imports checks that the imports of each pickle are within it, in their order.
func (c *Checker) imports(content []byte, full *validator.Report) error {
	if len(full.Imports) == 0 {
		return nil
	}
	c.ran(ImportsOrdered)
	member, last := validator.NoMember, dataOffset(full)
	for _, i := range full.Imports {
		if i.Member != member {
			member, last = i.Member, 0
		}
		if i.Offset < last || member == validator.NoMember && i.Offset >= int64(len(content)) {
			return violation(ImportsOrdered, "import at offset %d in a file of %d bytes, after one at %d", i.Offset, len(content), last)
		}
		last = i.Offset
	}
	return nil
}

// maxRead is how many bytes a check of size bytes may read: an array once, an archive several times, for its records,
// its members, and possible further records. Small members that no directory lists take 18 times.
func maxRead(size int) int64 { return 32*int64(size) + 4<<10 }

// places checks that findings are within the file, with messages fit for a terminal.
func (c *Checker) places(content []byte, report *validator.Report) error {
	c.ran(Places)
	for i := range report.Findings {
		f := &report.Findings[i]
		if _, ok := spec.Lookup(f.Rule.String()); !ok {
			return violation(Places, "finding names the unknown rule %q", f.Rule)
		}
		if f.Offset < 0 || f.Length < 0 || f.Base == validator.BaseFile && f.Offset+f.Length > int64(len(content)) {
			return violation(Places, "%s: range %d+%d is not in the file of %d bytes", f.Rule, f.Offset, f.Length, len(content))
		}
		if !printable(f.Message) || !printable(f.Pointer) {
			return violation(Places, "%s: %q at %q is not fit for a terminal", f.Rule, f.Message, f.Pointer)
		}
	}
	return nil
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
}
