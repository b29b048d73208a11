// Package fuzz holds the native fuzz targets of npycheck. Each takes raw bytes, so that any engine
// can drive it, and checks properties of the result and not just that there is one: what holds for
// every file whatever is in it.
package fuzz
