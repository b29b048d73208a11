package fix

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/fix"
)

// renamed returns the name of a file after it was fixed: with the suffix of its format, if the plan says so.
func renamed(path string, plan *fix.Plan) string {
	if !plan.Rename {
		return path
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + "." + string(plan.Format)
}

// numbered returns the name of the file of the nth array: a.2.npy.
func numbered(path string, n int) string {
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(path, ext), n, ext)
}

// newNames says which names the new files have, if it isn't that of the old one.
func newNames(path string, plan *fix.Plan) string {
	to := renamed(path, plan)
	text := ""
	if plan.Rename {
		text = "; the new name is " + cli.QuotedText(filepath.Base(to))
	}
	switch last := len(plan.Files); {
	case last == 2:
		text += "; the second array is in " + cli.QuotedText(filepath.Base(numbered(to, 2)))
	case last > 2:
		text += "; the other arrays are in " + cli.QuotedText(filepath.Base(numbered(to, 2))) + " to " + cli.QuotedText(filepath.Base(numbered(to, last)))
	}
	return text
}
