//go:build !live

package main

// live says that the scripts are run whole.
const live = false
