//go:build !unix && !windows

package cli

import (
	"io"
	"os"
)

func escapesOn(*os.File) bool { return true }

func inBackground(io.Writer) bool { return false }
