package quote

import (
	"errors"
	"io/fs"
)

// Error returns the text of an error without the name of the file, which is shown anyway.
func Error(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return String(err.Error())
}
