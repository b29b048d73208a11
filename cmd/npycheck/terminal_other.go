//go:build !unix && !windows

package main

import (
	"io"
	"os"
)

func escapesOn(*os.File) bool { return true }

func inBackground(io.Writer) bool { return false }
