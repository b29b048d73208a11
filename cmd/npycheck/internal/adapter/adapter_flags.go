// Package adapter has the flags of commands that start a program under test.
package adapter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
)

// AdapterFlags are the flags of a command that runs an adapter: what it is, and what it may take.
type AdapterFlags struct {
	protocol, profile     string
	Writer                bool
	unsupported, traits   []string
	Jobs                  int
	timeout, startTimeout time.Duration
	memory, addressSpace  string
}

func (f *AdapterFlags) RegisterProtocol(flags *pflag.FlagSet) {
	flags.StringVar(&f.protocol, "protocol", "exec", "`PROTOCOL` of the adapter: exec or jsonl")
	flags.BoolVar(&f.Writer, "writer", false, "test what COMMAND writes")
	flags.StringSliceVar(&f.unsupported, "unsupported", nil, "with --protocol exec: the reader doesn't claim these `FEATURES`, words that conformance/protocol.md lists")
	flags.StringSliceVar(&f.traits, "traits", nil, "with --protocol exec: what the language of the reader does to arrays, in `WORDS` of conformance/protocol.md: "+judge.NoTrailingOnes)
	flags.StringVar(&f.profile, "profile", "", "judge files that may go either way by this `PROFILE`: "+profileNames())
	cli.Group(flags, cli.GroupTest, "protocol", "writer", "unsupported", "traits", "profile")
}

func (f *AdapterFlags) RegisterLimits(flags *pflag.FlagSet, timeout time.Duration) {
	flags.IntVarP(&f.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "run this `NUMBER` of adapters at a time")
	flags.DurationVar(&f.timeout, "timeout", timeout, "a reader that takes longer for a file, at work or idle, counts as a hang: `TIME` with unit")
	flags.DurationVar(&f.startTimeout, "start-timeout", conformance.DefaultStartTimeout, "`TIME` within which a jsonl adapter must say hello")
	flags.StringVar(&f.memory, "memory", fmt.Sprintf("%dGiB", conformance.DefaultMemory>>30), "more resident memory is out-of-memory: `SIZE` in bytes, KiB, MiB or GiB; elsewhere than on Linux and Windows only seen when the process ends")
	flags.StringVar(&f.addressSpace, "address-space", "", "limit the address space of each process to `SIZE`; Linux and Windows")
	cli.Group(flags, cli.GroupLimits, "jobs", "timeout", "start-timeout", "memory", "address-space")
}

