// Command fake is an adapter without an implementation. It misbehaves on request, and
// proves that the harness measures what it should.
//
//	fake [-pids LIST] [-say TEXT] exec MODE[=N] FILE
//	fake [-pids LIST] [-say TEXT] jsonl MODE[=N]
//
// The modes are those of the table in modes.go. N is a number for the modes that need one. A test
// finds the started processes in LIST.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	pidList = flag.String("pids", "", "append the number of the process to `LIST`")
	said    = flag.String("say", "", "what the mode says says")
)

const usage = "usage: fake [-pids LIST] [-say TEXT] exec|jsonl MODE[=N] [FILE]"

func main() {
	flag.Parse()
	record()
	if flag.NArg() == 1 {
		if child := children[flag.Arg(0)]; child != nil {
			child()
			return
		}
	}
	if flag.NArg() < 2 {
		fail(usage)
	}
	name, number, _ := strings.Cut(flag.Arg(1), "=")
	mode, ok := modes[name]
	if !ok {
		fail("no mode " + name)
	}
	n, _ := strconv.Atoi(number)
	switch {
	case flag.Arg(0) == "exec" && flag.NArg() == 3:
		a := mode(&question{path: flag.Arg(2), n: n, array: nil})
		if a.raw != "" {
			fmt.Print(a.raw)
			os.Exit(a.code)
		}
		a.exit()
		if a.after != nil {
			a.after()
		}
	case flag.Arg(0) == "jsonl" && flag.NArg() == 2:
		serve(name, mode, n)
	default:
		fail(usage)
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "fake: "+message)
	os.Exit(100)
}

// record appends the process ID to a file, so that a test can look for the process.
func record() {
	if *pidList == "" {
		return
	}
	f, err := os.OpenFile(*pidList, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		fail(err.Error())
	}
	defer f.Close()
	fmt.Fprintln(f, os.Getpid())
}

// question is a request for a file.
type question struct {
	path   string
	n      int             // the number of the mode
	before int             // answers that the process has given already
	array  json.RawMessage // what to write, in tier 1
}

// reply is what the fake says in either tier.
type reply struct {
	ID      int64  `json:"id"`
	Outcome string `json:"outcome"`
	Array   any    `json:"array,omitempty"`
	Message string `json:"message,omitempty"`

	raw  string // sent instead of all that
	code int    // with which a process of tier 0 ends after raw
	last bool   // the process of tier 1 ends after it

	twice bool   // tier 1 sends it a second time
	after func() // is called after it was sent
}

// exit sends it in tier 0.
func (r *reply) exit() {
	switch r.Outcome {
	case "accept":
		if r.Array != nil {
			json.NewEncoder(os.Stdout).Encode(r.Array)
		}
	case "reject":
		fmt.Fprintln(os.Stderr, r.Message)
		os.Exit(1)
	default:
		json.NewEncoder(os.Stdout).Encode(map[string]string{"message": r.Message})
		os.Exit(2)
	}
}

// serve is tier 1.
func serve(name string, mode func(*question) reply, n int) {
	in := bufio.NewReader(os.Stdin)
	for answers := 0; ; {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var q struct {
			Op    string
			ID    int64
			Path  string
			Array json.RawMessage
		}
		if err := json.Unmarshal(line, &q); err != nil {
			fail(err.Error())
		}
		switch q.Op {
		case "hello":
			fmt.Println(hello(name))
			continue
		case "bye":
			if name == "after-bye" {
				fmt.Println(`{"op":"and another thing"}`)
				forever()
			}
			if name == "leaks" {
				fmt.Fprintf(os.Stderr, "==%d==ERROR: LeakSanitizer: detected memory leaks at %d\n", os.Getpid(), time.Now().UnixNano())
				os.Exit(23)
			}
			return
		}
		r := mode(&question{path: q.Path, n: n, before: answers, array: q.Array})
		answers++
		r.ID += q.ID
		if r.raw != "" {
			fmt.Print(r.raw)
		} else if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
			return
		}
		if r.twice {
			json.NewEncoder(os.Stdout).Encode(r)
		}
		if r.after != nil {
			r.after()
		}
		if r.last {
			os.Exit(r.code)
		}
	}
}
