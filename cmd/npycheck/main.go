// Command npycheck checks NumPy's .npy and .npz files against the format.
//
// It exits with 0 if all is well, 1 if it found something at or above the level of --fail-on, 2 if
// the command line is wrong, and 3 if something could not be read, fully checked or written. A
// command that only shows something exits with 141 if its output is closed early. See npycheck help
// and npycheck check --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/baseline"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/check"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/config"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/conform"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/corpus"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/dump"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/fix"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/fuzz"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/info"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/list"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/merge"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/rules"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// The time that a command has, after a signal, to end what it started and to clean up.
const (
	graceTime = 10 * time.Second // after the first
	hurryTime = 3 * time.Second  // after the second
)

func main() {
	// A closed pipe must end as a failed write and not as a death by signal, so that the exit
	// code says that the report is not complete. Nobody receives the signal: if it were ignored,
	// the adapters that conform starts would ignore it too.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	received := make(chan os.Signal, 1)
	signal.Notify(received, signals...)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-received
		cancel()
		select {
		case <-received:
			time.Sleep(hurryTime)
		case <-time.After(graceTime):
		}
		os.Exit(cli.ExitIncomplete) // it waits for a reader that doesn't read, or for a dead disk
	}()
	if os.Getenv("GOGC") == "" {
		// The heap is small and most of it lives for one batch of files, so that collecting it
		// less often costs a few megabytes.
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// Whatever a file claims, 64 MiB have to be enough. With an archive of very many members most of the heap lives to the
		// end, and the percentage above would let it grow to five times that. The limit is not a hard one, and
		// leaves room for the code of the program.
		debug.SetMemoryLimit(48 << 20)
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	var helpErr error
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { helpErr = writeHelp(cmd) })
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil && helpErr != nil {
		cmd, err = root, helpErr
	}
	var code cli.ExitCode
	var usage cli.UsageError
	output := cli.FailedOutput(err, stdout)
	switch {
	case err == nil:
		return cli.ExitOK
	case output != nil && errors.Is(err, syscall.EPIPE) && !cli.Reports(cmd):
		return cli.ExitClosedPipe
	case output != nil:
		err = output
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "npycheck: %s\n", text.Inert(usage.Error()))
		return cli.ExitUsage
	}
	fmt.Fprintf(stderr, "npycheck: %s\n", text.Inert(validator.Quote(err.Error())))
	return cli.ExitIncomplete
}

func newRoot() *cobra.Command {
	cobra.EnableCommandSorting = false // help has what most people need first
	version := false
	root := &cobra.Command{
		Use:   "npycheck COMMAND",
		Short: "Check .npy and .npz files, and programs that read or write them",
		Long: `The exit code is 0 if all is well, 1 if something was found, 2 if the command
line is wrong, and 3 if something could not be read, fully checked or written.
A command that only shows something exits with 141 if its output is closed
early.`,
		Example: `  npycheck check data/
  npycheck explain header-padding-byte
  npycheck corpus copy testdata/npy`,
		Args: func(cmd *cobra.Command, args []string) error {
			if version {
				return nil
			}
			return cli.SubcommandOnly(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return writeVersion(cmd)
			}
			// Without arguments somebody is asking what it is. No script does that.
			cmd.SetOut(cmd.ErrOrStderr())
			if err := cmd.Help(); err != nil {
				return err
			}
			return cli.ExitCode(cli.ExitUsage)
		},
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
	}
	root.SetFlagErrorFunc(cli.FlagError)
	root.Flags().BoolVarP(&version, "version", "v", false, "print the version") // that of cobra needs a template
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Files", []*cobra.Command{cli.Reporting(check.New()), cli.Reporting(fix.New()), info.New(), dump.New(), rules.NewExplain(), rules.NewRules(), cli.Reporting(baseline.New()), config.New(), list.New(), cli.Reporting(merge.New())}},
		{"Readers and writers", []*cobra.Command{cli.Reporting(conform.New()), cli.Reporting(fuzz.New()), corpus.New()}},
		{"This program", []*cobra.Command{newVersion()}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		root.SetHelpCommandGroupID(group.title)
		root.SetCompletionCommandGroupID(group.title)
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	cli.OwnDefaults(root)
	return root
}

// writeHelp writes the help of a command. cobra ignores an error of that.
func writeHelp(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	if _, err := io.WriteString(out, cli.Help(cmd, cli.PaintFor(out))); err != nil {
		return &cli.WriteError{What: "the output", Err: err}
	}
	return nil
}
