//go:build !linux

package replace

import "os"

// keepAttributes does nothing: extended attributes are not copied.
func keepAttributes(*os.File, string) error { return nil }
