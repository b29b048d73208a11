//go:build unix

package main

import (
	"os/exec"
	"os/signal"
	"syscall"
)

func ignoreSignals() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP) }

func die() reply {
	syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
	forever()
	return reply{}
}

// stop suspends the process until somebody wakes it.
func stop() reply {
	syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)
	forever()
	return reply{}
}

// leave starts the process in its own session.
func leave(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
