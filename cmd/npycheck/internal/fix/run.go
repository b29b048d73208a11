package fix

import (
	"bufio"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/fix"
	"github.com/npycheck/npycheck/internal/plural"
)

// flags holds the flags of the command as they were given.
type flags struct {
	check, diff bool
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
	args []string
	out  *bufio.Writer

	fixed, left, untouched, failed int64 // files
}

// end says what became of all files.
func (r *run) end(passed *files.Coverage) {
	verb := "fixed"
	if r.dry() {
		verb = "would be fixed"
	}
	fmt.Fprintf(r.out, "%s %s", plural.Count(r.fixed, "file"), verb)
	if r.left > 0 {
		fmt.Fprintf(r.out, "; %s with findings left", plural.Count(r.left, "file"))
	}
	if r.untouched > 0 {
		fmt.Fprintf(r.out, "; %s with nothing to fix", plural.Count(r.untouched, "file"))
	}
	if r.failed > 0 {
		fmt.Fprintf(r.out, "; %s failed", plural.Count(r.failed, "file"))
	}
	if links := passed.Links.Load(); links > 0 {
		fmt.Fprintf(r.out, "; %s not followed", plural.Count(links, "link"))
	}
	if skipped := passed.SkippedFolders(); skipped != "" {
		fmt.Fprintf(r.out, "; %s", skipped)
	}
	io.WriteString(r.out, "\n")
}
