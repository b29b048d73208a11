package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// modes say how a question is answered.
var modes = map[string]func(*question) reply{
	"right":           right,
	"accept-all":      func(*question) reply { return reply{Outcome: "accept", Array: some} },
	"reject-all":      func(*question) reply { return reply{Outcome: "reject", Message: "no"} },
	"unsupported-all": func(*question) reply { return reply{Outcome: "unsupported", Message: "not yet"} },

	// Readers that get something wrong.
	"lying-digest": func(q *question) reply {
		return altered(q, func(a *array) { a.SHA256 = strings.Repeat("0", 64) })
	},
	"wrong-shape": func(q *question) reply {
		return altered(q, func(a *array) { a.Shape = append([]int64{1}, a.Shape...) })
	},
	"wrong-dtype": func(q *question) reply { return altered(q, func(a *array) { a.DType = "|V1" }) },

	// Readers that break down.
	"crash":    func(*question) reply { panic("broken") },
	"signal":   func(*question) reply { return die() },
	"stops":    func(*question) reply { return stop() },
	"hang":     func(*question) reply { ignoreSignals(); forever(); return reply{} },
	"hog":      func(*question) reply { hog(512 << 20); return reply{Outcome: "reject", Message: "big"} },
	"spike":    spike,
	"dies":     dies,
	"frail":    frail,
	"admits":   func(*question) reply { return reply{Outcome: "crash", Message: "caught"} },
	"exits-42": func(*question) reply { os.Exit(42); return reply{} },
	"spins": func(*question) reply {
		for {
			runtime.Gosched()
		}
	},
	"raises":   func(*question) reply { return reply{Outcome: "exception", Message: "caught"} },
	"exhausts": func(*question) reply { return reply{raw: `{"outcome":"blow-up","message":"bad_alloc"}`, code: 2} },
	"uncaught": func(*question) reply {
		fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'descr'")
		os.Exit(1)
		return reply{}
	},

	// Readers that break down after an answer, for the file with that number in lateFiles.
	"dies-after": func(q *question) reply { r := right(q); r.last, r.code = late(q), 3; return r },
	"stutters":   func(q *question) reply { r := right(q); r.twice = late(q); return r },
	"rots": func(q *question) reply {
		return onceRotten(q, func() { fmt.Fprintln(os.Stderr, "fatal: rotten"); os.Exit(3) })
	},
	"babbles": func(q *question) reply {
		r := altered(q, func(a *array) { a.DType = "|V1" })
		r.twice = late(q)
		return r
	},
	"dirty": func(q *question) reply {
		if q.before > 0 && late(q) {
			fmt.Fprintln(os.Stderr, "fatal: what the file before left on the stack")
			os.Exit(3)
		}
		return right(q)
	},
	"sticks": func(q *question) reply { return onceRotten(q, forever) },
	"echoes": func(q *question) reply { r := right(q); r.twice = true; return r },
	"leaks":  right, // and says so at the end of every process
	"once":   once,

	// Readers that can't make up their mind.
	"says":  func(*question) reply { return reply{raw: *said} },
	"flips": flips,
	"grows": func(q *question) reply { return altered(q, func(a *array) { a.Shape[0] += int64(q.before) }) },
	"waits": waits,

	// Readers that start other processes.
	"child-hang": func(*question) reply { start("forever").Wait(); return reply{} },
	"child-hog":  func(*question) reply { start("hog").Wait(); return reply{} },
	"orphan":     func(q *question) reply { start("forever"); return right(q) },
	"daemon":     func(q *question) reply { start("forever", leave); return right(q) },
	"outlived":   outlived,
	"escape":     func(q *question) reply { start("while", leave, forget); return right(q) },

	// Adapters that break the protocol.
	"chatty":        func(q *question) reply { fmt.Println("Loading", q.path); return right(q) },
	"garbage":       func(*question) reply { return reply{raw: "{\"dtype\": nope}\n"} },
	"empty":         func(*question) reply { return reply{raw: "\n"} },
	"half-line":     func(*question) reply { return reply{raw: `{"dtype":"<f8","sha`, last: true} },
	"flood":         func(*question) reply { return flood(os.Stdout) },
	"floods-stderr": func(*question) reply { return floodOn() },
	"flood-stderr":  func(q *question) reply { flood(os.Stderr); return right(q) },
	"close-stdout":  func(*question) reply { os.Stdout.Close(); forever(); return reply{} },
	"twice":         func(*question) reply { return reply{raw: "{\"a\":1}\n{\"a\":2}\n"} },
	"wrong-id":      func(q *question) reply { r := right(q); r.ID = 1; return r },
	"late":          func(q *question) reply { r := right(q); r.ID = -int64(q.before % 2); return r },
	"vandal":        vandal,
	"moves":         moves,
	"litter":        litter,
	"slow":          slow,
	"slow-start":    right,
	"never-starts":  right,
	"exits-at-once": right,
	"other-version": right,
	"odd-feature":   right,
	"numbers":       right,
	"only-npz":      right,
	"only-formats":  right,
	"only-version":  right,
	"after-bye":     right,

	"write":                 write,
	"write-unsorted":        write,
	"write-nothing":         func(*question) reply { return reply{Outcome: "accept"} },
	"write-rubbish":         write,
	"write-link":            write,
	"write-zero":            write,
	"write-no-newline":      write,
	"write-zero-no-newline": write,
	"write-one-kind":        write,
	"write-c-order":         write,
}

