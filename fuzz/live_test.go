//go:build live

package fuzz_test

// live reports whether tests try what takes long.
const live = true
