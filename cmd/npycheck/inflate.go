package main

import (
	"github.com/klauspost/compress/flate"

	"github.com/npycheck/npycheck/validator"
)

// inflate is what the command inflates members with: a third faster than the standard library, and
// with the same promise to read no further than the end of the stream.
var inflate = validator.ReuseInflaters(flate.NewReader)