// outlived, at its first file, starts a process that leaves the group and the pipes, and at the next waits for its end.
func outlived(q *question) reply {
	list := filepath.Join(filepath.Dir(*pidList), "daemon")
	pid, err := os.ReadFile(list)
	if err != nil {
		os.WriteFile(list, fmt.Append(nil, start("forever", leave, silent).Process.Pid), 0o666)
		return right(q)
	}
	for range 1000 {
		stat, err := os.ReadFile("/proc/" + string(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return right(q)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return reply{Outcome: "reject", Message: "it lives on"}
}

// moves renames the folder of the files, and puts one in its place that has only an empty file.
func moves(q *question) reply {
	r := right(q)
	folder, moved := q.path, ""
	for range 3 {
		folder = filepath.Dir(folder)
	}
	moved = folder + "-moved"
	os.Rename(folder, moved)
	os.MkdirAll(filepath.Dir(q.path), 0o777)
	os.WriteFile(q.path, nil, 0o666)
	return r
}

// litter leaves an unreadable folder.
func litter(q *question) reply {
	dir := filepath.Join(filepath.Dir(q.path), "litter")
	os.MkdirAll(filepath.Join(dir, "more"), 0o777)
	os.Chmod(dir, 0)
	return right(q)
}

// hello is how the modes introduce themselves in tier 1.
func hello(mode string) string {
	more := ""
	switch mode {
	case "never-starts":
		forever()
	case "exits-at-once":
		os.Exit(0)
	case "slow-start":
		time.Sleep(300 * time.Millisecond)
	case "other-version":
		more = `,"protocol":2`
	case "odd-feature":
		more = `,"features":["npy","<f8"]`
	case "numbers":
		more = `,"features":["npy","v1","v2","v3","bool","int","uint","float","0d","1d","2d","nd"]`
	case "only-npz":
		more = `,"features":["npz","v1","float","1d"]`
	case "only-formats":
		more = `,"features":["npy","npz"]`
	case "only-version":
		more = `,"features":["npy","v1"]`
	}
	if strings.HasPrefix(mode, "write") {
		more = `,"ops":["read","write"]`
	}
	return `{"op":"hello","name":"fake","version":"1.0","language":"Go"` + more + `}`
}

// array is an array in the form of the protocol, with the hash.
type array struct {
	DType  string  `json:"dtype"`
	Shape  []int64 `json:"shape"`
	SHA256 string  `json:"sha256"`
}

var some = &array{DType: "<f8", Shape: []int64{3}, SHA256: strings.Repeat("1", 64)}

// right reads a file as the lax reader of package planted does, which TestPlantedRightReaders compares with the corpus. A
// new rule, which that reader doesn't know, it has from the validator.
func right(q *question) reply {
	content, err := os.ReadFile(q.path)
	if err != nil {
		fail(err.Error())
	}
	a, _, err := planter.Read(q.path, content)
	switch {
	case err != nil: // it refuses Python objects, too
		return reply{Outcome: "reject", Message: err.Error()}
	case unlearned(q.path, content):
		return reply{Outcome: "reject", Message: "breaks a rule"}
	case a.Members == nil:
		return reply{Outcome: "accept", Array: arrayRead(a)}
	}
	members := map[string]*array{}
	for key, m := range a.Members {
		members[key] = arrayRead(m)
	}
	return reply{Outcome: "accept", Array: map[string]any{"members": members}}
}

var planter = planted.Reader{Lax: true}

// unlearned reports whether a reader has to reject a file.
func unlearned(name string, content []byte) bool {
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Name: name})
	return err == nil && report.Duty() == spec.Reject
}

func arrayRead(a *planted.Array) *array {
	return &array{a.DType, append([]int64{}, a.Shape...), fmt.Sprintf("%x", sha256.Sum256(a.Data))}
}

// altered is right, except for the array.
func altered(q *question, alter func(*array)) reply {
	r := right(q)
	if a, ok := r.Array.(*array); ok {
		alter(a)
	}
	return r
}

// dies gives n right answers before it does.
func dies(q *question) reply {
	if q.before >= q.n {
		fmt.Fprintln(os.Stderr, "fatal: tired of", q.path)
		os.Exit(3)
	}
	return right(q)
}

// frail hangs on 3 % of files and crashes on 5 %, as the bytes of the file decide, and reads the others.
func frail(q *question) reply {
	content, err := os.ReadFile(q.path)
	if err != nil {
		fail(err.Error())
	}
	switch percent := crc32.ChecksumIEEE(content) % 100; {
	case percent < 3:
		forever()
	case percent < 8:
		panic("frail")
	}
	return right(q)
}

// lateFiles are the files after which a reader breaks down, or at which.
var lateFiles = []string{"c-0d.npy", "zero-itemsize-2-31.npy", "fortran-2d.npy"}

func late(q *question) bool { return filepath.Base(q.path) == lateFiles[q.n] }

// onceRotten answers correctly until it has read a bad file, and never again.
func onceRotten(q *question, end func()) reply {
	if rotten {
		end()
	}
	rotten = late(q)
	return right(q)
}

var rotten bool

// once answers correctly for one file, however often, and dies at another.
func once(q *question) reply {
	if only == "" {
		only = q.path
	}
	if q.path != only {
		fmt.Fprintln(os.Stderr, "fatal: another file")
		os.Exit(3)
	}
	return right(q)
}

var only string

// flips alternates between accepting and rejecting.
func flips(q *question) reply {
	if q.before%2 == 1 {
		return reply{Outcome: "reject", Message: "not today"}
	}
	return right(q)
}

// slow spends ten milliseconds on each file.
func slow(*question) reply {
	time.Sleep(10 * time.Millisecond)
	return reply{Outcome: "unsupported", Message: "not yet"}
}

// waits answers when the file "go" appears beside the list of processes, and writes "asked" before it and
// "answered" after it.
func waits(q *question) reply {
	folder := filepath.Dir(*pidList)
	sign := func(name string) { os.WriteFile(filepath.Join(folder, name), nil, 0o666) }
	sign("asked")
	for {
		if _, err := os.Stat(filepath.Join(folder, "go")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	r := right(q)
	r.after = func() { sign("answered") }
	return r
}

// vandal removes the file after n right answers.
func vandal(q *question) reply {
	r := right(q)
	if q.before >= q.n {
		os.Remove(q.path)
	}
	return r
}

// hog takes memory, up to that number of bytes, slowly enough to be noticed.
func hog(size int) {
	var kept [][]byte
	for len(kept) < size>>20 {
		kept = append(kept, touched(1<<20))
		time.Sleep(time.Millisecond / 2)
	}
	os.Stderr.Write(kept[0][:0])
}

// forever waits. It isn't select{}, because Go ends a program that is deadlocked.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func touched(size int) []byte {
	b := make([]byte, size)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	return b
}

// spike takes memory for a moment when it reads a file that is to be rejected.
func spike(q *question) reply {
	r := right(q)
	if r.Outcome == "reject" {
		r.Message += string(touched(q.n << 20)[:0])
		debug.FreeOSMemory()
	}
	return r
}

func flood(to *os.File) reply {
	block := []byte(strings.Repeat("x", 1<<20))
	for range 48 {
		if _, err := to.Write(block); err != nil {
			forever()
		}
	}
	return reply{raw: "x", last: true}
}

// floodOn writes to standard error as long as it can.
func floodOn() reply {
	for {
		flood(os.Stderr)
	}
}

// children are what fakes start.
var children = map[string]func(){
	"forever": func() { ignoreSignals(); forever() },
	"hog":     func() { hog(512 << 20); forever() },
	"while":   func() { time.Sleep(10 * time.Second) },
}

// forget clears the environment, so that a process carries no mark.
func forget(cmd *exec.Cmd) {
	cmd.Env = []string{"HOME=/"}
	cmd.Args = slices.Delete(cmd.Args, 1, 3) // nor be on the list
}

// silent gives a process no pipes.
func silent(cmd *exec.Cmd) { cmd.Stdin, cmd.Stdout, cmd.Stderr = nil, nil, nil }

// start starts another fake, which holds the pipes of this one open.
func start(child string, prepare ...func(*exec.Cmd)) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		fail(err.Error())
	}
	cmd := exec.Command(self, "-pids", *pidList, child)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	for _, p := range prepare {
		p(cmd)
	}
	if err := cmd.Start(); err != nil {
		fail(err.Error())
	}
	return cmd
}
