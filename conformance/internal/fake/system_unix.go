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

// stop lets the process rest until somebody wakes it.
func stop() reply {
	syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)
	forever()
	return reply{}
}

// leave lets the process begin a session of its own.
func leave(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
