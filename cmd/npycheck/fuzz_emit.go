package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/fuzz/emit"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/report"
)

// fuzzEmitFlags holds the flags of the fuzz emit command as they were given.
type fuzzEmitFlags struct {
	emit.Options
	mode string
	bar  barFlags
}

func newFuzzEmit() *cobra.Command {
	var f fuzzEmitFlags
	cmd := &cobra.Command{
		Use:   "emit [flags] DIR",
		Short: "Write generated files in the form of the corpus",
		Long: `emit writes generated files into a folder that is empty or doesn't exist: below
vectors as in the corpus, with a manifest.json that says what each is and what
a reader must do with it. npycheck conform --corpus DIR runs a reader over
them, and so does any test that runs the corpus. Equal flags make equal files.

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
  npycheck fuzz emit --seed 7 -n 5000 --mode valid --areas descr,data generated
  npycheck conform --corpus generated -- ./read_npy`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error { return f.emit(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Uint64Var(&f.Seed, "seed", 1, "make the files of this `SEED`")
	flags.IntVarP(&f.Count, "number", "n", 1000, fmt.Sprintf("write this `NUMBER` of files, at most %d", emit.MaxCount))
	flags.StringVar(&f.mode, "mode", string(emit.All), "`MODE` of the files: "+strings.Join(emitModes(), ", "))
	flags.StringSliceVar(&f.Areas, "areas", nil, "only files that are unusual or faulty in these `AREAS`: "+strings.Join(spec.Areas(), ", "))
	f.bar.register(flags)
	completeWords(cmd, "mode", emitModes()...)
	completeList(cmd, "areas", spec.Areas)
	completeWords(cmd, "progress", whenWords...)
	for _, flag := range []string{"seed", "number"} {
		completeWords(cmd, flag)
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
		return usagef("--number %d: want a number of files from 1 to %d", f.Count, emit.MaxCount)
	case !slices.Contains(emitModes(), f.mode):
		return usagef("--mode %s: want one of %s", quoted(f.mode), strings.Join(emitModes(), ", "))
	}
	for _, area := range f.Areas {
		if !slices.Contains(spec.Areas(), area) {
			return usagef("unknown area %s in --areas%s", quoted(area), wantOneOf(area, spec.Areas()))
		}
	}
	if err := f.bar.check(); err != nil {
		return err
	}
	root, err := openEmpty(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	o := f.Options
	o.Mode = emit.Mode(f.mode)
	stop := func() {}
	if f.bar.shown(cmd.ErrOrStderr()) {
		bar := startCountBar(cmd.ErrOrStderr(), "files")
		bar.setTotal(int64(o.Count))
		o.Progress, stop = func() { bar.add(1) }, bar.end
	}
	err = emit.Write(cmd.Context(), root, o)
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted; the folder is incomplete")
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "seed %d: wrote %s\n", o.Seed, report.Count(int64(o.Count), "file"))
	return err
}
