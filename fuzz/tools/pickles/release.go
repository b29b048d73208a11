package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// release is a loader that runs one release of NumPy.
type release struct {
	name    string
	process *exec.Cmd
	in      io.WriteCloser
	out     io.Reader
	sent    chan struct{} // one for each file without a result
}

// result is what the loader reports about a file.
type result struct {
	ID      int      `json:"id"`
	Outcome string   `json:"outcome"`
	Stage   string   `json:"stage"`
	What    string   `json:"what"`
	Alone   *bool    `json:"alone"`
	Raised  []string `json:"raised"`
}

// ahead is how far the generator may be ahead of a release, in files.
const ahead = 4096

// startRelease starts a loader that takes that many files at a time.
func startRelease(ctx context.Context, name, python, loader string, batch int) (*release, error) {
	r := &release{name: name, sent: make(chan struct{}, ahead)}
	r.process = exec.CommandContext(ctx, python, "-I", "-W", "ignore", loader, strconv.Itoa(batch))
	r.process.WaitDelay = 10 * time.Second
	r.process.Stderr = os.Stderr
	// One thread, and freed memory that is overwritten.
	r.process.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "GLIBC_TUNABLES=glibc.malloc.perturb=165:glibc.malloc.arena_max=1")
	var err error
	if r.in, err = r.process.StdinPipe(); err != nil {
		return nil, err
	}
	if r.out, err = r.process.StdoutPipe(); err != nil {
		return nil, err
	}
	return r, r.process.Start()
}

// send waits while the release lags too far behind, unless the context is done: an ended loader takes no more files.
func (r *release) send(ctx context.Context, f *file) error {
	select {
	case r.sent <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(f.number))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(f.content)))
	_, err := r.in.Write(append(head, f.content...))
	return err
}

// read calls f with each result, up to the end of the loader.
func (r *release) read(f func(result)) error {
	lines := bufio.NewScanner(r.out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		<-r.sent
		var res result
		if err := json.Unmarshal(bytes.ToValidUTF8(lines.Bytes(), []byte("?")), &res); err != nil {
			return err
		}
		f(res)
	}
	if err := r.process.Wait(); err != nil {
		return err
	}
	if len(r.sent) > 0 {
		return fmt.Errorf("%d files have no result", len(r.sent))
	}
	return lines.Err()
}
