package fuzz

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/fuzz/export"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

func newFuzzExport() *cobra.Command {
	var engine, kinds string
	opt := export.Default()
	cmd := &cobra.Command{
		Use:   "export --for ENGINE [flags] DIR",
		Short: "Write seeds, dictionary and harness for a fuzz engine",
		Long: `DIR gets what a fuzz engine needs to start on a reader of its own: seeds, a
dictionary, options, and a harness of a few lines to put the reader into.
README.md in the folder has the commands. Nothing of it needs npycheck.

The engines are libfuzzer (also for cargo-fuzz), afl (AFL++), go (go test
-fuzz), jazzer (also for Jazzer.js) and atheris.

The seeds are small files of the corpus, first one for each set of rules that
they break and features that they have, then the important others, and
generated files that are like none of those. The folder is made if it doesn't
exist, and must be empty. Equal flags write equal files.`,
		Example: `  npycheck fuzz export --for libfuzzer fuzz
  npycheck fuzz export --for go --files npy --seeds 100 mypackage/fuzz`,
		Args: files.OneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkExport(engine, kinds, &opt); err != nil {
				return err
			}
			root, err := files.OpenEmpty(args[0])
			if err != nil {
				return err
			}
			defer root.Close()
			done, err := export.Write(cmd.Context(), root, export.Engine(engine), opt)
			switch {
			case errors.Is(err, context.Canceled):
				return errors.New("interrupted; the folder is incomplete")
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: wrote %s and %s\n", engine,
				text.Count(int64(done.Seeds), "seed"), text.Count(int64(done.Tokens), "token"))
			return err
		},
		DisableFlagsInUseLine: true,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&engine, "for", "", "`ENGINE` to write for: "+strings.Join(engineNames(), ", "))
	flags.StringVar(&kinds, "files", "all", "`FORMAT` that the reader reads: npy, npz or all")
	flags.IntVar(&opt.Seeds, "seeds", opt.Seeds, "`NUMBER` of files of the corpus at most")
	flags.IntVar(&opt.Generated, "generated", opt.Generated, fmt.Sprintf("generate this `NUMBER` of files, at most %d, and keep those that are new", export.MaxGenerated))
	flags.Uint64Var(&opt.Seed, "seed", opt.Seed, "`NUMBER` that generated files begin from")
	flags.Int64Var(&opt.MaxSize, "max-size", opt.MaxSize, "`SIZE` in bytes of a seed, and of what the engine tries")
	cli.CompleteWords(cmd, "for", engineNames()...)
	cli.CompleteWords(cmd, "files", "npy", "npz", "all")
	for _, flag := range []string{"seeds", "generated", "seed", "max-size"} {
		cli.CompleteWords(cmd, flag)
	}
	return cmd
}

func engineNames() []string {
	var names []string
	for _, e := range export.Engines() {
		names = append(names, string(e))
	}
	return names
}

// checkExport checks the flags and sets the format of opt.
func checkExport(engine, kinds string, opt *export.Options) error {
	known := false
	for _, e := range export.Engines() {
		known = known || string(e) == engine
	}
	switch {
	case engine == "":
		return cli.Usagef("export needs --for ENGINE: %s", strings.Join(engineNames(), ", "))
	case !known:
		return cli.Usagef("--for %s: expected one of %s", cli.Quoted(engine), strings.Join(engineNames(), ", "))
	case opt.Seeds < 0:
		return cli.Usagef("--seeds %d: expected 0 or more", opt.Seeds)
	case opt.Generated < 0 || opt.Generated > export.MaxGenerated:
		return cli.Usagef("--generated %d: expected a number of files from 0 to %d", opt.Generated, export.MaxGenerated)
	case opt.Seeds == 0 && opt.Generated == 0:
		return cli.Usagef("--seeds 0 and --generated 0 leave no seed")
	case opt.MaxSize < 1:
		return cli.Usagef("--max-size %d: expected 1 or more", opt.MaxSize)
	}
	switch kinds {
	case "npy":
		opt.Format = validator.Npy
	case "npz":
		opt.Format = validator.Npz
	case "all":
	default:
		return cli.Usagef("--files %s: expected npy, npz or all", cli.Quoted(kinds))
	}
	return nil
}
