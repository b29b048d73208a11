package main

import (
	"os"
	"os/exec"
	"os/signal"
)

func ignoreSignals() { signal.Ignore(os.Interrupt) }

func die() reply {
	os.Exit(-1073741819) // exit code of an access violation
	return reply{}
}

// stop waits: no process stops itself.
func stop() reply {
	forever()
	return reply{}
}

// leave does nothing: no process leaves its job.
func leave(*exec.Cmd) {}
