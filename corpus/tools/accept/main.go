// Command accept generates everything that follows from rules and cases, shows what changed, and asks whether to keep it.
//
//	go run ./corpus/tools/accept [-y]
//	go run ./corpus/tools/accept -case ID
//
// Without flags it checks all cases and writes where their faults are, as the validator finds them, into
// corpus/internal/cases/findings. It generates the corpus, the lists of rules in the specification, messages, hashes of
// generated files, and pages. Then it shows each finding that is new or elsewhere, as npycheck check would, and the
// difference of all documents. If the answer isn't y, everything is as before, but for generated files that somebody edits
// while the question is open. What an entry says by hand is never written: if a case doesn't break exactly the rules of its
// entry, or has another duty, nothing changes.
//
// With -case it makes the file of one case and that of its twin, shows what is found in them, and writes nothing.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
)

const usage = "usage: accept [-y] | accept -case ID"

func main() {
	id := flag.String("case", "", "show what is found in the case with this `ID` and in its twin, and write nothing")
	yes := flag.Bool("y", false, "keep what is generated without asking")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "accept generates what follows from rules and cases, shows what changed, and asks whether to keep it.\n\n"+usage+"\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout, *id, *yes, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "accept:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, id string, yes bool, args []string) error {
	switch {
	case len(args) > 0:
		return errors.New(usage)
	case id != "":
		return showCase(ctx, w, id)
	case isSet("case"):
		return errors.New("-case needs the ID of a case")
	}
	top, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return fmt.Errorf("%w\nRun this in a Git checkout of npycheck", err)
	}
	t, err := newTree(ctx, strings.TrimSpace(top))
	if err != nil {
		return err
	}
	kept, err := accept(ctx, w, t, yes)
	if !kept {
		if err = errors.Join(err, t.restore()); err == nil {
			fmt.Fprintln(w, "everything is as before")
		}
	}
	return errors.Join(err, t.close())
}

// accept generates everything, and reports whether to keep it.
func accept(ctx context.Context, w io.Writer, t *tree, yes bool) (kept bool, err error) {
	fmt.Fprintln(w, "checking all cases …")
	all, err := judgeAll(ctx)
	if err != nil {
		return false, err
	}
	changed, err := writeFindings(t.top, all)
	if err != nil {
		return false, err
	}
	for _, s := range steps {
		fmt.Fprintf(w, "%s …\n", s.what)
		if err := s.run(ctx, t.top); err != nil {
			return false, err
		}
	}
	if err := t.compare(ctx); err != nil {
		return false, err
	}
	if len(t.changed) == 0 {
		fmt.Fprintln(w, "nothing changes")
		return true, nil
	}
	fmt.Fprintln(w)
	for _, j := range changed {
		if err := j.show(w); err != nil {
			return false, err
		}
	}
	if err := t.show(ctx, w); err != nil {
		return false, err
	}
	if yes {
		fmt.Fprintln(w, "kept; go test ./... comes next")
		return true, nil
	}
	fmt.Fprint(w, "\nIs each place and message right? Keep all of it? [y/N] ")
	return answer(ctx), nil
}

// isSet reports whether a flag was given.
func isSet(name string) (set bool) {
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// answer reports whether a person says yes, which nobody does who interrupts the command or closes its input.
func answer(ctx context.Context) bool {
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		lines <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-lines:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		return false
	}
}

// step is a command that generates something. Tests that hold generated text write it if NPYCHECK_UPDATE is set.
type step struct {
	what    string
	command []string
}

var steps = []step{
	{"generating the lists of rules in spec", []string{"go", "test", "-count=1", "./spec", "-run", "^Test(ClausesHaveTheirRules|Duties)$"}},
	{"generating the corpus", []string{"go", "generate", "./corpus"}},
	{"generating messages, hashes and docs/fix.md", []string{"go", "test", "-count=1", "./fuzz", "./validator", "./cmd/internal/fix", "-run", "^Test(Golden|Examples|Document)$"}},
	{"listing what the correct readers don't know", []string{"go", "test", "-count=1", "./conformance", "-run", "^TestUnlearned$"}},
	{"generating the pages of conformance", []string{"go", "generate", "./conformance"}},
}

func (s step) run(ctx context.Context, top string) error {
	cmd := command(ctx, top, s.command...)
	cmd.Env = append(os.Environ(), "NPYCHECK_UPDATE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(s.command, " "), err, out)
	}
	return nil
}

// command returns a command in a folder, which may end itself when the context ends.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd
}

// output returns what a command prints.
func output(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := command(ctx, dir, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}
