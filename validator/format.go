package validator

import "strings"

// Format is what a file turned out to be.
type Format string

// The formats.
const (
	Npy     Format = "npy"
	Npz     Format = "npz"
	Unknown Format = "unknown"
)

// FormatOf returns the format that the name of a file promises by its suffix, in small letters or in capitals, or
// Unknown.
func FormatOf(name string) Format {
	switch {
	case hasSuffixFold(name, ".npy"):
		return Npy
	case hasSuffixFold(name, ".npz"):
		return Npz
	}
	return Unknown
}

// hasSuffixFold is strings.HasSuffix, but for the case of letters.
func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
