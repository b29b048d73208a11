package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// command is how a reader is called, and started.
type command struct {
	name string
	args []string
	read func(content []byte) answer // of a reader in this process, which has no arguments
}

// answer is what a reader says about a file.
type answer struct {
	Error string // why it refuses it

	// For an array.
	DType *string
	Shape []int64
	Data  string // in hexadecimal

	// For an archive: from NumPy an array for each key, from other readers a list.
	Members json.RawMessage

	// For a pickle.
	Imports  [][2]string
	Complete bool

	death string // what became of the process instead
}

// patience is how long a reader may spend on a batch: only one that hangs takes as long, however busy the machine is.
const patience = 20 * time.Minute

// reader is a process that reads files. It is restarted if it dies.
type reader struct {
	command
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// errLater says that a process died over several files, and not over the last of them when it was to read only that.
var errLater = errors.New("crashes after several files, but not on the last one alone")

// read returns an answer for each file. If the process dies or hangs, the file that it was reading is read again in its
// own process. If that goes well, the error is errLater, and there are answers anyway.
func (r *reader) read(ctx context.Context, files [][]byte) ([]answer, error) {
	if r.command.read != nil {
		answers := make([]answer, len(files))
		for i, content := range files {
			answers[i] = r.command.read(content)
		}
		return answers, nil
	}
	var answers []answer
	var later error
	for len(files) > 0 {
		got, err := r.ask(files)
		answers = append(answers, got...)
		files = files[len(got):]
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			return answers, later
		}
		if got, err = r.ask(files[:1]); err != nil {
			got = []answer{{death: err.Error()}}
		} else {
			later = errLater
		}
		answers = append(answers, got...)
		files = files[1:]
	}
	return answers, later
}

// ask sends one batch and reads the answers, those before an error. After an error the process is gone.
func (r *reader) ask(files [][]byte) (answers []answer, err error) {
	if len(files) == 0 {
		return nil, nil
	}
	if r.process == nil {
		if err := r.start(); err != nil {
			return nil, err
		}
	}
	process := r.process
	timer := time.AfterFunc(patience, func() { process.Process.Kill() })
	defer func() {
		if !timer.Stop() && err != nil {
			err = fmt.Errorf("no answer within %s", patience)
		}
		if err != nil {
			r.close()
		}
	}()
	sent := make(chan error, 1)
	in := r.in
	go func() {
		_, err := in.Write(framed(files))
		sent <- err
	}()
	for range files {
		line, err := r.out.ReadBytes('\n')
		if err != nil {
			return answers, r.end()
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return answers, fmt.Errorf("%s: %w", r.name, err)
		}
		answers = append(answers, a)
	}
	return answers, <-sent
}

// framed returns files in the format that readers expect.
func framed(files [][]byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(files)))
	for _, content := range files {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(content)))
		b = append(b, content...)
	}
	return b
}

func (r *reader) start() (err error) {
	process := exec.Command(r.args[0], r.args[1:]...)
	process.Stderr = os.Stderr
	// OpenBLAS takes address space for each CPU.
	process.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1")
	if r.in, err = process.StdinPipe(); err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	r.out = bufio.NewReaderSize(out, 1<<16)
	if err := process.Start(); err != nil {
		return err
	}
	r.process = process
	return nil
}

// end returns how the process ended.
func (r *reader) end() error {
	r.in.Close()
	if err := r.process.Wait(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

// close ends the process, if there is one.
func (r *reader) close() {
	if r.process == nil {
		return
	}
	r.in.Close() // which ends it, if it still can
	process := r.process
	timer := time.AfterFunc(5*time.Second, func() { process.Process.Kill() })
	process.Wait()
	timer.Stop()
	r.process = nil
}
