package conformance

import (
	"fmt"

	"github.com/npycheck/npycheck/conformance/internal/process"
	"github.com/npycheck/npycheck/internal/text"
)

// flood is the message for a process that never stops writing errors.
var flood = invalidf("more than %d MiB on standard error", process.MaxErrors>>20)

// death says how a process ended that should not have, or that ended in a way other than by the
// exit codes of the protocol. It must have ended and be drained.
func (l *launcher) death(p *process.Process) Answer {
	if p.Blown() {
		return overLimit(l.memory)
	}
	words, state := text.LastWords(p.Stderr.String()), p.State().String()
	if words == "" {
		return Answer{Outcome: OutcomeCrash, Message: state}
	}
	return Answer{Outcome: OutcomeCrash, Message: state + ": " + words}
}

func overLimit(limit int64) Answer {
	size := fmt.Sprintf("%d MiB", limit>>20)
	if limit%(1<<20) != 0 {
		size = fmt.Sprintf("%d bytes", limit)
	}
	return Answer{Outcome: OutcomeOutOfMemory, Message: "more than " + size + " of memory"}
}
