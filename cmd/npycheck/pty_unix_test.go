//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// npycheckCommand runs without colours, and is killed if it never ends.
func npycheckCommand(t *testing.T, args []string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program(t, "npycheck"), args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "TERM=xterm")
	return cmd
}

// feed writes standard input, and may wait for what the program has written.
type feed func(in io.Writer, seen func(part string))

func throughPipe(t *testing.T, args []string, input feed) (string, int) {
	t.Helper()
	cmd := npycheckCommand(t, args)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if input != nil {
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer in.Close()
			input(in, func(string) {})
		}()
	}
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// onTerminal returns what a program writes to a terminal, byte by byte.
func onTerminal(t *testing.T, args []string, size pty.Winsize, input feed) (string, int) {
	t.Helper()
	window := openWindow(t, size)
	cmd := npycheckCommand(t, args)
	cmd.Stdout, cmd.Stderr = window.slave, window.slave
	if input == nil {
		window.start(cmd)
	} else {
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		window.start(cmd)
		input(in, window.await)
		in.Close()
	}
	out := window.rest()
	cmd.Wait()
	return out, cmd.ProcessState.ExitCode()
}

// window is a terminal on which programs write.
type window struct {
	t             *testing.T
	master, slave *os.File
	pieces        chan string
	out           strings.Builder // what was read so far
}

func openWindow(t *testing.T, size pty.Winsize) *window {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	w := &window{t: t, master: master, slave: slave, pieces: make(chan string)}
	w.resize(size)
	return w
}

func (w *window) resize(size pty.Winsize) {
	w.t.Helper()
	if err := pty.Setsize(w.master, &size); err != nil {
		w.t.Fatal(err)
	}
}

// start starts a program. The output ends once all programs that have the window open end.
func (w *window) start(cmd *exec.Cmd) {
	w.t.Helper()
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.listen()
}

// listen reads what is written from now on.
func (w *window) listen() {
	w.slave.Close()
	go func() {
		defer close(w.pieces)
		buf := make([]byte, 4096)
		for {
			n, err := w.master.Read(buf)
			if n > 0 {
				w.pieces <- string(buf[:n])
			}
			if err != nil { // EIO once nobody has the terminal open
				if !errors.Is(err, syscall.EIO) && err != io.EOF {
					w.t.Error(err)
				}
				return
			}
		}
	}()
}

// await waits until the text is written.
func (w *window) await(part string) {
	w.t.Helper()
	for !strings.Contains(w.out.String(), part) {
		piece, ok := <-w.pieces
		if !ok {
			w.t.Errorf("the program ended before it wrote %q: %q", part, w.out.String())
			return
		}
		w.out.WriteString(piece)
	}
}

// rest returns all that was written, once the programs have ended.
func (w *window) rest() string {
	for piece := range w.pieces {
		w.out.WriteString(piece)
	}
	return w.out.String()
}
