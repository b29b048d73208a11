package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrExists says that there is a file where a new one should be.
var ErrExists = errors.New("a file of that name exists already")

// ErrAttributes says that the new file can't have the extended attributes of the old one.
var ErrAttributes = errors.New("the new file could not keep the extended attributes of the old one")

// plain returns an error without the paths in it, which may be those of a temporary file.
func plain(err error) error {
	var link *os.LinkError
	var path *fs.PathError
	switch {
	case errors.As(err, &link):
		return fmt.Errorf("%s: %w", link.Op, link.Err)
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", path.Op, path.Err)
	}
	return err
}
