//go:build !0.9.0

package main

import (
	"codeberg.org/sbinet/npyio/npy"
	"codeberg.org/sbinet/npyio/npz"
)

const module = "codeberg.org/sbinet/npyio"

type header = npy.Header

var (
	newReader    = npy.NewReader
	typeFrom     = npy.TypeFrom
	writeArray   = npy.Write
	openArchive  = npz.Open
	writeArchive = npz.Write
)
