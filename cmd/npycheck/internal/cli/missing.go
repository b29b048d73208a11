package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
)

// ErrRemote is about a URL or a bucket that is given to a command that reads only files of this machine.
var ErrRemote = errors.New("only check and list read from servers; download it first")

// Missing returns the error for a path whose file could not be opened: if there is none, and the path is something
// other than one, it says what to give instead.
func Missing(path string, err error) error {
	var failed *fs.PathError
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &failed) {
		return err
	}
	hint := ""
	scheme, rest, ok := strings.Cut(path, "://")
	switch lower := strings.ToLower(scheme); {
	case report.IsRemote(path):
		return ErrRemote
	case ok && lower == "file":
		hint = "expected a path without file://: " + Quoted("/"+strings.TrimLeft(rest, "/"))
	case ok && report.IsRemote(lower+"://"):
		hint = fmt.Sprintf("expected %s:// in lower case", lower)
	case ok && strings.Trim(lower, "abcdefghijklmnopqrstuvwxyz0123456789+-.") == "":
		hint = fmt.Sprintf("%s:// is not supported, only https://, http:// and s3://; copy the file to this machine first", lower)
	case strings.ContainsAny(filepath.Base(path), "*?["):
		folder, pattern := filepath.Split(path)
		hint = "patterns are for the shell: leave out the quotes, or: " + commandLine([]string{"npycheck", "check", "--include", pattern, filepath.Clean(folder)})
	default:
		return err
	}
	return &fs.PathError{Op: failed.Op, Path: failed.Path, Err: fmt.Errorf("%w; %s", failed.Err, hint)}
}
