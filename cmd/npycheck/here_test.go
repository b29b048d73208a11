package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// A runner is a process of the test binary that runs one command line of npycheck after the other, each in its own folder and
// with its own environment. So the scripts start few processes, and few unpack the corpus.
type runner struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	enc *gob.Encoder
	dec *gob.Decoder
}

// request is a command line of npycheck for a runner.
type request struct {
	Dir  string
	Env  []string // KEY=VALUE, beside the environment of the tests
	Args []string
	Both bool // write both outputs to Stdout
}

// reply is what a command line did.
type reply struct {
	Code           int
	Stdout, Stderr []byte
}

// runnerName is the name by which the test binary knows that it is a runner.
const runnerName = "npycheck-runner"

// serveRequests runs the command lines that standard input has until it ends.
func serveRequests() error {
	debug.SetGCPercent(400) // as main does
	environment := os.Environ()
	enc, dec := gob.NewEncoder(os.Stdout), gob.NewDecoder(os.Stdin)
	os.Stdout = os.Stderr // what a command line writes there by mistake must not be read as a reply
	for {
		var r request
		if err := dec.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		os.Clearenv()
		for _, variable := range slices.Concat(environment, r.Env) {
			key, value, _ := strings.Cut(variable, "=")
			if err := os.Setenv(key, value); err != nil && key != "" { // as in =C:=C:\, which Windows has
				return err
			}
		}
		if err := os.Chdir(r.Dir); err != nil {
			return err
		}
		var stdout, stderr bytes.Buffer
		errors := &stderr
		if r.Both {
			errors = &stdout
		}
		code := run(context.Background(), r.Args, strings.NewReader(""), &stdout, errors)
		if err := os.Chdir(os.TempDir()); err != nil { // Windows removes no folder that a process is in
			return err
		}
		if err := enc.Encode(reply{code, stdout.Bytes(), stderr.Bytes()}); err != nil {
			return err
		}
	}
}

func startRunner() (*runner, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{Path: program, Args: []string{runnerName}, Stderr: os.Stderr}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &runner{cmd, in, gob.NewEncoder(in), gob.NewDecoder(out)}, cmd.Start()
}

// runners are processes that wait for a command line.
type runners struct {
	mutex sync.Mutex
	idle  []*runner
}

// do runs a command line. It starts a runner if all are busy.
func (s *runners) do(r request) (reply, error) {
	s.mutex.Lock()
	var to *runner
	if last := len(s.idle) - 1; last >= 0 {
		to, s.idle = s.idle[last], s.idle[:last]
	}
	s.mutex.Unlock()
	if to == nil {
		var err error
		if to, err = startRunner(); err != nil {
			return reply{}, err
		}
	}
	var got reply
	err := to.enc.Encode(r)
	if err == nil {
		err = to.dec.Decode(&got)
	}
	if err != nil {
		to.in.Close()
		return reply{}, fmt.Errorf("npycheck %s: no reply: %v, %v", strings.Join(r.Args, " "), err, to.cmd.Wait())
	}
	s.mutex.Lock()
	s.idle = append(s.idle, to)
	s.mutex.Unlock()
	return got, nil
}

// close ends the runners, which have to be idle.
func (s *runners) close() error {
	for _, to := range s.idle {
		to.in.Close()
		if err := to.cmd.Wait(); err != nil {
			return err
		}
	}
	s.idle = nil
	return nil
}

// here has the runners of all tests.
var here runners

// hereVariables are the variables of scripts that npycheck reads.
var hereVariables = []string{"PATH", "HOME", "USERPROFILE", "TMPDIR", "TMP", "NO_COLOR", "GITHUB_STEP_SUMMARY", "AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}

func hereCommand(ts *testscript.TestScript, neg bool, args []string) {
	flags := flag.NewFlagSet("here", flag.ContinueOnError)
	code := flags.Int("code", cli.ExitOK, "")
	each := flags.String("each", "", "")
	err := flags.Parse(args)
	if args = flags.Args(); err != nil || neg && *code != cli.ExitOK || (*each == "") != (len(args) > 0 && args[0] == "npycheck") {
		ts.Fatalf("usage: here [-code CODE] npycheck ARGUMENT... | here [-code CODE] -each FILE")
	}
	if *each == "" {
		hereLine(ts, neg, *code, args)
		return
	}
	for line := range strings.Lines(ts.ReadFile(*each)) {
		words, err := cli.ShellWords(line)
		if err != nil || words[0] != "npycheck" {
			ts.Fatalf("%s: got line %q, error %v, want npycheck ARGUMENT...", *each, line, err)
		}
		hereLine(ts, neg, *code, words)
	}
}

// hereLine runs one command line, which has to exit with a code, or with another one.
func hereLine(ts *testscript.TestScript, other bool, code int, words []string) {
	dir := ts.MkAbs(".")
	env := []string{"PWD=" + dir}
	for _, key := range hereVariables {
		env = append(env, key+"="+ts.Getenv(key))
	}
	got, err := here.do(request{Dir: dir, Env: env, Args: words[1:]})
	ts.Check(err)
	ts.Stdout().Write(got.Stdout)
	ts.Stderr().Write(got.Stderr)
	switch {
	case other && got.Code == code:
		ts.Fatalf("%q: got exit code %d, want another", words, code)
	case !other && got.Code != code:
		ts.Fatalf("%q: got exit code %d, want %d", words, got.Code, code)
	}
}
