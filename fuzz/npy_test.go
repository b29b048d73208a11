package fuzz

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// FuzzNpy takes a whole file.
func FuzzNpy(f *testing.F) {
	for _, rule := range spec.Rules() {
		if len(rule.Example.Bad) < 1<<12 {
			f.Add([]byte(rule.Example.Bad))
			f.Add([]byte(rule.Example.Good))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { properties(t, b) })
}
