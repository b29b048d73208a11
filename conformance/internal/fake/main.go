// Command fake is an adapter around no implementation. It behaves as badly as it is told to, and
// proves that the harness measures what it should.
//
//	fake exec MODE[=N] FILE
//	fake jsonl MODE[=N]
//
// The modes are those of the table in modes.go. N is a number for the modes that need one.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	record()
	if len(os.Args) == 2 {
		if child := children[os.Args[1]]; child != nil {
			child()
			return
		}
	}
	if len(os.Args) < 3 {
		fail("usage: fake exec|jsonl MODE[=N] [FILE]")
	}
	name, number, _ := strings.Cut(os.Args[2], "=")
	mode, ok := modes[name]
	if !ok {
		fail("no mode " + name)
	}
	n, _ := strconv.Atoi(number)
	switch {
	case os.Args[1] == "exec" && len(os.Args) == 4:
		a := mode(&question{path: os.Args[3], n: n, array: nil})
		if a.raw != "" {
			fmt.Print(a.raw)
			os.Exit(a.code)
		}
		a.exit()
	case os.Args[1] == "jsonl" && len(os.Args) == 3:
		serve(name, mode, n)
	default:
		fail("usage: fake exec|jsonl MODE[=N] [FILE]")
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "fake: "+message)
	os.Exit(100)
}

// record appends the number of the process to a file, so that a test can look for it.
func record() {
	name := os.Getenv("FAKE_PIDS")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		fail(err.Error())
	}
	defer f.Close()
	fmt.Fprintln(f, os.Getpid())
}

// question is a file that the fake is asked for.
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

	raw  string // said instead of all that
	code int    // with which a process of tier 0 ends behind raw
	last bool   // the process of tier 1 ends behind it
}

// exit says it in tier 0.
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
		if r.last {
			os.Exit(r.code)
		}
	}
}
