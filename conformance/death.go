package conformance

import "fmt"

// death tells how a process ended that should not have, or that ended in another way than by the
// exit codes of the protocol. It must have ended and be drained.
func (p *process) death(limits limits) Answer {
	state := p.cmd.ProcessState
	words := lastWords(p.stderr.String())
	if limits.memory > 0 && (p.blown.Load() || peakMemory(state) > limits.memory) {
		return blowUp(limits.memory)
	}
	if words == "" {
		return Answer{Outcome: OutcomeCrash, Message: state.String()}
	}
	return Answer{Outcome: OutcomeCrash, Message: state.String() + ": " + words}
}

func blowUp(limit int64) Answer {
	size := fmt.Sprintf("%d MiB", limit>>20)
	if limit%(1<<20) != 0 {
		size = fmt.Sprintf("%d bytes", limit)
	}
	return Answer{Outcome: OutcomeBlowUp, Message: "more than " + size + " of memory"}
}
