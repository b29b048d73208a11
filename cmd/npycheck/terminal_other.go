//go:build !windows

package main

import "os"

// escapesOn reports whether a terminal takes escape sequences, as all do that don't say that they are dumb.
func escapesOn(*os.File) bool { return true }
