package report

import (
	"errors"

	"github.com/npycheck/npycheck/internal/text"
)

// ErrorText returns the text of an error without the name of the file, which reports show anyway, and
// fit for a terminal.
func ErrorText(err error) string {
	var told toldError
	if errors.As(err, &told) {
		return string(told)
	}
	return text.Error(err)
}

// toldError is the error of a file in a report, as ErrorText returned it.
type toldError string

func (e toldError) Error() string { return string(e) }
