package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/fuzz/emit"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// fuzzEmitFlags holds the flags of the fuzz emit command as they were given.
type fuzzEmitFlags struct {
	emit.Options
	mode string
	bar  cli.BarFlags
}

func newFuzzEmit() *cobra.Command {
	var f fuzzEmitFlags
	cmd := &cobra.Command{
		Use:   "emit [flags] DIR",
		Short: "Write generated files in the form of the corpus",
		Long: `DIR is empty or doesn't exist. The files go below vectors as in the corpus, with
a manifest.json that says what each is and what a reader must do with it.
npycheck conform --corpus DIR runs a reader over them, and so does any test that
runs the corpus. Equal flags make equal files.

The modes:
  all       a file that conforms, the same with one fault, two mutations of it
  valid     files that conform
  fault     a file that conforms, the same with one fault
  anything  a file that conforms, three mutations of it

Exit codes:
  0  all files were written
  2  the command line is wrong, or DIR is not empty
  3  a file can't be written, or the run was interrupted`,
		Example: `  npycheck fuzz emit generated
  npycheck fuzz emit --seed 7 -n 5000 --mode valid --area descr,data generated
  npycheck conform --corpus generated -- ./read_npy`,
		Args: files.OneFolder,
		RunE: func(cmd *cobra.Command, args []string) error { return f.emit(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Uint64Var(&f.Seed, "seed", 1, "make the files of this `SEED`")
	flags.IntVarP(&f.Count, "number", "n", 1000, fmt.Sprintf("write this `NUMBER` of files, at most %d", emit.MaxCount))
	flags.StringVar(&f.mode, "mode", string(emit.All), "`MODE` of the files: "+strings.Join(emitModes(), ", "))
	flags.StringSliceVar(&f.Areas, "area", nil, "only files that are unusual or faulty in these `AREAS`: "+strings.Join(spec.Areas(), ", "))
	cli.Group(flags, cli.GroupWrite, "seed", "number", "mode", "area")
	f.bar.Register(flags)
	cli.CompleteWords(cmd, "mode", emitModes()...)
	cli.CompleteList(cmd, "area", spec.Areas)
	cli.CompleteWords(cmd, "progress", cli.WhenWords...)
	for _, flag := range []string{"seed", "number"} {
		cli.CompleteWords(cmd, flag)
	}
	return cmd
}

func emitModes() []string {
	var names []string
	for _, m := range emit.Modes() {
		names = append(names, string(m))
	}
	return names
}

func (f *fuzzEmitFlags) emit(cmd *cobra.Command, dir string) error {
	switch {
	case f.Count < 1 || f.Count > emit.MaxCount:
		return cli.Usagef("--number %d: expected a number of files from 1 to %d", f.Count, emit.MaxCount)
	case !slices.Contains(emitModes(), f.mode):
		return cli.Usagef("--mode %s: expected one of %s", cli.Quoted(f.mode), strings.Join(emitModes(), ", "))
	}
	for _, area := range f.Areas {
		if !slices.Contains(spec.Areas(), area) {
			return cli.Usagef("unknown area %s in --area%s", cli.Quoted(area), cli.WantOneOf(area, spec.Areas()))
		}
	}
	if err := f.bar.Check(); err != nil {
		return err
	}
	root, err := files.OpenEmpty(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	o := f.Options
	o.Mode = emit.Mode(f.mode)
	stop := func() {}
	if f.bar.Shown(cmd.ErrOrStderr()) {
		bar := cli.StartCountBar(cmd.ErrOrStderr(), "files")
		bar.SetTotal(int64(o.Count))
		o.Progress, stop = func() { bar.Add(1) }, bar.End
	}
	err = emit.Write(cmd.Context(), root, o)
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted; the folder is incomplete")
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "seed %d: wrote %s\n", o.Seed, text.Count(int64(o.Count), "file"))
	return err
}
