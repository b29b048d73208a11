package export

import "github.com/npycheck/npycheck/validator"

// Options bounds what is written.
type Options struct {
	Format    validator.Format // Npy or Npz: what the reader reads; "" for both
	Seeds     int              // files of the corpus at most
	Generated int              // files to generate, at most MaxGenerated; only new kinds are written
	Seed      uint64           // of the generator
	MaxSize   int64            // bytes of a seed, and of the inputs that the engine tries
}

// MaxGenerated is the maximum number of files to generate: an engine that has run for a while makes better ones.
const MaxGenerated = 20_000

// Default returns the options of the command.
func Default() Options { return Options{Seeds: 2000, Generated: 200, Seed: 1, MaxSize: 4096} }

func (o Options) wants(format validator.Format) bool { return o.Format == "" || o.Format == format }
