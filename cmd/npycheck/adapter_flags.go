package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// adapterFlags are the flags of a command that runs an adapter: what it is, and what it may take.
type adapterFlags struct {
	protocol, profile     string
	writer                bool
	unsupported           []string
	jobs                  int
	timeout, startTimeout time.Duration
	memory, addressSpace  string
}

func (f *adapterFlags) registerProtocol(flags *pflag.FlagSet) {
	flags.StringVar(&f.protocol, "protocol", "exec", "`PROTOCOL` of the adapter: exec or jsonl")
	flags.BoolVar(&f.writer, "writer", false, "test what COMMAND writes")
	flags.StringSliceVar(&f.unsupported, "unsupported", nil, "with --protocol exec: the reader doesn't claim these `FEATURES`, words that conformance/protocol.md lists")
	flags.StringVar(&f.profile, "profile", "", "judge files that may go either way by this `PROFILE`: "+profileNames())
}

func (f *adapterFlags) registerLimits(flags *pflag.FlagSet, timeout time.Duration) {
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "run this `NUMBER` of adapters at a time")
	flags.DurationVar(&f.timeout, "timeout", timeout, "a reader that takes longer for a file, at work or idle, counts as a hang: `TIME` with unit")
	flags.DurationVar(&f.startTimeout, "start-timeout", conformance.DefaultStartTimeout, "`TIME` within which a jsonl adapter must say hello")
	flags.StringVar(&f.memory, "memory", fmt.Sprintf("%dGiB", conformance.DefaultMemory>>30), "more resident memory counts as a blow-up: `SIZE` in bytes, KiB, MiB or GiB; elsewhere than on Linux and Windows only seen when the process ends")
	flags.StringVar(&f.addressSpace, "address-space", "", "limit the address space of each process to `SIZE`; Linux and Windows")
}

func profileNames() string {
	var names []string
	for _, p := range corpus.Profiles() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// adapter checks the flags and returns the adapter that they describe, with its command.
func (f *adapterFlags) adapter(command []string) (*conformance.Adapter, error) {
	if len(command) == 0 {
		return nil, usagef("no command given, want the adapter after --")
	}
	a := &conformance.Adapter{
		Command:      command,
		Protocol:     conformance.Protocol(f.protocol),
		Timeout:      f.timeout,
		StartTimeout: f.startTimeout,
		AdoptOrphans: true,
	}
	switch {
	case a.Protocol != conformance.Exec && a.Protocol != conformance.JSONL:
		return nil, usagef("--protocol %s: want exec or jsonl", quoted(f.protocol))
	case f.jobs < 1 || f.jobs > 1000:
		return nil, usagef("--jobs %d: want a number from 1 to 1000", f.jobs)
	case len(f.unsupported) > 0 && a.Protocol != conformance.Exec:
		return nil, usagef("--unsupported is for --protocol exec; in jsonl an adapter says hello with its features")
	case f.timeout <= 0 || f.startTimeout <= 0:
		return nil, usagef("--timeout and --start-timeout: want a time above 0, for example 10s")
	}
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
		if *size.to, err = conformance.ParseSize(size.value); err != nil {
			return nil, usagef("--%s %s: %v", size.flag, quoted(size.value), err)
		}
	}
	return a, nil
}

// claimable returns what a reader can claim.
func claimable() []string {
	features := []string{"npy"}
	for _, feature := range corpus.Features() {
		features = append(features, feature.Name)
	}
	return features
}

// claimed returns all features but those that are given.
func claimed(unsupported []string) ([]string, error) {
	features := claimable()
	for _, word := range unsupported {
		if !slices.Contains(features, word) {
			return nil, usagef("unknown feature %s in --unsupported%s", quoted(word), wantOneOf(word, features))
		}
	}
	return slices.DeleteFunc(features, func(feature string) bool { return slices.Contains(unsupported, feature) }), nil
}

// chosenProfile returns the profile of that name, nil for "".
func (f *adapterFlags) chosenProfile() (*corpus.Profile, error) {
	if f.profile == "" {
		return nil, nil
	}
	for _, p := range corpus.Profiles() {
		if p.Name == f.profile {
			return &p, nil
		}
	}
	return nil, usagef("--profile %s: want one of %s", quoted(f.profile), profileNames())
}

// knownFlags are the flags for a list of known failures.
type knownFlags struct {
	file   string
	update bool
}

func (f *knownFlags) register(flags *pflag.FlagSet, what, found string) {
	flags.StringVar(&f.file, "known-failures", "", "`FILE` of "+what)
	flags.BoolVar(&f.update, "update-known-failures", false, "write the "+found+" of this run into that file")
}

func (f *knownFlags) check() error {
	if f.update && f.file == "" {
		return usagef("--update-known-failures needs --known-failures")
	}
	return nil
}

// read returns the text of the list. One that is to be written need not be there.
func (f *knownFlags) read(ctx context.Context) (string, error) {
	if f.file == "" {
		return "", nil
	}
	text, err := readText(ctx, f.file)
	if errors.Is(err, os.ErrNotExist) {
		if f.update {
			return "", nil
		}
		err = fmt.Errorf("%w; --update-known-failures writes a list", err)
	}
	return string(text), err
}

// toWrite returns the name of the list if it is to be written, else "".
func (f *knownFlags) toWrite() string {
	if f.update {
		return f.file
	}
	return ""
}

// writeKnownText writes a list of known failures.
func writeKnownText(list *output, text string) error {
	err := list.write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return &writeError{"the list of known failures", err}
	}
	return nil
}

// barFlags are the flags for a progress bar.
type barFlags struct {
	quiet bool
	when  string
}

func (f *barFlags) register(flags *pflag.FlagSet) {
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress bar unless --progress asks for it")
	flags.StringVar(&f.when, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
}

func (f *barFlags) check() error {
	if !slices.Contains(whenWords, f.when) {
		return usagef("--progress %s: want auto, always or never", quoted(f.when))
	}
	return nil
}

func (f *barFlags) shown(stderr io.Writer) bool { return showsBar(stderr, f.quiet, f.when) }
