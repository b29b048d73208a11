// Package lazygc makes the tests of a package that imports it collect garbage less often. Nearly all that they allocate is
// garbage at once. Tests that measure what is in use collect it themselves.
package lazygc

import "runtime/debug"

func init() { debug.SetGCPercent(800) }
