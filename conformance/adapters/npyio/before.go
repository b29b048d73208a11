//go:build 0.9.0

package main

import (
	"github.com/sbinet/npyio/npy"
	"github.com/sbinet/npyio/npz"
)

const module = "github.com/sbinet/npyio" // before it moved

type header = npy.Header

var (
	newReader    = npy.NewReader
	typeFrom     = npy.TypeFrom
	writeArray   = npy.Write
	openArchive  = npz.Open
	writeArchive = npz.Write
)