func profileNames() string {
	var names []string
	for _, p := range corpus.Profiles() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// Adapter checks the flags and returns the adapter that they describe, with its command.
func (f *AdapterFlags) Adapter(command []string) (*conformance.Adapter, error) {
	a := &conformance.Adapter{
		Command:      command,
		Protocol:     conformance.Protocol(f.protocol),
		Writer:       f.Writer,
		Timeout:      f.timeout,
		StartTimeout: f.startTimeout,
		AdoptOrphans: true,
	}
	switch {
	case a.Protocol != conformance.Exec && a.Protocol != conformance.JSONL:
		return nil, cli.Usagef("--protocol %s: expected exec or jsonl", cli.Quoted(f.protocol))
	case f.Jobs < 1 || f.Jobs > 1000:
		return nil, cli.Usagef("--jobs %d: expected a number from 1 to 1000", f.Jobs)
	case len(f.unsupported) > 0 && a.Protocol != conformance.Exec:
		return nil, cli.Usagef("--unsupported is for --protocol exec; in jsonl an adapter says hello with its features")
	case len(f.traits) > 0 && a.Protocol != conformance.Exec:
		return nil, cli.Usagef("--traits is for --protocol exec; in jsonl an adapter says hello with its traits")
	case f.timeout <= 0 || f.startTimeout <= 0:
		return nil, cli.Usagef("--timeout and --start-timeout: expected a time above 0, for example 10s")
	}
	for _, word := range f.traits {
		if word != judge.NoTrailingOnes {
			return nil, cli.Usagef("unknown trait %s in --traits%s", cli.Quoted(word), cli.WantOneOf(word, []string{judge.NoTrailingOnes}))
		}
	}
	a.Implementation.Traits = f.traits
	if len(f.unsupported) > 0 {
		var err error
		if a.Implementation.Features, err = claimed(f.unsupported); err != nil {
			return nil, err
		}
	}
	for _, size := range []struct {
		flag, value string
		to          *int64
	}{{"memory", f.memory, &a.Memory}, {"address-space", f.addressSpace, &a.AddressSpace}} {
		var err error
		if size.value == "" {
			continue
		}
		if *size.to, err = text.ParseSize(size.value); err != nil {
			return nil, cli.Usagef("--%s %s: %v", size.flag, cli.Quoted(size.value), err)
		}
	}
	return a, nil
}

// claimed returns all features except the given ones.
func claimed(unsupported []string) ([]string, error) {
	features := claimable()
	for _, word := range unsupported {
		if !slices.Contains(features, word) {
			return nil, cli.Usagef("unknown feature %s in --unsupported%s", cli.Quoted(word), cli.WantOneOf(word, features))
		}
	}
	return slices.DeleteFunc(features, func(feature string) bool { return slices.Contains(unsupported, feature) }), nil
}

// ChosenProfile returns the profile with that name, nil for "".
func (f *AdapterFlags) ChosenProfile() (*corpus.Profile, error) {
	if f.profile == "" {
		return nil, nil
	}
	for _, p := range corpus.Profiles() {
		if p.Name == f.profile {
			return &p, nil
		}
	}
	return nil, cli.Usagef("--profile %s: expected one of %s", cli.Quoted(f.profile), profileNames())
}

// KnownFlags are the flags for a list of known failures.
type KnownFlags struct {
	File   string
	Update bool
}

func (f *KnownFlags) Register(flags *pflag.FlagSet, what, found string) {
	flags.StringVar(&f.File, "known-failures", "", "`FILE` of "+what)
	flags.BoolVar(&f.Update, "update-known-failures", false, "write the "+found+" of this run into that file")
	cli.Group(flags, cli.GroupKnown, "known-failures", "update-known-failures")
}

func (f *KnownFlags) Check() error {
	if f.Update && f.File == "" {
		return cli.Usagef("--update-known-failures needs --known-failures")
	}
	return nil
}

// Read returns the text of the list. A list that will be written need not exist.
func (f *KnownFlags) Read(ctx context.Context) (string, error) {
	if f.File == "" {
		return "", nil
	}
	text, err := cli.ReadText(ctx, f.File)
	if errors.Is(err, os.ErrNotExist) {
		if f.Update {
			return "", nil
		}
		err = fmt.Errorf("%w; --update-known-failures writes a list", err)
	}
	return string(text), err
}

// ToWrite returns the name of the list if it will be written, else "".
func (f *KnownFlags) ToWrite() string {
	if f.Update {
		return f.File
	}
	return ""
}

// WriteKnownText writes a list of known failures.
func WriteKnownText(list *cli.Output, text string) error {
	err := list.Write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return &cli.WriteError{What: "the list of known failures", Err: err}
	}
	return nil
}

// claimable returns what a reader can claim.
func claimable() []string {
	features := []string{"npy"}
	for _, feature := range corpus.Features() {
		features = append(features, feature.Name)
	}
	return features
}

// CompleteFilter completes the words of the flags that select cases.
func CompleteFilter(cmd *cobra.Command) {
	for _, list := range new(CorpusFilter).lists() {
		cli.CompleteList(cmd, list.name, func() []string {
			words := slices.Clone(list.known)
			if words == nil {
				for _, c := range corpus.Cases() {
					words = append(words, list.of(c)...)
				}
				slices.Sort(words)
			}
			return slices.Compact(words)
		})
	}
}

// CompleteAdapter completes the words of AdapterFlags.
func CompleteAdapter(cmd *cobra.Command) {
	cli.CompleteWords(cmd, "protocol", string(conformance.Exec), string(conformance.JSONL))
	var profiles []string
	for _, p := range corpus.Profiles() {
		profiles = append(profiles, p.Name)
	}
	cli.CompleteWords(cmd, "profile", profiles...)
	cli.CompleteList(cmd, "unsupported", claimable)
	cli.CompleteList(cmd, "traits", func() []string { return []string{judge.NoTrailingOnes} })
	for _, flag := range []string{"jobs", "timeout", "start-timeout", "memory", "address-space"} {
		cli.CompleteWords(cmd, flag)
	}
}

func ImplementationText(i conformance.Implementation) string {
	text := i.Name
	if i.Version != "" {
		text += " " + i.Version
	}
	if i.Language != "" {
		text += " (" + i.Language + ")"
	}
	return cli.QuotedText(text)
}

// LimitMemory sets the size in bytes up to which the memory of a command grows without more work for the garbage
// collector, unless the user did. The limit of main is for commands that keep nothing. If a command keeps more than its
// limit, the garbage collector runs all the time.
func LimitMemory(size int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(size)
	}
}
