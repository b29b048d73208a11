package fuzz

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// FuzzNpy takes a whole file.
func FuzzNpy(f *testing.F) {
	for _, rule := range spec.Rules() {
		if example := rule.Example(); len(example.Bad) < 1<<12 {
			f.Add([]byte(example.Bad))
			f.Add([]byte(example.Good))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { properties(t, b) })
}
