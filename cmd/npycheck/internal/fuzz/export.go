package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// maxGenerated is the maximum number of files to generate: an engine that has run for a while makes better ones.
const maxGenerated = 20_000

// exportOptions bounds what is written.
type exportOptions struct {
	format    validator.Format // Npy or Npz: what the reader reads; "" for both
	seeds     int              // files of the corpus at most
	generated int              // files to generate, at most maxGenerated; only new kinds are written
	seed      uint64           // of the generator
	maxSize   int64            // bytes of a seed
}

func (o *exportOptions) wants(format validator.Format) bool {
	return o.format == "" || o.format == format
}

func newFuzzExport() *cobra.Command {
	var kinds string
	opt := exportOptions{seeds: 2000, generated: 200, seed: 1, maxSize: 4096}
	cmd := &cobra.Command{
		Use:   "export [flags] DIR",
		Short: "Write seeds and a dictionary for a fuzz engine",
		Long: `DIR gets what a fuzz engine needs to start on a reader of its own: the folder
seeds, with one file each, and npy.dict, a dictionary in the form of libFuzzer
and AFL++. docs/engines.md shows how to feed them to libFuzzer, cargo-fuzz,
AFL++, go test -fuzz, Jazzer, Jazzer.js and Atheris.

The seeds are small files of the corpus, first one for each set of rules that
they break and features that they have, then the important others, and
generated files that are like none of those. The folder is made if it doesn't
exist, and must be empty. Equal flags write equal files.`,
		Example: `  npycheck fuzz export fuzz
  npycheck fuzz export --files npy --seeds 100 fuzz`,
		Args: files.OneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opt.check(kinds); err != nil {
				return err
			}
			root, err := files.OpenEmpty(args[0])
			if err != nil {
				return err
			}
			defer root.Close()
			seeds, tokens, err := opt.write(cmd.Context(), root)
			switch {
			case errors.Is(err, context.Canceled):
				return errors.New("interrupted; the folder is incomplete")
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s and %s\n", text.Count(int64(seeds), "seed"), text.Count(int64(tokens), "token"))
			return err
		},
		DisableFlagsInUseLine: true,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&kinds, "files", "all", "`FORMAT` that the reader reads: npy, npz or all")
	flags.IntVar(&opt.seeds, "seeds", opt.seeds, "`NUMBER` of files of the corpus at most")
	flags.IntVar(&opt.generated, "generated", opt.generated, fmt.Sprintf("generate this `NUMBER` of files, at most %d, and keep those that are new", maxGenerated))
	flags.Uint64Var(&opt.seed, "seed", opt.seed, "`NUMBER` that generated files begin from")
	flags.Int64Var(&opt.maxSize, "max-size", opt.maxSize, "`SIZE` in bytes of a seed at most")
	cli.CompleteWords(cmd, "files", "npy", "npz", "all")
	for _, flag := range []string{"seeds", "generated", "seed", "max-size"} {
		cli.CompleteWords(cmd, flag)
	}
	return cmd
}

// check checks the flags and sets the format.
func (o *exportOptions) check(kinds string) error {
	switch {
	case o.seeds < 0:
		return cli.Usagef("--seeds %d: expected 0 or more", o.seeds)
	case o.generated < 0 || o.generated > maxGenerated:
		return cli.Usagef("--generated %d: expected a number of files from 0 to %d", o.generated, maxGenerated)
	case o.seeds == 0 && o.generated == 0:
		return cli.Usagef("--seeds 0 and --generated 0 leave no seed")
	case o.maxSize < 1:
		return cli.Usagef("--max-size %d: expected 1 or more", o.maxSize)
	}
	switch kinds {
	case "npy":
		o.format = validator.Npy
	case "npz":
		o.format = validator.Npz
	case "all":
	default:
		return cli.Usagef("--files %s: expected npy, npz or all", cli.Quoted(kinds))
	}
	return nil
}

// write writes seeds and dictionary into a folder, which must be empty, and counts them.
func (o *exportOptions) write(ctx context.Context, root *os.Root) (seeds, tokens int, err error) {
	words := dictionary(o.format)
	if err := root.WriteFile("npy.dict", appendDictionary(nil, words), 0o666); err != nil {
		return 0, 0, err
	}
	if err := root.Mkdir("seeds", 0o777); err != nil {
		return 0, 0, err
	}
	for s, err := range o.all(ctx) {
		if err != nil {
			return seeds, len(words), err
		}
		if err := root.WriteFile(path.Join("seeds", s.name), s.content, 0o666); err != nil {
			return seeds, len(words), err
		}
		seeds++
	}
	return seeds, len(words), nil
}
