package conformance

import (
	_ "embed"
	"strings"
)

//go:embed core.txt
var core string

// Core returns the IDs of the cases that show most defects of real readers, first those that show most.
func Core() []string {
	var ids []string
	for line := range strings.Lines(core) {
		if id := strings.TrimSpace(line); id != "" && id[0] != '#' {
			ids = append(ids, id)
		}
	}
	return ids
}
