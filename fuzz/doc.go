// Package fuzz contains the native fuzz targets of npycheck. Each takes raw bytes, so that any engine
// can drive it, and checks not only that there is a result but also the properties that hold for
// every file.
package fuzz
