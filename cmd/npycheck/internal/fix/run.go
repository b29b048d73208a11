package fix

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/fix"
	"github.com/npycheck/npycheck/internal/text"
)

// flags holds the flags of the command as they were given.
type flags struct {
	check, diff bool
	salvage     bool
	output      string
	level       string
	byteOrder   string

	options fix.Options
	bar     cli.BarFlags
}

// dry reports whether nothing is written.
func (f *flags) dry() bool { return f.check || f.diff }

// run is the work on all files.
type run struct {
	*flags
	args    []string
	out     *bufio.Writer
	columns int // at which lines are broken, or 0

	fixed, left, untouched, failed int64 // files
}

// say writes a line, which is broken between words where the terminal would break it inside them.
func (r *run) say(format string, args ...any) {
	r.out.Write(append(text.AppendWrapped(nil, fmt.Sprintf(format, args...), 0, "    ", r.columns), '\n'))
}

// end says what became of all files.
func (r *run) end(passed *files.Coverage) {
	verb, left, nothing := "fixed", "with findings left", "with nothing to fix"
	switch {
	case r.flags.salvage:
		verb, left, nothing = "salvaged", "with members lost", "with nothing to salvage"
	case r.dry():
		verb = "would be fixed"
	}
	parts := []string{fmt.Sprintf("%s %s", text.Count(r.fixed, "file"), verb)}
	add := func(n int64, unit, what string) {
		if n > 0 {
			parts = append(parts, text.Count(n, unit)+" "+what)
		}
	}
	add(r.left, "file", left)
	add(r.untouched, "file", nothing)
	add(r.failed, "file", "failed")
	add(passed.Links.Load(), "link", "not followed")
	if skipped := passed.SkippedFolders(); skipped != "" {
		parts = append(parts, skipped)
	}
	r.say("%s", strings.Join(parts, "; "))
}
